"""All runs below the opened folders: finding them, describing them, starting, stopping and going on with them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path

from leafstrap.errors import LeafstrapError
from leafstrap.games import Game
from leafstrap.recipes import library
from leafstrap.recipes.recipe import Recipe
from leafstrap.training.builder import Builder
from leafstrap.types import JsonObject
from leafstrap.web.common.events import Channel, Stream
from leafstrap.web.common.fields import Fields, WebError, shown
from leafstrap.web.common.positions import game_of
from leafstrap.web.common.sources import Folders
from leafstrap.web.common.work import Work
from leafstrap.web.config import WebConfig
from leafstrap.web.runs.files import RunFiles, run_id, stamp
from leafstrap.web.runs.processes import RunProcesses
from leafstrap.web.runs.watcher import RunWatcher

DEEPEST = 3
MOST_RUNS = 300
WATCHERS = 20
LIST_EVERY = 2.0  # seconds between looks at all runs
NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,59}")
SETTING = re.compile(r"[a-z]+\.[a-z_]+")
# Files, commands and players of others cannot be named from a page: they need a dot, a slash or a colon.
TEXT = re.compile(r"[A-Za-z0-9_+ -]*")


class RunLibrary:
    """Used in the event loop; what reads files runs in threads."""

    def __init__(self, config: WebConfig, folders: Folders, work: Work) -> None:
        self._config, self._folders, self._work = config, folders, work
        self._processes = RunProcesses(config.state / "logs", config.most.runs)
        self._watchers: OrderedDict[str, RunWatcher] = OrderedDict()
        self._paths: dict[str, Path] = {}
        self.channel = Channel()
        self._polling: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()

    def folder(self, name: str) -> Path:
        """The folder of a run by its id. Any thread may ask."""
        path = self._paths.get(name)
        if path is None or not (path / "run.toml").is_file():
            self._scan()
            path = self._paths.get(name)
        if path is None:
            raise WebError(f"There is no run {shown(name)}.", 404)
        return path

    async def listed(self) -> list[JsonObject]:
        """All runs, those that learn first, then the newest."""
        return await self._work.quick(self._list)

    async def open(self) -> Stream:
        """Somebody watches the list."""
        runs = await self.listed()
        stream = self.channel.open()
        stream.send("runs", {"runs": runs})
        if self._polling is None or self._polling.done():
            self._polling = asyncio.create_task(self._poll(json.dumps(runs)))
        return stream

    async def watcher(self, name: str) -> RunWatcher:
        """The one who follows a run; there is one for all pages."""
        path = await self._work.quick(self.folder, name)
        if (known := self._watchers.get(name)) is not None:
            self._watchers.move_to_end(name)
            return known
        files = await self._work.quick(RunFiles.read, path)
        watcher = self._watchers.setdefault(
            name, RunWatcher(files, self._work, self.describe, self._processes.log)
        )
        for each in [each for each, seen in self._watchers.items() if not len(seen.channel)]:
            if len(self._watchers) > WATCHERS and each != name:
                self._watchers.pop(each).close()
        return watcher

    def log(self, name: str) -> str:
        """What a run that was started here has said."""
        return self._processes.log(name)

    def describe(self, files: RunFiles) -> JsonObject:
        """A run in a few words; called in threads."""
        here = self._processes.learning(files.id)
        learning = here or files.worker() is not None
        progress = files.progress(learning=learning)
        over = not learning and files.finished(progress, files.counters())
        return {
            "id": files.id,
            "name": files.folder.path.name,
            "folder": self._folders.name(files.folder.path),
            "game": files.game.name,
            "recipe": files.recipe.name,
            "rule": str(files.recipe.backup.get("name", "")),
            "status": "learning" if learning else "finished" if over else "stopped",
            "here": here,
            "updated": stamp(files.updated()),
            "progress": progress,
        }

    async def start(self, fields: Fields) -> JsonObject:
        """Begin a new run."""
        game = game_of(fields.raw("game"))
        recipe = fields.text("recipe", game.default_recipe, most=60)
        name = fields.text("name", None, most=60)
        changes = _changes(fields.object("settings", None))
        limits = _limits(fields)
        for key, high in (("workers", 64), ("seed", 2**31)):
            value = fields.whole(key, None, low=int(key == "workers"), high=high)
            limits += [] if value is None else [f"--{key}", str(value)]
        fields.done()
        if name is not None and not NAME.fullmatch(name):
            raise WebError(
                "The name of a run is made of letters, digits, dots, - and _, and begins with no dot."
            )
        if recipe not in library.names():
            raise WebError(f"There is no recipe {shown(recipe)}.")
        await self._work.quick(_check, game, library.load(recipe, changes))
        async with self._starting:
            self._processes.check()
            path = await self._work.quick(self._new_folder, name, f"{game.name}-{recipe}")
            arguments = [game.name, "--recipe", recipe, "--out", str(path), *limits]
            arguments += [word for change in changes for word in ("--set", change)]
            await self._begin(path, arguments, (path / "run.toml").exists)
        return await self._one(path)

    async def go_on(self, name: str, fields: Fields) -> JsonObject:
        """Resume a run, for more games or minutes in all if they are given."""
        limits = _limits(fields)
        fields.done()
        path = await self._work.quick(self.folder, name)
        files = await self._work.quick(RunFiles.read, path)
        async with self._starting:
            if self._processes.learning(name) or files.worker() is not None:
                raise WebError("This run is learning already.", 409)
            self._processes.check()
            arguments = [files.game.name, "--resume", "--out", str(path), *limits]
            await self._begin(path, arguments, lambda: _goes_on(path, arguments))
        self._forget(name)
        return await self._one(path)

    async def stop(self, name: str) -> JsonObject:
        """Let a run save itself and end."""
        path = await self._work.quick(self.folder, name)
        files = await self._work.quick(RunFiles.read, path)
        await self._processes.stop(name, files.worker())
        return await self._one(path)

    def close(self) -> None:
        """Follow nothing any more; the runs go on."""
        for task in (self._polling, *(each._polling for each in self._watchers.values())):
            if task is not None:
                task.cancel()
        self.channel.close()
        self._processes.close()

    async def _begin(self, path: Path, arguments: list[str], ready: Callable[[], bool]) -> None:
        name = run_id(path)
        await self._work.quick(self._processes.start, name, arguments)
        await self._processes.until_started(name, ready)
        self._paths[name] = path

    async def _one(self, path: Path) -> JsonObject:
        return await self._work.quick(lambda: self.describe(RunFiles.read(path)))

    def _forget(self, name: str) -> None:
        """A run that goes on may have another goal: whoever follows it has to read its recipe again."""
        if (watcher := self._watchers.pop(name, None)) is not None:
            watcher.close()

    def _new_folder(self, name: str | None, stem: str) -> Path:
        root = self._folders.roots[0]
        with contextlib.suppress(OSError):
            root.mkdir(parents=True, exist_ok=True)
        if (root / "run.toml").exists():
            raise WebError("A run was opened, and not a folder of runs: there is no place for another.", 409)
        if name is None:
            return next(path for n in range(1, 10_000) if not (path := root / f"{stem}-{n}").exists())
        if (root / name).exists():
            raise WebError(f"There is a run {name} already: choose another name, or go on with it.", 409)
        return root / name

    def _scan(self) -> Iterator[Path]:
        found: list[Path] = []
        for folder in self._folders.walk(DEEPEST):
            if (folder / "run.toml").is_file() and len(found) < MOST_RUNS:
                found.append(folder)
        self._paths = {run_id(path): path for path in found}
        return iter(found)

    def _list(self) -> list[JsonObject]:
        found = []
        for path in self._scan():
            with contextlib.suppress(LeafstrapError, OSError, ValueError):
                found.append(self.describe(RunFiles.read(path)))
        found.sort(key=lambda run: run["updated"], reverse=True)
        return sorted(found, key=lambda run: run["status"] != "learning")

    async def _poll(self, said: str) -> None:
        while len(self.channel):
            await asyncio.sleep(LIST_EVERY)
            runs = await self.listed()
            text = json.dumps(runs)
            if text != said:
                said = text
                self.channel.publish("runs", {"runs": runs})


def _goes_on(path: Path, arguments: list[str]) -> bool:
    """Whether a process works in a folder, and has written down the goals that it was given."""
    files = RunFiles.read(path)
    goals = {"--games": files.recipe.run.games, "--minutes": files.recipe.run.minutes}
    given = dict(itertools.pairwise(arguments))
    wanted = {name: float(given[name]) for name in goals if name in given}
    return files.worker() is not None and all(goals[name] == value for name, value in wanted.items())


def _limits(fields: Fields) -> list[str]:
    """When a run ends, as words of the command line."""
    words = []
    minutes = fields.number("minutes", None, low=0.01, high=100_000)
    games = fields.whole("games", None, low=1, high=10**9)
    if minutes is not None:
        words += ["--minutes", f"{minutes:g}"]
    if games is not None:
        words += ["--games", str(games)]
    return words


def _changes(fields: Fields | None) -> list[str]:
    """Settings as the command line has them; texts that could name a file or a program are refused."""
    found = []
    for key, value in ({} if fields is None else fields.values()).items():
        if not SETTING.fullmatch(key):
            raise WebError(f"{shown(key)} is no setting of a recipe.")
        found.append(f"{key}={_toml(key, value)}")
    return found


def _toml(key: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str) and len(value) <= 100:
        if not TEXT.fullmatch(value):
            raise WebError(
                f"{key} cannot be set from the page to a text that could name a file or a program."
            )
        return json.dumps(value)
    if isinstance(value, list) and len(value) <= 20 and not any(isinstance(item, list) for item in value):
        return f"[{', '.join(_toml(key, item) for item in value)}]"
    raise WebError(f"{key} cannot be {shown(value)}.")


def _check(game: Game, recipe: Recipe) -> None:
    """A combination without a meaning is refused before a process is started."""
    Builder.of(game, recipe)
