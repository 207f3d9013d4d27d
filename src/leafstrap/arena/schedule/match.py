"""A match: pairs of games, or of matches to points, from the same opening with sides swapped, several at a time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from leafstrap._core import StopFlag
from leafstrap.arena.games.openings import OWN, shuffled_openings
from leafstrap.arena.games.played import Pair, PlayedGame
from leafstrap.arena.schedule.match_runner import MakeRunner, MatchRunner
from leafstrap.arena.schedule.pairs import Conditions, Task, check_games
from leafstrap.arena.stats.score import Score
from leafstrap.arena.stats.sprt import Sprt, Verdict
from leafstrap.games import Game
from leafstrap.players import Player, PlayerSpec
from leafstrap.search.limits import Limits


@dataclass(slots=True)
class MatchResult:
    """All whole pairs so far in their order, and what they say from A's view."""

    pairs: list[Pair] = field(default_factory=list)
    score: Score = field(default_factory=Score)
    verdict: Verdict | None = None  # of the SPRT, if there is one
    interrupted: bool = False
    _keys: set[object] = field(default_factory=set)

    def add(self, pair: Pair) -> None:
        """Count a pair."""
        self.pairs.append(pair)
        self._keys.update(played.key for played in pair.played)
        stakes = pair.stakes if pair.games[0].counts_points else None
        self.score = self.score.with_pair(
            *pair.points, distinct=len(self._keys), stakes=stakes, length=len(pair.games)
        )

    @property
    def games(self) -> Iterator[PlayedGame]:
        """All games in their order."""
        return (game for pair in self.pairs for game in pair.games)


@dataclass(frozen=True, slots=True)
class Match:
    """What is played.

    With limits in depth or nodes the same match has the same games, however many are played at once.
    """

    a: PlayerSpec
    b: PlayerSpec
    conditions: Conditions
    games: int = 100
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        check_games(self.games)

    def run(
        self,
        watch: Callable[[MatchResult], None] | None = None,
        stop: StopFlag | None = None,
        make_runner: MakeRunner = MatchRunner,
    ) -> MatchResult:
        """Play; `watch` sees the result after every pair.

        Ctrl-C or `stop` ends the match with the pairs that are whole.
        """
        nothing = Score(match_points=self.conditions.points)
        result = MatchResult(score=nothing, verdict="continue" if self.sprt else None)
        runner = make_runner(
            self.conditions, self._tasks(), min(self.conditions.concurrency, self.games // 2)
        )
        waiting: dict[int, Pair] = {}
        try:
            runner.start(self.a, self.b)
            while len(result.pairs) < self.games // 2 and result.verdict in (None, "continue"):
                pair = runner.next_pair()
                if stop is not None and stop.is_set:
                    result.interrupted = True
                    break
                if pair is not None:
                    waiting[pair.number] = pair
                # In the order of their numbers: which game was quick must not decide when a test stops.
                while (ready := waiting.pop(len(result.pairs), None)) is not None:
                    result.add(ready)
                    if self.sprt:
                        result.verdict = self.sprt.verdict(result.score.pairs)
                    if watch is not None:
                        watch(result)
                    if result.verdict not in (None, "continue"):
                        break
        except KeyboardInterrupt:
            result.interrupted = True
        finally:
            runner.stop()
        return result

    def _tasks(self) -> Iterator[Task]:
        pairs, game = self.games // 2, self.conditions.game
        openings = shuffled_openings(game, self.conditions.openings, self.conditions.seed, pairs)
        # A wrong file raises at the first opening, and that should be before the first game.
        openings = itertools.chain([next(openings)], openings)
        return (
            Task(self.a, self.b, number, opening)
            for number, opening in zip(range(pairs), openings, strict=False)
        )


def play_match(
    game: Game,
    make_a: Callable[[], Player],
    make_b: Callable[[], Player],
    *,
    games: int,
    limits: Limits,
    concurrency: int = 1,
    openings: str = OWN,
    seed: int = 0,
    stop: StopFlag | None = None,
) -> Score | None:
    """The score of a match between players that code makes; None if it was stopped."""
    a, b = PlayerSpec("A", None, make_a), PlayerSpec("B", None, make_b)
    conditions = Conditions(game, limits, concurrency, openings, seed)
    result = Match(a, b, conditions, games).run(stop=stop)
    return None if result.interrupted else result.score
