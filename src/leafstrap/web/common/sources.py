"""Weights and players as a page names them, and the folders beyond which nothing is read."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from leafstrap.errors import LeafstrapError
from leafstrap.evaluators import Evaluator, load_evaluator
from leafstrap.evaluators.weights_file import read_origin
from leafstrap.games import Game
from leafstrap.players import (
    PLAYERS,
    LevelPlayer,
    PlayerKind,
    PlayerSpec,
    level_of,
    parse_evaluator,
    parse_player,
    player_of,
    weights_of_run,
)
from leafstrap.search import Limits
from leafstrap.types import JsonObject
from leafstrap.web.common.fields import Fields, WebError, shown

KEPT = 16  # evaluators in memory
MOST_FILES = 500
DEEPEST = 4  # folders below an opened one
LARGEST_FILE = 200 * 2**20


class Folders:
    """What was opened. Every path a page names is looked up here, links resolved, and refused outside."""

    def __init__(self, roots: list[Path]) -> None:
        self.roots = [root.resolve() for root in roots]

    def name(self, path: Path) -> str:
        """A path below a root as pages see it: with the name of the root before it."""
        for root in self.roots:
            if path.is_relative_to(root):
                return (Path(root.name) / path.relative_to(root)).as_posix()
        raise WebError("This is outside of the opened folders.", 403)

    def find(self, name: str) -> Path:
        """The path that a page names, relative to a root or with the root's name before it."""
        if not name or name.startswith(("/", "~")) or "\\" in name or ".." in name.split("/"):
            raise WebError("A path is relative to an opened folder and does not leave it.", 403)
        for root in self.roots:
            for tail in {name, name.removeprefix(f"{root.name}/")}:
                try:
                    path = (root / tail).resolve()
                    if path.is_relative_to(root) and path.exists():
                        return path
                except OSError:
                    continue
                if not path.is_relative_to(root):
                    raise WebError("This leads out of the opened folders.", 403)
        raise WebError(f"There is no {shown(name)} in the opened folders.", 404)

    def walk(self, deepest: int = DEEPEST) -> Iterator[Path]:
        """All folders below the opened ones, and these; no links, nothing hidden."""
        for root in self.roots:
            yield from _walk(root, deepest)


def _walk(folder: Path, deepest: int) -> Iterator[Path]:
    if not folder.is_dir():
        return
    yield folder
    if deepest == 0:
        return
    try:
        inner = sorted(each for each in folder.iterdir() if each.is_dir() and not each.is_symlink())
    except OSError:
        return
    for each in inner:
        if not each.name.startswith("."):
            yield from _walk(each, deepest - 1)


@dataclass(frozen=True)
class Source:
    """Weights that a page has named: what they are called, and how they are loaded."""

    game: Game
    name: str
    key: tuple[str, str, int]  # equal for equal weights
    load: Callable[[], Evaluator]


