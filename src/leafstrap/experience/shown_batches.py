"""Lots of games of backgammon for rules in Python: the core plays them, and the rule is shown every board."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from leafstrap._core import StopFlag
from leafstrap._core.backgammon import Networks
from leafstrap.experience.batches import BatchRecord, Lesson
from leafstrap.experience.learning_player import Weights
from leafstrap.experience.played_games import play_game
from leafstrap.experience.record import Stats
from leafstrap.learn import Rule, Step


class ShownBatches:
    """Lots of games, one after the other in one thread; every game is played with the newest weights."""

    def __init__(self, weights: Weights, lesson: Lesson, rule: Rule, stop: StopFlag) -> None:
        self._weights = weights
        self._lesson = lesson
        self._rule = rule
        self._stop = stop

    def play(self, number: int, random: Random) -> BatchRecord | None:
        """Play a lot and learn from it; None when it was broken off because the run is being stopped."""
        began, lesson = time.monotonic(), self._lesson
        stats, points, lines = Stats(), 0, []
        for game in range(lesson.games):
            if self._stop.is_set:
                return None
            swapped = lesson.experience == "versus" and game % 2 == 1  # the learner begins every other game
            first, second = reversed(self._players()) if swapped else self._players()
            played = play_game(
                first, second, random.getrandbits(63), plies=lesson.plies, candidates=lesson.candidates
            )
            stats.nodes += played.evaluations
            stats.searches += len(played.line)
            outcome = self._show(played.line, number * lesson.games + game, stats)
            if outcome is not None:
                points += -outcome.points if swapped else outcome.points
            lines.append(played.line)
        mean, seconds = points / lesson.games, time.monotonic() - began
        return BatchRecord(number, lesson.games, lines[0], lesson.names, mean, seconds, stats)

    def close(self) -> None:
        """Nothing to give back."""

    def _players(self) -> tuple[Networks, Networks]:
        """The learner, or the expert that is observed, and who plays against it."""
        learner, expert = self._weights.snapshot(), self._lesson.expert
        if expert is None:
            return learner, learner
        return expert if self._lesson.experience == "observe" else learner, expert

    def _show(self, line: Any, games: int, stats: Stats) -> Any:
        """Learn from a game, before which so many were played; its outcome, None if it was broken off."""
        lesson = self._rule.begin(None, games)
        for position in line.before:
            update = lesson.observe(Step(position, None, None, self._weights.snapshot()))
            if update is not None:
                self._weights.apply(update)
                stats.learned(update)
        outcome = line.outcome()
        lesson.finish(outcome)
        return outcome
