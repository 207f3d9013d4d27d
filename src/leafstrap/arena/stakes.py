"""Points per game, where a game can count more than one: backgammon's usual figure."""

from __future__ import annotations

import math
from dataclasses import dataclass

from leafstrap.arena.pairs import Z95


@dataclass(frozen=True, slots=True)
class Stakes:
    """What A won in pairs of games. The two of a pair share their dice, so pairs are what the spread is taken of.

    >>> print(Stakes().with_pair(2, 1).with_pair(-1, 0))
    +0.500 [-1.460, +2.460] points per game
    """

    pairs: int = 0
    total: int = 0
    squares: int = 0  # of the sums of pairs

    def with_pair(self, first: int, second: int) -> Stakes:
        """The stakes after one more pair."""
        both = first + second
        return Stakes(self.pairs + 1, self.total + both, self.squares + both * both)

    @property
    def per_game(self) -> float:
        """Mean points of a game; 0 before the first."""
        return self.total / (2 * self.pairs) if self.pairs else 0.0

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval; a game can cost three points while only one pair is played."""
        if self.pairs < 2:
            return 3.0
        mean = self.total / self.pairs
        variance = max(self.squares / self.pairs - mean * mean, 0.0) * self.pairs / (self.pairs - 1)
        return Z95 * math.sqrt(variance / self.pairs) / 2

    @property
    def low(self) -> float:
        """Lower end of the 95 % interval."""
        return self.per_game - self.margin

    @property
    def high(self) -> float:
        """Upper end of the 95 % interval."""
        return self.per_game + self.margin

    def __str__(self) -> str:
        return f"{self.per_game:+.3f} [{self.low:+.3f}, {self.high:+.3f}] points per game"
