"""A tournament: several pairings, all with the same openings, each opening from both sides."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from leafstrap._core import StopFlag
from leafstrap.arena.games.openings import shuffled_openings
from leafstrap.arena.games.played import Pair
from leafstrap.arena.schedule.match_runner import MakeRunner, MatchRunner
from leafstrap.arena.schedule.pairs import Conditions, Task, check_games
from leafstrap.arena.stats.standings import PairResult, ResultTable
from leafstrap.errors import UsageError
from leafstrap.players import PlayerSpec

Pairing = tuple[PlayerSpec, PlayerSpec]


def round_robin(players: Sequence[PlayerSpec]) -> list[Pairing]:
    """Everybody against everybody."""
    return list(itertools.combinations(players, 2))


def gauntlet(players: Sequence[PlayerSpec]) -> list[Pairing]:
    """The first against all others."""
    return [(players[0], other) for other in players[1:]]


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """What is played: so many games of every pairing.

    With limits in depth or nodes the same tournament has the same games, however many are played at once and however
    often it was stopped on the way.
    """

    pairings: Sequence[Pairing]
    conditions: Conditions
    games: int  # of each pairing

    def __post_init__(self) -> None:
        check_games(self.games)
        if not self.pairings:
            raise UsageError("A tournament needs at least two players.")
        names = [spec.name for spec in self.players]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise UsageError(f"Two players of the tournament are called {twice!r}.")

    @property
    def players(self) -> list[PlayerSpec]:
        """Everybody, in the order of their first pairing."""
        return list(dict.fromkeys(spec for pairing in self.pairings for spec in pairing))

    @property
    def total_games(self) -> int:
        """Of all pairings together."""
        return len(self.pairings) * self.games

    def run(
        self,
        results: ResultTable,
        watch: Callable[[Pair], None] | None = None,
        stop: StopFlag | None = None,
        make_runner: MakeRunner = MatchRunner,
    ) -> bool:
        """Play what `results` does not have yet and add it there; `watch` sees every pair. False if stopped early."""
        tasks = list(self._tasks(results))
        runner = make_runner(self.conditions, iter(tasks), min(self.conditions.concurrency, len(tasks)))
        try:
            runner.start(*dict.fromkeys(spec for task in tasks for spec in (task.a, task.b)))
            left = len(tasks)
            while left:
                pair = runner.next_pair()
                if stop is not None and stop.is_set:
                    return False
                if pair is not None:
                    left -= 1
                    results.add(PairResult.of(pair))
                    if watch is not None:
                        watch(pair)
        except KeyboardInterrupt:
            return False
        finally:
            runner.stop()
        return True

    def _tasks(self, results: ResultTable) -> Iterator[Task]:
        pairs, conditions = self.games // 2, self.conditions
        openings = shuffled_openings(conditions.game, conditions.openings, conditions.seed, pairs)
        chosen = list(itertools.islice(openings, pairs))
        for a, b in self.pairings:
            for number, opening in enumerate(chosen):
                if (a.name, b.name, number) not in results:
                    yield Task(a, b, number, opening)
