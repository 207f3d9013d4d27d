"""`leafstrap explain`: an evaluation, feature by feature."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from leafstrap import games
from leafstrap.cli.common.options import GameName, Json, Weights, parse_position
from leafstrap.evaluators import Explanation
from leafstrap.players import parse_evaluator


def explain(
    game: GameName,
    position: Annotated[
        str,
        typer.Argument(metavar="POSITION", help="FEN; in backgammon an XGID or position ID; or startpos."),
    ],
    weights: Weights = "default",
    *,
    top: Annotated[int, typer.Option("--top", min=0, help="Features shown of each family; 0 for all.")] = 0,
    as_json: Json = False,
) -> None:
    """Show what every feature adds to the evaluation of a position, the largest first."""
    rules = games.get(game)
    where = parse_position(rules, position)
    explanation = parse_evaluator(weights, rules).explain(where)
    if as_json:
        print(json.dumps(explanation.as_json()))
        return
    # A pipe has no width: there the table is as wide as it needs to be.
    console = Console() if Console().is_terminal else Console(width=200)
    if explanation.outputs:
        said = ", ".join(f"{name} {value:.3f}" for name, value in explanation.outputs.items())
        console.print(f"The network for {explanation.network!r} positions says: {said}", soft_wrap=True)
    elif explanation.network:
        console.print(
            f"The network for {explanation.network!r} positions; a weight is the slope of the evaluation there, so "
            "that shares do not sum to it.",
            soft_wrap=True,
        )
    console.print(_table(explanation, top))


def _table(explanation: Explanation, top: int) -> Table:
    table = Table(title=f"Evaluation {explanation.value:+.2f}, {explanation.view}", title_justify="left")
    table.add_column("feature", no_wrap=True)
    for heading in ("value", "weight", "share"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("meaning", overflow="ellipsis", no_wrap=True)
    for family in explanation.families:
        table.add_section()
        table.add_row(f"[bold]{family.name}[/bold]", "", "", f"[bold]{family.share:+.2f}[/bold]", "")
        shown = family.terms[:top] if top else family.terms
        for term in shown:
            table.add_row(
                f"  {term.name}",
                f"{term.value:+.3g}",
                f"{term.weight:+.2f}",
                f"{term.share:+.2f}",
                term.meaning,
            )
        rest = family.terms[len(shown) :]
        if rest:
            share = sum(term.share for term in rest)
            table.add_row(f"  {len(rest)} smaller", "", "", f"{share:+.2f}", "")
    return table
