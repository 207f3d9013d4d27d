"""Doubles in a game of backgammon, for money or in a match: offered before a roll, taken or passed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from leafstrap._core import Outcome, Side
from leafstrap.errors import PlayerError
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.games.mat_game import CubeAction
from leafstrap.games.match_score import MatchScore
from leafstrap.players import Choice
from leafstrap.players.player import CubePlayer, Fault, Player, Termination
from leafstrap.search.limits import Limits
from leafstrap.types import Line


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended that no board shows."""

    outcome: Outcome
    termination: Termination
    reason: str


class Doubling:
    """The cube of one game between two players that know it; without a score the game is for money."""

    def __init__(self, players: Mapping[Side, Player], score: MatchScore | None = None) -> None:
        self.cube = DoublingCube()
        self._score = score
        self.actions: list[CubeAction] = []
        self._names = {side: player.name for side, player in players.items()}
        self._players: dict[Side, CubePlayer] = {}
        for side, player in players.items():
            if not isinstance(player, CubePlayer):
                without = "play without it" if score is None else "a match to points is played with it"
                raise PlayerError(f"{player.name} does not know the cube: {without}.")
            self._players[side] = player

    def offer(self, line: Line) -> GameEnd | None:
        """Let the side that is to roll double if it wants to; the end of the game if the other passes."""
        position, side = line.position, line.position.turn
        if not self.cube.may_turn(side):
            return None
        if self._score is not None and not self._score.may_double(side, self.cube):
            return None
        asked = side
        try:
            if not self._players[side].doubles(position, self.cube, self._score):
                return None
            asked = side.other
            taken = self._players[asked].takes(position, self.cube, self._score)
        except Fault as fault:
            return GameEnd(Outcome(-asked.sign), fault.kind, str(fault))
        offered = self.cube.turned_by(side)
        self.actions += [
            CubeAction(len(line), side, "double", offered.value),
            CubeAction(len(line), asked, "take" if taken else "drop", offered.value),
        ]
        if taken:
            self.cube = offered
            return None
        return GameEnd(Outcome(side.sign), "normal", f"{self._names[asked]} passed a double")

    def choose(self, player: Player, line: Line, limits: Limits) -> Choice:
        """The move of the player whose turn it is, who knows what the game is about."""
        if self._score is None:
            return player.choose(line, limits)
        return self._players[line.position.turn].choose_at(line, limits, self.cube, self._score)
