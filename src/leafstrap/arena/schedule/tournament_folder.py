"""The folder of a tournament: its plan, a line for every pair that was played, and the games.

A pair is on the disk before the next one is counted: its games first, then the line that says where they end. Killed
at any instant, the tournament goes on after the last whole line, and games without a line are cut off.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from leafstrap.arena.games.played import Pair, game_text
from leafstrap.arena.schedule.round_robin import RoundRobin
from leafstrap.arena.stats.standings import PairResult
from leafstrap.durable import AppendLog, FolderLock, write_whole
from leafstrap.errors import UsageError
from leafstrap.types import JsonObject


class TournamentFolder:
    """`plan.json`, `results.jsonl` and the games of one tournament; only one process works in it."""

    def __init__(self, path: Path, tournament: RoundRobin, *, resume: bool) -> None:
        self._path = path
        self._game = tournament.conditions.game
        plan, results = path / "plan.json", path / "results.jsonl"
        with self._naming_faults():
            if resume:
                _check(path, plan, _plan(tournament))
            elif plan.exists():
                raise UsageError(f"{path} holds a tournament already: go on with it by --resume.")
            path.mkdir(parents=True, exist_ok=True)
            self._lock = FolderLock(path)
            write_whole(plan, (json.dumps(_plan(tournament), indent=1) + "\n").encode())
            self.known, kept, games_end = _read(results)
            self._results = AppendLog(results, kept)
            self._games = AppendLog(path / f"games.{self._game.record_suffix}", games_end)
        self._written = 2 * len(self.known)

    def add(self, pair: Pair) -> None:
        """Bring a pair to the disk."""
        with self._naming_faults():
            for played in pair.played:
                self._written += 1
                self._games.append(game_text(self._game, played, self._written, self._path.name))
            record = PairResult.of(pair).as_json() | {"games_end": self._games.sync()}
            self._results.append(json.dumps(record) + "\n")
            self._results.sync()

    def close(self) -> None:
        """Close the files and let others in."""
        self._results.close()
        self._games.close()
        self._lock.release()

    @contextmanager
    def _naming_faults(self) -> Iterator[None]:
        try:
            yield
        except (OSError, json.JSONDecodeError) as error:
            raise UsageError(f"The tournament in {self._path} cannot be read or written: {error}.") from None


def _plan(tournament: RoundRobin) -> JsonObject:
    """Everything that the games depend on."""
    conditions, adjudication = tournament.conditions, tournament.conditions.adjudication
    return {
        "game": conditions.game.name,
        "pairings": [[a.name, b.name] for a, b in tournament.pairings],
        "games": tournament.games,
        "limits": str(conditions.limits),
        "openings": conditions.openings,
        "seed": conditions.seed,
        "max_plies": conditions.max_plies,
        "resign": str(adjudication.win),
        "draw": str(adjudication.draw),
    }


def _check(path: Path, plan: Path, new: JsonObject) -> None:
    """Refuse to mix games of two tournaments. More games or players of the same kind are no other tournament."""
    if not plan.exists():
        raise UsageError(f"There is no tournament in {path} to go on with.")
    old = json.loads(plan.read_text(encoding="utf-8"))
    for key in new:
        if key not in ("games", "pairings") and old.get(key) != new[key]:
            raise UsageError(f"The tournament in {path} was begun with {key} {old.get(key)}, not {new[key]}.")


def _read(path: Path) -> tuple[list[PairResult], int, int]:
    """Whole lines of a log that may have been cut short anywhere, where they end, and where their games do."""
    known: list[PairResult] = []
    kept = games_end = 0
    for line in path.read_bytes().splitlines(keepends=True) if path.exists() else ():
        if not line.endswith(b"\n"):
            break
        record = json.loads(line)
        known.append(PairResult.from_json(record))
        kept, games_end = kept + len(line), record["games_end"]
    return known, kept, games_end
