"""
The native core of Leafstrap: rules, features, searches. Private; use the public modules.
"""

import enum

from leafstrap._core import chess as chess


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
        """The first player's view: 1 a win, 0 a draw, -1 a loss."""

    @property
    def winner(self) -> Side | None:
        """The side that won, or None for a draw."""

    def __hash__(self) -> int: ...

    def __repr__(self) -> "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >": ...

    def __eq__(self, arg: Outcome, /) -> bool: ...
