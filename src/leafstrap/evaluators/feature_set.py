"""What every feature set of the core looks like from Python, whatever its game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Side
from leafstrap.errors import RecipeError
from leafstrap.games import Game
from leafstrap.types import Position, Positions


class CoreEvaluator(Protocol):
    """An immutable snapshot of weights that a search can use. Values are the first player's view."""

    @property
    def unit(self) -> float:
        """How many units of its values the one is that it learns in: that of the weights, or a won game."""

    def value(self, position: Position, perspective: Side = ...) -> float:
        """The evaluation, not cut at the limits that a search puts on it.

        The perspective is the side whose program this is. It makes a difference only to asymmetric feature sets.
        """

    def values(self, positions: Positions, perspective: Side = ...) -> NDArray[np.float32]:
        """The evaluation of each position."""

    def weights(self) -> NDArray[np.float32]:
        """A copy of the weights, as it uses them."""

    def outputs(self, positions: Positions) -> NDArray[np.float32]:
        """What it says of positions, positions × outputs: the view of the side to move, in the unit it learns in."""

    def output_gradient_in_turn(
        self,
        positions: Positions,
        targets: NDArray[np.float64],
        step_size: float,
        sensitivity_step: float = ...,
    ) -> NDArray[np.float64]:
        """Σ (target - output) · ∂output/∂weights, each position learned with the weights that those before it left."""

    def gradient(
        self, positions: Positions, errors: NDArray[np.float64], perspectives: list[Side]
    ) -> tuple[NDArray[np.float64], NDArray[np.int32] | None]:
        """The sum of each error times the gradient of the value, in its unit, by the weights.

        And the weights it is for, where there are so many that most have none; None: all.
        """

    def gradient_in_turn(
        self,
        positions: Positions,
        targets: NDArray[np.float64],
        perspectives: list[Side],
        step_size: float,
        sensitivity_step: float = ...,
    ) -> NDArray[np.float64]:
        """The same of all weights of networks, each position learned with the weights that those before it left."""


class FeatureSet(Protocol):
    """A way to describe positions by numbers, and the native evaluators and searches made for it."""

    def __hash__(self) -> int:
        """By identity: there is one of each."""

    @property
    def name(self) -> str:
        """What recipes and weights files call it."""

    @property
    def size(self) -> int:
        """Number of weights: concepts times stages."""

    @property
    def stages(self) -> int:
        """Stages of the game with weights of their own; with several, the last part of a weight's name."""

    @property
    def names(self) -> Sequence[str]:
        """A name for every weight."""

    @property
    def families(self) -> Sequence[str]:
        """The family of every weight."""

    @property
    def meanings(self) -> Sequence[str]:
        """What every feature counts."""

    @property
    def movers_view(self) -> bool:
        """Whether values are what the side to move sees of its own and of the other's, not one minus the other."""

    def mix(self, position: Position) -> Sequence[float]:
        """The share of every stage in a position; they sum to 1."""

    @property
    def symmetric(self) -> bool:
        """Whether a mirrored position has the mirrored features, whosever program this is."""

    def rows(
        self, positions: Positions, perspective: Side = ...
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32]]:
        """The rows of many positions as (indptr, indices, values)."""

    def row(
        self, position: Position, perspective: Side = ...
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """The features of a position that are not 0: their indices and values, first player's view."""

    def linear(self, weights: NDArray[np.float64]) -> CoreEvaluator:
        """A snapshot of weights."""

    def integer(self, weights: NDArray[np.float64], scale: float) -> CoreEvaluator:
        """A snapshot in whole numbers, each weight times the scale: for play."""

    def alphabeta(self, table_bits: int = ...) -> Any:
        """A training search, one a thread."""

    def tournament(self, megabytes: int = ..., threads: int = ...) -> Any:
        """A search for play, one a game."""

    def knightcap(self, megabytes: int = ...) -> Any:
        """KnightCap's search, with the face of the one for play."""


def feature_set_of(game: Game, name: str | None) -> Any:
    """A feature set of a game; without a name the one that the game itself would choose."""
    name = name or game.default_features
    if name not in game.feature_sets:
        raise RecipeError(
            f"There is no feature set {name!r} for {game.name}: there are {', '.join(game.feature_sets)}."
        )
    return game.feature_sets[name]


def concepts_of(feature_set: FeatureSet) -> tuple[tuple[str, str, str], ...]:
    """Name, family and meaning of every concept."""
    described = zip(feature_set.names, feature_set.families, feature_set.meanings, strict=True)
    named = ((concept(feature_set, name), family, meaning) for name, family, meaning in described)
    return tuple(named)[:: feature_set.stages]


def concept(feature_set: FeatureSet, name: str) -> str:
    """The name of a weight without its stage."""
    return name.rpartition(".")[0] if feature_set.stages > 1 else name


@cache  # draughts has a hundred thousand
def feature_digest(feature_set: FeatureSet) -> str:
    """Of all names and meanings in their order: weights fit only where every index means the same."""
    return digest_of(zip(feature_set.names, feature_set.meanings, strict=True))


def digest_of(described: Iterable[tuple[str, str]]) -> str:
    """Of names and their meanings in their order."""
    return hashlib.sha256("\n".join(f"{name}: {what}" for name, what in described).encode()).hexdigest()[:16]
