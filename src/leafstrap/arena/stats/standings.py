"""Results of a pool, pair by pair, and its standings: ratings with intervals, scores, who scored what against whom."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from leafstrap.arena.games.played import Pair
from leafstrap.arena.stats.ratings import Ratings, fit_ratings
from leafstrap.arena.stats.score import Score
from leafstrap.types import JsonObject


@dataclass(frozen=True, slots=True)
class PairResult:
    """What is kept of a pair, small enough for thousands of them: A moved first in the first game, B in the second."""

    a: str
    b: str
    number: int
    points: tuple[float, float]  # of A
    digests: tuple[str, str]  # equal for games with the same moves

    @classmethod
    def of(cls, pair: Pair) -> PairResult:
        """The result of a pair that was played."""
        first, second = pair.played
        return cls(
            first.first, first.second, pair.number, pair.points, (_digest(first.key), _digest(second.key))
        )

    def as_json(self) -> JsonObject:
        """What is written down."""
        return {
            "a": self.a,
            "b": self.b,
            "number": self.number,
            "points": self.points,
            "marks": self.digests,
        }

    @classmethod
    def from_json(cls, record: JsonObject) -> PairResult:
        """What was written down."""
        points, digests = record["points"], record["marks"]
        return cls(
            record["a"], record["b"], record["number"], (points[0], points[1]), (digests[0], digests[1])
        )


class ResultTable:
    """Who scored what against whom."""

    def __init__(self, results: Iterable[PairResult] = ()) -> None:
        self._pairs: dict[tuple[str, str], list[PairResult]] = defaultdict(list)
        for result in results:
            self.add(result)

    def add(self, result: PairResult) -> None:
        """Count a pair."""
        self._pairs[result.a, result.b].append(result)

    def __len__(self) -> int:
        return sum(len(pairs) for pairs in self._pairs.values())

    def __contains__(self, key: tuple[str, str, int]) -> bool:
        a, b, number = key
        return any(result.number == number for result in self._pairs.get((a, b), ()))

    def between(self, a: str, b: str) -> Score:
        """The score of a against b, in the view of a."""
        ahead, behind = self._pairs.get((a, b), []), self._pairs.get((b, a), [])
        points = [result.points for result in ahead]
        points += [(1 - result.points[0], 1 - result.points[1]) for result in behind]
        digests = {digest for result in (*ahead, *behind) for digest in result.digests}
        return Score.of(points, distinct=len(digests))

    def meetings(self) -> list[tuple[str, str]]:
        """Who has played whom, in the order of their first games."""
        return list(self._pairs)

    def by_first_move(self) -> dict[tuple[str, str], tuple[int, int, int]]:
        """Won, drawn and lost games of the one who moved first, for (first, second)."""
        counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
        for (a, b), results in self._pairs.items():
            for result in results:
                in_first, in_second = result.points
                counts[a, b][round(2 - 2 * in_first)] += 1
                counts[b, a][round(2 * in_second)] += 1
        return {key: (won, drawn, lost) for key, (won, drawn, lost) in counts.items()}


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line of the table."""

    name: str
    rating: float
    low: float
    high: float
    los: float | None  # how probable it is that it is stronger than the next one; None for the last
    points: float
    games: int
    distinct: int

    @property
    def score(self) -> float:
        """Share of the points; 1/2 before the first game."""
        return self.points / self.games if self.games else 0.5


class Standings:
    """What results say about a pool; some ratings may be known."""

    def __init__(
        self, names: Sequence[str], results: ResultTable, anchors: Mapping[str, float] | None = None
    ) -> None:
        self.results = results
        self.ratings: Ratings = fit_ratings(names, results.by_first_move(), anchors)

    def rows(self) -> list[Row]:
        """All players, the best first."""
        ranked = self.ratings.ranked()
        found = []
        for place, name in enumerate(ranked):
            rating = self.ratings.of(name)
            scores = [self.results.between(name, other) for other in ranked if other != name]
            los = self.ratings.los(name, ranked[place + 1]) if place + 1 < len(ranked) else None
            points = sum(score.wins + score.draws / 2 for score in scores)
            games = sum(score.games for score in scores)
            distinct = sum(score.distinct for score in scores)
            found.append(Row(name, rating.elo, rating.low, rating.high, los, points, games, distinct))
        return found

    def as_json(self) -> JsonObject:
        """What `--json` prints."""
        players = [
            {
                "name": row.name,
                "rating": round(row.rating, 2),
                "rating_low": round(row.low, 2),
                "rating_high": round(row.high, 2),
                "los": None if row.los is None else round(row.los, 4),
                "games": row.games,
                "distinct": row.distinct,
                "score": round(row.score, 6),
            }
            for row in self.rows()
        ]
        meetings = self.results.meetings()
        pairings = [{"a": a, "b": b, **self.results.between(a, b).as_json()} for a, b in meetings]
        return {
            "players": players,
            "pairings": pairings,
            "first_move_advantage": round(self.ratings.advantage, 2),
            "draws_between_equals": round(self.ratings.draws, 4),
        }

    def table(self) -> str:
        """Ratings and cross table as text; a cell is the points of the row's player against the column's."""
        rows = self.rows()
        heads = ["", "player", "rating", "95 % interval", "LOS", "score", "games", "distinct"]
        heads += [str(number) for number in range(1, len(rows) + 1)]
        lines = [heads]
        for number, row in enumerate(rows, start=1):
            cells = [str(number), row.name, f"{row.rating:.0f}", f"[{row.low:.0f}, {row.high:.0f}]"]
            cells += ["" if row.los is None else f"{100 * row.los:.0f} %", f"{100 * row.score:.1f} %"]
            cells += [str(row.games), str(row.distinct)]
            lines.append(cells + [self._cell(row.name, other.name) for other in rows])
        widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
        return "\n".join("  ".join(_aligned(line, widths)).rstrip() for line in lines)

    def _cell(self, a: str, b: str) -> str:
        score = self.results.between(a, b)
        return f"{score.wins + score.draws / 2:g}/{score.games}" if score.games else "-"


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Names to the left, all else to the right."""
    return [
        cell.ljust(width) if column == 1 else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]


def _digest(key: object) -> str:
    return hashlib.blake2b(repr(key).encode(), digest_size=8).hexdigest()
