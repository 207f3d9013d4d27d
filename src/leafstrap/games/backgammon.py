"""Backgammon: positions and lines of the core, with dice.

>>> from leafstrap.games.backgammon import Position
>>> position = Position.parse("4HPwATDgc/ABMA")  # GNU Backgammon's ID of the start
>>> position == Position()
True
>>> position.thrown((6, 1)).move("13/7 8/7")
Move('13/7 8/7')
"""

from __future__ import annotations

from leafstrap._core.backgammon import Line, Move, Position
from leafstrap.games.game import Game
from leafstrap.games.mat import write_mat

BACKGAMMON = Game(
    name="backgammon",
    Position=Position,
    Line=Line,
    feature_sets={},
    record_suffix="mat",
    write_record=write_mat,
    dice=True,
    counts_points=True,
    cube=True,
    longest=10_000,
)

__all__ = ["BACKGAMMON", "Line", "Move", "Position"]
