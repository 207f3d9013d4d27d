"""What an evaluator is: weights, and an architecture that says what they mean.

An architecture is one point of a kind (linear weights over a feature set, networks): it knows its weights by name,
makes the evaluators and searches of the core, and reads positions into rows of numbers for computations in NumPy. All
that the rest of the package asks of an evaluator is asked here, so that a new kind is one file that registers itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from leafstrap.errors import RecipeError, UsageError
from leafstrap.evaluators.explain import Explanation
from leafstrap.evaluators.feature_rows import Array, FeatureRows, RowKind
from leafstrap.evaluators.tangents import Tangents
from leafstrap.games import Game
from leafstrap.games.notebook import html_table
from leafstrap.games.outputs import Outputs
from leafstrap.registry import Registry
from leafstrap.settings import fill, setting
from leafstrap.types import CoreEvaluator, JsonObject, Position, Positions, SparseRows, Table

Weights = NDArray[np.float64]

SHOWN = 12  # weights of an evaluator in a notebook


@dataclass(frozen=True, slots=True)
class EvaluatorTable:
    """The table `evaluator` of a recipe: what is learned, and where it starts.

    A kind that can be told more has a table of its own, which is this one with fields added.
    """

    kind: str = setting(
        "linear",
        "what maps features to a value: linear weights, one network, or modular: a network for each class of positions",
    )
    features: str | None = setting(
        None, "the feature set; not set: the one that the game itself would choose"
    )
    classifier: str | None = setting(
        None,
        "what tells classes of positions apart: stages, in backgammon small (three) or large (nine); modular only",
    )
    hidden: tuple[int, ...] = setting(
        (), "hidden units of each network, or of all; 0: none; none named: those of the papers"
    )
    activation: str | None = setting(None, "what a hidden unit does with its sum; not set: sigmoid")
    outputs: str | None = setting(
        None,
        "what networks say: one (the value), in backgammon seven (mean result, and a share for each) or five "
        "(chances to win, win and lose more)",
    )
    initial: str = setting(
        "random", "weights at the start: random, zero, material, pawn, hand, published or a weights file"
    )
    scale: float | None = setting(
        None, "how large random initial weights are; not set: 1 if linear, 0.1 in networks", low=0
    )
    fixed: tuple[str, ...] = setting((), "names of the weights that are never changed")


class Architecture(ABC):
    """What weights mean. Two that are equal have the same name, and weights of one are weights of the other."""

    kind: ClassVar[str]  # what recipes call it
    format: ClassVar[str]  # what weights files call it
    in_turn: ClassVar[bool] = False  # whether positions can be learned one after the other
    starts: ClassVar[tuple[str, ...]] = ("random",)  # what it can begin with, beside a weights file
    settings: ClassVar[tuple[str, ...]]  # keys of a recipe's table `evaluator` that have a meaning for it
    table: ClassVar[type[EvaluatorTable]] = EvaluatorTable  # where these are declared
    game: Game

    @classmethod
    @abstractmethod
    def of(cls, game: Game, settings: Table) -> Architecture:
        """The architecture that settings describe; a RecipeError if there is no such thing for the game."""

    @classmethod
    def read(cls, settings: Table) -> EvaluatorTable:
        """Settings as its table declares them, or a RecipeError; None stands for what is not set."""
        return fill(
            cls.table, "evaluator", {key: value for key, value in settings.items() if value is not None}
        )

    @classmethod
    @abstractmethod
    def parse(cls, game: Game, name: str) -> Architecture:
        """The architecture that a name tells in full."""

    @property
    @abstractmethod
    def name(self) -> str:
        """All there is to know of it, in a few words."""

    @property
    @abstractmethod
    def unit(self) -> str:
        """Of the values, as weights files tell it."""

    @property
    def largest_weight(self) -> float:
        """Weights beyond it have left all reason; a run that comes there stops."""
        return 1e6

    @property
    @abstractmethod
    def digest(self) -> str:
        """Of what every weight means: weights fit only where it is the same."""

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """A name for every weight."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Number of weights."""

    @property
    @abstractmethod
    def outputs(self) -> Outputs:
        """What it says of a position."""

    @property
    @abstractmethod
    def core(self) -> Any:
        """What the core has for it, which makes the searches of its game."""

    @property
    def sensitivities(self) -> NDArray[np.bool_] | None:
        """Which weights are sensitivities of hidden units; None where there are none."""
        return None

    @abstractmethod
    def snapshot(self, weights: Weights) -> CoreEvaluator:
        """Weights as the core uses them, in single precision; later changes do not reach it.

        Its own `weights()` are these: what was learned is read back from a snapshot, and gradients are by them.
        """

    @abstractmethod
    def integer(self, weights: Weights, scale: float) -> CoreEvaluator:
        """The same for play, in units `scale` times as many."""

    @abstractmethod
    def start(self, kind: str, seed: int, scale: float | None) -> Weights:
        """Weights to begin with, of a kind that is among `starts`."""

    @abstractmethod
    def piece_values(self) -> PieceValues:
        """What it thinks pieces are worth, in games that have pieces to count."""

    @abstractmethod
    def explain(self, weights: Weights, position: Position) -> Explanation:
        """Take the evaluation of a position apart, as the program that is to move there sees it."""

    # For other programs.

    def about_weights(self) -> JsonObject:
        """What is known of all weights together, beside the name: stages, shapes of networks."""
        return {}

    def weight_columns(self) -> Mapping[str, Sequence[str]]:
        """What is known of each weight beside its name, by a word for it."""
        return {}

    def c_header(self, weights: Weights) -> str:
        """A header that evaluates rows with these weights."""
        raise UsageError(f"Evaluators of the kind {self.kind} cannot be written in C.")

    # For computations in NumPy: an evaluator is made of parts (stages, whose weights are mixed; networks, one of which
    # speaks), and a position is a row of numbers for them.

    @property
    @abstractmethod
    def row_kinds(self) -> tuple[RowKind, ...]:
        """The kinds of rows that its parts are told."""

    @property
    @abstractmethod
    def kinds_of_parts(self) -> NDArray[np.intp]:
        """The number of the kind of rows that each part is told."""

    @property
    def row_width(self) -> int:
        """How many numbers a row is; of several kinds, one of the widest."""
        return max(kind.width for kind in self.row_kinds)

    @abstractmethod
    def feature_rows(self, positions: Positions) -> FeatureRows:
        """All that it is told of positions, the view of the side to move."""

    def sparse_rows(self, positions: Positions) -> SparseRows:
        """What it is told of positions, as the three arrays of a CSR matrix: the view of the side to move."""
        inputs = self.feature_rows(positions).inputs
        rows, columns = np.nonzero(inputs)
        indptr = np.searchsorted(rows, np.arange(len(inputs) + 1)).astype(np.int64)
        return indptr, columns.astype(np.int32), inputs[rows, columns].astype(np.float32)

    def linear_rows(self, positions: Positions) -> SparseRows | None:
        """Where the value is linear in the weights, rows that times the weights are it, the first player's view."""
        return None

    @abstractmethod
    def tangents(self, weights: Array) -> Tangents:
        """Weights as a function of such rows, with its derivatives."""

    def fixed(self, names: Sequence[str]) -> NDArray[np.bool_]:
        """Which weights are never changed, if these names are to be held."""
        if names:
            raise RecipeError(f"evaluator.kind {self.kind} has no weights that could be held fixed.")
        return np.zeros(self.size, dtype=np.bool_)

    def initial_weights(self, kind: str, *, seed: int = 0, scale: float | None = None) -> Weights:
        """The weights before the first game: one of `starts`, or what a weights file holds."""
        if kind in self.starts:
            return self.start(kind, seed, scale)
        if not kind.endswith(".safetensors") and not Path(kind).exists():
            ways = " or ".join(filter(None, [", ".join(self.starts), "a weights file"]))
            raise RecipeError(
                f"{self.game.name} with evaluator.kind {self.kind} starts from {ways}, and {kind!r} is none of them."
            )
        from leafstrap.evaluators.weights_file import load_weights  # which loads architectures

        return load_weights(Path(kind), self)


