"""Learning against others, one opponent or a rated pool, with the first and the second side in turn."""

from __future__ import annotations

import time
from random import Random

from leafstrap._core import Side
from leafstrap.arena import Participant
from leafstrap.experience.exploration import Exploration
from leafstrap.experience.learning_player import LearningPlayer
from leafstrap.experience.opponents import Opponents
from leafstrap.experience.rating import Standing
from leafstrap.experience.record import GameRecord, GameUnderWay, Meeting, score
from leafstrap.experience.training_game import Departures, LearnerAtPlay, Seat, play_training_game
from leafstrap.games import Game
from leafstrap.search import Limits


class Versus:
    """Games against others, one after the other in one thread."""

    def __init__(
        self,
        player: LearningPlayer,
        game: Game,
        opponents: Opponents,
        limits: Limits,
        exploration: Exploration,
        max_plies: int,
        standing: Standing,
    ) -> None:
        self._player = player
        self._game = game
        self._opponents = opponents
        self._limits = limits
        self._exploration = exploration
        self._max_plies = max_plies
        self._standing = standing
        self._under_way: GameUnderWay | None = None

    def play(self, number: int, random: Random, most: int = 1) -> GameRecord | None:
        """Play one game and learn from it; None when it was broken off because the run is being stopped."""
        began = time.monotonic()
        before = self._standing.rating
        opponent, other = self._opponents.meet(before.points, random)
        side = Side.first if number % 2 == 0 else Side.second
        line = self._exploration.start(random)
        self._player.begin(side, random, number)
        seat = Seat(opponent.name, other, opponent.limits or self._limits, random.getrandbits(32), opponent)
        departures = Departures(self._exploration, random)
        learner = LearnerAtPlay(
            self._player, line, departures, opponent_stronger=opponent.rating > before.points
        )
        # The clock runs on through the update: in Meep learning took time from thinking (section 6.1).
        sides = {side: Participant(learner, self._limits), side.other: Participant(seat, seat.limits)}
        names = ("learner", opponent.name) if side == Side.first else (opponent.name, "learner")
        self._under_way = GameUnderWay(line, names)
        ending = play_training_game(self._game, line, sides, self._max_plies, lambda: self._player.stopped)
        if ending is None:
            return None
        self._opponents.part(opponent, other, seat.failure)
        # A random move breaks the chain of differences: what it led to says nothing about the position before it. And
        # of a game that ended elsewhere than on the board KnightCap took its last evaluation for the truth.
        self._player.end(ending.outcome if ending.on_board and not departures.last else None)
        points = None if ending.outcome is None else score(ending.outcome, side)
        rating = self._standing.take_in(points, opponent.rating)
        return GameRecord(
            number,
            line,
            ending.outcome,
            side,
            opponent.name,
            len(departures.plies),
            time.monotonic() - began,
            self._player.stats,
            Meeting(rating, points, opponent.rating, *learner.replies(line)),
            self._opponents.events(),
        )

    def moves_under_way(self) -> int | None:
        """Of the game that is being played or followed."""
        return self._player.stats.searches

    def game_under_way(self) -> GameUnderWay | None:
        """The game that is being played."""
        return self._under_way

    def close(self) -> None:
        """End the opponents."""
        self._opponents.close()
