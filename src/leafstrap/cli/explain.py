"""`leafstrap explain`: an evaluation, feature by feature."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from leafstrap import games
from leafstrap._core import Outcome, Side
from leafstrap.cli.common.options import POSITION_HELP, GameName, Json, Weights, parse_position
from leafstrap.errors import UsageError
from leafstrap.evaluators import Evaluator, Explanation, centipawns_per_unit
from leafstrap.evaluators.piece_values import pawns_per_unit
from leafstrap.games.dice import is_chance
from leafstrap.players import ExpectimaxPlayer, parse_evaluator
from leafstrap.search import Limits
from leafstrap.types import Position

BEST_MOVES = 5

FACTORS_FROM, MEANINGS_FROM = 56, 72  # columns of a terminal that has room for them


def explain(
    game: GameName,
    position: Annotated[
        str,
        typer.Argument(metavar="POSITION", help=POSITION_HELP + "; or startpos."),
    ],
    weights: Weights = "default",
    *,
    top: Annotated[int, typer.Option("--top", min=0, help="Features shown of each family; 0 for all.")] = 0,
    raw: Annotated[
        bool, typer.Option("--raw", help="In the unit that is learned in, instead of pawns, men or points.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show what every feature adds to the evaluation of a position, the largest first."""
    rules = games.get(game)
    where = parse_position(rules, position)
    if (outcome := where.outcome()) is not None:
        raise UsageError(f"The game is over in this position: {_end(outcome)}. There is nothing to evaluate.")
    evaluator = parse_evaluator(weights, rules)
    explanation, moves = evaluator.explain(where), _moves_of_roll(evaluator, where)
    chances = rules.chances(where, _mover_centipawns(evaluator, explanation.value, where))
    if as_json:
        more = {"moves": dict(moves)} if moves else {}
        known = {} if chances is None else {"wdl": list(chances)}
        print(json.dumps(explanation.as_json() | more | known))
        return
    # A pipe has no width: there the table is as wide as it needs to be.
    long = not Console().is_terminal
    console = Console(width=200) if long else Console()
    if explanation.outputs:
        possible = evaluator.architecture.outputs.possible(list(explanation.outputs.values()))
        said = ", ".join(
            f"{name} {value:.3f}" for name, value in zip(explanation.outputs, possible, strict=True)
        )
        console.print(f"The network {explanation.network!r} says: {said}", soft_wrap=long)
    elif explanation.network:
        console.print(
            f"The network {explanation.network!r}: a weight is the slope of the evaluation here, so that shares do "
            "not sum to it.",
            soft_wrap=long,
        )
    unit = 1.0 if raw else pawns_per_unit(evaluator)
    said = "" if raw else f" {rules.wording.unit}"
    console.print(f"Evaluation {explanation.value * unit:+.2f}{said}, {explanation.view}", soft_wrap=long)
    if moves:
        best = ", ".join(f"{move} {equity:+.3f}" for move, equity in moves[:BEST_MOVES])
        console.print(f"The dice are rolled; the best moves, for the mover: {best}", soft_wrap=long)
    if chances is not None:
        won, drawn, lost = (f"{share / 10:.0f} %" for share in chances)
        console.print(f"Of such positions the side to move wins {won}, draws {drawn} and loses {lost}.")
    console.print(_table(explanation, top, unit, console.width))


def _end(outcome: Outcome) -> str:
    if outcome.winner is None:
        return "it is drawn"
    return f"the {'first' if outcome.winner == Side.first else 'second'} player has won"


def _moves_of_roll(evaluator: Evaluator, where: Position) -> list[tuple[str, float]]:
    """Where dice are rolled: the moves by what the boards are worth that they lead to, the best first."""
    if evaluator.game.played_by != "expectimax" or is_chance(where):
        return []
    ranked = ExpectimaxPlayer("explain", evaluator).ranked(where, Limits())
    return [(evaluator.game.move_text(where, move), round(equity, 4)) for move, equity, _ in ranked]


def _mover_centipawns(evaluator: Evaluator, value: float, where: Position) -> float:
    return where.turn.sign * value * centipawns_per_unit(evaluator.architecture, evaluator.weights)


def _table(explanation: Explanation, top: int, unit: float, width: int) -> Table:
    """What does not fit is left out: first what features mean, then what their shares are made of."""
    factors, meanings = width >= FACTORS_FROM, width >= MEANINGS_FROM
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("feature", overflow="ellipsis", no_wrap=True)
    for heading in ("value", "weight", "share") if factors else ("share",):
        table.add_column(heading, justify="right", no_wrap=True, min_width=7)
    if meanings:
        table.add_column("meaning", min_width=16)

    def row(name: str, value: str, weight: str, share: float, meaning: str, style: str = "") -> None:
        cells = [name, *([value, weight] if factors else []), _signed(share * unit), *[meaning] * meanings]
        table.add_row(*map(escape, cells), style=style)

    for family in explanation.families:
        table.add_section()
        row(family.name, "", "", family.share, "", style="bold")
        shown = family.terms[:top] if top else family.terms
        for term in shown:
            row(f"  {term.name}", f"{term.value:+.3g}", _signed(term.weight * unit), term.share, term.meaning)
        rest = family.terms[len(shown) :]
        if rest:
            row(f"  {len(rest)} smaller", "", "", sum(term.share for term in rest), "")
    return table


def _signed(number: float) -> str:
    """Two places, or three where two would say nothing."""
    return f"{number:+.3f}" if abs(number) < 0.1 else f"{number:+.2f}"
