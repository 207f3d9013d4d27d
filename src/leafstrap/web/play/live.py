"""A game while it is played: the program thinks in a thread, everyone who looks is told, and all of it is kept."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from leafstrap._core import SearchControl
from leafstrap.errors import LeafstrapError
from leafstrap.games.dice import is_chance
from leafstrap.players import Fault, LevelPlayer, level_of
from leafstrap.search.limits import Limits
from leafstrap.types import JsonObject
from leafstrap.web.common.analysis import Analysts, Effort, scored
from leafstrap.web.common.events import Channel, Stream
from leafstrap.web.common.fields import WebError
from leafstrap.web.common.sources import Source, Sources
from leafstrap.web.common.work import Work
from leafstrap.web.play.clocks import GameClocks
from leafstrap.web.play.review import SHORT
from leafstrap.web.play.state import MoveList, names_of, table_data
from leafstrap.web.play.table import Table

SAY_EVERY = 0.2  # seconds between reports of a search
EVALUATION = Effort(nodes=150_000, seconds=1.0, rolls=1)


@dataclass(frozen=True)
class Helpers:
    """What games share."""

    work: Work
    sources: Sources
    analysts: Analysts
    save: Callable[[str, JsonObject], None]


class LiveGame:
    """One game in memory. Everything but searches happens in the event loop."""

    def __init__(
        self, helpers: Helpers, name: str, table: Table, source: Source, clocks: GameClocks | None
    ) -> None:
        self.id, self.table, self.source, self.clocks = name, table, source, clocks
        self.evaluation_on = table.settings.evaluation
        self.moves = MoveList()
        self.channel = Channel(on_empty=self.pause)
        self.version = 1
        self.updated = datetime.now(UTC)
        self.review: tuple[int, JsonObject] | None = None
        self._helpers = helpers
        self._evaluation: JsonObject | None = None
        self._error: str | None = None
        self._player: LevelPlayer | None = None
        self._control = SearchControl()
        self._thinking: asyncio.Task[None] | None = None
        self._evaluating: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._moved = asyncio.Event()
        self._said = 0.0

    @property
    def names(self) -> list[str]:
        """How both players are called."""
        opponent = "Leafstrap" if self.source.name == "default" else self.source.name
        return names_of(self.table.settings, self.table.person, opponent)

    def state(self) -> JsonObject:
        """All that the page needs."""
        settings = self.table.settings.as_json() | {"evaluation": self.evaluation_on}
        return {
            "id": self.id,
            "version": self.version,
            "game": self.table.game.name,
            "settings": settings,
            "names": self.names,
            **table_data(self.table, self.moves),
            "clocks": None if self.clocks is None else self.clocks.as_json(),
            "evaluation": self._evaluation if self.evaluation_on else None,
            "error": self._error,
        }

    def stored(self) -> JsonObject:
        """All that a later start of the server needs."""
        return {
            **self.table.as_json(),
            "version": self.version,
            "over": self.table.awaiting == "none",
            "sentence": self.table.sentence,
            "evaluation": self.evaluation_on,
            "clocks": None if self.clocks is None else self.clocks.stored(),
            "evaluations": {str(ply): said for ply, said in self.moves.evaluations.items()},
        }

    def open(self) -> Stream:
        """Somebody watches."""
        stream = self.channel.open()
        stream.send("state", self.look())
        return stream

    def look(self) -> JsonObject:
        """Somebody looks: what was paused goes on."""
        self.check_flag()
        self.go_on()
        return self.state()

    async def wait_beyond(self, version: int, seconds: float) -> None:
        """Until something has changed."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.version <= version:
                    await self._moved.wait()

    def act(self, action: JsonObject) -> None:
        """Something that the person or the program does."""
        self.check_flag()
        mover = self.table.decider
        self.table.do(action)
        self.table.settle()
        self.changed(moved=mover if action["do"] == "move" else None)

    def changed(self, *, moved: Any = None) -> None:
        """After every change: clocks, everyone who looks, the disk, and whoever has to think now."""
        self.version += 1
        self.updated = datetime.now(UTC)
        self._evaluation = self._error = None
        self.moves.forget_from(len(self.table.line))
        self.stop_thinking()
        self._run_clocks(moved)
        self._helpers.save(self.id, self.stored())
        self.tell()
        self.go_on()

    def tell(self) -> None:
        """Everyone who looks hears of it."""
        self._moved.set()
        self._moved = asyncio.Event()
        if len(self.channel):
            self.channel.publish("state", self.state())

    def go_on(self) -> None:
        """Whoever has to think begins to, unless it does already."""
        table = self.table
        if table.awaiting == "engine":
            if self._thinking is None and self._error is None:
                self._thinking = asyncio.create_task(self._think())
            return
        wanted = self.evaluation_on and len(self.channel) and table.outcome is None
        if wanted and self._evaluating is None and self._evaluation is None:
            self._evaluating = asyncio.create_task(self._evaluate())

    def pause(self) -> None:
        """Nobody looks any more."""
        self.stop_thinking()

    def stop_thinking(self) -> None:
        """End all searches; what they find is not wanted any more."""
        this = asyncio.current_task()
        for task in (self._thinking, self._evaluating):
            if task is not None and task is not this:
                task.cancel()
        self._thinking = self._evaluating = None
        self._control.stop()
        self._control = SearchControl()
        if self._player is not None:
            self._player.stop()

    def close(self) -> None:
        """The game leaves the memory."""
        self.stop_thinking()
        if self._flag is not None:
            self._flag.cancel()
        self.channel.close()

    def check_flag(self) -> None:
        """A flag that has fallen ends the game."""
        if self.clocks is None or self.table.outcome is not None:
            return
        fallen = self.clocks.fallen()
        if fallen is not None:
            self.table.do({"do": "flag", "by": fallen.name})
            self.changed()

    def _run_clocks(self, moved: Any) -> None:
        if self.clocks is None:
            return
        # Who has the first move may look at the board first.
        running = self.table.outcome is None and len(self.table.line) > 0
        self.clocks.turn_to(self.table.decider if running else None, moved=moved)
        if self._flag is not None:
            self._flag.cancel()
        if (seconds := self.clocks.seconds_to_flag()) is not None:
            self._flag = asyncio.get_running_loop().call_later(seconds + 0.02, self.check_flag)

    async def _think(self) -> None:
        """The program's turn, as long as it is."""
        version = self.version
        try:
            action = await self._helpers.work.search(self._prepared(version), self._stop_player)
        except asyncio.CancelledError:
            raise
        except (LeafstrapError, Fault, OSError, ValueError) as error:
            self._thinking = None
            if version == self.version:
                self._error = f"The program cannot play: {' '.join(str(error).split())}"
                self.tell()
            return
        self._thinking = None
        if version == self.version and self.table.awaiting == "engine":
            self.act({**action, "by": self.table.decider.name})

    def _prepared(self, version: int) -> Callable[[], JsonObject]:
        """What the program has to decide, to be called in a thread: it must not touch what the loop changes."""
        table, loop = self.table, asyncio.get_running_loop()
        line, position = table.line.copy(), table.position
        cube, score, offered, may_double = table.cube, table.score, table.offered, table.may_double
        left = None if self.clocks is None else self.clocks.seen_by(table.decider)

        def heard(found: Any) -> None:
            now = time.monotonic()
            if now - self._said >= SAY_EVERY:
                self._said = now
                best = found.lines[0]
                score = None if best.mate is not None else best.score
                said = scored(table.game, position, score, best.mate, best.pv, depth=found.depth)
                report = {"version": version, "depth": found.depth, "nodes": found.nodes, "evaluation": said}
                loop.call_soon_threadsafe(self._say, report)

        def decide() -> JsonObject:
            evaluator, level = self._helpers.sources.evaluator(self.source), level_of(table.settings.level)
            with self._helpers.analysts.player(evaluator, level, table.seed) as player:
                player.progress = heard
                self._player = player
                try:
                    return decided_by(player)
                finally:
                    self._player = None

        def decided_by(player: LevelPlayer) -> JsonObject:
            if offered:
                return {"do": "take" if player.takes(position, cube, score) else "drop"}
            if is_chance(position):
                doubles = may_double and player.doubles(position, cube, score)
                return {"do": "double" if doubles else "roll"}
            legal = position.legal_moves()
            if len(legal) == 1:
                return {"do": "move", "move": str(legal[0])}
            limits = Limits(left=left)
            choice = (
                player.choose(line, limits) if score is None else player.choose_at(line, limits, cube, score)
            )
            return {"do": "move", "move": str(choice.move)}

        return decide

    def _say(self, report: JsonObject) -> None:
        if report["version"] == self.version:
            said = report if self.evaluation_on else {**report, "evaluation": None}
            self.channel.publish("thinking", said)

    def _stop_player(self) -> None:
        if self._player is not None:
            self._player.stop()

    async def _evaluate(self) -> None:
        """What the program thinks of the person's position, deeper and deeper."""
        version, ply, control = self.version, len(self.table.line), self._control
        line, loop = self.table.line.copy(), asyncio.get_running_loop()

        def report(lines: list[JsonObject], depth: int, nodes: int, seconds: float) -> None:
            now = time.monotonic()
            if now - self._said >= SAY_EVERY and lines:
                self._said = now
                loop.call_soon_threadsafe(self._heard, version, ply, lines[0])

        def work() -> JsonObject | None:
            evaluator = self._helpers.sources.evaluator(self.source)
            found = self._helpers.analysts.look(evaluator, line, EVALUATION, control, report)
            return found[0] if found else None

        try:
            found = await self._helpers.work.search(work, control.stop)
        except (WebError, LeafstrapError, OSError, ValueError):
            return  # the board is there without it
        if found is not None:
            self._heard(version, ply, found)

    def _heard(self, version: int, ply: int, evaluation: JsonObject) -> None:
        if version == self.version and self.evaluation_on:
            self._evaluation = evaluation
            self.moves.evaluations[ply] = {key: evaluation[key] for key in SHORT}
            self.channel.publish("evaluation", {"version": version, "evaluation": evaluation})
