"""What a run measures while it learns: one JSON object a line, and the same for TensorBoard."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from leafstrap.durable import AppendLog
from leafstrap.recipes.legacy import current_kind
from leafstrap.types import JsonObject


class Metrics:
    """Writes `metrics.jsonl`, and TensorBoard events where tensorboardX is installed (the extra `log`)."""

    def __init__(self, path: Path, events: Path, keep: int | None = None, game: int = 0) -> None:
        self._log = AppendLog(path, keep)
        self.missing = self._log.missing
        self._events = _event_writer(events, game)

    def write(self, kind: str, game: int, values: JsonObject) -> None:
        """Record `values` as they were after `game` games."""
        self._log.append(json.dumps({"kind": kind, "game": game, **values}) + "\n")
        if self._events is not None:
            for name, value in values.items():
                if isinstance(value, int | float) and not isinstance(value, bool):
                    self._events.add_scalar(f"{kind}/{name}", value, game)

    def sync(self) -> int:
        """Bring everything to the disk and give the byte where the log ends."""
        if self._events is not None:
            self._events.flush()
        return self._log.sync()

    def close(self) -> None:
        """Close both."""
        self._log.close()
        if self._events is not None:
            self._events.close()


def _event_writer(folder: Path, game: int) -> Any:
    """TensorBoard drops what an earlier part of the run wrote past the step `purge_step`."""
    try:
        from tensorboardX import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(str(folder), purge_step=game + 1, flush_secs=30)


def read_metrics(path: Path, kind: str) -> Iterator[JsonObject]:
    """Give the records of one kind; a last line cut short by a kill is no record yet."""
    if not path.exists():
        return
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.endswith("\n") and current_kind((record := json.loads(line))["kind"]) == kind:
                yield record
