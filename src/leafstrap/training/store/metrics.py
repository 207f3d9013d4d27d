"""What a run measures while it learns: one JSON object a line, and the same for TensorBoard."""

from __future__ import annotations

import importlib.util
import json
import socket
import struct
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from leafstrap.durable import AppendLog
from leafstrap.errors import RunError
from leafstrap.recipes.legacy import current_kind
from leafstrap.types import JsonObject


class Metrics:
    """Writes `metrics.jsonl`, and TensorBoard events where tensorboardX is installed (the extra `log`)."""

    def __init__(self, path: Path, events: Path, keep: int | None = None, game: int = 0) -> None:
        self._log = AppendLog(path, keep)
        self.missing = self._log.missing
        self._events = _event_file(events, game)

    def write(self, kind: str, game: int, values: JsonObject) -> None:
        """Record `values` as they were after `game` games."""
        self._log.append(json.dumps({"kind": kind, "game": game, **values}) + "\n")
        if self._events is not None:
            numbers = {
                f"{kind}/{name}": float(value)
                for name, value in values.items()
                if isinstance(value, int | float) and not isinstance(value, bool)
            }
            self._events.write(numbers, game)

    def sync(self) -> int:
        """Bring everything to the disk and give the byte where the log ends."""
        return self._log.sync()

    def close(self) -> None:
        """Close both."""
        self._log.close()
        if self._events is not None:
            self._events.close()


class EventFile:
    """A file for TensorBoard, of tensorboardX's records.

    Its own writer has a thread and a buffer, which complain when the program ends after a disk was full.
    """

    def __init__(self, folder: Path, game: int) -> None:
        folder.mkdir(exist_ok=True)
        self._log = AppendLog(folder / f"events.out.tfevents.{int(time.time()):010}.{socket.gethostname()}")
        self._append(file_version="brain.Event:2")
        # TensorBoard drops what an earlier part of the run wrote past this.
        self._append(step=game + 1, session_log={"status": "START"})

    def write(self, numbers: Mapping[str, float], game: int) -> None:
        """Add numbers, each with its name, as they were after so many games."""
        values = [{"tag": name, "simple_value": number} for name, number in numbers.items()]
        self._append(step=game, summary={"value": values})

    def close(self) -> None:
        """Close the file."""
        self._log.close()

    def _append(self, **content: Any) -> None:
        from tensorboardX.proto.event_pb2 import Event
        from tensorboardX.record_writer import masked_crc32c

        data = Event(wall_time=time.time(), **content).SerializeToString()
        length = struct.pack("<Q", len(data))
        sums = (struct.pack("<I", masked_crc32c(part)) for part in (length, data))
        self._log.append(length + next(sums) + data + next(sums))


def _event_file(folder: Path, game: int) -> EventFile | None:
    """None where tensorboardX is not installed."""
    if importlib.util.find_spec("tensorboardX") is None:
        return None
    return EventFile(folder, game)


def read_metrics(path: Path, kind: str) -> Iterator[JsonObject]:
    """Give the records of one kind; a last line cut short by a kill is no record yet."""
    if not path.exists():
        return
    with path.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.endswith("\n"):
                continue
            try:
                record = json.loads(line)
                found = current_kind(record["kind"])
                record["game"] + 0
            except (ValueError, TypeError, KeyError):
                raise RunError(
                    f"Line {number} of {path} is no record of a run: take it out, and the rest can be read."
                ) from None
            if found == kind:
                yield record
