"""
The native core of Leafstrap: rules, features, searches. Private; use the public modules.
"""

import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray

from leafstrap._core import (
    backgammon as backgammon,
    chess as chess,
    doubles as doubles,
    draughts as draughts
)


class Side(enum.Enum):
    """The first player moves first from the usual start: White in chess."""

    first = 0

    second = 1

    @property
    def other(self) -> Side:
        """The opponent."""

    @property
    def sign(self) -> int:
        """+1 for the first player, -1 for the second."""

class Outcome:
    """How a game ended."""

    def __init__(self, points: int) -> None: ...

    @property
    def points(self) -> int:
        """
        The first player's view: 1 a win, 0 a draw, -1 a loss; in backgammon up to 3 either way.
        """

    @property
    def winner(self) -> Side | None:
        """The side that won, or None for a draw."""

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __eq__(self, arg: object, /) -> bool: ...

WIN: float = 9999.0

EVALUATION_LIMIT: float = 9900.0

MAX_DEPTH: int = 64

class StopFlag:
    """
    Stops the searches that were given it, from any thread, within milliseconds.
    """

    def __init__(self) -> None: ...

    def set(self) -> None:
        """From now on those searches end."""

    def clear(self) -> None:
        """Searches begun from now on run again."""

    @property
    def is_set(self) -> bool: ...

class SearchControl:
    """
    The wires to a tournament search, usable from any thread. One serves one run.
    """

    def __init__(self) -> None: ...

    def stop(self) -> None:
        """The search ends within milliseconds, with the best it has."""

    def ponder_hit(self) -> None:
        """From now on the time limits count."""

    @property
    def stopped(self) -> bool: ...

class Delta:
    """What a search tree teaches a linear evaluator, for step size 1."""

    @property
    def gradient(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """To add to the weights, times the step size."""

    @property
    def indices(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))] | None:
        """
        The weights that the gradient is for, where there are so many that most have none; None: all.
        """

    @property
    def nodes(self) -> int:
        """Positions it is a sum over."""

    @property
    def abs_error(self) -> float:
        """Sum of the absolute errors."""

    @property
    def squared_error(self) -> float:
        """Sum of the squared errors."""

def discounted_sums(terms: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], continues: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], factor: float) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
    """
    Row by row, from the last: its terms, and the factor times the sums of the next row where it continues.
    """

class TreeRows:
    """The nodes of a search tree, each with its sparse row of features."""

    @property
    def indptr(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """Row i is indices and values indptr[i] to indptr[i + 1]."""

    @property
    def indices(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """Numbers of the features."""

    @property
    def values(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """Their values, the first player's view."""

    @property
    def lower(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """Lower bounds, the mover's view; -inf where there is none."""

    @property
    def upper(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """Upper bounds, the mover's view; inf where there is none."""

    @property
    def heuristic(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """The evaluation, truncated, the mover's view."""

    @property
    def depth(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """Plies of full-width search below the node."""

    @property
    def turn(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]:
        """+1 where the first player is to move, else -1."""

class LogisticRows:
    """
    Rows of a CSR matrix with results, 1 a win and 0 a loss, to fit weights to.
    """

    def __init__(self, indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], results: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: int) -> None:
        """
        For so many weights; `ValueError` if the arrays do not belong together.
        """

    def __len__(self) -> int: ...

    def error(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], scale: float, rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, threads: int = 1) -> tuple[float, float, Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
        """
        Sums over all rows, or those of these numbers: cross entropy, squared errors, and the gradient of the
        cross entropy by the weights. The result to expect is 1 / (1 + exp(-scale * row @ weights)). Whatever the
        number of threads, the sums are the same.
        """
