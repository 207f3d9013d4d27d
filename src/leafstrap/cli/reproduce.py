"""`leafstrap reproduce`: a paper's experiment, with a page, a picture and the numbers behind them."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from leafstrap.cli.common.folding import say_beside
from leafstrap.cli.common.options import Cluster
from leafstrap.cluster.games.machine import machine_on
from leafstrap.errors import UsageError
from leafstrap.papers import EXPERIMENTS, Experiment


def reproduce(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="The experiment; without a name all are listed.")
    ] = None,
    scale: Annotated[
        float, typer.Option("--scale", min=0.001, help="How long it takes: 0.1 is a tenth.")
    ] = 1.0,
    seed: Annotated[int, typer.Option("--seed", min=0, help="What all random choices come from.")] = 1,
    seeds: Annotated[
        int | None,
        typer.Option(
            "--seeds", min=1, help="Runs of each kind.", show_default="as many as the experiment has"
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", min=1, help="Runs and matches at a time.", show_default="one a core"),
    ] = None,
    data: Annotated[
        list[Path] | None,
        typer.Option(
            "--data",
            metavar="FILE",
            help="The games that an experiment learns from, where the list names any; twice for two files.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Where the page goes.", show_default="runs/NAME/results"),
    ] = None,
    work: Annotated[
        Path | None,
        typer.Option("--work", metavar="DIR", help="Where the runs go.", show_default="runs/NAME"),
    ] = None,
    cluster: Cluster = None,
) -> None:
    """Make a paper's experiment again; one that was interrupted goes on where it stopped."""
    if name is None:
        for each, kind in sorted(EXPERIMENTS.items()):
            needs = "".join(f"; --data {file}" for file in kind.data)
            say_beside(f"{each:24} ", f"{kind.summary}{needs}")
        return
    kind = EXPERIMENTS.get(name)
    if seeds not in (None, 1) and kind.one_run_each:
        raise UsageError(f"The experiment '{name}' has one run of each kind: --seeds does not go with it.")
    folder = work or Path("runs") / name
    experiment = Experiment(
        out or folder / "results",
        folder,
        scale,
        seed,
        jobs or os.cpu_count() or 1,
        _note,
        data or (),
        seeds,
    )
    if cluster is None:
        print(kind.make(experiment))
        return
    with machine_on(cluster, jobs, _note) as (machine, at_a_time):
        print(kind.make(replace(experiment, jobs=at_a_time, machine=machine)))


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
