"""Results of pairs of games, small enough to keep thousands of and to write down one by one."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from leafstrap.arena.match_runner import Pair
from leafstrap.arena.score import Score


@dataclass(frozen=True, slots=True)
class PairResult:
    """What remains of a pair: A moved first in the first game, B in the second."""

    a: str
    b: str
    number: int
    points: tuple[float, float]  # of A
    marks: tuple[str, str]  # equal for games with the same moves

    @classmethod
    def of(cls, pair: Pair) -> PairResult:
        """The result of a pair that was played."""
        first, second = pair.played
        return cls(first.first, first.second, pair.number, pair.points, (_mark(first.key), _mark(second.key)))

    def as_json(self) -> dict[str, Any]:
        """What is written down."""
        return asdict(self)

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> PairResult:
        """What was written down."""
        points, marks = record["points"], record["marks"]
        return cls(record["a"], record["b"], record["number"], (points[0], points[1]), (marks[0], marks[1]))


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
        marks = {mark for result in (*ahead, *behind) for mark in result.marks}
        return Score.of(points, distinct=len(marks))

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


def _mark(key: object) -> str:
    return hashlib.blake2b(repr(key).encode(), digest_size=8).hexdigest()
