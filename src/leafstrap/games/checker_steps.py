"""Moves of backgammon as other programs write them: steps in any order, hits marked or not."""

from __future__ import annotations

import re

from leafstrap._core.backgammon import Move, Position

NUMBERS = {"bar": "25", "b": "25", "off": "0", "o": "0"}
REPEATED = re.compile(r"^(?P<steps>[^(]*)(?P<times>\(\d\))?$")
LEFT_OPEN = re.compile(r"\s*([/(*])\s*")  # blanks that some programs put inside of a step


def read_steps(position: Position, text: str) -> Move:
    """The legal move that a text describes; `ValueError` names the fault.

    Every stop that is named on a lone checker of the other side is a hit, whether the text says so or not: only
    so are `8/7 7/1` and `8/2 2/1` two different moves.

    >>> position = Position().rolled((6, 5))
    >>> read_steps(position, "18/13 24/18"), read_steps(position, "24/13")
    (Move('24/18 18/13'), Move('24/18 18/13'))
    """
    words = (
        LEFT_OPEN.sub(r"\1", text.lower())
        .replace("*", "* ")
        .replace("* /", "*/")
        .replace("* (", "*(")
        .split()
    )
    if not words or words == ["pass"]:
        return position.move("pass")
    blots = _blots(position)
    # A checker only moves down, so in this order every step finds its checker.
    return position.move(" ".join(sorted((_marked(word, blots) for word in words), key=_start, reverse=True)))


def _blots(position: Position) -> set[str]:
    """The points, in the mover's view, on which the other side has one checker."""
    theirs = position.checkers(position.turn.other)
    return {str(24 - index) for index in range(24) if theirs[index] == 1}


def _marked(word: str, blots: set[str]) -> str:
    """A word with its points as numbers and a star at each stop that hits."""
    parts = REPEATED.match(word)
    if parts is None:
        return word  # the core says what is wrong with it
    stops = [NUMBERS.get(stop, stop) for stop in parts["steps"].replace("*", "").split("/")]
    marked = [stops[0], *(stop + "*" * (stop in blots) for stop in stops[1:])]
    return "/".join(marked) + (parts["times"] or "")


def _start(word: str) -> int:
    number = word.partition("/")[0]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 3 else 0
