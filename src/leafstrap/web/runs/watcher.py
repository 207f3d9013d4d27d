"""One run that somebody watches: its logs are followed by one reader, however many pages listen."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable
from typing import Any

from leafstrap.recipes.legacy import current_kind
from leafstrap.training import spectators
from leafstrap.types import JsonObject
from leafstrap.web.common.events import Channel, Stream, event_bytes
from leafstrap.web.common.work import Work
from leafstrap.web.runs.files import RunFiles
from leafstrap.web.runs.metrics import (
    MOST_ROWS,
    RecordReader,
    Row,
    StrengthCurve,
    ThinnedRows,
    columns,
    thinned,
)

EVERY = 1.0  # seconds between looks into the folder
BOARDS_A_LOOK = 4  # looks at the game under way for each of these
GAMES_EVERY = 3.0  # seconds between newest games: nobody steps through one sooner
AT_ONCE = 4 * 2**20  # bytes of a log that are read in one go
NEW_ROWS = 20  # that one event brings at most
MOST_EVENTS = 200
MOST_WORKERS = 200


class RunWatcher:
    """Follows a folder. `refresh` is called in a thread, one call at a time; all else in the event loop."""

    def __init__(
        self,
        files: RunFiles,
        work: Work,
        describe: Callable[[RunFiles], JsonObject],
        log: Callable[[str], str],
    ) -> None:
        self.files = files
        self.channel = Channel()
        self._work, self._describe, self._log = work, describe, log
        self._lock = asyncio.Lock()
        self._polling: asyncio.Task[None] | None = None
        self._said: dict[str, str] = {}  # the last of each event, to say only what is new
        self._first: dict[
            str, bytes
        ] = {}  # what a page is told when it comes; nothing: it has to be found out anew
        self._opening = asyncio.Lock()
        self._learning = False
        self._game_read, self._game_due = 0.0, False
        self._under_way = ("", "")  # number and text of the game under way when it was last looked at
        self._start()

    def _start(self) -> None:
        self._offset = 0
        self._reader = RecordReader(self.files.workers)
        self.rows = ThinnedRows()
        self.strength = StrengthCurve()
        self.events: list[JsonObject] = []
        self.workers: JsonObject | None = None  # of a run on a cluster, as it last said
        self._fresh: list[Row] = []
        self._was_reset = True

    async def refresh(self) -> None:
        """Read what is new."""
        async with self._lock:
            await self._work.quick(self._read_new)

    async def open(self) -> Stream:
        """One more page; it hears everything from the beginning on."""
        if self._polling is None or self._polling.done():
            self._polling = asyncio.create_task(self._poll())
            await self._look_again()
        elif not self._first:
            await self._look_again()
        stream = self.channel.open()
        for name, content in self._first.items():
            stream.put(name, content, newest_only=False)
        return stream

    async def _look_again(self) -> None:
        """Read all, so that pages which come at the same time are told the same without reading again."""
        async with self._opening:
            if not self._first or not len(self.channel):
                await self.refresh()
                first = await self._work.quick(self._snapshot)
                self._fresh, self._was_reset = [], False
                self._said = {name: json.dumps(data) for name, data in first.items() if name != "metrics"}
                self._first = {
                    name: event_bytes(name, data) for name, data in first.items() if data is not None
                }

    def metrics(self, points: int = MOST_ROWS) -> JsonObject:
        """The columns."""
        rows = self.rows.rows(min(points, MOST_ROWS))
        return {"records": self.rows.records, "stride": self.rows.stride, "columns": columns(rows)}

    def checkpoints(self) -> JsonObject:
        """Weights by game, and which are the best."""
        files = self.files.checkpoints()
        # A run begins with its first weights as the best: until others have won a match against them there are none.
        best = self.files.counters().get("best_game") if self.files.folder.best_weights.exists() else None
        return {
            "checkpoints": [{"game": game, "file": path.name} for game, path in files.items()],
            "best": best or None,
        }

    def close(self) -> None:
        """Nobody watches any more."""
        if self._polling is not None:
            self._polling.cancel()
        self.channel.close()

    def _described(self) -> JsonObject:
        run = self._describe(self.files)
        self._learning = run["status"] == "learning"
        return run

    def _snapshot(self) -> dict[str, JsonObject | None]:
        return {
            "run": self._described(),
            "metrics": {**self.metrics(), "reset": True},
            "strength": {"strength": self.strength.steps},
            "checkpoints": self.checkpoints(),
            "game": self.files.newest_game(),
            "workers": self.workers,
            "log": {"text": self._log(self.files.id)},
        }

    async def _poll(self) -> None:
        while True:
            for _ in range(BOARDS_A_LOOK):
                await asyncio.sleep(EVERY / BOARDS_A_LOOK)
                if not len(self.channel):
                    self._first = {}
                    return
                if self._learning and (game := await self._work.quick(self._playing)) is not None:
                    self.channel.publish("playing", game)
            with contextlib.suppress(OSError):
                await self.refresh()
                self._publish(await self._work.quick(self._news))

    def _news(self) -> dict[str, JsonObject | None]:
        """What may have changed; reading games and checkpoints is for when the log has grown."""
        news: dict[str, JsonObject | None] = {
            "run": self._described(),
            "workers": self.workers,
            "log": {"text": self._log(self.files.id)},
        }
        if self._fresh or self._was_reset:
            news["strength"] = {"strength": self.strength.steps}
            self._game_due = True
        if self._game_due and time.monotonic() - self._game_read > GAMES_EVERY:
            self._game_read, self._game_due = time.monotonic(), False
            news["game"] = self.files.newest_game()
        news["checkpoints"] = self.checkpoints()
        return news

    def _playing(self) -> JsonObject | None:
        """The game under way if it has gone on since the last look, and is still the same one.

        Games that are over before anybody can look twice would only flicker: those are shown when they are finished.
        """
        spectators.watch(self.files.folder)
        try:
            text = self.files.folder.game_under_way.read_text(encoding="utf-8")
        except (OSError, ValueError):
            return None
        number, before = text.partition(",")[0], self._under_way
        self._under_way = number, text
        return self.files.game_under_way(text) if number == before[0] and text != before[1] else None

    def _publish(self, news: dict[str, JsonObject | None]) -> None:
        if self._was_reset:
            self.channel.publish("metrics", {**self.metrics(), "reset": True})
        elif self._fresh:
            rows = thinned(self._fresh, NEW_ROWS)
            grown = {"records": self.rows.records, "columns": columns(rows)}
            self.channel.publish("metrics", grown, newest_only=False)
        if self._fresh or self._was_reset:
            self._first = {}
        self._fresh, self._was_reset = [], False
        for name, data in news.items():
            text = json.dumps(data)
            if data is not None and self._said.get(name) != text:
                self._said[name] = text
                self._first = {}
                self.channel.publish(name, data)

    def _read_new(self) -> None:
        path = self.files.folder.metrics
        try:
            size = path.stat().st_size
        except OSError:
            return
        if size < self._offset:  # a run that goes on from a checkpoint has cut its log
            self._start()
        while self._offset < size:
            with path.open("rb") as file:
                file.seek(self._offset)
                content = file.read(AT_ONCE)
            whole = content.rpartition(b"\n")[0]
            if not whole:
                return
            self._offset += len(whole) + 1
            for line in whole.splitlines():
                with contextlib.suppress(ValueError, TypeError):
                    self._take_in(json.loads(line))

    def _take_in(self, record: Any) -> None:
        if not isinstance(record, dict):
            return
        kind = current_kind(str(record.get("kind")))
        if kind == "game":
            row = self._reader.row(record)
            self.rows.add(row)
            self._fresh.append(row)
            if len(self._fresh) > 10 * MOST_ROWS:
                self._fresh = thinned(self._fresh, MOST_ROWS)
        elif kind == "improvement":
            self.strength.add(record, self._reader.seconds / 60)
        elif kind == "strength":
            self.strength.rate(record, self._reader.seconds / 60)
        elif kind == "workers":
            self.workers = _workers_data(record)
        elif kind == "event":
            self.events = [*self.events, {"game": record.get("game"), "text": str(record.get("text"))[:500]}]
            self.events = self.events[-MOST_EVENTS:]


def _workers_data(record: JsonObject) -> JsonObject | None:
    """Who plays for a run, one by one, and how old the weights are with which they do."""
    rows = record.get("workers")
    if not isinstance(rows, list):
        return None
    return {
        "game": record.get("game"),
        "staleness": record.get("staleness"),
        "largest_staleness": record.get("largest_staleness"),
        "workers": [row for row in rows if isinstance(row, dict)][:MOST_WORKERS],
    }
