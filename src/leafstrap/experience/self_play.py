"""Self-play: both sides share the weights, and play greedily outside the opening (Meep, section 6.0.1)."""

from __future__ import annotations

import time
from random import Random

from leafstrap._core import Outcome, Side
from leafstrap.arena import Participant
from leafstrap.experience.exploration import Exploration
from leafstrap.experience.learning_player import LearningPlayer
from leafstrap.experience.record import GameRecord, GameUnderWay
from leafstrap.experience.training_game import Departures, LearnerAtPlay, play_training_game
from leafstrap.games import Game
from leafstrap.games.dice import SharedRandomDice
from leafstrap.search import Limits
from leafstrap.types import Line


class SelfPlay:
    """Games of the learner against itself, one after the other in one thread."""

    def __init__(
        self, player: LearningPlayer, game: Game, limits: Limits, exploration: Exploration, max_plies: int
    ) -> None:
        self._player = player
        self._game = game
        self._limits = limits
        self._exploration = exploration
        self._max_plies = max_plies
        self._under_way: GameUnderWay | None = None

    def play(self, number: int, random: Random, most: int = 1) -> GameRecord | None:
        """Play one game and learn from it; None when it was broken off because the run is being stopped."""
        began = time.monotonic()
        line = self._exploration.start(random)
        self._player.begin(None, random, number)
        played = self.play_on(line, random, self._max_plies)
        if played is None:
            return None
        outcome, departures = played
        seconds = time.monotonic() - began
        return GameRecord(number, line, outcome, None, "learner", departures, seconds, self._player.stats)

    def play_on(self, line: Line, random: Random, max_plies: int) -> tuple[Outcome | None, int] | None:
        """Bring a game to its end, and learn; how it ended and the random moves in it, None when being stopped."""
        departures = Departures(self._exploration, random)
        self._under_way = GameUnderWay(line, ("learner", "learner"))
        # The clock runs on through the update: in Meep learning took time from thinking (section 6.1).
        either = Participant(LearnerAtPlay(self._player, line, departures), self._limits)
        both = {Side.first: either, Side.second: either}
        dice = SharedRandomDice(random)
        ending = play_training_game(self._game, line, both, max_plies, lambda: self._player.stopped, dice)
        if ending is None:
            return None
        # A random move breaks the chain of differences: what it led to says nothing about the position before it.
        self._player.end(None if departures.last else ending.outcome)
        return ending.outcome, len(departures.plies)

    def moves_under_way(self) -> int | None:
        """Of the game that is being played or followed."""
        return self._player.stats.searches

    def game_under_way(self) -> GameUnderWay | None:
        """The game that is being played."""
        return self._under_way

    def close(self) -> None:
        """Nothing to give back."""
