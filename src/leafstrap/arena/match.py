"""A match: pairs of games from the same opening with sides swapped, several at a time."""

from __future__ import annotations

import itertools
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from leafstrap._core import Side, StopFlag
from leafstrap.arena.opening import Opening
from leafstrap.arena.openings import OWN, shuffled_openings
from leafstrap.arena.play import MAX_PLIES, PlayedGame, Seat, play_game
from leafstrap.arena.score import Score
from leafstrap.arena.sprt import Sprt, Verdict
from leafstrap.errors import UsageError
from leafstrap.games import Game
from leafstrap.players.player import Player
from leafstrap.players.spec import PlayerSpec
from leafstrap.search.limits import Limits

POLL = 0.1  # seconds between looks at the keyboard


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games from one opening: A moves first in the first, B in the second."""

    number: int
    games: tuple[PlayedGame, PlayedGame]

    @property
    def points(self) -> tuple[float, float]:
        """A's points in both."""
        return self.games[0].points(Side.first), self.games[1].points(Side.second)


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
        self._keys.update(game.key for game in pair.games)
        self.score = self.score.with_pair(*pair.points, distinct=len(self._keys))

    @property
    def games(self) -> Iterator[PlayedGame]:
        """All games in their order."""
        return (game for pair in self.pairs for game in pair.games)


@dataclass(frozen=True, slots=True)
class Match:
    """What is played.

    With limits in depth or nodes the same match has the same games, however many are played at once.
    """

    game: Game
    a: PlayerSpec
    b: PlayerSpec
    limits: Limits  # for a player without limits of its own
    games: int = 100
    concurrency: int = 1
    openings: str = OWN
    seed: int = 0
    max_plies: int = MAX_PLIES
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            raise UsageError(
                f"A match has an even number of games, each opening from both sides, not {self.games}."
            )
        if self.concurrency < 1:
            raise UsageError(f"A match plays at least one game at a time, not {self.concurrency}.")

    def run(
        self, watch: Callable[[MatchResult], None] | None = None, stop: StopFlag | None = None
    ) -> MatchResult:
        """Play; `watch` sees the result after every pair.

        Ctrl-C or `stop` ends the match with the pairs that are whole.
        """
        result = MatchResult(verdict="continue" if self.sprt else None)
        crew = _Crew(self)
        waiting: dict[int, Pair] = {}
        try:
            crew.start()
            while len(result.pairs) < self.games // 2 and result.verdict in (None, "continue"):
                pair = crew.next_pair()
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
            crew.stop()
        return result


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
    match = Match(game, a, b, limits, games=games, concurrency=concurrency, openings=openings, seed=seed)
    result = match.run(stop=stop)
    return None if result.interrupted else result.score


class _Crew:
    """The threads of a match; each has players of its own and takes one pair after the other."""

    def __init__(self, match: Match) -> None:
        self._match = match
        openings = shuffled_openings(match.game, match.openings, match.seed, match.games // 2)
        # A wrong file raises at the first opening, and that should be before the first game.
        self._openings = enumerate(itertools.chain([next(openings)], openings))
        self._lock = threading.Lock()
        self._cancelled = threading.Event()
        self._done: queue.SimpleQueue[Pair | BaseException] = queue.SimpleQueue()
        self._players: list[Player] = []
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Make all players first: one that cannot be made should end the match before it begins."""
        match = self._match
        for number in range(min(match.concurrency, match.games // 2)):
            seats = []
            for spec in (match.a, match.b):
                player = spec.build()
                self._players.append(player)
                seats.append(Seat(player, spec.limits or match.limits))
            thread = threading.Thread(target=self._work, args=seats, name=f"match {number}", daemon=True)
            self._threads.append(thread)
        for thread in self._threads:
            thread.start()

    def next_pair(self) -> Pair | None:
        """A finished pair, or None after a moment without one."""
        try:
            done = self._done.get(timeout=POLL)
        except queue.Empty:
            return None
        if isinstance(done, BaseException):
            raise done
        return done

    def stop(self) -> None:
        """Break off what is under way, and give all players back."""
        self._cancelled.set()
        for player in self._players:
            player.close()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()

    def _work(self, a: Seat, b: Seat) -> None:
        try:
            while not self._cancelled.is_set() and (task := self._next_task()) is not None:
                pair = self._play(a, b, *task)
                if pair is None:
                    return
                self._done.put(pair)
        except BaseException as error:
            self._done.put(error)

    def _next_task(self) -> tuple[int, Opening] | None:
        with self._lock:
            number, opening = next(self._openings)
        return (number, opening) if number < self._match.games // 2 else None

    def _play(self, a: Seat, b: Seat, number: int, opening: Opening) -> Pair | None:
        random = Random(f"pair {self._match.seed} {number}")
        games = []
        for first, second in ((a, b), (b, a)):
            game = play_game(
                first,
                second,
                opening,
                seed=random.getrandbits(32),
                max_plies=self._match.max_plies,
                cancelled=self._cancelled.is_set,
            )
            if game is None:
                return None
            games.append(game)
        return Pair(number, (games[0], games[1]))
