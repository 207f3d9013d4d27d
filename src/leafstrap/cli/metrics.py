"""`leafstrap metrics`: what a run has measured, for other programs."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from leafstrap.api import metrics as metrics_of


def metrics(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder.")],
    kind: Annotated[
        str, typer.Option("--kind", help="game: a record a game or batch; improvement: one a match.")
    ] = "game",
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Lines of comma-separated values, with a heading.")
    ] = False,
) -> None:
    """Print what a run has measured, one JSON object a line, or as CSV."""
    found = metrics_of(run, kind)
    columns = {"game": found.games, **found.columns}
    records = zip(*(column.tolist() for column in columns.values()), strict=True)
    if as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(["" if value is None else value for value in record] for record in records)
        return
    for record in records:
        print(
            json.dumps({key: value for key, value in zip(columns, record, strict=True) if value is not None})
        )
