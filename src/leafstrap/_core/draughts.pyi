"""International draughts on ten by ten squares."""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray

import leafstrap._core


class Move:
    """A draughts move; its text names every captured square, as in 28x19x23."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, arg: object, /) -> bool: ...

class Position:
    """
    A draughts position: an immutable value.

        >>> position = Position()
        >>> print(position)
        W:W31-50:B1-20
        >>> len(position.legal_moves())
        9
        >>> print(position.after(position.move("32-28")))
        B:W28,31,33-50:B1-20
        >>> Position.parse("W:W31-50:B1-60")
        Traceback (most recent call last):
            ...
        ValueError: invalid position: square 60 is more than 50
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

    @property
    def quiet(self) -> bool:
        """
        Whether nothing must be answered and no capture wins material for the side to move.
        """

    @property
    def stage(self) -> int:
        """
        The number of the stage of the game, for networks that tell them apart.
        """

    @property
    def fen(self) -> str:
        """Forsyth-Edwards notation; the same as `str(position)`."""

    @property
    def hub(self) -> str:
        """The fifty-one letters of the Hub protocol."""

    @property
    def must_capture(self) -> bool:
        """Whether the side to move can, and so must, capture."""

    def pieces(self) -> list[tuple[int, str]]:
        """
        Every piece as (square from 1 to 50, w, W, b or B: a capital is a king).
        """

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
    """
    A game so far: its start, its moves, and what repetition needs to know.

        >>> line = Line()
        >>> line.push(line.position.move("32-28"))
        >>> line.outcome() is None
        True
    """

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

class WrittenGame:
    """A game as a file tells it."""

    @property
    def tags(self) -> list[tuple[str, str]]:
        """Names and values, in their order."""

    @property
    def line(self) -> Line:
        """The game as it was played, up to a fault."""

    @property
    def outcome(self) -> leafstrap._core.Outcome | None:
        """The result, or None where it is not known."""

    @property
    def line_number(self) -> int:
        """Where the game begins in the file, counted from 1."""

    @property
    def fault(self) -> tuple[int, str] | None:
        """What is wrong with it, as (line of the file, sentence), or None."""

def quiet_positions(line: Line) -> list[bool]:
    """
    For every position of a game in which a move was played: whether nothing was going on there.
    """

class GameText:
    """
    The games of a text, one after the other; broken ones say what is wrong.
    """

    def __init__(self, text: str) -> None: ...

    def __iter__(self) -> GameText: ...

    def __next__(self) -> WrittenGame: ...

class GameFile:
    """The games of a file that are whole and have a result, by their number."""

    def __init__(self, path: str) -> None:
        """Looks through the whole file; `OSError` if it cannot be read."""

    def __len__(self) -> int: ...

    def game(self, number: int) -> WrittenGame:
        """One of them; `IndexError` if there is none."""

    @property
    def broken(self) -> int:
        """How many games are not whole."""

    @property
    def without_result(self) -> int:
        """How many have no moves, or no result that is known."""

    @property
    def faults(self) -> list[tuple[int, str]]:
        """
        What is wrong with the first hundred of the broken, as (line of the file, sentence).
        """

def pdn(line: Line, tags: Sequence[tuple[str, str]], comments: Sequence[str], outcome: leafstrap._core.Outcome | None) -> str:
    """A game as PDN text, with comments on its last so many moves."""

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

    def tournament(self, megabytes: int = 16, threads: int = 1) -> TournamentSearch:
        """A search for play with a table of that size."""

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

    def tournament(self, megabytes: int = 16, threads: int = 1) -> TournamentSearch:
        """A search for play with a table of that size."""

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

    def use_tablebase(self, tablebase: Tablebase | None) -> None:
        """From the next run on, known endings are looked up; None: they are not."""

class UctSearch:
    """A tree that grows where it pays. For one thread at a time."""

    def run(self, evaluator: Evaluator, line: Line, nodes: int = 0, seconds: float = 0.0, seed: int = 0, stop: leafstrap._core.StopFlag | None = None) -> SearchResult:
        """
        Simulates from where the line stands until the first limit; 0 means no such limit. The value is the mean
        result of the best move, told as an evaluation. `ValueError` if the game is over or there is no limit.
        """

    def use_tablebase(self, tablebase: Tablebase | None) -> None:
        """From the next run on, known endings are looked up; None: they are not."""

