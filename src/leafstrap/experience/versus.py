"""Learning against a fixed opponent, with the first and the second side in turn."""

from __future__ import annotations

import time
from random import Random
from threading import Lock

from leafstrap._core import Side
from leafstrap.experience.exploration import Exploration
from leafstrap.experience.learning_player import LearningPlayer
from leafstrap.experience.record import GameRecord, score
from leafstrap.players import Fault, Player
from leafstrap.search import Limits

FADING = 0.02  # the share of one game in the form: it remembers about fifty


class Form:
    """The learner's recent score against its opponent, from 0 to 1; shared by the games of all threads."""

    def __init__(self, score: float = 0.5) -> None:
        self._lock = Lock()
        self._score = score

    @property
    def opponent_stronger(self) -> bool:
        """Whether the opponent counts as rated above the learner (KnightCap, note 3)."""
        return self._score < 0.5

    def after(self, points: float | None) -> float:
        """The score with one more game in it; None is a game without a result."""
        with self._lock:
            if points is not None:
                self._score += FADING * (points - self._score)
            return self._score


class Versus:
    """Games against one opponent, one after the other in one thread."""

    def __init__(
        self,
        player: LearningPlayer,
        opponent: Player,
        limits: Limits,
        opponent_limits: Limits,
        exploration: Exploration,
        max_plies: int,
        form: Form,
    ) -> None:
        self._player = player
        self._opponent = opponent
        self._limits = limits
        self._opponent_limits = opponent_limits
        self._exploration = exploration
        self._max_plies = max_plies
        self._form = form

    def play(self, number: int, random: Random) -> GameRecord | None:
        """Play one game and learn from it; None when it was broken off because the run is being stopped."""
        began = time.monotonic()
        side = Side.first if number % 2 == 0 else Side.second
        line = self._exploration.start(random)
        own, other = self._limits.new_clock(), self._opponent_limits.new_clock()
        self._player.begin(side, random)
        self._opponent.new_game(random.getrandbits(32))
        stronger = self._form.opponent_stronger
        expected, predicted, explored, departures = None, True, False, 0
        while (outcome := line.outcome()) is None and len(line) < self._max_plies:
            if line.position.turn != side:
                try:
                    with other.running():
                        limits = self._opponent_limits.with_clocks(other, own)
                        move = self._opponent.choose(line, limits).move
                except Fault:  # an engine that died teaches nothing: the game ends here, without a result
                    break
                predicted = expected is not None and move == expected
                line.push(move)
                continue
            # The clock runs on through the update: in Meep learning took time from thinking (section 6.1).
            with own.running():
                result = self._player.search(
                    line,
                    own.seconds_for_move(),
                    explored=explored,
                    predicted=predicted,
                    opponent_stronger=stronger,
                )
            if result is None:
                return None
            explored = self._exploration.departs(random)
            departures += explored
            expected = result.pv[1] if len(result.pv) > 1 and not explored else None
            line.push(random.choice(line.position.legal_moves()) if explored else result.move)
        if self._player.stopped:
            return None
        # A random move breaks the chain of differences: what it led to says nothing about the position before it.
        self._player.end(None if explored else outcome)
        seconds = time.monotonic() - began
        form = self._form.after(None if outcome is None else score(outcome, side))
        opponent = self._opponent.name
        return GameRecord(
            number, line, outcome, side, opponent, departures, seconds, self._player.tally, form
        )

    def close(self) -> None:
        """End the opponent."""
        self._opponent.close()
