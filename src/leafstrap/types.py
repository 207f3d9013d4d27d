"""What the package may expect of a game's types, be they of the core or of a plugin; and short names for common types.

A position, a line, a move, an evaluator and a search are of the game that they belong to: a move that one position gave
is not for another's. What comes out of them has its type here. What goes into them is of the same game, which Python's
types cannot say of all games at once: such parameters are `Any`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Delta, Outcome, Side, StopFlag

JsonObject = dict[str, Any]  # an object as JSON has it
Table = Mapping[str, object]  # of a recipe, as TOML has it: whoever reads a value checks it
Axes = Any  # of matplotlib, which tells no types
Arrays = Mapping[str, NDArray[np.generic]]  # by name, as checkpoints keep them
Roll = tuple[int, int]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Gradient = tuple[Floats, NDArray[np.int32] | None]  # and the weights it is for; None: all of them
SparseRows = tuple[NDArray[np.int64], NDArray[np.int32], Singles]  # of a CSR matrix: indptr, indices, values


class Move(Protocol):
    """Of one position: it has a text, and can be compared."""

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...


class Position(Protocol):
    """A value: it never changes. Without arguments it is the usual start."""

    @staticmethod
    def parse(text: str) -> Position:
        """A position by its text; `ValueError` for anything else."""

    @property
    def turn(self) -> Side:
        """Who is to move, or to roll."""

    @property
    def hash(self) -> int:
        """Equal for equal positions, and hardly ever else."""

    @property
    def is_chance(self) -> bool:
        """Whether dice are to be rolled before anybody moves."""

    def legal_moves(self) -> Sequence[Move]:
        """All moves; none if the game is over."""

    def move(self, text: str) -> Move:
        """A legal move by its text; `ValueError` for anything else."""

    def move_text(self, move: Any) -> str:
        """A legal move as text."""

    def after(self, move: Any) -> Self:
        """The position after a legal move."""

    def outcome(self) -> Outcome | None:
        """How the game ended, as far as the position tells; None if it goes on."""

    def perft(self, depth: int) -> int:
        """How many sequences of so many moves there are."""

    def perft_divide(self, depth: int) -> Sequence[tuple[Move, int]]:
        """The same after each move."""


class RolledPosition(Position, Protocol):
    """Of a game with dice."""

    @property
    def dice(self) -> Roll | None:
        """What was rolled; None where it is chance's turn."""

    @property
    def before_roll(self) -> Self:
        """The same before the dice were rolled."""


class Positions(Protocol):
    """Of one game: a list, or the core's own sequence."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Position: ...

    def __iter__(self) -> Iterator[Position]: ...


class Line(Protocol):
    """A game so far: where it began, the moves (and rolls), and what depends on the way, such as repetition."""

    def __init__(self, start: Any = ...) -> None:
        """One without moves, from a position or the usual start."""

    @property
    def start(self) -> Position:
        """The position it began with."""

    @property
    def position(self) -> Position:
        """The position that it has come to."""

    @property
    def moves(self) -> Sequence[Move]:
        """All moves."""

    @property
    def before(self) -> Sequence[Position]:
        """The position before each move."""

    def __len__(self) -> int: ...

    def push(self, move: Any) -> None:
        """Make a move."""

    def pop(self) -> Move:
        """Take the last one back."""

    def copy(self) -> Self:
        """One of the same moves."""

    def outcome(self) -> Outcome | None:
        """How the game ended; None if it goes on."""


class RollingLine(Line, Protocol):
    """Of a game with dice."""

    def roll(self, dice: Roll) -> None:
        """Roll, where it is chance's turn."""


class RecordedGame(Protocol):
    """A game of a record."""

    @property
    def line(self) -> Line:
        """Its moves."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, as far as the record says."""

    @property
    def tags(self) -> Sequence[tuple[str, str]]:
        """Names and values, in their order; the players are `White`, who is the first, and `Black`."""


class WrittenGame(RecordedGame, Protocol):
    """One with all that its text says."""

    @property
    def line_number(self) -> int:
        """Where in the text it begins."""

    @property
    def fault(self) -> tuple[int, str] | None:
        """What is wrong with it: line of the text, sentence; None: nothing."""


class GameFile(Protocol):
    """The games of a file that are whole and have a result."""

    def __len__(self) -> int: ...

    def game(self, number: int) -> RecordedGame:
        """One of them."""

    @property
    def broken(self) -> int:
        """How many were left out because they cannot be played over."""

    @property
    def without_result(self) -> int:
        """How many were left out because nobody knows how they ended."""

    @property
    def faults(self) -> Sequence[tuple[int, str]]:
        """What is wrong with the first of the broken: line of the file, sentence."""


class CoreEvaluator(Protocol):
    """An immutable snapshot of weights that a search can use. Values are the first player's view."""

    @property
    def unit(self) -> float:
        """How many units of its values the one is that it learns in: that of the weights, or a won game."""

    def value(self, position: Any, perspective: Side = ...) -> float:
        """The evaluation, not cut at the limits that a search puts on it.

        The perspective is the side whose program this is. It makes a difference only to asymmetric feature sets.
        """

    def values(self, positions: Any, perspective: Side = ...) -> Singles:
        """The evaluation of each position."""

    def weights(self) -> Singles:
        """A copy of the weights, as it uses them."""

    def outputs(self, positions: Any) -> Singles:
        """What it says of positions, positions × outputs: the view of the side to move, in the unit it learns in."""

    def gradient(self, positions: Any, errors: Floats, perspectives: list[Side]) -> Gradient:
        """The sum of each error times the gradient of the value, in its unit, by the weights."""

    def gradient_in_turn(
        self,
        positions: Any,
        targets: Floats,
        perspectives: list[Side],
        step_size: float,
        sensitivity_step: float = ...,
    ) -> Floats:
        """The same of all weights of networks, each position learned with the weights that those before it left."""

    def output_gradient(self, positions: Any, errors: Floats) -> Gradient:
        """The sum of each error times the gradient of its output, the view of the side to move."""

    def output_gradient_in_turn(
        self, positions: Any, targets: Floats, step_size: float, sensitivity_step: float = ...
    ) -> Floats:
        """Σ (target - output) · ∂output/∂weights, each position learned with the weights that those before it left."""

    def output_errors_in_turn(
        self, positions: Any, errors: Floats, step_size: float, sensitivity_step: float = ...
    ) -> Floats:
        """The same for errors that are told instead of found."""


