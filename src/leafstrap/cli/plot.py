"""`leafstrap plot`: pictures of runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leafstrap.errors import UsageError
from leafstrap.training.heat_maps import plot_squares
from leafstrap.training.history import History
from leafstrap.training.plot import plot_runs


def plot(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Run folders.")],
    weights: Annotated[
        list[str] | None,
        typer.Option(
            "--weights", metavar="NAME", help="Also draw this weight over games; * stands for anything."
        ),
    ] = None,
    squares: Annotated[
        bool,
        typer.Option("--squares", help="Draw what a piece is worth on every square instead, of one run."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="The picture: .png, .svg or .pdf.",
            show_default="learning.png or squares.png in the first RUN",
        ),
    ] = None,
) -> None:
    """Draw runs: strength over games and minutes, errors, piece values and chosen weights, or maps of the board."""
    target = out or runs[0] / ("squares.png" if squares else "learning.png")
    if squares:
        if len(runs) > 1 or weights:
            raise UsageError("Maps of the board are drawn of one run, without --weights.")
        plot_squares(History.read(runs[0]), target)
    else:
        plot_runs(History.read_all(runs), weights or [], target)
    print(target)
