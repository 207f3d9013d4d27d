"""Backgammon: positions and lines of the core, with dice; its networks, and what their outputs mean.

>>> from leafstrap.games.backgammon import Position
>>> position = Position.parse("4HPwATDgc/ABMA")  # GNU Backgammon's ID of the start
>>> position == Position()
True
>>> position.rolled((6, 1)).move("13/7 8/7")
Move('13/7 8/7')
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files

import numpy as np

from leafstrap._core import Side
from leafstrap._core.backgammon import (
    FeatureSet,
    Line,
    ModularArchitecture,
    Move,
    Position,
    class_names,
    feature_sets,
    play_games,
    play_games_online,
)
from leafstrap.games.boards.backgammon import BACKGAMMON_BOARD
from leafstrap.games.boards.view import MARKED, PLAIN, View
from leafstrap.games.game import BenchPositions, Classifier, Game, TrainingSearch, Wording
from leafstrap.games.mat import write_mat
from leafstrap.games.mat_file import MatFile
from leafstrap.games.outputs import Outputs, SingleOutput
from leafstrap.types import Networks

POINTS = (1, 2, 3, -1, -2, -3)


def _outputs(
    names: Sequence[str],
    results: Mapping[int, Sequence[float]],
    even: Sequence[float],
    worth: Sequence[float],
    source: Sequence[int],
    sign: Sequence[float],
    shift: Sequence[float],
) -> Outputs:
    arrays = {points: np.array(outputs, dtype=np.float64) for points, outputs in results.items()}
    others = (np.array(each, dtype=np.float64) for each in (sign, shift))
    return Outputs(tuple(names), arrays, np.array(even), np.array(worth), 3.0, np.array(source), *others)


OUTPUTS = {
    # Wiering et al., section 4.1: the mean, and how often each result comes; the mean counts half, what the others
    # come to the other half. Seen by the other side the mean is negated, and winning and losing change places.
    "seven": _outputs(
        ("mean result", *(f"{end} {points}" for end in ("wins", "loses") for points in (1, 2, 3))),
        {points: (points, *(float(points == each) for each in POINTS)) for points in POINTS},
        (0.0,) * 7,
        (0.5, *(each / 2 for each in POINTS)),
        (0, 4, 5, 6, 1, 2, 3),
        (-1, 1, 1, 1, 1, 1, 1),
        (0,) * 7,
    ),
    # What programs of today have: the chances to win, to win two points or more, three, and to lose so.
    "five": _outputs(
        ("wins", "wins a gammon", "wins a backgammon", "loses a gammon", "loses a backgammon"),
        {
            each: (float(each > 0), float(each > 1), float(each > 2), float(each < -1), float(each < -2))
            for each in POINTS
        },
        (0.5, 0.0, 0.0, 0.0, 0.0),
        (2.0, 1.0, 1.0, -1.0, -1.0),
        (0, 3, 4, 1, 2),
        (-1, 1, 1, 1, 1),
        (1, 0, 0, 0, 0),
    ),
    "one": SingleOutput.of(1.0, most_points=3),
}

# Wiering et al., sections 4.1 and 4.2: nine classes of positions, or three, each with inputs and a network of its own.
OWN_FEATURES = {"endgame": "endgame", "race": "race"}
CLASSIFIERS = {
    "single": Classifier((("all", None),), (40,)),
    "small": Classifier((("endgame", "endgame"), ("race", "race"), ("other", "contact")), (20, 20, 40)),
    "large": Classifier(
        tuple((name, OWN_FEATURES.get(name, "contact")) for name in class_names()), (20, 20, *[40] * 7)
    ),
}


def _networks(
    classifier: str, outputs: str, activation: str, inputs: Sequence[FeatureSet], hidden: Sequence[int]
) -> Networks:
    names = [each.name for each in inputs]
    if all(name in feature_sets for name in names):
        return ModularArchitecture(classifier, outputs, activation, names, list(hidden))
    return inputs[0].perceptron(
        list(hidden), activation, outputs
    )  # a set of somebody's own is for all positions


FIRST_INK, SECOND_INK = "38;5;208;1", "38;5;39;1"  # both are seen on dark and on light terminals
HEIGHT = 5  # rows for the checkers on a point; where there are more, the last row has their number
OUTER_TOP, HOME_TOP = range(13, 19), range(19, 25)
OUTER_BOTTOM, HOME_BOTTOM = range(12, 6, -1), range(6, 0, -1)


@dataclass(frozen=True)
class _Signs:
    """What a board is drawn with."""

    checkers: tuple[str, str]  # of the first and the second player
    empty: str
    wall: str
    top: str  # corners and edges from left to right, as `bottom`
    bottom: str
    die: str
    roomy: bool = True  # with walls at both ends and space around the bar

    def row(self, outer: str, bar: str, home: str) -> str:
        """One row of the board."""
        if not self.roomy:
            return f"{outer}{self.wall}{bar}{self.wall}{home}"
        return f"{self.wall}{outer}{self.wall} {bar} {self.wall}{home}{self.wall}"

    def frame(self, edge: str) -> str:
        """The row above or below all others."""
        left, flat, middle, right = tuple(edge)
        half = flat * 18
        if not self.roomy:
            return f"{half}{middle}{flat}{middle}{half}"
        return f"{left}{half}{middle}{flat * 3}{middle}{half}{right}"


LETTERS = _Signs(("X", "O"), ".", "|", "+-++", "+-++", "123456")
SYMBOLS = _Signs(("●", "○"), "·", "│", "┌─┬┐", "└─┴┘", "⚀⚁⚂⚃⚄⚅")
NOTES_FROM, ROOMY_FROM = 76, 46  # columns that leave room for notes beside the board, and for its walls


def draw(position: Position, view: View = PLAIN) -> str:
    """The board as one side sees it: its home on the lower right, points by the numbers of who reads it.

    Checkers on the bar stand in the half of the board where they enter. The points of the last move are marked, or
    have a star. Where there is no room for it, what is said beside the board is said below.

    >>> print(draw(Position().rolled((3, 1)), View(symbols=False)))
       13 14 15 16 17 18      19 20 21 22 23 24
      +------------------+---+------------------+
      | X  .  .  .  O  . |   | O  .  .  .  .  X |  O has 167 pips to go, 0 off
      | X           O    |   | O              X |
      | X           O    |   | O                |
      | X                |   | O                |
      | X                |   | O                |
      |                  |   |                  |  X to play 3-1
      | O                |   | X                |
      | O                |   | X                |
      | O           X    |   | X                |
      | O           X    |   | X              O |
      | O  .  .  .  X  . |   | X  .  .  .  .  O |  X has 167 pips to go, 0 off
      +------------------+---+------------------+
       12 11 10  9  8  7       6  5  4  3  2  1
    """
    signs = replace(SYMBOLS if view.symbols else LETTERS, roomy=view.columns >= ROOMY_FROM)
    if view.colours:
        first, second = ("●", "●") if view.symbols else signs.checkers
        signs = replace(signs, checkers=(view.paint(first, FIRST_INK), view.paint(second, SECOND_INK)))
    viewer = Side.second if view.from_second else Side.first
    turned = view.reader is not None and view.reader != viewer
    marked = _touched(view, viewer)

    def numbers(outer: range, home: range) -> str:
        left, right = (_numbers(points, view, marked, turned=turned) for points in (outer, home))
        return (f" {left}     {right}" if signs.roomy else f"{left}   {right}").rstrip()

    upper = _half(position, viewer, signs, OUTER_TOP, HOME_TOP, on_bar=viewer)
    lower = _half(position, viewer, signs, OUTER_BOTTOM, HOME_BOTTOM, on_bar=viewer.other)[::-1]
    rows = [*upper, signs.row(" " * 18, " ", " " * 18), *lower]
    notes = {
        0: _standing(position, viewer.other, signs),
        HEIGHT: _turn(position, signs),
        2 * HEIGHT: _standing(position, viewer, signs),
    }
    below = []
    if view.columns >= NOTES_FROM:
        rows = [f"{row}  {notes[place]}" if place in notes else row for place, row in enumerate(rows)]
    else:
        below = ["", *notes.values()]
    top, bottom = signs.frame(signs.top), signs.frame(signs.bottom)
    drawn = [numbers(OUTER_TOP, HOME_TOP), top, *rows, bottom, numbers(OUTER_BOTTOM, HOME_BOTTOM), *below]
    return "\n".join(f"  {row}" if signs.roomy else row for row in drawn)


def _half(
    position: Position, viewer: Side, signs: _Signs, outer: range, home: range, *, on_bar: Side
) -> list[str]:
    """The rows of one half, from the edge inwards."""
    own, theirs = position.checkers(viewer), position.checkers(viewer.other)
    other_sign = signs.checkers[viewer.other.value]

    def column(point: int) -> list[str]:
        if theirs[24 - point]:
            return _stack(theirs[24 - point], other_sign, signs.empty)
        return _stack(own[point - 1], signs.checkers[viewer.value], signs.empty)

    bar = _stack(position.checkers(on_bar)[24], signs.checkers[on_bar.value], " ")
    left, right = ([column(point) for point in points] for points in (outer, home))

    def cells(stacks: list[list[str]], row: int) -> str:
        return "".join(f"{stack[row]} " if len(stack[row]) == 2 else f" {stack[row]} " for stack in stacks)

    return [signs.row(cells(left, row), bar[row], cells(right, row)) for row in range(HEIGHT)]


def _stack(count: int, sign: str, empty: str) -> list[str]:
    """The checkers on a point, from the edge inwards."""
    if count > HEIGHT:
        return [*[sign] * (HEIGHT - 1), str(count)]
    return [*([sign] * count or [empty]), *[" "] * HEIGHT][:HEIGHT]


def _numbers(points: range, view: View, marked: set[int], *, turned: bool) -> str:
    def number(point: int) -> str:
        text = f"{25 - point if turned else point:>2}"
        if point not in marked:
            return f"{text} "
        return f"{view.paint(text, MARKED)} " if view.colours else f"{text}*"

    return "".join(map(number, points))


def _touched(view: View, viewer: Side) -> set[int]:
    """The points of the last move, in the numbers of who looks."""
    if view.last is None:
        return set()
    before, move = view.last
    own = {int(point) for point in re.findall(r"\d+", str(move))}
    return own if before.turn == viewer else {25 - point for point in own}


def _standing(position: Position, side: Side, signs: _Signs) -> str:
    sign = signs.checkers[side.value]
    return f"{sign} has {position.pips(side)} pips to go, {position.borne_off(side)} off"


def _turn(position: Position, signs: _Signs) -> str:
    outcome = position.outcome()
    if outcome is not None and outcome.winner is not None:
        points = abs(outcome.points)
        return f"{signs.checkers[outcome.winner.value]} wins {points} point{'s' * (points > 1)}"
    mover = signs.checkers[position.turn.value]
    if position.dice is None:
        return f"{mover} to roll"
    high, low = position.dice
    faces = "" if signs.die[0] == "1" else f" {signs.die[high - 1]} {signs.die[low - 1]}"
    return f"{mover} to play{faces} {high}-{low}"


def _roll(line: Line) -> str:
    """What was rolled, as moves are told by it."""
    dice = line.position.dice
    return "" if dice is None else f"{dice[0]}-{dice[1]}:"


BACKGAMMON = Game(
    name="backgammon",
    Position=Position,
    Line=Line,
    feature_sets=feature_sets,
    FeatureSet=FeatureSet,
    record_suffix="mat",
    write_record=write_mat,
    ladder="backgammon",
    default_recipe="backgammon-quick",
    default_weights=files("leafstrap.weights") / "backgammon-large.safetensors",
    first_match="pubeval --games 1000",
    example="4HPwATDgc/ABMA",
    default_features="tesauro",
    untrained="small",
    classifiers=CLASSIFIERS,
    outputs=OUTPUTS,
    networks=_networks,
    # With dice, minimax is expectimax, and alpha-beta is *-minimax. Each roll that is looked through multiplies the
    # work by some four hundred.
    searches={
        "expectimax": TrainingSearch(
            lambda core, bits: core.expectimax(),
            ("depth", "candidates"),
            player="expectimax",
            least_depth=2,
            most_depth=4,
            stands_for=("minimax",),
        ),
        "star-minimax": TrainingSearch(
            lambda core, bits: core.star_minimax(),
            ("depth", "candidates", "probing", "fail_soft"),
            player="expectimax",
            least_depth=2,
            most_depth=4,
            stands_for=("alphabeta",),
        ),
    },
    play_games=play_games,
    play_games_online=play_games_online,
    win=1.0,
    most_points=3,
    GameFile=MatFile,
    label_move=_roll,
    draw=draw,
    board_data=BACKGAMMON_BOARD,
    level_ratings=(145, 210, 319, 430, 574, 746, 913, 1042, 1117, 1135),
    wording=Wording(moves="8/5 6/5, 24/18*/14, bar/20 or 6/off", position="id", unit="points"),
    bench_positions=BenchPositions(perft=((str(Position()), 2),), player="pubeval", games=50),
    counts_points=True,
    cube=True,
    longest=10_000,
)

__all__ = ["BACKGAMMON", "Line", "Move", "Position", "draw"]
