"""Games of backgammon that networks play in the core, one at a time, without learning from them there."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from leafstrap._core.backgammon import Networks, Trainer


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game, and how many positions were looked at for it."""

    line: Any
    evaluations: int


def play_game(
    first: Networks, second: Networks, seed: int, *, plies: int = 0, candidates: int = 0
) -> PlayedGame:
    """One that `first` begins, with throws that follow from the seed.

    Both look through so many rolls after a move, of so many candidates (0: all).
    """
    trainer = Trainer(first, second, seed)
    # With a step size of 0 it only plays: what it learns from the game it learns for nothing.
    stats = trainer.run(1, "versus", lambda_=0.0, rate=0.0, plies=plies, candidates=candidates)
    return PlayedGame(trainer.sample(), stats.evaluations)


@dataclass(frozen=True, slots=True)
class ExpertPlay:
    """Games of an expert against itself, each played when it is asked for."""

    expert: Networks
    distinct: int
    seed: int

    def game(self, number: int) -> PlayedGame:
        """The game of a number."""
        random = Random(f"game {number} of an expert, seed {self.seed}")
        return play_game(self.expert, self.expert, random.getrandbits(63))