class PieceValues(Protocol):
    """What pieces are worth to evaluators of one architecture."""

    def of(self, weights: Weights) -> dict[str, float]:
        """The worth of each kind in the unit of the evaluation."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Evaluator:
    """Weights with their architecture. Values are the first player's view, in the unit of searches.

    >>> from leafstrap import games
    >>> from leafstrap.evaluators.linear import LinearArchitecture
    >>> chess = games.get("chess")
    >>> count = Evaluator(LinearArchitecture(chess, chess.feature_sets["material"]), np.array([1.0, 3, 3, 5, 9]))
    >>> count.value(chess.Position.parse("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"))
    5.0
    """

    architecture: Architecture
    weights: Weights

    def __post_init__(self) -> None:
        if self.weights.shape != (self.architecture.size,):
            raise ValueError(
                f"{self.architecture.name} has {self.architecture.size} weights, not an array of shape "
                f"{self.weights.shape}"
            )

    def __repr__(self) -> str:
        about = self.architecture
        return f"Evaluator({self.game.name}, {about.kind} {about.name}, {about.size} weights)"

    def _repr_html_(self) -> str:
        """For notebooks: the largest weights."""
        largest = np.argsort(-np.abs(self.weights), kind="stable")[:SHOWN]
        names = self.architecture.names
        rows = [[names[index], f"{self.weights[index]:+.4g}"] for index in largest.tolist()]
        return f"<p>{escape(repr(self))}</p>{html_table(['largest weights', ''], rows)}"

    @property
    def game(self) -> Game:
        """Whose positions it evaluates."""
        return self.architecture.game

    def snapshot(self) -> CoreEvaluator:
        """The weights as the core uses them."""
        return self.architecture.snapshot(self.weights)

    def value(self, position: Position) -> float:
        """The evaluation of a position."""
        return self.snapshot().value(position)

    def evaluate(self, positions: Positions) -> NDArray[np.float64]:
        """The evaluations of many positions, in one call."""
        return self.snapshot().values(list(positions)).astype(np.float64)

    def features(self, positions: Positions) -> SparseRows:
        """What it is told of positions, as the three arrays of a CSR matrix: indptr, indices, values.

        >>> from leafstrap import games
        >>> from leafstrap.evaluators import default_weights
        >>> backgammon = games.get("backgammon")
        >>> indptr, indices, values = default_weights(backgammon).features([backgammon.Position()])
        >>> indptr.tolist() == [0, len(indices)]
        True
        """
        return self.architecture.sparse_rows(positions)

    def explain(self, position: Position) -> Explanation:
        """What the evaluation of a position is made of.

        >>> from leafstrap import games
        >>> from leafstrap.evaluators import LinearArchitecture
        >>> chess = games.get("chess")
        >>> material = LinearArchitecture.of(chess, {"features": "material"})
        >>> count = Evaluator(material, material.initial_weights("material"))
        >>> parts = count.explain(chess.Position.parse("4k3/4p3/8/8/8/8/8/R3K3 w - - 0 1"))
        >>> parts.value, [(term.name, term.share) for term in parts.families[0].terms]
        (5.0, [('rook', 6.0), ('pawn', -1.0)])
        """
        return self.architecture.explain(self.weights, position)


# Kinds of evaluators, as recipes and weights files find them.
EVALUATORS: Registry[type[Architecture]] = Registry(
    group="leafstrap.evaluators", noun="evaluator.kind", error=RecipeError
)
