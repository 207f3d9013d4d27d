"""The board of backgammon as data: points by the first player's numbers, and a turn made checker by checker."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from leafstrap._core import Side
from leafstrap._core.backgammon import Move, Position
from leafstrap.games.boards.board_data import BoardData
from leafstrap.games.dice import roll_of
from leafstrap.types import JsonObject

POINTS = 24
BAR, OFF = 25, 0  # as numbers of points in a player's own view
HOME = 6
NAMED = re.compile(r"\b(own|their)(?: side:.* behind)? point (\d+)\b")
STEP = re.compile(r"(bar|\d+)/(off|\d+)")


class Step(NamedTuple):
    """One checker by one die, in the mover's own numbers."""

    start: int
    end: int
    die: int
    hit: bool = False


class Checkers(NamedTuple):
    """A board in the mover's view: of each side the points 1 to 24 in its own numbers, then the bar."""

    own: tuple[int, ...]
    theirs: tuple[int, ...]

    @staticmethod
    def of(position: Position, mover: Side) -> Checkers:
        """Those of a position."""
        return Checkers(tuple(position.checkers(mover)), tuple(position.checkers(mover.other)))

    def after(self, step: Step) -> Checkers:
        """With one checker moved."""
        own, theirs = list(self.own), list(self.theirs)
        own[step.start - 1] -= 1
        if step.end != OFF:
            own[step.end - 1] += 1
        if step.hit:
            theirs[POINTS - step.end] -= 1
            theirs[POINTS] += 1
        return Checkers(tuple(own), tuple(theirs))

    def steps(self, die: int) -> Iterator[Step]:
        """Where one checker may go by a die; whether the turn can then be completed is not asked."""
        farthest = max((point for point in range(1, BAR + 1) if self.own[point - 1]), default=OFF)
        for start in (BAR,) if self.own[BAR - 1] else range(POINTS, 0, -1):
            end = start - die
            if not self.own[start - 1]:
                continue
            if end <= OFF:
                if farthest <= HOME and (end == OFF or start == farthest):
                    yield Step(start, OFF, die)
            elif (there := self.theirs[POINTS - end]) < 2:
                yield Step(start, end, die, there == 1)


class _Ways:
    """Which steps lead to the board of a legal move; what was found out once serves the whole turn."""

    def __init__(self, position: Position) -> None:
        mover, legal = position.turn, position.legal_moves()
        self.ends = {Checkers.of(position.after(move), mover): move for move in legal}
        self._leads_to_end: dict[tuple[Checkers, tuple[int, ...]], bool] = {}

    def next(self, board: Checkers, dice: tuple[int, ...]) -> Iterator[Step]:
        """The steps that can follow on a board."""
        for die in sorted(set(dice), reverse=True):
            left = list(dice)
            left.remove(die)
            rest = tuple(left)
            yield from (step for step in board.steps(die) if self._leads(board.after(step), rest))

    def _leads(self, board: Checkers, dice: tuple[int, ...]) -> bool:
        key = board, dice
        if key not in self._leads_to_end:
            self._leads_to_end[key] = board in self.ends or any(True for _ in self.next(board, dice))
        return self._leads_to_end[key]


@dataclass(frozen=True)
class Turn:
    """A roll that is being played: the steps so far, those that can follow, and the move that they make.

    The core says which moves are legal. A way of steps is allowed if it leads to the board of one of them.

    >>> from leafstrap._core.backgammon import Position
    >>> turn = Turn(Position().rolled((3, 1)))
    >>> turn = turn.then(8, 5).then(6, 5)
    >>> str(turn.complete), turn.next
    ('8/5 6/5', ())
    """

    position: Position
    steps: tuple[Step, ...] = ()
    _known: _Ways | None = field(default=None, repr=False)

    @cached_property
    def _ways(self) -> _Ways:
        return self._known or _Ways(self.position)

    @cached_property
    def checkers(self) -> Checkers:
        """The board with the steps so far."""
        board = Checkers.of(self.position, self.position.turn)
        for step in self.steps:
            board = board.after(step)
        return board

    @cached_property
    def dice(self) -> tuple[int, ...]:
        """Those that are left."""
        high, low = roll_of(self.position)
        left = [high] * 4 if high == low else [high, low]
        for step in self.steps:
            left.remove(step.die)
        return tuple(left)

    @property
    def complete(self) -> Move | None:
        """The legal move that the steps make; None as long as there are too few."""
        return self._ways.ends.get(self.checkers)

    @cached_property
    def next(self) -> tuple[Step, ...]:
        """The steps that a legal move can go on with."""
        return tuple(self._ways.next(self.checkers, self.dice))

    def then(self, start: int, end: int, die: int | None = None) -> Turn:
        """With one more step, by the higher die unless told; `ValueError` if it cannot follow."""
        for step in self.next:
            if (step.start, step.end) == (start, end) and die in (None, step.die):
                return Turn(self.position, (*self.steps, step), self._ways)
        raise ValueError("no such step leads to a legal move")

    def back(self, everything: bool = False) -> Turn:
        """Without the last step, or without any."""
        return Turn(self.position, () if everything else self.steps[:-1], self._ways)


