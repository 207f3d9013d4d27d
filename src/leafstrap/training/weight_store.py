"""The weights that all games of a run share: updates come in, immutable snapshots go out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, Generic, Literal, Protocol, TypeVar, cast

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
SPARSE = 4  # times as many weights as places of a part, at least: else all are told

Which = slice | NDArray[np.int32]  # of the weights
EVERY = slice(None)
Name = Literal["weights", "pending", "squares"]  # arrays with a number for every weight


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


@dataclass(frozen=True, slots=True)
class Part:
    """Arrays with a number for every weight, as they are at some moment: whole, or at some places."""

    places: NDArray[np.int32] | None
    arrays: Arrays

    @property
    def which(self) -> Which:
        """The same places, as NumPy takes them."""
        return EVERY if self.places is None else self.places

    def put_into(self, state: Snapshot) -> Snapshot:
        """A state that is as this is, where this says how it is."""
        if self.places is None:
            return replace(state, **cast("dict[str, Any]", self.arrays))
        whole = {name: getattr(state, name).copy() for name in self.arrays}
        for name, array in whole.items():
            array[self.places] = self.arrays[name]
        return replace(state, **whole)


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

    Arrays that it has handed out stay as they are: before one of them moves, it is copied.

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
        self._arrays: dict[Name, NDArray[np.float64]]
        self._lent: set[Name]  # those of them that somebody else may have
        self._games: int
        self._updates: int
        self._changes = 0
        self._changed = np.zeros(len(start.weights), np.int64)  # in which change of some weights each was
        self._all_changed = 0  # in which change all weights were
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
            self._arrays = {"weights": state.weights, "pending": state.pending, "squares": state.squares}
            self._lent = set(self._arrays)
            self._games = state.games
            self._updates = state.updates
            self._note_change(EVERY)

    @property
    def updates(self) -> int:
        """How often the weights have moved: the number of their version."""
        return self._updates

    @property
    def changes(self) -> int:
        """How often its arrays have changed, also those beside the weights."""
        return self._changes

    @property
    def moving(self) -> tuple[Name, ...]:
        """Those of its arrays that change at all while it learns."""
        apart: tuple[tuple[Name, bool], ...] = (
            ("pending", self._update_every > 1),
            ("squares", self._optimiser.remembers),
        )
        return "weights", *(name for name, moves in apart if moves)

    def part(self, names: Sequence[Name], since: int) -> Part:
        """Some of its arrays, where they may have changed since a change."""
        with self._lock:
            if self._all_changed <= since:
                places = np.flatnonzero(self._changed > since).astype(np.int32)
                if SPARSE * len(places) < len(self._changed):
                    return Part(places, {name: self._arrays[name][places] for name in names})
            self._lent.update(names)
            return Part(None, {name: self._arrays[name] for name in names})

    def advance(self, part: Part, updates: int, before: Snapshot | None = None, share: float = 1.0) -> None:
        """Go where a copy of it has gone meanwhile, in so many updates.

        Where this has changed as well, `before` is how the copy was: it goes as far as the copy, or a share of that.
        """
        with self._lock:
            for name, reached in part.arrays.items():
                array = self._own(cast("Name", name))
                if before is None:
                    array[part.which] = reached
                else:
                    array[part.which] += share * (reached - getattr(before, name)[part.which])
            self._moved(part.which, updates)

    def snapshot(self) -> Evaluator:
        """Give an evaluator of the newest weights; it stays as it is when the weights move on."""
        with self._lock:
            if self._snapshot is None:
                self._snapshot = self._make_snapshot(self._arrays["weights"])
            return self._snapshot

    def apply(self, update: Update) -> None:
        """Move the weights, or collect the update until enough games have finished."""
        which = EVERY if update.indices is None else update.indices
        with self._lock:
            if self._update_every == 1:
                self._move(update.gradient, which)
            else:
                self._own("pending")[which] += update.gradient
                self._note_change(which)

    def shift(self, displacement: NDArray[np.float64]) -> None:
        """Move the weights by what has been learned from a snapshot of them, whatever has been learned since."""
        with self._lock:
            self._own("weights")[:] += displacement
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
            self._arrays["weights"] = weights
            self._lent.add("weights")
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
                self._move(self._arrays["pending"], EVERY)
                self._own("pending")[:] = 0.0
            return self._state(step_size, {} if self.memory is None else self.memory.arrays())

    def state(self) -> Snapshot:
        """All but the memory, as it is now."""
        with self._lock:
            return self._state(self._step_size(self._games), {})

    def _state(self, step_size: float, memory: Arrays) -> Snapshot:
        self._lent = set(self._arrays)
        return Snapshot(self._games, self._updates, step_size, **self._arrays, memory=memory)

    def _own(self, name: Name) -> NDArray[np.float64]:
        """An array that is about to change: whoever was handed it keeps it as it was."""
        if name in self._lent:
            self._arrays[name] = self._arrays[name].copy()
            self._lent.remove(name)
        return self._arrays[name]

    def _move(self, gradient: NDArray[np.float64], which: Which) -> None:
        step_size = self._step_size(self._games)
        # After a search the caches are cold, and every array operation costs many times what it does in a loop.
        if self._optimiser.remembers:
            of_all = self._own("squares")
            squares = of_all[which]  # of all weights a view, of some a copy
            direction = self._optimiser.direction(gradient, squares)
            of_all[which] = squares
        else:
            direction = self._optimiser.direction(gradient, self._arrays["squares"])
        self._own("weights")[which] += direction * (
            step_size if self._shares is None else step_size * self._shares[which] + self._own_steps[which]
        )
        self._moved(which)

    def _moved(self, which: Which = EVERY, updates: int = 1) -> None:
        self._updates += updates
        self._snapshot = None
        self._note_change(which)
        changed = self._arrays["weights"][which]
        # Not by @: its library asks other cores for help with long vectors, and waits for them where they are busy.
        size = np.einsum("i,i->", changed, changed)
        # The sum tells at once that no weight is too large; if it does not, one may be. So written, both hold of NaN.
        too_large = not size <= self._largest**2 and not np.abs(changed).max() <= self._largest
        if not size <= LARGEST or too_large:
            raise RunError(
                f"The weights grew beyond all bounds in game {self._games + 1}: "
                f"a step size of {self._step_size(self._games):g} is too large for this backup."
            )

    def _note_change(self, which: Which) -> None:
        self._changes += 1
        if which is EVERY:
            self._all_changed = self._changes
        else:
            self._changed[which] = self._changes
