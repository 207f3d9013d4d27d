"""Measuring on the way: matches between weights of one run, at the run's own search limits, and what follows.

Newer weights play a champion. Usually whoever beats it takes its place at once. With `run.champion_every` the champion
stays for so many games, the best of all that played it are kept, then they become the champion and the run goes on from
them; if nobody beat it, the run is over (Wiering et al., section 4.1).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import StopFlag
from leafstrap.arena import Score, play_match
from leafstrap.training.builder import Builder
from leafstrap.training.store.checkpoint import Checkpoint
from leafstrap.types import JsonObject


@dataclass(frozen=True, slots=True)
class Improvement:
    """How newer weights did against older ones; the score is the newer ones'."""

    against: str  # champion | initial
    against_game: int
    score: Score

    @property
    def lead(self) -> float:
        """By how much the newer weights did better: points per game where games count several, else share of points."""
        return self.score.score - 0.5 if self.score.points_score is None else self.score.points_score.per_game

    @property
    def won(self) -> bool:
        """Whether the newer weights did better."""
        return self.lead > 0

    def record(self) -> JsonObject:
        """What the metrics of a run say about it."""
        about = {"against": self.against, "against_game": self.against_game, "won": self.won}
        return {**about, **self.score.as_json()}

    def __str__(self) -> str:
        if self.score.points_score is not None:
            return f"{self.score.points_score} v game {self.against_game}"
        low, high = self.score.elo_low, self.score.elo_high
        return f"{self.score.elo:+.0f} [{low:+.0f}, {high:+.0f}] Elo v game {self.against_game}"


def after_test(state: Checkpoint, improvement: Improvement, champion_every: int) -> Checkpoint:
    """The run after its newest weights have played the champion."""
    games = state.counters.games
    judged = champion_every > 0 and games // champion_every > state.counters.measured // champion_every
    counters = replace(state.counters, measured=games)
    if improvement.lead > counters.best_lead:
        counters = replace(counters, best_game=games, best_lead=improvement.lead)
        state = replace(state, best=state.mean)
    if counters.best_lead > 0 and (champion_every == 0 or judged):
        counters = replace(counters, champion_game=counters.best_game, best_lead=0.0)
        state = replace(state, champion=state.best)
        if champion_every:
            state = replace(state, weights=state.best, mean=state.best)
    elif judged:
        counters = replace(counters, exhausted=True)
    return replace(state, counters=counters)


def measure(
    builder: Builder,
    newer: NDArray[np.float64],
    older: NDArray[np.float64],
    games: int,
    seed: int,
    stop: StopFlag,
) -> Score | None:
    """Play a match of pairs, as many games at once as the run does; None if it was stopped."""
    return play_match(
        builder.game,
        lambda: builder.player("newer", newer),
        lambda: builder.player("older", older),
        games=games,
        limits=builder.limits,
        concurrency=builder.recipe.run.workers,
        seed=seed,
        stop=stop,
    )
