"""`leafstrap fit`: weights from positions whose results are known."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from leafstrap.cli.common.options import Json, beginning
from leafstrap.cli.common.playing import GamesProgress
from leafstrap.errors import UsageError
from leafstrap.games import GAMES
from leafstrap.training.fit import Fitted, Progress
from leafstrap.training.fit import fit as fit_to
from leafstrap.training.signals import Interruption


def fit(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="The game of the positions; for a matrix any word.",
            autocompletion=beginning(GAMES.names),
        ),
    ],
    data: Annotated[
        list[Path],
        typer.Argument(
            metavar="DATA...",
            help='Lines of EPD or FEN with results (c9 "1-0", [0.5], 1/2-1/2); records of games (.pgn, .pdn, .mat); or '
            "an .npz file of a CSR matrix.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Weights for Leafstrap (.safetensors), or for others (.csv, .json, .npz).",
        ),
    ],
    features: Annotated[
        str | None, typer.Option("--features", help="The feature set.", show_default="the game's own choice")
    ] = None,
    evaluator: Annotated[
        list[str] | None,
        typer.Option(
            "--evaluator",
            metavar="KEY=VALUE",
            help="As in recipes: kind=network, hidden=20; may be repeated.",
        ),
    ] = None,
    initial: Annotated[
        str | None,
        typer.Option(
            "--initial",
            help="Where to begin: zero, random, material, hand, published, a weights file; for a matrix a .csv of "
            "name,weight.",
            show_default="zero, for networks random",
        ),
    ] = None,
    fixed: Annotated[
        list[str] | None,
        typer.Option("--fixed", metavar="NAME", help="A weight to leave alone; * stands for anything."),
    ] = None,
    results: Annotated[
        Path | None, typer.Option("--results", help="Results of a matrix: .npy, or text with one a line.")
    ] = None,
    names: Annotated[
        Path | None, typer.Option("--names", help="Names of the features of a matrix, one a line.")
    ] = None,
    skip: Annotated[
        int, typer.Option("--skip", min=0, help="Plies left out at the beginning of recorded games.")
    ] = 8,
    all_positions: Annotated[
        bool, typer.Option("--all-positions", help="Of recorded games also positions that are not quiet.")
    ] = False,
    scale: Annotated[
        float | None,
        typer.Option(
            "--scale",
            help="K, log-odds of winning for one unit of the evaluation.",
            show_default="fitted to the initial weights, or ln(10)/400: centipawns",
        ),
    ] = None,
    l2: Annotated[float, typer.Option("--l2", min=0, help="How much changes of weights cost.")] = 1e-6,
    optimiser: Annotated[
        str, typer.Option("--optimiser", help="lbfgs: to the end; adagrad or plain: in small batches.")
    ] = "lbfgs",
    iterations: Annotated[
        int, typer.Option("--iterations", min=0, help="Steps of lbfgs, or passes over the data, at most.")
    ] = 1000,
    step_size: Annotated[
        float | None,
        typer.Option("--step-size", min=0, help="Of small batches.", show_default="0.2, plain 1"),
    ] = None,
    batch: Annotated[int, typer.Option("--batch", min=1, help="Positions in a small batch.")] = 1024,
    held_out: Annotated[
        float, typer.Option("--held-out", min=0, max=0.9, help="Share of games or lines not learned from.")
    ] = 0.1,
    threads: Annotated[int | None, typer.Option("--threads", min=1, show_default="all cores")] = None,
    seed: Annotated[
        int, typer.Option("--seed", min=0, help="Which are held out, and the order of batches.")
    ] = 0,
    *,
    as_json: Json = False,
) -> None:
    """Fit weights to results by logistic regression ("Texel tuning"); Ctrl-C saves what there is."""
    table: dict[str, object] = {}
    for change in evaluator or []:
        key, equals, value = change.partition("=")
        if not equals:
            raise UsageError(f"--evaluator takes KEY=VALUE, not {change!r}.")
        table[key] = [int(units) for units in value.split(",")] if key == "hidden" else value
    with GamesProgress(iterations) as progress, Interruption() as interruption:

        def tell(so_far: Progress) -> bool:
            if so_far.iteration == 1:
                progress.note("Fitting; Ctrl-C saves the weights as they are then.")
            outside = "" if so_far.held_out is None else f", held out {so_far.held_out:.5f}"
            progress.show(
                so_far.iteration,
                f"error {so_far.error:.5f}{outside}, at most {so_far.seconds_left:.0f} s left",
            )
            return not interruption.requested

        fitted = fit_to(
            game,
            data,
            features=features,
            evaluator=table,
            initial=initial,
            fixed=fixed or (),
            results=results,
            names=names,
            skip=skip,
            only_quiet=not all_positions,
            threads=threads,
            tell=tell,
            scale=scale,
            l2=l2,
            optimiser=optimiser,
            iterations=iterations,
            step_size=step_size,
            batch=batch,
            held_out=held_out,
            seed=seed,
        )
    fitted.save(out)
    for fault in fitted.faults:
        print(fault, file=sys.stderr)
    if as_json:
        print(json.dumps({**fitted.fit.as_json(), "weights": str(out)}))
    else:
        _show(fitted, out)
    if fitted.fit.interrupted:
        raise KeyboardInterrupt


def _show(fitted: Fitted, out: Path) -> None:
    found = fitted.fit
    ended = "stopped" if found.interrupted else "converged" if found.converged else "ended"
    table = Table(
        title=f"{ended} after {found.iterations} steps, {found.seconds:.1f} s", title_justify="left"
    )
    for heading in ("", "examples", "error before", "after", "mean square before", "after"):
        table.add_column(heading, justify="right" if heading else "left")
    rows = [("learned from", found.examples, found.first, found.last)]
    if found.first_held_out is not None and found.last_held_out is not None:
        rows.append(("held out", found.held_out_examples, found.first_held_out, found.last_held_out))
    for name, count, before, after in rows:
        errors = (before.cross_entropy, after.cross_entropy, before.squares, after.squares)
        table.add_row(name, str(count), *(f"{error:.6f}" for error in errors))
    Console().print(table)
    print(f"K = {found.scale:.6g}: an evaluation of v wins with 1 / (1 + exp(-K v)).")
    print(out)
