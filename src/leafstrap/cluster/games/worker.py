"""One process of a cluster that plays pairs of games: what Ray makes an actor of."""

from __future__ import annotations

import dataclasses
import platform
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import leafstrap.cluster.games.wire  # noqa: F401 - pairs on their way home
from leafstrap import __version__
from leafstrap.arena import Conditions, Opening, Pair, PlayerCache, Task, play_pair
from leafstrap.arena.signature import core_signature
from leafstrap.errors import LeafstrapError
from leafstrap.games import Game
from leafstrap.players import PlayerSpec, PortablePlayer, parse_player
from leafstrap.search.limits import Limits


@dataclass(frozen=True, slots=True)
class SentPlayer:
    """A player on its way: the names of its files, and not yet what is in them."""

    name: str
    limits: Limits | None
    text: str
    files: tuple[str, ...]

    def spec(self, game: Game, folder: Path) -> PlayerSpec:
        """The player, with its files in a folder."""
        text = PortablePlayer(self.text, dict.fromkeys(self.files, b"")).text_in(folder)
        return dataclasses.replace(parse_player(text, game, self.name), limits=self.limits)


@dataclass(frozen=True, slots=True)
class SentTask:
    """A pair that is to be played, its players by their places among those that were sent."""

    a: int
    b: int
    number: int
    opening: Opening


@dataclass(frozen=True, slots=True)
class Presence:
    """What a worker says of itself when it is there."""

    host: str
    version: str
    signature: int | None  # of its core; None: the game has none
    refusal: str | None  # why it cannot play; None: it can


@dataclass(frozen=True, slots=True)
class PlayedBatch:
    """Pairs, and how long they took."""

    pairs: list[Pair]
    seconds: float


class GamesWorker:
    """Makes the players once, then plays pairs; it has one thread for them, and one that can end them."""

    def __init__(
        self, conditions: Conditions, players: Sequence[SentPlayer], files: Mapping[str, bytes]
    ) -> None:
        self._conditions = conditions
        self._players = players
        self._files = files
        self._specs: list[PlayerSpec] = []
        self._cache = PlayerCache()
        self._cancelled = threading.Event()
        self._folder: tempfile.TemporaryDirectory[str] | None = None  # for files of players, if there are any

    def begin(self) -> Presence:
        """Make one of each player, so that one that this node has not is known before the first game."""
        refusal = None
        try:
            folder = self._unpack()
            self._specs = [player.spec(self._conditions.game, folder) for player in self._players]
            self._cache.enlist(self._specs)
        except (LeafstrapError, OSError) as error:
            refusal = str(error)
        return Presence(platform.node(), __version__, core_signature(self._conditions.game), refusal)

    def play(self, tasks: Sequence[SentTask]) -> PlayedBatch:
        """Play some pairs; those that were cancelled are left out."""
        began, pairs = time.monotonic(), []
        for task in tasks:
            specs = self._specs[task.a], self._specs[task.b]
            a, b = (self._cache.take(spec) for spec in specs)
            whole = Task(*specs, task.number, task.opening)
            pair = play_pair(self._conditions, whole, a, b, self._cancelled.is_set)
            if pair is None:
                break
            for spec, player in zip(specs, (a, b), strict=True):
                self._cache.give_back(spec, player)
            pairs.append(pair)
        return PlayedBatch(pairs, time.monotonic() - began)

    def end(self) -> None:
        """Break off what is under way, and give all players back."""
        self._cancelled.set()
        self._cache.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _unpack(self) -> Path:
        """The folder with the files of the players; where there are none, no folder is made."""
        if not self._files:
            return Path()
        self._folder = tempfile.TemporaryDirectory(prefix="leafstrap-files-")
        folder = Path(self._folder.name)
        for name, content in self._files.items():
            (folder / Path(name).name).write_bytes(content)
        return folder
