"""The threads that play: each takes one pair of games after the other."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from leafstrap._core import Side
from leafstrap.arena.conditions import Conditions
from leafstrap.arena.opening import Opening
from leafstrap.arena.play import Participant, PlayedGame, play_game
from leafstrap.arena.player_cache import PlayerCache
from leafstrap.arena.points_match import Played, each_game, play_points_match
from leafstrap.games.dice import Dice
from leafstrap.players import PlayerSpec

POLL = 0.1  # seconds between looks at the keyboard


@dataclass(frozen=True, slots=True)
class Task:
    """One pair of games that is to be played; pairs of the same two players are numbered from 0."""

    a: PlayerSpec
    b: PlayerSpec
    number: int
    opening: Opening


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games from one opening, or two matches with the same dice: A is the first player in the first, then B."""

    number: int
    played: tuple[Played, Played]

    @property
    def games(self) -> tuple[PlayedGame, ...]:
        """The two games, or those of both matches."""
        return tuple(game for played in self.played for game in each_game(played))

    @property
    def points(self) -> tuple[float, float]:
        """A's points in both."""
        return self.played[0].points(Side.first), self.played[1].points(Side.second)

    @property
    def points_score(self) -> tuple[int, int]:
        """What A won in both, where a game can count more than one point."""
        return self.played[0].stake(Side.first), self.played[1].stake(Side.second)


class MatchRunner:
    """Plays tasks, several at a time, in whatever order they get done."""

    def __init__(self, conditions: Conditions, tasks: Iterator[Task], hands: int) -> None:
        self._conditions = conditions
        self._tasks = tasks
        self._lock = threading.Lock()
        self._cancelled = threading.Event()
        self._done: queue.SimpleQueue[Pair | BaseException] = queue.SimpleQueue()
        self._player_cache = PlayerCache()
        self._threads = [
            threading.Thread(target=self._work, name=f"games {number}", daemon=True)
            for number in range(hands)
        ]

    def start(self, *specs: PlayerSpec) -> None:
        """Make the players, then begin."""
        self._player_cache.enlist(specs)
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
        self._player_cache.close()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()
        self._player_cache.close()  # a player that was still being made came too late for the first round

    def _work(self) -> None:
        try:
            while not self._cancelled.is_set() and (task := self._next_task()) is not None:
                pair = self._play(task)
                if pair is None:
                    return
                self._done.put(pair)
        except BaseException as error:
            self._done.put(error)

    def _next_task(self) -> Task | None:
        with self._lock:
            return next(self._tasks, None)

    def _play(self, task: Task) -> Pair | None:
        conditions = self._conditions
        random = Random(f"pair {conditions.seed} {task.number}")
        specs = (task.a, task.b)
        a, b = (
            Participant(self._player_cache.take(spec), spec.limits or conditions.limits) for spec in specs
        )
        games = []
        for first, second in ((a, b), (b, a)):
            game = self._play_one(first, second, task, random.getrandbits(32))
            if game is None:
                return None
            games.append(game)
        for spec, participant in zip(specs, (a, b), strict=True):
            self._player_cache.give_back(spec, participant.player)
        return Pair(task.number, (games[0], games[1]))

    def _play_one(self, first: Participant, second: Participant, task: Task, seed: int) -> Played | None:
        conditions = self._conditions
        throws = f"dice {conditions.seed} {task.number}"  # of both games: luck counts for each side once
        cancelled = self._cancelled.is_set
        if conditions.points is not None:
            return play_points_match(
                first,
                second,
                conditions.game,
                conditions.points,
                seed=seed,
                dice_seed=throws,
                cancelled=cancelled,
            )
        return play_game(
            first,
            second,
            task.opening,
            seed=seed,
            dice=Dice(throws) if conditions.game.dice else None,
            cube=conditions.cube,
            max_plies=conditions.max_plies,
            adjudication=conditions.adjudication,
            cancelled=cancelled,
        )
