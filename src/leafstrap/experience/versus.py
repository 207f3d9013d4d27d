"""Learning against others, one opponent or a rated pool, with the first and the second side in turn."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random

from leafstrap._core import Outcome, Side
from leafstrap.errors import PlayerError
from leafstrap.experience.exploration import Exploration
from leafstrap.experience.learning_player import LearningPlayer
from leafstrap.experience.opponents import Opponents
from leafstrap.experience.pool import Opponent
from leafstrap.experience.rating import Standing
from leafstrap.experience.record import GameRecord, Meeting, score
from leafstrap.players import Fault, Player
from leafstrap.search import Limits
from leafstrap.types import Line


@dataclass(slots=True)
class Course:
    """How a game went."""

    line: Line
    opponent_stronger: bool
    outcome: Outcome | None = None
    on_board: bool = True  # the rules ended it; else nothing is learned from its end
    explored: bool = False  # the learner's last move was random
    departures: int = 0
    replies: int = 0
    predicted: int = 0
    failure: str = ""  # of the opponent


class Versus:
    """Games against others, one after the other in one thread."""

    def __init__(
        self,
        player: LearningPlayer,
        opponents: Opponents,
        limits: Limits,
        exploration: Exploration,
        max_plies: int,
        standing: Standing,
    ) -> None:
        self._player = player
        self._opponents = opponents
        self._limits = limits
        self._exploration = exploration
        self._max_plies = max_plies
        self._standing = standing

    def play(self, number: int, random: Random, most: int = 1) -> GameRecord | None:
        """Play one game and learn from it; None when it was broken off because the run is being stopped."""
        began = time.monotonic()
        before = self._standing.rating
        opponent, other = self._opponents.meet(before.points, random)
        side = Side.first if number % 2 == 0 else Side.second
        course = Course(self._exploration.start(random), opponent.rating > before.points)
        self._player.begin(side, random, number)
        other.new_game(random.getrandbits(32))
        self._play(course, side, opponent, other, random)
        if self._player.stopped:
            return None
        self._opponents.part(opponent, other, course.failure)
        # A random move breaks the chain of differences: what it led to says nothing about the position before it. And
        # of a game that ended elsewhere than on the board KnightCap took its last evaluation for the truth.
        self._player.end(course.outcome if course.on_board and not course.explored else None)
        points = None if course.outcome is None else score(course.outcome, side)
        rating = self._standing.take_in(points, opponent.rating)
        return GameRecord(
            number,
            course.line,
            course.outcome,
            side,
            opponent.name,
            course.departures,
            time.monotonic() - began,
            self._player.stats,
            Meeting(rating, opponent.rating, course.replies, course.predicted),
            self._opponents.events(),
        )

    def close(self) -> None:
        """End the opponents."""
        self._opponents.close()

    def _play(self, course: Course, side: Side, opponent: Opponent, other: Player, random: Random) -> None:
        """Play until the game is over, the opponent fails or the run is being stopped."""
        line, other_limits = course.line, opponent.limits or self._limits
        own_clock, other_clock = self._limits.new_clock(), other_limits.new_clock()
        expected, predicted = None, True
        while (outcome := line.outcome()) is None and len(line) < self._max_plies:
            if line.position.turn != side:
                try:
                    with other_clock.running():
                        move = other.choose(line, other_limits.with_clocks(other_clock, own_clock)).move
                except (Fault, PlayerError) as error:
                    self._break_off(course, side, error)
                    return
                predicted = expected is not None and move == expected
                course.replies += expected is not None
                course.predicted += predicted
                line.push(move)
                continue
            # The clock runs on through the update: in Meep learning took time from thinking (section 6.1).
            with own_clock.running():
                result = self._player.search(
                    line,
                    own_clock.seconds_for_move(),
                    explored=course.explored,
                    predicted=predicted,
                    opponent_stronger=course.opponent_stronger,
                )
            if result is None:
                return
            course.explored = self._exploration.departs(random)
            course.departures += course.explored
            expected = result.pv[1] if len(result.pv) > 1 and not course.explored else None
            line.push(random.choice(line.position.legal_moves()) if course.explored else result.move)
        course.outcome = outcome

    def _break_off(self, course: Course, side: Side, error: Fault | PlayerError) -> None:
        """An opponent that resigns has lost; one that died or hangs teaches nothing."""
        course.on_board = False
        if isinstance(error, Fault) and error.kind == "normal":
            course.outcome = Outcome(side.sign)
        else:
            course.failure = str(error).removesuffix(".")
