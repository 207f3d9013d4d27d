"""Backgammon rules, and evaluators that learn it."""

from collections.abc import Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray

import leafstrap._core


class Move:
    """
    What a player does with a throw; the text of a position's move also shows hits.
    """

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, arg: object, /) -> bool: ...

class Position:
    """
    A backgammon position: an immutable value. The dice lie, or are to be thrown.

        >>> position = Position().thrown((3, 1))
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

    def perft(self, depth: int) -> int:
        """Number of move sequences of `depth` plies."""

    def perft_divide(self, depth: int) -> list[tuple[Move, int]]:
        """The same, move by move."""

    @property
    def dice(self) -> tuple[int, int] | None:
        """The throw, the higher die first, or None before it."""

    @property
    def is_chance(self) -> bool:
        """Whether dice are to be thrown."""

    def thrown(self, dice: tuple[int, int]) -> Position:
        """
        The position with that throw; `ValueError` if the dice lie or the game is over.
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

class Line:
    """
    A game so far: its start, the throws and the moves.

        >>> line = Line()
        >>> line.throw((6, 5))
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

    def throw(self, dice: tuple[int, int]) -> None:
        """
        Throws these dice; `ValueError` if others lie already or the game is over.
        """

def pubeval(position: Position) -> Move:
    """The move of Tesauro's public evaluator."""

class OneSided:
    """Bear-offs of one player: the throws it needs."""

    def __init__(self) -> None: ...

    def mean_throws(self, checkers: Sequence[int]) -> float:
        """Throws needed on average for checkers on the points 1 to 6."""

class TwoSided:
    """Bear-offs of both players: who wins."""

    def __init__(self, most: int = 6) -> None:
        """For up to so many checkers each."""

    def win(self, own: Sequence[int], theirs: Sequence[int]) -> float:
        """How often the side that is to throw wins."""

def input_sets() -> dict[str, list[tuple[str, str, str]]]:
    """
    What every input of every set of inputs is called, its family and its meaning.
    """

def class_names() -> list[str]:
    """The classes of the large architecture, in their order."""

class Networks:
    """
    One network or several, each for a kind of position; an immutable snapshot.
    """

    def __init__(self, architecture: str, heads: str, activation: str, inputs: Sequence[str], hidden: Sequence[int], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """
        Network by network: those of hidden units by input, their biases, their sensitivities, those of the outputs by output, their biases.
        """

    def module(self, position: Position) -> int:
        """The number of the network for a position."""

    def outputs(self, position: Position, bearoffs: OneSided | None = None) -> list[float]:
        """
        What it says, for the side whose turn it is, before the dice are thrown; of endgames what tables say, if there are any.
        """

    def equity(self, position: Position) -> float:
        """
        Points expected, for the side whose turn it is, before the dice are thrown.
        """

    def inputs(self, position: Position) -> list[tuple[int, float]]:
        """The inputs that are not 0, each with its number."""

    def influences(self, position: Position) -> list[tuple[int, float]]:
        """
        How much the equity changes when each of these inputs is taken away, with its number.
        """

    def count_evaluations(self, positions: Sequence[Position], plies: int) -> int:
        """Looks ahead from many positions, and tells how many were evaluated."""

    def choose(self, position: Position, plies: int = 0, candidates: int = 0, bear_off_most: bool = False, bearoffs: OneSided | None = None) -> tuple[Move, float]:
        """
        The best move and its equity, with so many throws after it looked through, of the best candidates (0: all). In the endgame it may be one of those that bear off the most checkers.
        """

    def expected(self, position: Position, plies: int, bearoffs: OneSided | None = None) -> list[float]:
        """
        The outputs to expect after so many throws and the best moves for them, for the side whose turn it is.
        """

    def rank(self, position: Position, plies: int = 0, bearoffs: OneSided | None = None) -> list[tuple[Move, float, list[float]]]:
        """All moves, best first, each with its equity and outputs for the mover."""

class Tally:
    """What came of some games."""

    @property
    def games(self) -> int: ...

    @property
    def positions(self) -> int:
        """Positions that were learned from."""

    @property
    def evaluations(self) -> int:
        """Positions that were looked at."""

    @property
    def points(self) -> int:
        """Of the learner; in self-play of the first player."""

    @property
    def absolute_error(self) -> float:
        """Sum over the equities, each before its step."""

    @property
    def squared_error(self) -> float:
        """The same of squares."""

class Trainer:
    """Plays games and learns from them by one of the rules."""

    def __init__(self, learner: Networks, expert: Networks | None, seed: int) -> None:
        """
        Begins with a copy of the learner; the expert may be None for self-play.
        """

    def run(self, games: int, experience: str = 'self-play', *, rule: str = 'td', lambda_: float, rate: float, sensitivity_rate: float = 0.0, expert_values: bool = False, plies: int = 0, candidates: int = 0, online: bool = False) -> Tally:
        """Plays so many games, moves chosen as by `Networks.choose`."""

    def study(self, game: Line, expert: Sequence[Sequence[float]], *, rule: str = 'td', lambda_: float, rate: float, sensitivity_rate: float = 0.0, plies: int = 0, candidates: int = 0) -> Tally:
        """
        Learns from a game that was played; the targets are made of what an expert said of its boards, each before its throw and in the view of the side to throw, if that is told.
        """

    def weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """Those of the learner now."""

    def learner(self) -> Networks:
        """The learner as it is now."""

    def sample(self) -> Line:
        """The first game that was played."""
