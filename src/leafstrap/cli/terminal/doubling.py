"""The cube and the score of backgammon in the terminal: the stakes, who may double, what a game was won by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from leafstrap._core import Outcome, Side
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.games.mat import write_mat_games
from leafstrap.games.mat_game import CubeAction, MatGame
from leafstrap.games.match_score import MatchScore
from leafstrap.players.player import CubePlayer
from leafstrap.types import Line

if TYPE_CHECKING:
    from leafstrap._core.backgammon import Line as BackgammonLine


class Doubling:
    """The cube of the game that is played, for money or in a match."""

    def __init__(self, player: CubePlayer, length: int | None) -> None:
        self.player = player
        self.score = None if length is None else MatchScore(length)
        self._won = {Side.first: 0, Side.second: 0}  # for money
        self.actions: list[CubeAction] = []

    @property
    def cube(self) -> DoublingCube:
        """As the doubles that were taken have left it."""
        cube = DoublingCube()
        for action in self.actions:
            if action.kind == "take":
                cube = cube.turned_by(action.side.other)
        return cube

    @property
    def stakes(self) -> tuple[DoublingCube, MatchScore] | None:
        """What moves may depend on."""
        return None if self.score is None else (self.cube, self.score)

    def may_double(self, side: Side) -> bool:
        """Whether a side that is to roll may."""
        allowed = self.score is None or self.score.may_double(side, self.cube)
        return self.cube.may_turn(side) and allowed

    def program_doubles(self, line: Line) -> bool:
        """Whether the program does, which is to roll."""
        return self.player.doubles(line.position, self.cube, self.score)

    def program_takes(self, line: Line) -> bool:
        """Whether it takes a double."""
        return self.player.takes(line.position, self.cube, self.score)

    def answer(self, line: Line, doubler: Side, *, taken: bool) -> None:
        """Write down a double and what became of it."""
        value = 2 * self.cube.value
        kind = "take" if taken else "drop"
        self.actions += [
            CubeAction(len(line), doubler, "double", value),
            CubeAction(len(line), doubler.other, "take" if kind == "take" else "drop", value),
        ]

    def record(
        self, line: Line, names: tuple[str, str], outcome: Outcome | None, headers: Mapping[str, str]
    ) -> str:
        """The game as text, with its cube, and the score before it."""
        length, score = (0, (0, 0)) if self.score is None else (self.score.length, self.score.points)
        points = None if outcome is None else outcome.points * self.cube.value
        game = MatGame(names, length, score, cast("BackgammonLine", line), points, tuple(self.actions))
        return write_mat_games([game], headers, [()])

    def back_to(self, plies: int) -> None:
        """Forget doubles that came later."""
        self.actions = [action for action in self.actions if action.ply <= plies and action.kind != "drop"]

    def game_over(self, outcome: Outcome) -> int:
        """Count a game; the points that it was won by."""
        points = abs(outcome.points) * self.cube.value
        if outcome.winner is not None:
            self._won[outcome.winner] += points
            if self.score is not None:
                self.score = self.score.after(outcome.winner, points)
        self.actions = []
        return points

    def standing(self, side: Side) -> str:
        """How it stands, seen by a side."""
        if self.score is None:
            return f"You are {self._won[side] - self._won[side.other]:+d} points for the session."
        own, other = self.score.points[side.value], self.score.points[side.other.value]
        if self.score.winner is not None:
            return f"{'You have' if self.score.winner == side else 'I have'} won the match, {own} : {other}."
        crawford = " The next game is the Crawford game: nobody may double." if self.score.crawford else ""
        return f"The score is {own} : {other} in a match to {self.score.length}.{crawford}"
