"""Two players: one that plays every game, and one that knows a single game.

A player has a name and three methods. Its `PlayerKind` is the word for it on the command line and in recipes, and says
which games it plays.
"""

from __future__ import annotations

from typing import Any

from leafstrap.players import Choice, PlayerKind, only, plain
from leafstrap.search import Limits
from leafstrap_plugin_example.game import TICTACTOE


class FirstMove:
    """The first legal move, whatever it is."""

    def __init__(self, name: str) -> None:
        self.name = name

    def new_game(self, seed: int) -> None:
        """Nothing to forget."""

    def choose(self, line: Any, limits: Limits) -> Choice:
        """There is nothing to limit."""
        return Choice(line.position.legal_moves()[0])

    def close(self) -> None:
        """Nothing to give back."""


class Centre(FirstMove):
    """In tic-tac-toe: the centre, else a corner, else the first cell that is empty."""

    def choose(self, line: Any, limits: Limits) -> Choice:
        """The first move of the best kind."""
        moves = {line.position.move_text(move): move for move in line.position.legal_moves()}
        return Choice(next(moves[cell] for cell in "402681357" if cell in moves))


FIRST_MOVE = PlayerKind("first-move", "the first legal move", plain(FirstMove))
CENTRE = PlayerKind(
    "centre", "in tic-tac-toe: the centre, else a corner", plain(Centre), plays=only(TICTACTOE)
)
