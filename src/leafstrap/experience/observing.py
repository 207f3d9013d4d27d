"""Observing: two others play, and the learner follows their game to its end (Wiering et al., section 2)."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import Any

from leafstrap._core import Outcome, Side
from leafstrap.errors import PlayerError
from leafstrap.experience.exploration import Exploration
from leafstrap.experience.learning_player import LearningPlayer
from leafstrap.experience.opponents import Opponents
from leafstrap.experience.pool import Opponent
from leafstrap.experience.record import GameRecord
from leafstrap.experience.watching import follow, usable_positions
from leafstrap.games import Game
from leafstrap.players import Fault, Player
from leafstrap.search import Limits


@dataclass(slots=True)
class ObservedGame(GameRecord):
    """A game of two others."""

    players: tuple[str, str] = ("", "")

    def headers(self, event: str) -> dict[str, str]:
        """The tags of the game's record."""
        white, black = self.players
        return {**GameRecord.headers(self, event), "White": white, "Black": black}


@dataclass(frozen=True, slots=True)
class Participant:
    """One of the two who play."""

    opponent: Opponent
    player: Player

    def choose(self, line: Any, limits: Limits) -> Any:
        """Its move."""
        return self.player.choose(line, limits).move


class Observing:
    """Games of others, one after the other in one thread."""

    def __init__(
        self,
        player: LearningPlayer,
        game: Game,
        opponents: Opponents,
        limits: Limits,
        exploration: Exploration,
        max_plies: int,
        *,
        rating: float,
        quiet: bool,
    ) -> None:
        self._player = player
        self._game = game
        self._opponents = opponents
        self._limits = limits
        self._exploration = exploration
        self._max_plies = max_plies
        self._rating = rating  # near which the first of a pool is chosen; the second is near the first
        self._quiet = quiet

    def play(self, number: int, random: Random) -> ObservedGame | None:
        """Let two others play one game and learn from it; None when it was broken off as the run is being stopped."""
        began = time.monotonic()
        line = self._exploration.start(random)
        first = Participant(*self._opponents.meet(self._rating, random))
        second = Participant(*self._opponents.meet(first.opponent.rating, random))
        participants = {Side.first: first, Side.second: second}
        for participant in participants.values():
            participant.player.new_game(random.getrandbits(32))
        outcome, failed, failure = self._played(line, participants)
        if self._player.stopped:
            return None
        for side, participant in participants.items():
            self._opponents.part(participant.opponent, participant.player, failure if side == failed else "")
        self._player.begin(None, random, number)
        if not failure:
            usable = usable_positions(self._player, self._game, line, quiet=self._quiet)
            if follow(self._player, line, usable) is None:
                return None
            self._player.end(outcome)
        return ObservedGame(
            number,
            line,
            outcome,
            None,
            second.opponent.name,
            0,
            time.monotonic() - began,
            self._player.stats,
            None,
            self._opponents.events(),
            (first.opponent.name, second.opponent.name),
        )

    def close(self) -> None:
        """End the players."""
        self._opponents.close()

    def _played(
        self, line: Any, participants: dict[Side, Participant]
    ) -> tuple[Outcome | None, Side | None, str]:
        """Play to the end: how it ended, None if it became too long or somebody failed; who failed, and why."""
        limits = {
            side: participant.opponent.limits or self._limits for side, participant in participants.items()
        }
        clocks = {side: limits[side].new_clock() for side in participants}
        while (
            (outcome := line.outcome()) is None and len(line) < self._max_plies and not self._player.stopped
        ):
            turn = line.position.turn
            try:
                with clocks[turn].running():
                    left = limits[turn].with_clocks(clocks[turn], clocks[turn.other])
                    move = participants[turn].choose(line, left)
            except (Fault, PlayerError) as error:
                if isinstance(error, Fault) and error.kind == "normal":  # who resigns has lost
                    return Outcome(turn.other.sign), None, ""
                return None, turn, str(error).removesuffix(".")
            line.push(move)
        return outcome, None, ""