class FeatureSet(Protocol):
    """A way to describe positions by numbers, and the native evaluators made for it."""

    def __hash__(self) -> int:
        """By identity: there is one of each."""

    @property
    def name(self) -> str:
        """What recipes and weights files call it."""

    @property
    def size(self) -> int:
        """Number of weights: concepts times stages."""

    @property
    def concepts(self) -> int:
        """Number of features in one stage."""

    @property
    def stages(self) -> int:
        """Stages of the game with weights of their own; with several, the last part of a weight's name."""

    @property
    def stage_names(self) -> Sequence[str]:
        """What these are called."""

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

    @property
    def symmetric(self) -> bool:
        """Whether a mirrored position has the mirrored features, whosever program this is."""

    def mix(self, position: Any) -> Sequence[float]:
        """The share of every stage in a position; they sum to 1."""

    def row(self, position: Any, perspective: Side = ...) -> tuple[NDArray[np.int32], Singles]:
        """The features of a position that are not 0: their indices and values, first player's view."""

    def rows(self, positions: Any, perspective: Side = ...) -> SparseRows:
        """The rows of many positions."""

    def shares(self, position: Any, perspective: Side = ...) -> Sequence[tuple[int, float, float]]:
        """What each side has, before the two cancel: concept, first player's, second player's (negative)."""

    def linear(self, weights: Floats) -> CoreEvaluator:
        """A snapshot of weights."""


class FeatureSetType(Protocol):
    """The feature sets of a game."""

    def own(
        self,
        name: str,
        features: Sequence[tuple[str, str, str]],
        movers_view: bool,
        read: Callable[[], Callable[..., SparseRows] | None],
    ) -> FeatureSet:
        """One whose rows a function tells, which is weakly referred to; of every feature its name, family, meaning."""


class Networks(Protocol):
    """Networks of one shape, as the core has them."""

    def evaluator(self, weights: Floats) -> CoreEvaluator:
        """A snapshot of weights."""

    def influences(
        self, weights: Floats, position: Any, perspective: Side = ...
    ) -> tuple[int, NDArray[np.int32], Singles, Singles]:
        """Which network speaks, its inputs that are not 0, their values, and what each adds to its output."""

    def network_of(self, position: Any) -> int:
        """Which of them speaks of a position."""


class SearchResult(Protocol):
    """What a search found. The value is the mover's view."""

    @property
    def value(self) -> float:
        """Of the root, from the side to move there."""

    @property
    def move(self) -> Move | None:
        """The best move; None before dice are rolled."""

    @property
    def pv(self) -> Sequence[Move]:
        """The principal variation, quiescence included."""

    @property
    def depth(self) -> int:
        """Plies of the last complete iteration."""

    @property
    def nodes(self) -> int:
        """Positions visited, all iterations together."""

    @property
    def seconds(self) -> float:
        """Time taken."""


class Search(Protocol):
    """One search with its memory; for one thread at a time."""

    def run(
        self,
        evaluator: Any,
        line: Any,
        *,
        depth: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        seed: int = 0,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """Look ahead from the end of a line; 0 is no such limit. Depth 1 is always completed."""

    def delta(self, min_depth: int = 1, beta: float = 0.0, quiet_nodes: bool = False) -> Delta:
        """What the tree of the last run teaches, in the unit that the evaluator learns in, or squashed."""


class Tablebase(Protocol):
    """Tables of endings whose outcome is known."""

    @property
    def pieces(self) -> int:
        """On the board at most."""


class TablebaseType(Protocol):
    """The tablebases of a game."""

    def solve(self, pieces: int, threads: int = ...) -> Tablebase:
        """Work one out."""


class PlayedGames(Protocol):
    """A batch of games that the core played, as arrays: boards of all games one after the other."""

    @property
    def count(self) -> int:
        """How many were finished."""

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Boards of each."""

    @property
    def positions(self) -> Positions:
        """The boards, before the dice are rolled."""

    @property
    def outputs(self) -> Singles:
        """What was said of them, the view of the side to roll."""

    @property
    def final_outputs(self) -> Singles:
        """How each game ended, in outputs, the view of the side to roll then."""

    @property
    def points(self) -> NDArray[np.int64]:
        """How each game ended, the first player's view."""

    @property
    def explored(self) -> Flags:
        """Whether a random move led to each board."""

    @property
    def final_explored(self) -> Flags:
        """Whether a random move ended each game."""

    @property
    def evaluations(self) -> int:
        """Positions that were evaluated."""

    def line(self, game: int) -> Line:
        """One of them, move by move."""

    @property
    def leaf_starts(self) -> NDArray[np.int64]:
        """Where the leaves of each board begin."""

    @property
    def leaf_positions(self) -> Positions:
        """The positions that the values of searches are made of."""

    @property
    def leaf_weights(self) -> Floats:
        """How likely each is."""

    @property
    def node_positions(self) -> Positions:
        """The nodes of all searches."""

    @property
    def node_targets(self) -> Singles:
        """What was found out about each, the view of the side to roll."""

    @property
    def node_values(self) -> Singles:
        """What the evaluator says of each."""
