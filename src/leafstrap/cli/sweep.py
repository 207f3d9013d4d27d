"""`leafstrap sweep`: a grid of settings, several seeds each."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from leafstrap.cli.common.options import GameName, Json, RecipeName
from leafstrap.cli.common.playing import GamesProgress
from leafstrap.errors import UsageError
from leafstrap.training.sweep import Sweep, planned
from leafstrap.training.sweep import sweep as learn_all

LABEL = 32  # columns that settings may take from the figures


def sweep(
    game: GameName,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", help="The folder of all runs; gone on with if it is there."),
    ],
    recipe: RecipeName = None,
    grid: Annotated[
        list[str] | None,
        typer.Option(
            "--grid",
            metavar="KEY=V1,V2",
            help="Values of a setting to try, as search.depth=1,2; may be repeated.",
        ),
    ] = None,
    seeds: Annotated[int, typer.Option("--seeds", min=1, help="Runs of each combination.")] = 3,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The first seed.")] = 1,
    games: Annotated[int | None, typer.Option("--games", min=0, help="Games of each run.")] = None,
    minutes: Annotated[float | None, typer.Option("--minutes", min=0, help="Minutes of each run.")] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A setting of all runs; may be repeated."),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Runs at the same time.")] = 1,
    picture: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw all runs into one picture.")
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option("--csv", metavar="FILE", help="Write settings, seed and figures of every run."),
    ] = None,
    *,
    as_json: Json = False,
) -> None:
    """Learn with every combination of settings, several seeds each, and compare; after Ctrl-C the command goes on."""
    tried = dict(_pair(text, "--grid", "KEY=V1,V2") for text in grid or [])
    shared: dict[str, object] = dict(_pair(text, "--set", "KEY=VALUE") for text in changes or [])
    shared |= {
        f"run.{key}": value for key, value in (("games", games), ("minutes", minutes)) if value is not None
    }
    values = {key: text.split(",") for key, text in tried.items()}
    with GamesProgress(len(planned(out, values, range(seeds)))) as progress:
        done = learn_all(
            game,
            recipe,
            values,
            out=out,
            seeds=seeds,
            first_seed=seed,
            settings=shared,
            jobs=jobs,
            tell=lambda count, text: progress.show(count, text),
        )
    if table is not None:
        table.write_text(done.to_csv())
    if picture is not None:
        done.plot(picture)
    if as_json:
        print(json.dumps(_as_json(done)))
    else:
        _show(done)


def _pair(text: str, option: str, form: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not key or not equals or not value:
        raise UsageError(f"{option} takes {form}, not {text!r}.")
    return key, value


def _as_json(done: Sweep) -> dict[str, object]:
    rows = []
    for label, count, means in done.table():
        figures = {
            name: {"mean": each.mean} | ({} if math.isnan(each.low) else {"low": each.low, "high": each.high})
            for name, each in means.items()
        }
        rows.append({"settings": label, "seeds": count, "figures": figures})
    return {"folder": str(done.folder), "rows": rows}


def _show(done: Sweep) -> None:
    rows = done.table()
    names = list(dict.fromkeys(name for _, _, means in rows for name in means))
    table = Table(title="Means over seeds, 95 % intervals", title_justify="left")
    # What the rows differ in is not cut, and what fits is not broken; a pipe has no width.
    longest = max(len(label) for label, _, _ in rows)
    table.add_column("settings", overflow="fold", min_width=min(longest, LABEL))
    for heading in ("seeds", *(name.replace("_", " ") for name in names)):
        table.add_column(heading)
    for label, count, means in rows:
        table.add_row(label, str(count), *(str(means.get(name, "")) for name in names))
    console = Console()
    (console if console.is_terminal else Console(width=200)).print(table)
    print(done.folder)