class Sources:
    """Makes evaluators and players of what pages send. Any thread may use it."""

    def __init__(self, folders: Folders, run_folder: Callable[[str], Path], engines: bool) -> None:
        self.folders = folders
        self._run_folder = run_folder
        self._engines = engines
        self._lock = threading.Lock()
        self._loaded: OrderedDict[tuple[str, str, int], Evaluator] = OrderedDict()

    def source(self, game: Game, value: object) -> Source:
        """The weights that an object names; left out they are the default ones."""
        fields = Fields({"kind": "default"} if value is None else _object(value), "the weights")
        kind = fields.text("kind", most=40)
        if kind == "run":
            source = self._of_run(game, fields)
        elif kind == "file":
            path = self.folders.find(fields.text("path", most=1000))
            source = _of_file(game, path, self.folders.name(path))
        else:
            source = _of_word(game, kind)
        fields.done()
        return source

    def evaluator(self, source: Source) -> Evaluator:
        """The weights themselves; those that were used last are kept."""
        with self._lock:
            if (found := self._loaded.get(source.key)) is not None:
                self._loaded.move_to_end(source.key)
                return found
        try:
            found = source.load()
        except OSError as error:
            raise WebError(f"{source.name} cannot be read: {error.strerror}.", 404) from None
        if found.game is not source.game:
            raise WebError(f"{source.name} has weights for {found.game.name}, not for {source.game.name}.")
        with self._lock:
            self._loaded[source.key] = found
            while len(self._loaded) > KEPT:
                self._loaded.popitem(last=False)
        return found

    def player(self, game: Game, value: object) -> PlayerSpec:
        """A player of a match, with a name and limits of its own if it has any."""
        fields = Fields(_object(value), "a player")
        name, level = fields.text("name", None, most=60), fields.whole("level", None, low=1, high=10)
        limits = read_limits(fields.object("limits", None))
        rest = {key: each for key, each in fields.values().items() if key not in ("name", "level", "limits")}
        kind = Fields(rest, "a player").text("kind", most=40)
        if kind == "engine":
            return self._engine(game, Fields(rest, "a player"), name, limits)
        known = next((each for each in offered(game) if each.word == kind), None)
        if known is not None and known.evaluator is None:
            if set(rest) != {"kind"} or level is not None:
                raise WebError(f"The player {kind} has nothing to be set but a name.")
            found = parse_player(kind, game, name or kind)
            return PlayerSpec(found.name, limits, found.build, found.evaluator)
        source = self.source(game, rest)
        evaluator = self.evaluator(source)
        if level is None:
            own = name or source.name
            return PlayerSpec(own, limits, player_of(evaluator, own))
        called, chosen = name or f"{source.name}, level {level}", level_of(level)
        return PlayerSpec(called, limits, lambda: LevelPlayer(called, evaluator, chosen))

    def files(self, game: Game | None) -> list[JsonObject]:
        """Weights files below the opened folders."""
        found: list[JsonObject] = []
        for folder in self.folders.walk():
            for path in sorted(folder.glob("*.safetensors")):
                # Those of a run by number are had by naming the run.
                if path.stem.isdigit() or len(found) >= MOST_FILES or path.is_symlink():
                    continue
                try:
                    origin = read_origin(path)
                except (LeafstrapError, OSError):
                    continue
                if game is None or origin.get("game") == game.name:
                    played = origin.get("games", "")
                    found.append(
                        {
                            "path": self.folders.name(path),
                            "game": origin.get("game"),
                            "features": origin.get("architecture") or origin.get("features"),
                            "games": int(played) if played.isdigit() else None,
                        }
                    )
        return found

    def _of_run(self, game: Game, fields: Fields) -> Source:
        folder = self._run_folder(fields.text("run", most=40))
        which = fields.raw("checkpoint")
        path = weights_of_run(folder) if which is None else checkpoint_file(folder, which)
        return _of_file(game, path, f"{folder.name} {path.stem.lstrip('0') or '0'}")

    def _engine(self, game: Game, fields: Fields, name: str | None, limits: Limits | None) -> PlayerSpec:
        if not self._engines:
            raise WebError("Engines of others are switched off: start the server with --engines.", 403)
        fields.text("kind")
        text = fields.text("text", most=300)
        fields.done()
        if PLAYERS.get(text.partition(":")[0].partition(";")[0].strip()).claims is not None:
            raise WebError("An engine is written as on the command line, as in uci:stockfish.")
        found = parse_player(text, game, name or text)
        return PlayerSpec(found.name, limits or found.limits, found.build, found.evaluator)


def offered(game: Game) -> list[PlayerKind]:
    """Players that anybody may be given: those that are a word and name no file, program or number."""
    return [kind for kind in PLAYERS if kind.claims is None and not kind.argument and kind.plays(game)]


def checkpoint_file(folder: Path, which: object) -> Path:
    """The weights of a run after so many games, or its best or newest ones."""
    weights = folder / "weights"
    if which == "best":
        path = weights / "best.safetensors"
    elif which == "newest":
        numbered = [each for each in weights.glob("*.safetensors") if each.stem.isdigit()]
        path = max(numbered, key=lambda each: int(each.stem), default=weights / "none")
    elif isinstance(which, int) and not isinstance(which, bool) and 0 <= which < 10**9:
        path = weights / f"{which:06}.safetensors"
    else:
        raise WebError(f"A checkpoint is a number of games, best or newest, not {shown(which)}.")
    if not path.is_file():
        raise WebError(f"The run {folder.name} has no checkpoint {shown(which)}.", 404)
    return path


def read_limits(fields: Fields | None) -> Limits | None:
    """What ends a search, as a page says it."""
    if fields is None:
        return None
    limits = Limits(
        fields.whole("depth", None, low=1, high=64),
        fields.whole("nodes", None, low=1, high=50_000_000),
        fields.number("movetime", None, low=0.001, high=60),
    )
    fields.done()
    return limits if limits.any else None


def _object(value: object) -> JsonObject:
    if not isinstance(value, dict):
        raise WebError(f"Weights and players are objects, not {shown(value)}.")
    return value


def _of_file(game: Game, path: Path, name: str) -> Source:
    if path.suffix != ".safetensors" or not path.is_file() or path.stat().st_size > LARGEST_FILE:
        raise WebError(f"{shown(name)} is no weights file.", 400)
    key = (game.name, str(path), path.stat().st_mtime_ns)
    return Source(game, name, key, lambda: load_evaluator(path, game))


def _of_word(game: Game, word: str) -> Source:
    kinds = {kind.word: kind for kind in offered(game) if kind.evaluator is not None}
    if word not in kinds:
        raise WebError(f"There are no weights {shown(word)} for {game.name}: there are {', '.join(kinds)}.")
    return Source(game, word, (game.name, word, 0), lambda: parse_evaluator(word, game))
