"""Points per game, where a game can count more than one: backgammon's usual figure."""

from __future__ import annotations

import math
from dataclasses import dataclass

from leafstrap.arena.pairs import Z95


@dataclass(frozen=True, slots=True)
class PointsScore:
    """What A won in pairs of games, or of matches. Both of a pair share their dice, so the spread is taken of pairs.

    >>> print(PointsScore().with_pair(2, 1).with_pair(-1, 0))
    +0.500 [-1.460, +2.460] points per game
    """

    pairs: int = 0
    total: int = 0
    squares: int = 0  # of the sums of pairs
    games: int = 0
    game_squares: int = 0  # of the numbers of games of pairs
    products: int = 0  # of the two sums

    def with_pair(self, first: int, second: int, games: int = 2) -> PointsScore:
        """The stakes after one more pair; pairs of matches have more than two games."""
        both = first + second
        return PointsScore(
            self.pairs + 1,
            self.total + both,
            self.squares + both * both,
            self.games + games,
            self.game_squares + games * games,
            self.products + both * games,
        )

    @property
    def per_game(self) -> float:
        """Mean points of a game; 0 before the first."""
        return self.total / self.games if self.games else 0.0

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval; a game can cost three points while only one pair is played."""
        if self.pairs < 2:
            return 3.0
        # Of a ratio: by how much each pair has more points than so many games have on average.
        ratio = self.per_game
        spread = self.squares - 2 * ratio * self.products + ratio * ratio * self.game_squares
        return Z95 * math.sqrt(max(spread, 0.0) * self.pairs / (self.pairs - 1)) / self.games

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
