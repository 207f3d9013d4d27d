"""`leafstrap learn`: carry out a recipe."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from leafstrap.api import open_run
from leafstrap.cli.common.folding import say
from leafstrap.cli.common.options import Cluster, GameName, RecipeName
from leafstrap.cluster.learning.main import connected_to_learn, train
from leafstrap.training.run import Run
from leafstrap.training.summary import summary_lines


def learn(
    game: GameName,
    recipe: RecipeName = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="The run's folder.", show_default="runs/GAME-RECIPE-N"),
    ] = None,
    games: Annotated[int | None, typer.Option("--games", min=0, help="Stop after so many games.")] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", min=0, help="Stop after so many minutes of learning.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", min=1, help="Games played at the same time; on a cluster every core's if not given."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="What all random choices come from.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a run, exactly where it stood.")
    ] = False,
    cluster: Cluster = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="Change one setting, as search.depth=2; may be repeated."
        ),
    ] = None,
) -> None:
    """Learn weights from games; everything about it is written to a folder that it can go on from."""
    given = {"games": games, "minutes": minutes, "workers": workers, "seed": seed}
    wanted = [*(changes or []), *(f"run.{key}={value}" for key, value in given.items() if value is not None)]

    def opened() -> Run:
        run = open_run(game, recipe, out, wanted, resume=resume)
        if run.is_over:
            say(f"Nothing was left to do: {run.folder.path} had come to its end.")
        return run

    if cluster is None:
        run = opened()
        result, more = run.train(), list[str]()
    else:
        with connected_to_learn(cluster, workers):
            run = opened()
            trained = train(run, cluster, workers=workers)
        result, more = trained.training, list(trained.lines())
    if result.interrupted:
        saved = f"{run.folder.path} is saved after {result.state.counters.games} games"
        print(f"Stopped; {saved}, go on with --resume.", file=sys.stderr)
        raise KeyboardInterrupt
    for line in (*more, *summary_lines(run, result)):
        (print if line.startswith(" ") else say)(line)  # commands are copied, and stay whole
