"""`leafstrap plot`: pictures of runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="The picture.", show_default="learning.png in the first RUN"
        ),
    ] = None,
) -> None:
    """Draw the learning curve, piece values and chosen weights of runs over their games."""
    target = out or runs[0] / "learning.png"
    plot_runs([History.read(run) for run in runs], weights or [], target)
    print(target)
