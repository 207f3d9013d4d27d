"""Checkpoints: all that a run needs to go on exactly, in a file that tells whether it is whole."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from leafstrap.durable import write_whole
from leafstrap.errors import RunError
from leafstrap.experience.rating import UNKNOWN
from leafstrap.types import Arrays

Weights = NDArray[np.float64]

FORMAT = 6
ARRAYS = ("weights", "mean", "squares", "pending", "best", "champion")
MEMORY = "memory."  # before the names of arrays that games remember
KEPT = 3  # one to use, one should the newest be damaged, one to spare


@dataclass(frozen=True, slots=True)
class Counters:
    """Where a run stands, all that is not an array.

    There is no state of a random generator among them: every game has a generator of its own, made from the
    run's seed and the number of the game.
    """

    games: int = 0  # finished
    started: int = 0  # the number the next new game gets
    unfinished: tuple[int, ...] = ()  # games under way at this moment; they are played again
    updates: int = 0
    seconds: float = 0.0  # spent learning, over all parts of the run
    nodes: int = 0
    measured: int = 0  # after how many games the newest weights last played the champion
    best_game: int = 0  # after how many games the best weights were taken
    best_lead: float = 0.0  # by how much they beat the champion
    champion_game: int = 0  # after how many games the champion was taken
    exhausted: bool = False  # nothing has beaten the champion for as long as it was to be tried
    rating: float | None = None  # the learner's, where it plays others
    rating_deviation: float = UNKNOWN
    metrics_bytes: int = 0
    games_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a run between two games."""

    counters: Counters
    weights: Weights  # those that play and learn
    mean: Weights  # those that the run stands for: the same, or their mean over the games (run.averaging)
    squares: Weights  # what the optimiser remembers
    pending: Weights  # the sum of updates that waits for run.update_every games to be complete
    best: Weights  # of all that played the champion
    champion: Weights  # what newer weights are measured against
    memory: Arrays = field(default_factory=dict)  # what games remember of earlier ones

    def to_bytes(self) -> bytes:
        """Give the content of a checkpoint file."""
        arrays = {name: getattr(self, name) for name in ARRAYS}
        arrays |= {MEMORY + name: array for name, array in self.memory.items()}
        text = json.dumps(dataclasses.asdict(self.counters), sort_keys=True)
        about = {"format": str(FORMAT), "counters": text, "sha256": _checksum(text, arrays)}
        return save(arrays, metadata=about)

    @staticmethod
    def from_bytes(content: bytes) -> Checkpoint:
        """Read a checkpoint back; ValueError if a single bit of it is not what was written."""
        try:
            arrays = load(content)
            size = int.from_bytes(content[:8], "little")
            about = json.loads(content[8 : 8 + size])["__metadata__"]
            text, checksum, version = about["counters"], about["sha256"], about["format"]
        except (SafetensorError, ValueError, KeyError, TypeError) as error:
            raise ValueError(f"it is damaged ({error})") from None
        if version != str(FORMAT):
            raise ValueError(f"it has format {version}, this program reads {FORMAT}")
        memory = {name for name in arrays if name.startswith(MEMORY)}
        if set(arrays) - memory != set(ARRAYS) or _checksum(text, arrays) != checksum:
            raise ValueError("its content is not what was written")
        values = json.loads(text)
        values["unfinished"] = tuple(values["unfinished"])
        remembered = {name.removeprefix(MEMORY): arrays.pop(name) for name in sorted(memory)}
        return Checkpoint(Counters(**values), **arrays, memory=remembered)


def _checksum(text: str, arrays: Arrays) -> str:
    digest = hashlib.sha256(text.encode())
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"{name} {array.dtype} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def write(folder: Path, checkpoint: Checkpoint) -> Path:
    """Add a checkpoint, then drop the oldest beyond the few that are kept."""
    path = folder / f"{checkpoint.counters.games:06}.safetensors"
    write_whole(path, checkpoint.to_bytes())
    for old in _files(folder)[KEPT:]:
        old.unlink()
    return path


def read_newest(folder: Path) -> tuple[Checkpoint, list[str]]:
    """Give the newest checkpoint that is whole, and a warning for each newer one that is not."""
    warnings: list[str] = []
    for path in _files(folder):
        try:
            return Checkpoint.from_bytes(path.read_bytes()), warnings
        except (OSError, ValueError) as error:
            warnings.append(f"The checkpoint {path} cannot be used: {error}.")
    if warnings:
        raise RunError(f"No checkpoint in {folder} is whole. {warnings[0]}")
    raise RunError(f"There is no checkpoint in {folder} to go on from.")


def drop_newer(folder: Path, games: int) -> None:
    """Remove checkpoints past the one a run goes on from: they are damaged, and would come first again."""
    for path in _files(folder):
        if int(path.stem) > games:
            path.unlink()


def _files(folder: Path) -> list[Path]:
    """All checkpoints, the newest first."""
    return sorted((p for p in folder.glob("*.safetensors") if p.stem.isdigit()), key=lambda p: -int(p.stem))
