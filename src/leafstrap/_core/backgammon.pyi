"""Backgammon rules, and evaluators that learn it."""

from collections.abc import Iterator, Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray

import leafstrap._core


class Move:
    """
    What a player does with a roll; the text of a position's move also shows hits.
    """

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, arg: object, /) -> bool: ...

class Position:
    """
    A backgammon position: an immutable value. The dice lie, or are to be rolled.

        >>> position = Position().rolled((3, 1))
        >>> len(position.legal_moves())
        16
        >>> position.move_text(position.move("8/5 6/5"))
        '8/5 6/5'
        >>> position.after(position.move("8/5 6/5")).pips(Side.first)
        163
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
    def dice(self) -> tuple[int, int] | None:
        """The roll, the higher die first, or None before it."""

    @property
    def before_roll(self) -> Position:
        """The same board with the dice still to be rolled."""

    def rolled(self, dice: tuple[int, int]) -> Position:
        """
        The position with that roll; `ValueError` if the dice lie or the game is over.
        """

    @property
    def position_id(self) -> str:
        """GNU Backgammon's position ID."""

    @property
    def xgid(self) -> str:
        """Extreme Gammon's ID; the same as `str(position)`."""

    @property
    def is_race(self) -> bool:
        """Whether the sides cannot meet any more."""

    def checkers(self, side: leafstrap._core.Side) -> list[int]:
        """
        A side's checkers in its own view: on its points 1 to 24, then on the bar.
        """

    def pips(self, side: leafstrap._core.Side) -> int:
        """How far a side still has to run."""

    def borne_off(self, side: leafstrap._core.Side) -> int:
        """How many checkers a side has borne off."""

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
    A game so far: its start, the rolls and the moves.

        >>> line = Line()
        >>> line.roll((6, 5))
        >>> line.push(line.position.move("24/13"))
        >>> line.position.is_chance, str(line.position.turn)
        (True, 'Side.second')
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

    def roll(self, dice: tuple[int, int]) -> None:
        """
        Rolls these dice; `ValueError` if others lie already or the game is over.
        """

def pubeval(position: Position) -> Move:
    """The move of Tesauro's public evaluator."""

class OneSided:
    """Bear-offs of one player: the rolls it needs."""

    def __init__(self) -> None: ...

    def mean_rolls(self, checkers: Sequence[int]) -> float:
        """Rolls needed on average for checkers on the points 1 to 6."""

class TwoSided:
    """Bear-offs of both players: who wins."""

    def __init__(self, most: int = 6) -> None:
        """For up to so many checkers each."""

    def win(self, own: Sequence[int], theirs: Sequence[int]) -> float:
        """How often the side that is to roll wins."""

