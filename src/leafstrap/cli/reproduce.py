"""`leafstrap reproduce`: a paper's experiment, with a page, a picture and the numbers behind them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from leafstrap.cli.common.options import Cluster
from leafstrap.cluster.games.machine import machine_on
from leafstrap.errors import UsageError
from leafstrap.papers.backgammon_curve import backgammon_curve
from leafstrap.papers.backgammon_scratch import backgammon_scratch
from leafstrap.papers.comparison import comparison
from leafstrap.papers.draughts_rules import draughts_rules
from leafstrap.papers.experiment import Experiment
from leafstrap.papers.knightcap import knightcap
from leafstrap.papers.knightcap_backgammon import knightcap_backgammon
from leafstrap.papers.knightcap_book import knightcap_book
from leafstrap.papers.knightcap_filter import knightcap_filter
from leafstrap.papers.knightcap_more import knightcap_directed, knightcap_lambda, knightcap_long
from leafstrap.papers.knightcap_selfplay import knightcap_selfplay
from leafstrap.papers.meep_order import meep_order
from leafstrap.papers.meep_plain import meep_changes, meep_plain, meep_steps
from leafstrap.papers.meep_table2 import meep_table2
from leafstrap.papers.meep_table3 import meep_table3
from leafstrap.papers.modern_search import modern_search
from leafstrap.papers.neurochess import neurochess, neurochess_175
from leafstrap.papers.neurochess_claims import neurochess_claims
from leafstrap.papers.open_questions import lambda_annealed, treestrap_start
from leafstrap.papers.piece_values import piece_values
from leafstrap.papers.search_sizes import search_sizes
from leafstrap.papers.sensitivity import sensitivity
from leafstrap.papers.step_sizes import step_sizes
from leafstrap.papers.treestrap_network import treestrap_network
from leafstrap.papers.uct_prior import uct_prior
from leafstrap.papers.wiering_chess import wiering_chess
from leafstrap.papers.wiering_data import wiering_data
from leafstrap.papers.wiering_draughts import wiering_draughts
from leafstrap.papers.wiering_table2 import wiering_table2
from leafstrap.papers.wiering_table3 import wiering_table3
from leafstrap.papers.wiering_table4 import wiering_table4

ONE_RUN_EACH: dict[str, Callable[[Experiment], Path]] = {
    "backgammon": backgammon_curve,
    "backgammon-scratch": backgammon_scratch,
    "comparison": comparison,
    "knightcap-backgammon": knightcap_backgammon,
    "search-sizes": search_sizes,
    "step-sizes": step_sizes,
    "treestrap-network": treestrap_network,
    "uct-prior": uct_prior,
    "wiering-draughts": wiering_draughts,
}
SEVERAL_RUNS: dict[str, Callable[[Experiment], Path]] = {
    "beal-smith": piece_values,
    "draughts-rules": draughts_rules,
    "knightcap": knightcap,
    "knightcap-book": knightcap_book,
    "knightcap-filter": knightcap_filter,
    "knightcap-selfplay": knightcap_selfplay,
    "meep-order": meep_order,
    "meep-table2": meep_table2,
    "meep-table3": meep_table3,
    "modern-search": modern_search,
    "neurochess": neurochess,
    "neurochess-175": neurochess_175,
    "neurochess-claims": neurochess_claims,
    "sensitivity": sensitivity,
    **{
        study.name: study
        for study in (
            knightcap_directed,
            knightcap_lambda,
            knightcap_long,
            lambda_annealed,
            meep_changes,
            meep_plain,
            meep_steps,
            treestrap_start,
        )
    },
    "wiering-chess": wiering_chess,
    "wiering-data": wiering_data,
    "wiering-table2": wiering_table2,
    "wiering-table3": wiering_table3,
    "wiering-table4": wiering_table4,
}
EXPERIMENTS = dict(sorted((ONE_RUN_EACH | SEVERAL_RUNS).items()))


def reproduce(
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"One of: {', '.join(EXPERIMENTS)}.")],
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
            help="The games that an experiment with a database learns from; twice where it needs two files.",
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
    if name not in EXPERIMENTS:
        raise UsageError(f"There is no experiment '{name}'; choose one of: {', '.join(EXPERIMENTS)}.")
    if seeds not in (None, 1) and name in ONE_RUN_EACH:
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
        print(EXPERIMENTS[name](experiment))
        return
    with machine_on(cluster, jobs, _note) as (machine, at_a_time):
        print(EXPERIMENTS[name](replace(experiment, jobs=at_a_time, machine=machine)))


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
