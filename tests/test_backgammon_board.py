"""The picture of a backgammon board, to the letter."""

from __future__ import annotations

from random import Random

from leafstrap._core import Side
from leafstrap._core.backgammon import Position
from leafstrap.games import View
from leafstrap.games.backgammon import draw
from support.backgammon_games import played_game

# Both sides on the bar, tall points, checkers off.
MIDDLE = Position.parse("XGID=bAa--BFB-B------a-bbe--a-B:0:0:-1:61:0:0:0:0:10")
MIDDLE_FROM_FIRST = """\
   13 14 15 16 17 18      19 20 21 22 23 24
  +------------------+---+------------------+
  | .  .  .  O  .  O | X | O  O  .  .  O  . |  O has 135 pips to go, 1 off
  |                O | X | O  O             |
  |                  |   |    O             |
  |                  |   |    O             |
  |                  |   |    O             |
  |                  |   |                  |  O to play 6-1
  |                  |   | 6                |
  |                  |   | X                |
  |                  |   | X                |
  |          X     X | O | X  X             |
  | .  .  .  X  .  X | O | X  X  .  .  O  X |  X has 129 pips to go, 0 off
  +------------------+---+------------------+
   12 11 10  9  8  7       6  5  4  3  2  1"""
MIDDLE_FROM_SECOND = """\
   13 14 15 16 17 18      19 20 21 22 23 24
  ┌──────────────────┬───┬──────────────────┐
  │ ·  ·  ·  ●  ·  ● │ ○ │ ●  ●  ·  ·  ○  ● │  ● has 129 pips to go, 0 off
  │          ●     ● │ ○ │ ●  ●             │
  │                  │   │ ●                │
  │                  │   │ ●                │
  │                  │   │ 6                │
  │                  │   │                  │  ○ to play ⚅ ⚀ 6-1
  │                  │   │    ○             │
  │                  │   │    ○             │
  │                  │   │    ○             │
  │                ○ │ ● │ ○  ○             │
  │ ·  ·  ·  ○  ·  ○ │ ● │ ○  ○  ·  ·  ○  · │  ○ has 135 pips to go, 1 off
  └──────────────────┴───┴──────────────────┘
   12 11 10  9  8  7       6  5  4  3  2  1"""


def test_from_the_first_player() -> None:
    assert draw(MIDDLE, View(symbols=False)) == MIDDLE_FROM_FIRST


def test_from_the_second_player_in_symbols() -> None:
    assert draw(MIDDLE, View(from_second=True)) == MIDDLE_FROM_SECOND


def test_before_the_roll_and_after_the_end() -> None:
    assert "X to roll" in draw(Position(), View(symbols=False))
    over = Position.parse("XGID=o-------------------------:0:0:-1:00:0:0:0:0:10")
    assert "X wins 3 points" in draw(over, View(symbols=False))


def test_every_checker_is_drawn() -> None:
    random = Random(2)
    for _ in range(20):
        for position in played_game(random, skill=0.5).before:
            for from_second in (False, True):
                rows = draw(position, View(from_second=from_second, symbols=False)).splitlines()
                board = "".join(row[:45] for row in rows[2:-2])
                for side, sign in ((Side.first, "X"), (Side.second, "O")):
                    tall = [count for count in position.checkers(side) if count > 5]
                    here = 15 - position.borne_off(side)
                    assert board.count(sign) == here - sum(count - 4 for count in tall)
                assert {len(row[:45]) for row in rows[1:-1]} == {45}
