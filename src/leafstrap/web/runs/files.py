"""What the folder of a run tells: its recipe, where it stands, its newest game, and whether somebody works in it."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open

from leafstrap import games
from leafstrap.errors import LeafstrapError
from leafstrap.games import Game
from leafstrap.recipes.recipe import Recipe
from leafstrap.training.spectators import read_game
from leafstrap.training.store.folder import RunFolder
from leafstrap.types import JsonObject
from leafstrap.web.common.positions import frames
from leafstrap.web.runs.metrics import RecordReader, mean_row

TAIL = 64 * 1024  # bytes at the end of a log that tell how a run is getting on
GAME_TAILS = (12 * 1024, 192 * 1024)  # the first has mostly a whole game; reading many takes long
RECENT = 20.0  # seconds: where locks cannot be seen, a run that wrote so lately is learning
LOCKS = Path("/proc/locks")


def run_id(folder: Path) -> str:
    """What pages call a run: the same as long as it stays where it is, and no path."""
    return hashlib.sha256(str(folder).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class RunFiles:
    """One run's folder, with the recipe as it was when it was read."""

    folder: RunFolder
    game: Game
    recipe: Recipe

    @staticmethod
    def read(path: Path) -> RunFiles:
        """Open a folder; a LeafstrapError if there is no run in it, or one of a game that is not installed."""
        folder = RunFolder(path)
        name, recipe = folder.read()
        return RunFiles(folder, games.get(name), recipe)

    @property
    def id(self) -> str:
        """Its name on pages."""
        return run_id(self.folder.path)

    @property
    def workers(self) -> int:
        """Games at the same time."""
        return int(self.recipe.run.workers)

    def counters(self) -> JsonObject:
        """What the newest checkpoint says of where the run stands; nothing if it cannot be read."""
        numbered = [path for path in self.folder.checkpoints.glob("*.safetensors") if path.stem.isdigit()]
        for path in sorted(numbered, key=lambda path: -int(path.stem))[:2]:
            with contextlib.suppress(OSError, SafetensorError, ValueError, KeyError, TypeError):
                with safe_open(path, framework="numpy") as file:
                    found: JsonObject = json.loads(file.metadata()["counters"])
                return found
        return {}

    def worker(self) -> int | None:
        """The process that works in the folder, if one does and it can be seen; 0 where nobody can say which."""
        try:
            inode = self.folder.path.stat().st_ino
            locks = LOCKS.read_text().splitlines()
        except OSError:
            return 0 if time.time() - self.updated() < RECENT else None
        for line in locks:
            words = line.split()
            if len(words) >= 6 and words[1] == "FLOCK" and words[5].rpartition(":")[2] == str(inode):
                return max(int(words[4]), 0) if words[4].lstrip("-").isdigit() else 0
        return None

    def updated(self) -> float:
        """When something was last written, in seconds since 1970."""
        times = []
        for path in (self.folder.metrics, self.folder.checkpoints, self.folder.description):
            with contextlib.suppress(OSError):
                times.append(path.stat().st_mtime)
        return max(times, default=0.0)

    def checkpoints(self) -> dict[int, Path]:
        """Weights by game."""
        return self.folder.weights_files()

    def newest_game(self) -> JsonObject | None:
        """The last game that was learned from and written down."""
        path = self.folder.games(self.game.record_suffix)
        return next((game for size in GAME_TAILS if (game := self._last_game(_tail(path, size)))), None)

    def _last_game(self, text: bytes) -> JsonObject | None:
        if not text or self.game.GameFile is None:
            return None
        with tempfile.NamedTemporaryFile(suffix=f".{self.game.record_suffix}") as file:
            file.write(text)
            file.flush()
            with contextlib.suppress(ValueError, LeafstrapError, OSError):
                found = self.game.GameFile(file.name)
                if len(found):
                    return self._frames(found.game(len(found) - 1))
        return None

    def game_under_way(self, text: str) -> JsonObject | None:
        """What a run has written of the game that it plays, for a board; None if that is no game."""
        try:
            shown = read_game(text, self.game)
        except (ValueError, LeafstrapError):
            return None
        headers = {"Round": str(shown.number), "White": shown.names[0], "Black": shown.names[1]}
        return frames(self.game, shown.line, headers, shown.line.outcome(), "", "")

    def _frames(self, played: Any) -> JsonObject:
        headers = dict(getattr(played, "tags", ()))
        sides, outcome = self.game.board_data.sides, played.outcome
        sentence = ""
        if outcome is not None:
            sentence = "A draw." if outcome.winner is None else f"{sides[outcome.winner.value]} wins."
        record = self.game.write_record(played.line, headers)
        return frames(self.game, played.line, headers, outcome, sentence, record)

    def progress(self, *, learning: bool) -> JsonObject:
        """How the run is getting on, by the end of its log and its newest checkpoint."""
        reader = RecordReader(self.workers)
        rows = [reader.row(record) for record in self._last_records()]
        recent = mean_row(rows[-50:]) if rows else {}
        counters = self.counters()
        played = max([int(row["game"] or 0) for row in rows[-1:]] + [int(counters.get("games", 0))])
        goal_games, goal_minutes = self.recipe.run.games, self.recipe.run.minutes
        minutes = float(counters.get("seconds", 0.0)) / 60 + self._minutes_since(rows, counters)
        rate = _rate(rows[-50:])
        shares, left = [], []
        if goal_games:
            shares.append(played / goal_games)
            if rate:
                left.append((goal_games - played) / rate)
        if goal_minutes:
            shares.append(minutes / goal_minutes)
            left.append(60 * (goal_minutes - minutes))
        return {
            "games": played,
            "goal_games": goal_games,
            "minutes": round(minutes, 4),
            "goal_minutes": goal_minutes,
            "games_per_second": rate,
            "nodes_per_second": recent.get("nodes_per_second"),
            "mean_error": recent.get("mean_error"),
            "seconds_left": max(0.0, min(left)) if left and learning else None,
            "share": min(1.0, max(shares)) if shares else None,
        }

    def _minutes_since(self, rows: list[Any], counters: JsonObject) -> float:
        saved = int(counters.get("games", 0))
        later = [row["minutes"] for row in rows if (row["game"] or 0) > saved]
        before = [row["minutes"] for row in rows if (row["game"] or 0) <= saved]
        return float(later[-1] - (before[-1] if before else 0.0)) if later else 0.0

    def finished(self, progress: JsonObject, counters: JsonObject) -> bool:
        """Whether its games or minutes are over."""
        goal_games, goal_minutes = progress["goal_games"], progress["goal_minutes"]
        return bool(
            counters.get("exhausted")
            or (goal_games is not None and progress["games"] >= goal_games)
            or (goal_minutes is not None and progress["minutes"] >= 0.999 * goal_minutes)
        )

    def _last_records(self) -> list[JsonObject]:
        found = []
        for line in _tail(self.folder.metrics, TAIL).splitlines():
            with contextlib.suppress(ValueError):
                record = json.loads(line)
                if isinstance(record, dict) and record.get("kind") == "game":
                    found.append(record)
        return found


def _rate(rows: list[Any]) -> float | None:
    """Games a second over the last records; one record says little, since games are of different length."""
    if len(rows) < 2:
        known = [row["games_per_second"] for row in rows if row["games_per_second"]]
        return sum(known) / len(known) if known else None
    games, minutes = rows[-1]["game"] - rows[0]["game"], rows[-1]["minutes"] - rows[0]["minutes"]
    return float(games / (60 * minutes)) if minutes > 0 else None


def _tail(path: Path, size: int) -> bytes:
    """The end of a file, from the beginning of a line on."""
    try:
        with path.open("rb") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - size))
            content = file.read(size)
    except OSError:
        return b""
    return content if end <= size else content.partition(b"\n")[2]


def stamp(seconds: float) -> str:
    """A time as pages read it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