class Variation:
    """One line of play with its score."""

    @property
    def score(self) -> int:
        """Centipawns, the view of the side to move at the root."""

    @property
    def mate(self) -> int | None:
        """Moves to mate, negative when being mated; None while the game is open."""

    @property
    def bound(self) -> str:
        """
        "exact", or the side on which the score lies beyond the window: "lower", "upper".
        """

    @property
    def pv(self) -> list[Move]:
        """The moves."""

    @property
    def depth(self) -> int:
        """Plies of the iteration."""

    @property
    def seldepth(self) -> int:
        """The longest line looked at, in plies."""

class TournamentReport:
    """How far a tournament search has come."""

    @property
    def lines(self) -> list[Variation]:
        """The variations, best first."""

    @property
    def move(self) -> Move:
        """The best move."""

    @property
    def ponder(self) -> Move | None:
        """The reply it expects, or None."""

    @property
    def depth(self) -> int:
        """Plies of the last complete iteration."""

    @property
    def seldepth(self) -> int:
        """The longest line looked at, in plies."""

    @property
    def nodes(self) -> int:
        """Positions visited by all threads."""

    @property
    def seconds(self) -> float:
        """Time since the start."""

    @property
    def hashfull(self) -> int:
        """Thousandths of the table that this search has filled."""

class TournamentResult(TournamentReport):
    """What a tournament search found."""

    @property
    def leaf(self) -> Position:
        """The position at the end of the first line."""

    @property
    def leaf_exact(self) -> bool:
        """Whether the score is the evaluation of that position."""

class TournamentSearch:
    """
    The search for play, and its memory. Use it for one game, in one thread at a time.
    """

    def run(self, evaluator: Evaluator, line: Line, *, depth: int = 0, nodes: int = 0, soft_seconds: float = 0.0, hard_seconds: float = 0.0, multipv: int = 1, moves: Sequence[Move] = [], pondering: bool = False, gather: bool = False, control: leafstrap._core.SearchControl | None = None, progress: Callable[[TournamentReport], None] | None = None) -> TournamentResult:
        """
        Searches from where the line stands, ever deeper, until the first limit; 0 means no such limit.

        At hard_seconds it ends; after about soft_seconds, less if the choice is clear and more if not, it
        begins no new iteration. `moves` are the only root moves looked at, if any are given. While pondering
        time does not count. progress(report) is called after every iteration. To `gather` is to keep the nodes
        of the last iteration for delta().
        """

    def delta(self, min_depth: int = 1, unproven: float = 0.0, beta: float = 0.0, quiet_nodes: bool = False) -> leafstrap._core.Delta:
        """
        The sum of (target - value) * gradient over the nodes that were gathered, in the unit that the evaluator
        learns in, of tanh(beta * value) if beta is not 0; bounds that rest on a guess of the search count
        `unproven`. With `quiet_nodes` those are left out where a capture wins material.
        """

    def clear(self) -> None:
        """Forgets everything, as for a new game."""

    def use_tablebase(self, tablebase: Tablebase | None) -> None:
        """From the next run on, known endings are looked up; None: they are not."""

class Tablebase:
    """
    Who wins every position with few pieces, whatever it takes.

        >>> tablebase = Tablebase.solve(2)
        >>> tablebase.outcome(Position.parse("W:WK1:BK50"))
        Outcome(points=0)
    """

    @staticmethod
    def solve(pieces: int, threads: int = 1) -> Tablebase:
        """
        Works out all positions with at most so many pieces, 2 to 4: the last takes about ten seconds.
        """

    @staticmethod
    def read(path: str) -> Tablebase:
        """Tables from a file; `ValueError` for one that is missing or damaged."""

    def write(self, path: str) -> None:
        """Writes the tables to a file."""

    @property
    def pieces(self) -> int:
        """The most pieces that it knows of."""

    def outcome(self, position: Position) -> leafstrap._core.Outcome | None:
        """
        How a position ends with the best play of both sides, or None if the tables do not reach so far.
        """
