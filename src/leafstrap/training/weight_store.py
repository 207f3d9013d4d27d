"""The weights that all games of a run share: updates come in, immutable snapshots go out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, Literal, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from leafstrap.errors import RunError
from leafstrap.learn import Update
from leafstrap.learn.optimiser import OPTIMISERS, Optimiser
from leafstrap.types import Arrays

Evaluator = TypeVar("Evaluator")
Covariant = TypeVar("Covariant", covariant=True)

# Searches use single precision: what the weights add up to, even squared, must stay within it.
LARGEST = float(np.finfo(np.float32).max)

Which = slice | NDArray[np.int32]  # of the weights
EVERY = slice(None)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The weights, and the updates still waiting, as they were when a game ended."""

    games: int
    updates: int
    step_size: float
    weights: NDArray[np.float64]
    pending: NDArray[np.float64]
    squares: NDArray[np.float64]  # what the optimiser remembers
    memory: Arrays = field(default_factory=dict)  # what games remember of earlier ones


class Memory(Protocol):
    """What the games of a run share beside the weights."""

    def arrays(self) -> Arrays:
        """All of it, as it is now."""


class RunWeights(Protocol[Covariant]):
    """The weights of a run as its games see them, wherever they are kept."""

    @property
    def memory(self) -> Memory | None:
        """What these games share beside them."""

    def snapshot(self) -> Covariant:
        """An evaluator of the newest, which stays as it is when they move on."""

    def apply(self, update: Update) -> None:
        """Move them, now or later."""

    def shift(self, displacement: NDArray[np.float64]) -> None:
        """Move them by what has been learned from a snapshot."""

    def in_turn(self) -> AbstractContextManager[Covariant]:
        """The newest, for whoever learns position after position: others who do wait until the context is left."""

    def step_size(self) -> tuple[int, float]:
        """How many games have been finished, and the step size after them."""


class WeightStore(Generic[Evaluator]):
    """θ in double precision behind a lock.

    With `update_every` 1 an update moves the weights at once; else updates are summed until so many games
    have finished (KnightCap learned after every fourth game for a while) and then applied together. The
    sensitivities of hidden units have a step size of their own (extended back-propagation).
    """

    def __init__(
        self,
        make_snapshot: Callable[[NDArray[np.float64]], Evaluator],
        start: Snapshot,
        *,
        fixed: NDArray[np.bool_],
        step_size: Callable[[int], float],
        optimiser: Optimiser = OPTIMISERS["plain"],
        update_every: int = 1,
        sensitivities: NDArray[np.bool_] | None = None,
        sensitivity_step: float = 0.0,
        memory: Memory | None = None,
        largest: float = math.inf,
    ) -> None:
        self._lock = Lock()
        self._turn = Lock()
        self._largest = largest
        self._make_snapshot = make_snapshot
        self._snapshot: Evaluator | None
        self._weights: NDArray[np.float64]
        self._pending: NDArray[np.float64]
        self._squares: NDArray[np.float64]
        self._games: int
        self._updates: int
        self.go_to(start)
        self._optimiser = optimiser
        apart = fixed if sensitivities is None else fixed | sensitivities
        self._shares = np.where(apart, 0.0, 1.0) if apart.any() else None
        self._own_steps = np.where(apart & ~fixed, sensitivity_step, 0.0)
        self._step_size = step_size
        self._update_every = update_every
        self.memory = memory

    def go_to(self, state: Snapshot) -> None:
        """Be as it was at some moment, or as another is; the memory stays."""
        with self._lock:
            self._snapshot = None
            self._weights = state.weights.copy()
            self._pending = state.pending.copy()
            self._squares = state.squares.copy()
            self._games = state.games
            self._updates = state.updates

    @property
    def updates(self) -> int:
        """How often the weights have moved: the number of their version."""
        return self._updates

    def snapshot(self) -> Evaluator:
        """Give an evaluator of the newest weights; it stays as it is when the weights move on."""
        with self._lock:
            if self._snapshot is None:
                self._snapshot = self._make_snapshot(self._weights)
            return self._snapshot

    def apply(self, update: Update) -> None:
        """Move the weights, or collect the update until enough games have finished."""
        with self._lock:
            if self._update_every == 1:
                self._move(update.gradient, EVERY if update.indices is None else update.indices)
            else:
                self._pending[EVERY if update.indices is None else update.indices] += update.gradient

    def shift(self, displacement: NDArray[np.float64]) -> None:
        """Move the weights by what has been learned from a snapshot of them, whatever has been learned since."""
        with self._lock:
            self._weights += displacement
            self._moved()

    @contextmanager
    def in_turn(self) -> Iterator[Evaluator]:
        """The newest weights, for whoever learns position after position: others who do wait until it is done.

        Where each position is learned with what those before it have left, a batch of games goes most of the way to
        its targets. Two such batches that began with the same weights would together go twice as far, and beyond.
        """
        with self._turn:
            yield self.snapshot()

    def replace(self, weights: NDArray[np.float64]) -> None:
        """Go on from other weights."""
        with self._lock:
            self._weights = weights.copy()
            self._moved()

    def step_size(self) -> tuple[int, float]:
        """How many games have been finished, and the step size after them."""
        with self._lock:
            return self._games, self._step_size(self._games)

    def finish_games(self, number: int = 1) -> Snapshot:
        """Count games, and give the state a checkpoint needs."""
        with self._lock:
            step_size = self._step_size(self._games)
            self._games += number
            if self._update_every > 1 and self._games % self._update_every == 0:
                self._move(self._pending, EVERY)
                self._pending[:] = 0.0
            return self._state(step_size, {} if self.memory is None else self.memory.arrays())

    def copies(self, *names: Literal["weights", "pending", "squares"]) -> dict[str, NDArray[np.float64]]:
        """Some of its arrays, as they are now."""
        with self._lock:
            return {name: getattr(self, f"_{name}").copy() for name in names}

    def state(self) -> Snapshot:
        """All but the memory, as it is now."""
        with self._lock:
            return self._state(self._step_size(self._games), {})

    def _state(self, step_size: float, memory: Arrays) -> Snapshot:
        arrays = (self._weights.copy(), self._pending.copy(), self._squares.copy())
        return Snapshot(self._games, self._updates, step_size, *arrays, memory)

    def _move(self, gradient: NDArray[np.float64], which: Which) -> None:
        step_size = self._step_size(self._games)
        # After a search the caches are cold, and every array operation costs many times what it does in a loop.
        squares = self._squares[which]  # of all weights a view, of some a copy
        direction = self._optimiser.direction(gradient, squares)
        self._squares[which] = squares
        self._weights[which] += direction * (
            step_size if self._shares is None else step_size * self._shares[which] + self._own_steps[which]
        )
        self._moved(which)

    def _moved(self, which: Which = EVERY) -> None:
        self._updates += 1
        self._snapshot = None
        changed = self._weights[which]
        # Not by @: its library asks other cores for help with long vectors, and waits for them where they are busy.
        size = np.einsum("i,i->", changed, changed)
        # The sum tells at once that no weight is too large; if it does not, one may be. So written, both hold of NaN.
        too_large = not size <= self._largest**2 and not np.abs(changed).max() <= self._largest
        if not size <= LARGEST or too_large:
            raise RunError(
                f"The weights grew beyond all bounds in game {self._games + 1}: "
                f"a step size of {self._step_size(self._games):g} is too large for this backup."
            )
