"""The learner's rating: as on a chess server it moves after every game, by Glicko's rule for one game.

    E = 1 / (1 + 10^((r_j - r) / 400))          1 / d² = q² E (1 - E),  q = ln 10 / 400
    r := r + q (s - E) / (1 / RD² + 1 / d²)     RD := sqrt(1 / (1 / RD² + 1 / d²))

This is Glickman's rule for opponents whose ratings are certain, as those of a pool are: they are fixed. The deviation
RD says how little is known; it never falls below a least one, since a learner does not stay who it was.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from threading import Lock

Q = math.log(10) / 400
UNKNOWN = 350.0  # Glicko: the deviation of somebody who never played
# KnightCap, note 2: "the standard deviation for all ratings reported in this section is about 50". An even game then
# moves a rating by about seven points.
LEAST = 50.0


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """Points, and one standard deviation of them."""

    points: float
    deviation: float = UNKNOWN

    def expected(self, opponent: float) -> float:
        """The score to expect against an opponent of known rating, from 0 to 1."""
        return 1.0 / (1.0 + math.pow(10.0, (opponent - self.points) / 400.0))

    def after(self, score: float, opponent: float) -> GlickoRating:
        """The rating after a game.

        >>> newcomer = GlickoRating(1500.0).after(1.0, 1500.0)
        >>> round(newcomer.points), round(newcomer.deviation)
        (1675, 247)
        """
        expected = self.expected(opponent)
        variance = 1.0 / (self.deviation**-2 + Q**2 * expected * (1.0 - expected))
        points = self.points + Q * (score - expected) * variance
        return GlickoRating(points, max(LEAST, math.sqrt(variance)))

    def __str__(self) -> str:
        return f"{self.points:.0f} ± {self.deviation:.0f}"


class Standing:
    """The rating as it is now, shared by the games of all threads."""

    def __init__(self, rating: GlickoRating) -> None:
        self._lock = Lock()
        self._rating = rating

    @property
    def rating(self) -> GlickoRating:
        """After all games so far."""
        return self._rating

    def become(self, rating: GlickoRating) -> None:
        """Go on from what others have made of it."""
        with self._lock:
            self._rating = rating

    def take_in(self, score: float | None, opponent: float) -> GlickoRating:
        """The rating with one more game in it; None is a game without a result."""
        with self._lock:
            if score is not None:
                self._rating = self._rating.after(score, opponent)
            return self._rating
