"""The opponents of one thread: met by rating, made when they are first needed, left out when they fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from leafstrap.arena import PlayerCache
from leafstrap.errors import PlayerError
from leafstrap.experience.pool import Opponent, choose
from leafstrap.players import Player

# Failures in a row after which an opponent is left out: one that hangs costs a minute each time.
FAILURES = 3


class Opponents:
    """Who is still there of a pool. What goes wrong with them is written down, and asked for with `events`."""

    def __init__(self, pool: Sequence[Opponent], spread: float) -> None:
        self._there = list(pool)
        self._spread = spread
        self._player_cache = PlayerCache()
        self._failures: Counter[str] = Counter()
        self._restarts: Counter[str] = Counter()
        self._events: list[str] = []
        self._last_reason = ""

    def meet(self, rating: float, random: Random) -> tuple[Opponent, Player]:
        """The next opponent of somebody with a rating; one that does not start is left out, and another comes."""
        while self._there:
            opponent = choose(self._there, rating, self._spread, random)
            try:
                return opponent, self._player_cache.lend(opponent.spec)
            except PlayerError as error:
                self._leave_out(opponent, str(error))
        raise PlayerError(f"No opponent is left to play against: {self._last_reason}")

    def part(self, opponent: Opponent, player: Player, failure: str) -> None:
        """Give the player back after a game, and say what was wrong with it."""
        name = opponent.name
        restarts = int(getattr(player, "restarts", 0))  # of players that run a process
        if restarts > self._restarts[name]:
            self._restarts[name] = restarts
            self._events.append(f"{name} died and was started again (restarts so far: {restarts}).")
        self._player_cache.give_back(opponent.spec, player)
        self._failures[name] = self._failures[name] + 1 if failure else 0
        if failure:
            self._events.append(f"{failure}: a game without a result.")
        if self._failures[name] >= FAILURES:
            self._leave_out(opponent, f"it failed {FAILURES} times in a row.")

    def events(self) -> tuple[str, ...]:
        """What went wrong since this was last asked for."""
        found, self._events = tuple(self._events), []
        return found

    def close(self) -> None:
        """End all players, those that are thinking included."""
        self._player_cache.close()

    def _leave_out(self, opponent: Opponent, reason: str) -> None:
        self._there.remove(opponent)
        self._last_reason = f"{opponent.name} is left out: {reason}"
        self._events.append(self._last_reason)
