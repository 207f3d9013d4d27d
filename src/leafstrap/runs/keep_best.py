"""Measuring on the way: a match between two sets of weights of one run, at the run's own search limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import StopFlag
from leafstrap.arena import Score, play_match
from leafstrap.runs.assembly import Assembly


@dataclass(frozen=True, slots=True)
class Gain:
    """How newer weights did against older ones; the score is the newer ones'."""

    against: str  # best | initial
    against_game: int
    score: Score

    @property
    def won(self) -> bool:
        """Whether the newer weights took more than half of the points."""
        return self.score.score > 0.5

    def record(self) -> dict[str, Any]:
        """What the metrics of a run say about it."""
        about = {"against": self.against, "against_game": self.against_game, "won": self.won}
        return {**about, **self.score.as_json()}

    def __str__(self) -> str:
        if self.score.stakes is not None:
            return f"{self.score.stakes} v game {self.against_game}"
        low, high = self.score.elo_low, self.score.elo_high
        return f"{self.score.elo:+.0f} [{low:+.0f}, {high:+.0f}] Elo v game {self.against_game}"


def measure(
    assembly: Assembly,
    newer: NDArray[np.float64],
    older: NDArray[np.float64],
    games: int,
    seed: int,
    stop: StopFlag,
) -> Score | None:
    """Play a match of pairs, as many games at once as the run does; None if it was stopped."""
    return play_match(
        assembly.game,
        lambda: assembly.player("newer", newer),
        lambda: assembly.player("older", older),
        games=games,
        limits=assembly.limits,
        concurrency=assembly.recipe.run.workers,
        seed=seed,
        stop=stop,
    )