def steps_of(position: Position, move: Move) -> tuple[Step, ...]:
    """The steps of a legal move, in an order in which they can be made.

    >>> from leafstrap._core.backgammon import Position
    >>> position = Position().rolled((6, 5))
    >>> [(step.start, step.end) for step in steps_of(position, position.move("24/13"))]
    [(24, 18), (18, 13)]
    """
    board, (high, low) = Checkers.of(position, position.turn), roll_of(position)
    dice = [high] * 4 if high == low else [high, low]
    found = []
    for start_text, end_text in STEP.findall(str(move)):
        start = BAR if start_text == "bar" else int(start_text)
        end = OFF if end_text == "off" else int(end_text)
        die = min((die for die in dice if die >= start - end), default=high)
        hit = end != OFF and board.theirs[POINTS - end] == 1
        found.append(Step(start, end, die, hit))
        board = board.after(found[-1])
        if die in dice:
            dice.remove(die)
    return tuple(found)


def point_name(point: int, mover: Side) -> str:
    """A point of a player's view as all call it: by the first player's number."""
    if point in (BAR, OFF):
        return "bar" if point == BAR else "off"
    return str(point if mover == Side.first else POINTS + 1 - point)


def point_number(name: str, mover: Side) -> int:
    """The other way round; `ValueError` for what is no point."""
    if name in ("bar", "off"):
        return BAR if name == "bar" else OFF
    point = int(name) if name.isascii() and name.isdigit() and len(name) < 3 else 0
    if not 1 <= point <= POINTS:
        raise ValueError("there is no such point")
    return point if mover == Side.first else POINTS + 1 - point


def step_data(step: Step, mover: Side) -> JsonObject:
    """A step for who draws it."""
    return {
        "from": point_name(step.start, mover),
        "to": point_name(step.end, mover),
        "die": step.die,
        "hit": step.hit,
    }


def board_of(first: Sequence[int], second: Sequence[int]) -> JsonObject:
    """A board, of each side's checkers in its own view."""
    points = [first[place] - second[POINTS - 1 - place] for place in range(POINTS)]
    pips = [sum((place + 1) * count for place, count in enumerate(side)) for side in (first, second)]
    off = [15 - sum(side) for side in (first, second)]
    return {"kind": "points", "points": points, "bar": [first[24], second[24]], "off": off, "pips": pips}


def board(position: Position) -> JsonObject:
    """What is on it.

    >>> from leafstrap._core.backgammon import Position
    >>> board(Position())["pips"]
    [167, 167]
    """
    return board_of(position.checkers(Side.first), position.checkers(Side.second))


def move(position: Position, move: Move) -> JsonObject:
    """What a move touches, step by step."""
    steps = steps_of(position, move)
    return {"steps": [step_data(step, position.turn) for step in steps], "captures": [], "promotion": None}


def squares(meaning: str, mirrored: bool) -> list[str]:
    """The point that is named; mirrored: the second player is to move, whose own points are counted from the other end.

    >>> squares("any checker on their point 5", False)
    ['20']
    """
    found = []
    for whose, number in NAMED.findall(meaning):
        point = int(number)
        if 1 <= point <= POINTS:
            side = Side.first if (whose == "own") != mirrored else Side.second
            found.append(point_name(point, side))
    return found


BACKGAMMON_BOARD = BoardData("points", dice=True, board=board, move=move, squares=squares)
