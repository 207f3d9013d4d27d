"""What a match says: points, Elo difference with its 95 % interval, distinct games."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

from leafstrap.arena.stats.pairs import Z95, PointsScore, normalised_elo, pair_index, spread

ELO_PER_LOGIT = 400 / math.log(10)


@dataclass(frozen=True, slots=True, repr=False)
class Score:
    """A match from A's view.

    Elo is the logistic one, of the mean pair score with a prior worth one game (see `pairs.py`), and its
    interval is normal on the logit scale with the spread of the pairs. After 100-0 the lower end is what the
    games show, the upper end only what the prior allows: the interval says "at least", not "at most".
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    distinct: int = 0
    points_score: PointsScore | None = None  # where games count points
    match_points: int | None = None  # what is won or lost are matches to so many points

    def with_pair(
        self,
        first: float,
        second: float,
        distinct: int,
        stakes: tuple[int, int] | None = None,
        length: int = 2,
    ) -> Score:
        """The score after one more pair of results (each 1, 1/2 or 0 for A), and what A won in so many games."""
        results = (first, second)
        ll, ld, even, wd, ww = (
            count + (kind == pair_index(*results)) for kind, count in enumerate(self.pairs)
        )
        return Score(
            self.wins + results.count(1.0),
            self.draws + results.count(0.5),
            self.losses + results.count(0.0),
            (ll, ld, even, wd, ww),
            distinct,
            None if stakes is None else (self.points_score or PointsScore()).with_pair(*stakes, length),
            self.match_points,
        )

    @classmethod
    def of(cls, results: Iterable[tuple[float, float]], distinct: int | None = None) -> Score:
        """The score of pairs of results; all games count as distinct unless told.

        >>> print(Score.of([(1, 0.5), (0.5, 0.5)]))
        +1 =3 -0 of 4 games (4 distinct), score 62.5 %, Elo +70 [-78, +219]
        """
        score = cls()
        for first, second in results:
            score = score.with_pair(first, second, score.games + 2)
        return score if distinct is None else replace(score, distinct=distinct)

    @property
    def games(self) -> int:
        """Number of games, two a pair; or of matches."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Share of the points as they fell, without a prior; 1/2 before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def elo(self) -> float:
        """How much stronger A is; below 0 it is weaker."""
        return elo_interval(self.pairs)[0]

    @property
    def elo_low(self) -> float:
        """Lower end of the 95 % interval."""
        return elo_interval(self.pairs)[1]

    @property
    def elo_high(self) -> float:
        """Upper end of the 95 % interval."""
        return elo_interval(self.pairs)[2]

    @property
    def los(self) -> float:
        """Likelihood of superiority: how probable it is that A is the stronger one."""
        seen = spread(self.pairs)
        return NormalDist().cdf((seen.mean - 0.5) / seen.error)

    def details(self) -> str:
        """The line below the result: counts of pairs, normalised Elo, likelihood of superiority.

        >>> print(Score.of([(1, 0.5), (0.5, 0.5)]).details())
        pairs LL LD WL+DD WD WW: 0 0 1 1 0, normalised Elo +148.1 ± 304.5, LOS 83.0 %
        """
        nelo, margin = normalised_elo(self.pairs)
        return (
            f"pairs LL LD WL+DD WD WW: {' '.join(map(str, self.pairs))}, "
            f"normalised Elo {nelo:+.1f} ± {margin:.1f}, LOS {100 * self.los:.1f} %"
        )

    def as_json(self) -> dict[str, int | float | list[int]]:
        """What `leafstrap match --json` prints."""
        nelo, margin = normalised_elo(self.pairs)
        points: dict[str, int | float | list[int]] = {}
        if self.points_score is not None:
            names = ("points_per_game", "ppg_low", "ppg_high")
            figures = (self.points_score.per_game, self.points_score.low, self.points_score.high)
            points = {name: round(figure, 5) for name, figure in zip(names, figures, strict=True)}
        if self.match_points is not None and self.points_score is not None:
            points |= {
                "matches": self.games,
                "match_points": self.match_points,
                "match_games": self.points_score.games,
            }
        return {
            **points,
            "games": self.games,
            "distinct": self.distinct,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": round(self.score, 6),
            "elo": round(self.elo, 2),
            "elo_low": round(self.elo_low, 2),
            "elo_high": round(self.elo_high, 2),
            "pairs": list(self.pairs),
            "nelo": round(nelo, 2),
            "nelo_margin": round(margin, 2),
            "los": round(self.los, 4),
        }

    def __repr__(self) -> str:
        return f"<Score: {self}>"

    def __str__(self) -> str:
        points = "" if self.points_score is None else f", {self.points_score}"
        played = "games"
        if self.match_points is not None and self.points_score is not None:
            played, points = f"matches to {self.match_points}", f"{points} of {self.points_score.games}"
        return (
            f"+{self.wins} ={self.draws} -{self.losses} of {self.games} {played} ({self.distinct} distinct), "
            f"score {100 * self.score:.1f} %, Elo {self.elo:+.0f} [{self.elo_low:+.0f}, {self.elo_high:+.0f}]{points}"
        )


def elo_interval(pairs: Sequence[int]) -> tuple[float, float, float]:
    """Elo difference, lower and upper end of the 95 % interval, from the five pair counts."""
    seen = spread(pairs)
    logit = math.log(seen.mean / (1 - seen.mean))
    # d logit / d mean = 1 / (mean (1 - mean)): the delta method, on the scale where no end can leave (0, 1).
    half = Z95 * seen.error / (seen.mean * (1 - seen.mean))
    return ELO_PER_LOGIT * logit, ELO_PER_LOGIT * (logit - half), ELO_PER_LOGIT * (logit + half)
