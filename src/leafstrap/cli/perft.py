"""`leafstrap perft`: count move sequences."""

from __future__ import annotations

import json
import time
from functools import partial
from typing import Annotated

import typer

from leafstrap import games
from leafstrap.cli.common.native_work import interruptible, speed
from leafstrap.cli.common.options import GameName, Json, parse_position


def perft(
    game: GameName,
    position: Annotated[
        str | None,
        typer.Argument(metavar="[POSITION]", help="FEN in chess; the start if left out."),
    ] = None,
    *,
    depth: Annotated[int, typer.Option("--depth", min=1, max=20, help="Length of the sequences in plies.")],
    divide: Annotated[bool, typer.Option("--divide", help="List the count of every first move.")] = False,
    as_json: Json = False,
) -> None:
    """Count the legal move sequences of a given length."""
    start = parse_position(games.get(game), position)

    began = time.perf_counter()
    parts = interruptible(partial(start.perft_divide, depth)) if divide else None
    nodes = interruptible(partial(start.perft, depth)) if parts is None else sum(count for _, count in parts)
    seconds = time.perf_counter() - began

    counts = sorted((str(move), count) for move, count in parts or [])
    report = speed(nodes, seconds)
    if as_json:
        print(json.dumps(report | {"divide": dict(counts)} if divide else report))
        return
    for move, count in counts:
        print(f"{move}: {count}")
    print(f"{nodes} nodes in {seconds:.3f} s, {report['nps'] / 1e6:.1f} million a second")
