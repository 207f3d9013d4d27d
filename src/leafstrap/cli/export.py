"""`leafstrap export`: weights for other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from leafstrap.api import export as export_weights
from leafstrap.api import load
from leafstrap.durable import write_whole
from leafstrap.errors import UsageError
from leafstrap.evaluators.export import FORMATS


def export(
    weights: Annotated[
        str, typer.Argument(metavar="WEIGHTS", help="A weights file, a run folder, or default:GAME.")
    ],
    form: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help=f"One of: {', '.join(FORMATS)}.")
    ] = "json",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to.", show_default="standard output")
    ] = None,
) -> None:
    """Write weights with their names, indices, stages and scale as JSON, CSV, arrays of NumPy or a C header."""
    name, _, game = weights.partition(":")
    if weights == "default":
        raise UsageError("Every game has default weights: say of which, as in default:chess.")
    evaluator = load("default", game) if name == "default" else load(weights)
    content = export_weights(evaluator, form)
    if out is None:
        if form == "npz" and sys.stdout.isatty():
            raise UsageError("Arrays are no text: name a file with --out.")
        sys.stdout.buffer.write(content)
        return
    try:
        write_whole(out, content)
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}.") from None
    print(out)
