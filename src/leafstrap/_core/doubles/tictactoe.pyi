"""
Tic-tac-toe, the smallest game with everything that a search asks for.

For tests and examples: no game of Leafstrap, but what one is made of.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray

import leafstrap._core


class Move:
    """A mark; its text is the number of its cell, row by row from 0."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, arg: object, /) -> bool: ...

class Position:
    """
    A position of tic-tac-toe: an immutable value.

        >>> position = Position.parse("x...o....")
        >>> position.turn.name, len(position.legal_moves())
        ('first', 7)
    """

    def __init__(self) -> None:
        """The usual start."""

    @staticmethod
    def parse(text: str) -> Position:
        """A position from its text; `ValueError` names the fault."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, arg: object, /) -> bool: ...

    @property
    def turn(self) -> leafstrap._core.Side:
        """The side to move."""

    @property
    def hash(self) -> int:
        """64 bits that equal positions share; clocks do not count."""

    def legal_moves(self) -> list[Move]:
        """All legal moves."""

    def move(self, text: str) -> Move:
        """The legal move written so; `ValueError` if there is none."""

    def move_text(self, move: Move) -> str:
        """The move as players write it in this position."""

    def after(self, move: Move) -> Position:
        """The position after a legal move; `ValueError` for any other."""

    def outcome(self) -> leafstrap._core.Outcome | None:
        """How the game ended, or None while it goes on, by this position alone."""

    @property
    def is_chance(self) -> bool:
        """Whether dice are to be rolled; never in games without."""

    def perft(self, depth: int) -> int:
        """Number of move sequences of `depth` plies."""

    def perft_divide(self, depth: int) -> list[tuple[Move, int]]:
        """The same, move by move."""

class Positions:
    """Many positions, kept in the core until one is asked for; a sequence."""

    def __init__(self, positions: Sequence[Position]) -> None: ...

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, arg: int, /) -> Position: ...

    @overload
    def __getitem__(self, arg: slice, /) -> Positions: ...

    def __iter__(self) -> Iterator[Position]: ...

    def take(self, places: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Positions:
        """Those in these places, an int64 array."""

    @property
    def turns(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]:
        """+1 where it is the first player's turn, else -1."""

class Line:
    """A game so far."""

    @overload
    def __init__(self) -> None:
        """From the usual start."""

    @overload
    def __init__(self, start: Position) -> None: ...

    @property
    def start(self) -> Position:
        """Where the line began."""

    @property
    def position(self) -> Position:
        """Where it stands now."""

    @property
    def moves(self) -> list[Move]:
        """The moves so far."""

    @property
    def before(self) -> list[Position]:
        """The position in which each of them was played."""

    def __len__(self) -> int: ...

    def push(self, move: Move) -> None:
        """Plays a legal move; `ValueError` for any other."""

    def pop(self) -> Move:
        """Takes the last move back and returns it; `IndexError` at the start."""

    def outcome(self) -> leafstrap._core.Outcome | None:
        """
        How the game ended, or None while it goes on; repetition and move counts included.
        """

    def copy(self) -> Line:
        """An independent copy."""

