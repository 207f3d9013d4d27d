"""The players of a match or tournament: made once, lent to one thread at a time."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable

from leafstrap.errors import PlayerError
from leafstrap.players import Choice, Fault, Player, PlayerSpec
from leafstrap.search.limits import Limits
from leafstrap.types import Line


class PlayerCache:
    """Makes as many of each player as are needed at once, and closes them all at the end."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: dict[PlayerSpec, list[Player]] = defaultdict(list)
        self._made: list[Player] = []

    def enlist(self, specs: Iterable[PlayerSpec]) -> None:
        """Make one of each: one that cannot be made is an error before the first game, not in the middle."""
        for spec in specs:
            player = spec.build()
            self._made.append(player)
            self._idle[spec].append(player)

    def take(self, spec: PlayerSpec) -> Player:
        """A player for the thread that asks; one that cannot be made now loses its games instead of ending all."""
        try:
            return self.lend(spec)
        except PlayerError as error:
            return _AbsentPlayer(spec.name, str(error).removesuffix("."))

    def lend(self, spec: PlayerSpec) -> Player:
        """A player for the thread that asks, or the error that says why there is none."""
        with self._lock:
            if self._idle[spec]:
                return self._idle[spec].pop()
        player = spec.build()
        with self._lock:
            self._made.append(player)
        return player

    def give_back(self, spec: PlayerSpec, player: Player) -> None:
        """Let others have the player; an absent one may be there the next time."""
        if not isinstance(player, _AbsentPlayer):
            with self._lock:
                self._idle[spec].append(player)

    def close(self) -> None:
        """End all players, those that are thinking included."""
        with self._lock:
            for player in self._made:
                player.close()


class _AbsentPlayer:
    """Stands in for a player that does not come."""

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self._reason = reason

    def new_game(self, seed: int) -> None:
        """Nobody to tell."""

    def choose(self, line: Line, limits: Limits) -> Choice:
        """Lose."""
        raise Fault(self._reason, "abandoned")

    def close(self) -> None:
        """Nothing to give back."""
