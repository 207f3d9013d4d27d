"""`leafstrap perft`: count move sequences."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial
from typing import Annotated

import typer

from leafstrap import games
from leafstrap.cli.common.native_work import Meter
from leafstrap.cli.common.options import POSITION_HELP, GameName, Json, parse_position
from leafstrap.types import Move


def perft(
    game: GameName,
    position: Annotated[
        str | None,
        typer.Argument(metavar="[POSITION]", help=POSITION_HELP + "; the start if left out."),
    ] = None,
    *,
    depth: Annotated[int, typer.Option("--depth", min=1, max=20, help="Length of the sequences in plies.")],
    divide: Annotated[bool, typer.Option("--divide", help="List the count of every first move.")] = False,
    as_json: Json = False,
) -> None:
    """Count the legal move sequences of a given length."""
    start = parse_position(games.get(game), position)

    meter, parts = Meter(), list[tuple[Move, int]]()
    if divide:
        parts = meter.run(lambda: list(start.perft_divide(depth)), _total)
    else:
        meter.run(partial(start.perft, depth), int)
    counts = sorted((start.move_text(move), count) for move, count in parts)
    report = meter.rate()
    if as_json:
        print(json.dumps(report | {"divide": dict(counts)} if divide else report))
        return
    for move, count in counts:
        print(f"{move}: {count}")
    print(f"{report['nodes']} nodes in {report['seconds']:.3f} s, {report['nps'] / 1e6:.1f} million a second")


def _total(parts: Iterable[tuple[Move, int]]) -> int:
    return sum(count for _, count in parts)