class Evaluator:
    """
    Weights at one moment. Immutable, so any number of searches may share it.
    """

    @property
    def feature_set(self) -> str:
        """Name of the feature set it is over."""

    def weights(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """A copy of the weights, as it uses them."""

    @property
    def unit(self) -> float:
        """
        How many units of its values the one is that it learns in: that of the weights, or a won game.
        """

    def value(self, position: Position, perspective: leafstrap._core.Side = leafstrap._core.Side.first) -> float:
        """The first player's view, in the unit of the weights, not truncated."""

    def values(self, positions: Positions | Sequence[Position], perspective: leafstrap._core.Side = leafstrap._core.Side.first) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """The value of each position."""

    def gradient(self, positions: Positions | Sequence[Position], errors: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], perspectives: Sequence[leafstrap._core.Side]) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))] | None]:
        """
        The sum of each error times the gradient of the value, in its unit, by the weights; and the weights it
        is for, where there are so many that most have none. None: all.
        """

    def gradient_in_turn(self, positions: Positions | Sequence[Position], targets: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], perspectives: Sequence[leafstrap._core.Side], step_size: float, sensitivity_step: float = 0.0) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """
        The same of all weights of networks, towards targets in its unit, where each position is learned with the
        weights that those before it have left; `ValueError` for other evaluators.
        """

    @property
    def output_count(self) -> int:
        """
        How many numbers it says of a position: 1 unless its networks have several outputs.
        """

    def outputs(self, positions: Positions | Sequence[Position]) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]:
        """
        What it says of each position, a row for each: in the view of the side to move, in the unit that it learns in.
        """

    def output_gradient(self, positions: Positions | Sequence[Position], errors: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))] | None]:
        """
        The sum of each error times the gradient of its output by the weights, in the view of the side to move;
        and the weights it is for, where there are so many that most have none. None: all.
        """

    def output_gradient_in_turn(self, positions: Positions | Sequence[Position], targets: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], step_size: float, sensitivity_step: float = 0.0) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """
        The same of all weights of networks, towards targets, where each position is learned with the weights
        that those before it have left; `ValueError` for other evaluators.
        """

    def output_errors_in_turn(self, positions: Positions | Sequence[Position], errors: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], step_size: float, sensitivity_step: float = 0.0) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """
        The same for errors that are told instead of found; `ValueError` where the core has no such networks.
        """

