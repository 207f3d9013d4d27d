"""Expert play, then self-play: after a random number of an expert's moves the learner completes the game itself.

So Thrun (1995, section 4) kept NeuroChess from spending its time on boards that no sensible game comes to. With a share
of expert boards to keep (figure 3: 90 %), games that are watched to their end come in between.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random

from leafstrap.experience.balance import Balance
from leafstrap.experience.database import Database
from leafstrap.experience.exploration import Exploration
from leafstrap.experience.learning_player import LearningPlayer, follow
from leafstrap.experience.record import GameRecord, GameUnderWay
from leafstrap.experience.self_play import SelfPlay
from leafstrap.experience.watching import WatchedGame, usable_positions
from leafstrap.search import Limits
from leafstrap.types import JsonObject


@dataclass(slots=True)
class MixedRecord(GameRecord):
    """A game that an expert began."""

    expert_plies: int = 0

    def headers(self, event: str) -> dict[str, str]:
        """The tags of the game's record."""
        return {**GameRecord.headers(self, event), "ExpertPlies": str(self.expert_plies)}

    def summary(self) -> JsonObject:
        """What the metrics of a run say about the game."""
        return {**GameRecord.summary(self), "expert_plies": self.expert_plies}


class Mixed:
    """Games that begin as those of a database, one after the other in one thread."""

    def __init__(
        self,
        player: LearningPlayer,
        database: Database,
        limits: Limits,
        exploration: Exploration,
        max_plies: int,
        *,
        quiet: bool,
        share: float | None,
        balance: Balance,
    ) -> None:
        self._player = player
        self._database = database
        self._own = SelfPlay(player, database.kind, limits, exploration, max_plies)
        self._max_plies = max_plies
        self._quiet = quiet
        self._share = share  # of boards that are experts'; None: every game is completed
        self._balance = balance

    def play(self, number: int, random: Random, most: int = 1) -> MixedRecord | WatchedGame | None:
        """Follow an expert, play on and learn from both; None when broken off because the run is being stopped."""
        began = time.monotonic()
        written = self._database.game(number)
        game = written.line
        whole = self._share is not None and self._balance.lacks_experts(self._share)
        plies = len(game) if whole else random.randrange(len(game))
        usable = usable_positions(self._player, self._database.kind, game, quiet=self._quiet)[:plies]
        self._player.begin(None, random, number)
        line = follow(self._player, game, usable)
        if line is None:
            return None
        events = tuple(self._database.faults()) if number == 0 else ()
        if whole:
            assert written.outcome is not None  # others are left out of a database
            self._player.end(written.outcome)
            self._balance.count(plies, 0)
            seconds = time.monotonic() - began
            return WatchedGame(number, written.outcome, plies, seconds, self._player.stats, events)
        # However long the expert's part is, the learner has as many plies as in a game of its own.
        played = self._own.play_on(line, random, plies + self._max_plies)
        if played is None:
            return None
        self._balance.count(plies, len(line) - plies)
        seconds = time.monotonic() - began
        outcome, departures = played
        return MixedRecord(
            number,
            line,
            outcome,
            None,
            "learner",
            departures,
            seconds,
            self._player.stats,
            None,
            events,
            plies,
        )

    def moves_under_way(self) -> int | None:
        """Of the game that is being played or followed."""
        return self._player.stats.searches

    def game_under_way(self) -> GameUnderWay | None:
        """The game that is being played on, or was last."""
        return self._own.game_under_way()

    def close(self) -> None:
        """Nothing to give back."""
