"""The workers of a run, as a table in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from leafstrap.types import JsonObject

MOST_ROWS = 16
COLUMNS = {
    "worker": "worker",
    "node": "node",
    "cores": "cores",
    "games": "games",
    "games_per_second": "games/s",
    "staleness": "staleness",
    "restarts": "restarts",
    "state": "state",
}


def table_lines(rows: Sequence[JsonObject]) -> list[str]:
    r"""A heading and a line for each worker; of very many only the first.

    >>> print("\n".join(table_lines([{"worker": "1.1", "node": "a", "games": 7, "state": "playing"}])))
    worker  node  cores  games  games/s  staleness  restarts  state
    1.1     a     -      7      -        -          -         playing
    """
    if not rows:
        return []
    cells = [list(COLUMNS.values())]
    for row in rows[:MOST_ROWS]:
        told = [str(row.get(key, "-")) for key in COLUMNS]
        cells.append(told if not row.get("reason") else [*told[:-1], f"{told[-1]}: {row['reason']}"])
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in cells]
    return lines if len(rows) <= MOST_ROWS else [*lines, f"and {len(rows) - MOST_ROWS} more"]


def summary_of(figures: JsonObject) -> str:
    """How it goes with all of them, in a few words."""
    rows = figures["workers"]
    working = [row for row in rows if row["state"] in ("playing", "waiting")]
    nodes = len({row["worker"].partition(".")[0] for row in working})
    where = f" on {nodes} nodes" if nodes > 1 else ""
    return f"{len(working)} of {len(rows)} workers{where}, staleness {figures['staleness']:.1f}"