class FeatureSet:
    """What an evaluator sees in a position."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int:
        """Number of features, and so of weights."""

    @property
    def concepts(self) -> int:
        """Number of concepts; each has a weight for every stage."""

    @property
    def stages(self) -> int:
        """Number of stages of the game."""

    @property
    def stage_names(self) -> list[str]: ...

    @property
    def symmetric(self) -> bool:
        """Whether a mirrored position has the mirrored features."""

    @property
    def movers_view(self) -> bool:
        """
        Whether its features are the view of the side to move; else they are the first player's.
        """

    @property
    def names(self) -> list[str]:
        """The name of every feature."""

    @property
    def families(self) -> list[str]:
        """The family of every feature."""

    @property
    def meanings(self) -> list[str]:
        """
        What every feature counts, for the first player minus for the second unless it is the mover's view.
        """

    def mix(self, position: Position) -> list[float]:
        """The share of every stage in a position; they sum to 1."""

    def row(self, position: Position, perspective: leafstrap._core.Side = leafstrap._core.Side.first) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]:
        """
        The features that are not zero: their numbers, rising, and values, in the view of the set.
        """

    def rows(self, positions: Positions | Sequence[Position], perspective: leafstrap._core.Side = leafstrap._core.Side.first) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]:
        """
        The rows of many positions as (indptr, indices, values): row i is indptr[i] to indptr[i + 1].
        """

    def shares(self, position: Position, perspective: leafstrap._core.Side = leafstrap._core.Side.first) -> list[tuple[int, float, float]]:
        """
        What each side has, before the two cancel: (concept, first player's, second player's, negative).
        """

    def linear(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Evaluator:
        """
        An evaluator with these float64 weights; `ValueError` for a wrong number of them or one not finite.
        """

    @staticmethod
    def own(name: str, features: Sequence[tuple[str, str, str]], movers_view: bool, read: object) -> FeatureSet:
        """
        A set whose rows a function tells, of positions as (indptr, indices, values), of types int64, int32 and
        float32; `read` is a weak reference to it. Of every feature: name, family, meaning. What the function raises
        comes out of whatever asked for rows.
        """

    def integer(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], scale: float) -> Evaluator:
        """
        The same in whole numbers, for play: each weight times the scale, to a 64th of a centipawn.
        """

    def perceptron(self, hidden: Sequence[int], activation: str = 'sigmoid') -> NetworkArchitecture:
        """
        Networks over the concepts, with so many hidden units: one network, or one for each stage of the game.
        """

    def alphabeta(self, table_bits: int = 18) -> Search:
        """A training alpha-beta search with a table of 2 ** table_bits entries."""

    def minimax(self) -> Search:
        """A full-width minimax search that keeps its tree."""

    def uct(self, exploration: float = 0.3, prior: float = 10.0, playout: int = 0, beta: float = 0.0025) -> UctSearch:
        """
        UCT: new positions start with `prior` visits of what the evaluation says, tanh(beta * value) in its own unit;
        results are those of `playout` plies of random play, or of the evaluation where that is 0.
        """

game_stages: tuple[str, ...]

class NetworkArchitecture:
    """What the weights of networks over a feature set are."""

    @property
    def size(self) -> int:
        """Number of weights."""

    def evaluator(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Evaluator:
        """
        An evaluator with these float64 weights; an output of 1 is a won game, 9,999 units of the evaluation.
        """

    def integer(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], scale: float) -> Evaluator:
        """The same for play: so many centipawns are a unit of the evaluation."""

    def influences(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], position: Position, perspective: leafstrap._core.Side = leafstrap._core.Side.first) -> tuple[int, Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]:
        """
        Which network speaks, its inputs that are not 0, their values, and what each adds to its output by its
        slope; the view of the side to move.
        """

    def network_of(self, position: Position) -> int:
        """The number of the network that speaks of a position."""

    def alphabeta(self, table_bits: int = 18) -> Search:
        """A training alpha-beta search with a table of 2 ** table_bits entries."""

    def minimax(self) -> Search:
        """A full-width minimax search that keeps its tree."""

    def uct(self, exploration: float = 0.3, prior: float = 10.0, playout: int = 0, beta: float = 0.0025) -> UctSearch:
        """
        UCT: new positions start with `prior` visits of what the evaluation says, tanh(beta * value) in its own unit;
        results are those of `playout` plies of random play, or of the evaluation where that is 0.
        """

feature_sets: dict[str, FeatureSet]

class SearchResult:
    """What the last complete iteration of a search found."""

    @property
    def value(self) -> float:
        """The view of the side to move."""

    @property
    def move(self) -> Move:
        """The best move."""

    @property
    def pv(self) -> list[Move]:
        """The principal variation, quiescence included."""

    @property
    def leaf(self) -> Position:
        """The position at its end."""

    @property
    def leaf_evaluated(self) -> bool:
        """False if the game is over or drawn there."""

    @property
    def depth(self) -> int:
        """Plies of the last complete iteration."""

    @property
    def nodes(self) -> int:
        """Positions visited, an unfinished iteration included."""

    @property
    def seconds(self) -> float:
        """Time it took."""

class Search:
    """
    A search and its memory. Use it again and again, but in one thread at a time.
    """

    def run(self, evaluator: Evaluator, line: Line, depth: int = 0, nodes: int = 0, seconds: float = 0.0, seed: int = 0, stop: leafstrap._core.StopFlag | None = None, extend: bool = True, fail_soft: bool = False) -> SearchResult:
        """
        Searches from where the line stands, ever deeper, until the first limit; 0 means no such limit.

        The first iteration is completed whatever nodes and seconds say. The seed breaks ties. Without
        `extend` it is cut at its depth: no checks, no quiescence. With `fail_soft` alpha-beta leaves bounds beyond
        the window of a node. `ValueError` if the game is over or no limit is given.
        """

    def delta(self, min_depth: int = 1, beta: float = 0.0, quiet_nodes: bool = False) -> leafstrap._core.Delta:
        """
        The sum of (target - value) * gradient over the tree of the last run, of tanh(beta * value) if beta is
        not 0; only those `quiet_nodes` where no capture is due or would be chosen, if asked for.
        """

    def rows(self, min_depth: int = 1) -> leafstrap._core.TreeRows:
        """The nodes of the tree of the last run, for other learners."""

class UctSearch:
    """A tree that grows where it pays. For one thread at a time."""

    def run(self, evaluator: Evaluator, line: Line, nodes: int = 0, seconds: float = 0.0, seed: int = 0, stop: leafstrap._core.StopFlag | None = None) -> SearchResult:
        """
        Simulates from where the line stands until the first limit; 0 means no such limit. The value is the mean
        result of the best move, told as an evaluation. `ValueError` if the game is over or there is no limit.
        """
