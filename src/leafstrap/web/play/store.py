"""Games on the disk, a small JSON file each, and those of them that are in memory."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections import OrderedDict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from leafstrap.durable import write_whole
from leafstrap.errors import LeafstrapError
from leafstrap.games import Game
from leafstrap.types import JsonObject
from leafstrap.web.common.analysis import Analysts
from leafstrap.web.common.fields import WebError
from leafstrap.web.common.sources import Sources
from leafstrap.web.common.work import Work
from leafstrap.web.play.clocks import GameClocks
from leafstrap.web.play.live import Helpers, LiveGame
from leafstrap.web.play.settings import GameSettings, read_stored
from leafstrap.web.play.table import Table

NAME = re.compile(r"[A-Za-z0-9_-]{8,32}")
KEPT = 500  # games on the disk
LARGEST = 2**20  # bytes of a game


class GameStore:
    """All games of a server. Used in the event loop; files are written in threads, each always whole."""

    def __init__(self, folder: Path, most: int, work: Work, sources: Sources, analysts: Analysts) -> None:
        self._folder = folder
        self._most = most
        self._work = work
        self._sources = sources
        self._helpers = Helpers(work, sources, analysts, self._save)
        self._live: OrderedDict[str, LiveGame] = OrderedDict()
        self._dirty: dict[str, JsonObject] = {}
        self._writing: asyncio.Task[None] | None = None
        self._disk = asyncio.Lock()  # a game that is forgotten must not be written behind our back

    async def create(self, settings: GameSettings, game: Game) -> LiveGame:
        """A new game."""
        self._make_room()
        source = await self._work.quick(self._sources.source, game, settings.opponent)
        seed = secrets.randbits(48) if settings.seed is None else settings.seed
        clock = settings.clock
        clocks = None if clock is None else GameClocks(clock["seconds"], clock["increment"])
        live = LiveGame(self._helpers, secrets.token_urlsafe(12), Table(game, settings, seed), source, clocks)
        self._live[live.id] = live
        self._save(live.id, live.stored())
        await self._work.quick(self._prune)
        live.go_on()
        return live

    async def get(self, name: str) -> LiveGame:
        """A game by its id, from memory or from the disk."""
        if (live := self._live.get(name)) is not None:
            self._live.move_to_end(name)
            return live
        if not NAME.fullmatch(name):
            raise WebError("There is no such game.", 404)
        stored = self._dirty.get(name)
        if stored is None:
            stored = await self._work.quick(self._read, name)
        if (live := self._live.get(name)) is not None:  # somebody else was quicker
            return live
        self._make_room()
        live = self._live[name] = self._load(name, stored)
        return live

    async def listed(self) -> list[JsonObject]:
        """All games, the newest first, in a few words."""
        await self._flush()
        return await self._work.quick(self._summaries)

    async def delete(self, name: str) -> None:
        """Forget a game."""
        live = await self.get(name)
        live.channel.publish("gone", {})
        live.close()
        self._live.pop(name, None)
        async with self._disk:
            self._dirty.pop(name, None)
            await self._work.quick(self._path(name).unlink, missing_ok=True)

    def close(self) -> None:
        """Stop all thinking, and write what is not written yet."""
        for live in self._live.values():
            live.close()
        for name, stored in self._dirty.items():
            self._write(name, stored)
        self._dirty.clear()

    def _make_room(self) -> None:
        while len(self._live) >= self._most:
            idle = next((name for name, live in self._live.items() if not len(live.channel)), None)
            if idle is None:
                raise WebError("Too many games are being watched: close some of them.", 429)
            self._live.pop(idle).close()

    def _load(self, name: str, stored: JsonObject) -> LiveGame:
        try:
            game, settings = read_stored(stored["settings"])
            table = Table.load(game, settings, int(stored["seed"]), stored["finished"], stored["actions"])
            source = self._sources.source(game, settings.opponent)
            clock, left = settings.clock, stored.get("clocks")
            clocks = None
            if clock is not None:
                clocks = GameClocks(clock["seconds"], clock["increment"], tuple(left) if left else None)
            live = LiveGame(self._helpers, name, table, source, clocks)
            live.version = int(stored.get("version", 1)) + 1
            live.evaluation_on = bool(stored.get("evaluation", True))
            live.moves.evaluations = {int(ply): said for ply, said in stored.get("evaluations", {}).items()}
        except WebError as error:
            raise WebError(f"This game cannot be gone on with: {error}", 404) from None
        except (LeafstrapError, KeyError, TypeError, ValueError, AttributeError):
            raise WebError("The file of this game is damaged.", 404) from None
        if clocks is not None and table.outcome is None and len(table.line):
            clocks.turn_to(table.decider)
        return live

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _read(self, name: str) -> JsonObject:
        try:
            path = self._path(name)
            if path.stat().st_size > LARGEST:
                raise WebError("The file of this game is too large.", 404)
            found: Any = json.loads(path.read_bytes())
        except FileNotFoundError:
            raise WebError("There is no such game.", 404) from None
        except (OSError, ValueError) as error:
            if isinstance(error, WebError):
                raise
            raise WebError("The file of this game is damaged.", 404) from None
        return found if isinstance(found, dict) else {}

    def _save(self, name: str, stored: JsonObject) -> None:
        """Write a game soon; of several changes at once only the last."""
        self._dirty[name] = stored
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._flush())

    async def _flush(self) -> None:
        async with self._disk:
            while self._dirty:
                name, stored = next(iter(self._dirty.items()))
                await self._work.quick(self._write, name, stored)
                # Until it is written, whoever asks for the game must find it here
                if self._dirty.get(name) is stored:
                    del self._dirty[name]

    def _write(self, name: str, stored: JsonObject) -> None:
        about = {"updated": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(self._path(name), json.dumps({**stored, **about}).encode())
        except OSError:
            return  # a full disk: the game goes on in memory

    def _files(self) -> list[Path]:
        try:
            found = [(path.stat().st_mtime, path) for path in self._folder.glob("*.json")]
        except OSError:
            return []
        return [path for _, path in sorted(found, reverse=True)]

    def _prune(self) -> None:
        for path in self._files()[KEPT:]:
            if path.stem not in self._live:
                path.unlink(missing_ok=True)

    def _summaries(self) -> list[JsonObject]:
        found = []
        for path in self._files()[:KEPT]:
            try:
                stored = self._read(path.stem)
                settings, actions = stored["settings"], stored["actions"]
                found.append(
                    {
                        "id": path.stem,
                        **{key: settings[key] for key in ("game", "opponent", "level", "side")},
                        "moves": sum(action["do"] == "move" for action in actions),
                        "over": bool(stored.get("over")),
                        "sentence": stored.get("sentence", ""),
                        "updated": stored.get("updated"),
                    }
                )
            except (WebError, KeyError, TypeError):
                continue
        return found
