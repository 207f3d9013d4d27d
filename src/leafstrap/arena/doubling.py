"""Doubles in a game of backgammon for money: offered before a throw, taken or passed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from leafstrap._core import Outcome, Side
from leafstrap.errors import PlayerError
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.games.mat_game import CubeAction
from leafstrap.players.player import CubePlayer, Fault, Player, Termination


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended that no board shows."""

    outcome: Outcome
    termination: Termination
    reason: str


class Doubling:
    """The cube of one game between two players that know it."""

    def __init__(self, players: Mapping[Side, Player]) -> None:
        self.cube = DoublingCube()
        self.actions: list[CubeAction] = []
        self._names = {side: player.name for side, player in players.items()}
        self._players: dict[Side, CubePlayer] = {}
        for side, player in players.items():
            if not isinstance(player, CubePlayer):
                raise PlayerError(f"{player.name} does not know the cube: play without it.")
            self._players[side] = player

    def offer(self, line: Any) -> Ending | None:
        """Let the side that is to throw double if it wants to; the end of the game if the other passes."""
        position, side = line.position, line.position.turn
        if not self.cube.may_turn(side):
            return None
        asked = side
        try:
            if not self._players[side].doubles(position, self.cube):
                return None
            asked = side.other
            taken = self._players[asked].takes(position, self.cube)
        except Fault as fault:
            return Ending(Outcome(-asked.sign), fault.kind, str(fault))
        offered = self.cube.turned_by(side)
        self.actions += [
            CubeAction(len(line), side, "double", offered.value),
            CubeAction(len(line), asked, "take" if taken else "drop", offered.value),
        ]
        if taken:
            self.cube = offered
            return None
        return Ending(Outcome(side.sign), "normal", f"{self._names[asked]} passed a double")