def class_names() -> list[str]:
    """The classes that the classifier `large` tells apart, in their order."""

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

    def expectimax(self, bearoff: OneSided | None = None, bear_off_most: bool = False) -> Search:
        """
        Expectimax for play and for learning. With tables of bear-offs, endgames are looked up there; and there only those moves may be looked at that bear off the most checkers.
        """

    def star_minimax(self) -> Search:
        """
        *-minimax for learning: what expectimax finds, and of all other boards only as much as that takes.
        """

    def perceptron(self, hidden: Sequence[int], activation: str = 'sigmoid', outputs: str = 'one') -> NetworkArchitecture:
        """
        A network over a set that is not the core's own; `ValueError` for others, which ModularArchitecture has.
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

    def expectimax(self, bearoff: OneSided | None = None, bear_off_most: bool = False) -> Search:
        """
        Expectimax for play and for learning. With tables of bear-offs, endgames are looked up there; and there only those moves may be looked at that bear off the most checkers.
        """

    def star_minimax(self) -> Search:
        """
        *-minimax for learning: what expectimax finds, and of all other boards only as much as that takes.
        """

feature_sets: dict[str, FeatureSet]

class SearchResult:
    """What a search found."""

    @property
    def value(self) -> float:
        """Points to expect, for the side whose turn it is."""

    @property
    def outputs(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """All that the evaluator says, by looking ahead, in the same view."""

    @property
    def move(self) -> Move | None:
        """The best move, or None where the dice are to be rolled."""

    @property
    def pv(self) -> list[Move]:
        """The best move alone: what follows it is for the dice to say."""

    @property
    def after(self) -> Position | None:
        """The board that the best move leads to, or None."""

    @property
    def depth(self) -> int:
        """The depth that was asked for."""

    @property
    def nodes(self) -> int:
        """Evaluations made."""

    @property
    def seconds(self) -> float:
        """Time it took."""

class Search:
    """
    Expectimax or *-minimax, and the tree of its last run. Use it in one thread at a time.
    """

    def run(self, evaluator: Evaluator, line: Line, depth: int = 0, nodes: int = 0, seconds: float = 0.0, seed: int = 0, stop: leafstrap._core.StopFlag | None = None, candidates: int = 0, probing: bool = True, fail_soft: bool = False) -> SearchResult:
        """
        Looks ahead from where the line stands: before a roll through depth - 1 rolls and the best answers to
        them, after it at every move, or the best candidates, and so far behind it. The depth is 1 to 4; there is no
        other limit, and no tie for the seed to break. *-minimax first probes one move of every roll, which is Star2, or
        does not, which is Star1; its bounds go no further than their windows, or are soft. `ValueError` if the game is
        over.
        """

    def rank(self, evaluator: Evaluator, position: Position, depth: int = 1, stop: leafstrap._core.StopFlag | None = None) -> list[tuple[Move, float, Annotated[NDArray[numpy.float32], dict(shape=(None,))]]]:
        """All moves, best first, each with its points and outputs for the mover."""

    def expect(self, evaluator: Evaluator, position: Position, depth: int = 1, stop: leafstrap._core.StopFlag | None = None) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """
        The outputs to expect of a board before its roll, for the side whose turn it is; of a game that is over, the
        result.
        """

    def leaves(self) -> tuple[Positions, Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.bool_], dict(shape=(None,))]]:
        """
        The boards that the value of the last run is made of, each with its probability, and whether it is the
        other side's turn there; games that are over are among them.
        """

    def nodes(self, min_depth: int = 1) -> tuple[Positions, Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.float32], dict(shape=(None, None))]]:
        """
        Every board of the tree of the last run with at least so many rolls looked through below it: the boards,
        the outputs that each should have by what was found, and those that the evaluator says at once. Of *-minimax
        that is what was found where it is exact, else the nearest outputs whose points lie within the bounds.
        """

    def bounds(self, min_depth: int = 1) -> tuple[Positions, Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
        """
        The same boards with the points that each is worth to the side whose turn it is, at least and at most: one
        number with expectimax, and infinite where *-minimax has proven nothing.
        """

    def delta(self, min_depth: int = 1, beta: float = 0.0, quiet_nodes: bool = False) -> leafstrap._core.Delta:
        """
        The sum of (target - value) * gradient over these boards and outputs, of tanh(beta * value) if beta is not 0;
        its errors are those of the points.
        """

class ModularArchitecture:
    """One network or several, each for a kind of position."""

    def __init__(self, classifier: str, outputs: str, activation: str, inputs: Sequence[str], hidden: Sequence[int]) -> None:
        """
        The classifier is single, small (endgame, race, other) or large (nine classes); outputs are one (the
        points), five or seven; inputs are the feature set of each network, hidden the units of each, 0 for none.
        """

    @property
    def size(self) -> int:
        """Number of weights."""

    @property
    def output_count(self) -> int:
        """Number of outputs."""

    def evaluator(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Evaluator:
        """
        An evaluator with these float64 weights. Network by network: those of hidden units by input, their
        biases, their sensitivities, those of the outputs by output, their biases; without hidden units those of
        the outputs by input, their biases.
        """

    def network_of(self, position: Position) -> int:
        """The number of the network for a position."""

    def inputs(self, position: Position) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]:
        """
        What that network is told: the inputs that are not 0, and their values.
        """

    def influences(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], position: Position, perspective: leafstrap._core.Side = leafstrap._core.Side.first) -> tuple[int, Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]:
        """
        Which network speaks, its inputs that are not 0, their values, and how much the points to expect change
        when each is taken away; the view of the side whose turn it is.
        """

    def expectimax(self, bearoff: OneSided | None = None, bear_off_most: bool = False) -> Search:
        """
        Expectimax for play and for learning. With tables of bear-offs, endgames are looked up there; and there only those moves may be looked at that bear off the most checkers.
        """

    def star_minimax(self) -> Search:
        """
        *-minimax for learning: what expectimax finds, and of all other boards only as much as that takes.
        """

class Games:
    """
    Games that were played, one after the other: boards before each roll, and what was said.
    """

    @property
    def count(self) -> int:
        """How many games."""

    @property
    def lengths(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """Boards of each game, the last one not counted."""

    @property
    def positions(self) -> Positions:
        """The boards of all games."""

    @property
    def outputs(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]:
        """What was said of each board, in the view of the side to roll."""

    @property
    def final_outputs(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]:
        """
        The result of each game in the view of the side to roll on its last board; what was said of that board
        where the game was broken off.
        """

    @property
    def points(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """The first player's points in each game, 0 where it was broken off."""

    @property
    def over(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
        """Whether each game came to its end."""

    @property
    def explored(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
        """Whether the move that led to a board was taken at random."""

    @property
    def final_explored(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
        """The same of the last board of each game."""

    @property
    def evaluations(self) -> int:
        """Evaluations made."""

    def line(self, game: int) -> Line:
        """A game with its rolls and moves; `IndexError` if there is none."""

    @property
    def leaf_starts(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """
        Where leaves were recorded, those of board i are leaf_starts[i] to leaf_starts[i + 1].
        """

    @property
    def leaf_positions(self) -> Positions:
        """The boards that what was said is made of."""

    @property
    def leaf_weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """Their probabilities."""

    @property
    def leaf_swapped(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]:
        """Whether it is the other side's turn there."""

    @property
    def node_starts(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """
        Where trees were recorded, that of board i is node_starts[i] to node_starts[i + 1].
        """

    @property
    def node_positions(self) -> Positions:
        """The boards that were looked ahead from to choose the move."""

    @property
    def node_targets(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]:
        """The outputs that were found for them."""

    @property
    def node_values(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]:
        """Those that the evaluator says at once."""

def play_games(first: Evaluator, second: Evaluator, games: int, *, seed: int, depth: int = 1, candidates: int = 0, alternate: bool = False, speaker: Evaluator | None = None, record: str = 'board', most_plies: int = 10000, epsilon: float = 0.0, most_nodes: int = 0, stop: leafstrap._core.StopFlag | None = None, search: str = 'expectimax', probing: bool = True, fail_soft: bool = False) -> Games:
    """
    Plays games between two evaluators, which may be one. The first begins, every other game the second if they
    alternate. The speaker, or the first, says what each board is worth: "board", at once; "root", by looking
    ahead; "leaf", with the boards that is made of; "tree", at once, with every board that was looked ahead
    from. The search is "expectimax", or "star-minimax" with what `Search.run` is told. The dice follow from the seed.
    No further game after so many nodes; a stop flag drops the game under way.
    """

def play_games_online(evaluator: Evaluator, games: int, *, seed: int, lambda_: float, step_size: float, sensitivity_step: float = 0.0, opponent: Evaluator | None = None, observe: bool = False, depth: int = 1, candidates: int = 0, stop: leafstrap._core.StopFlag | None = None) -> tuple[Games, Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    Plays games, and learns by TD(lambda) after every move: the games, and the weights in the end. Against an
    opponent the learner begins every other game; if it only observes, the opponent plays both sides.
    """
