"""`leafstrap book`: what a learned book holds, and time to go over it."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from leafstrap import games
from leafstrap._core import SearchControl
from leafstrap.cli.common.native_work import interruptible
from leafstrap.cli.common.options import Weights
from leafstrap.players import parse_evaluator
from leafstrap.players.books import LearnedBook, load_learned, save_learned
from leafstrap.players.books.learned import next_position, research_next
from leafstrap.search.engine import Engine


def book(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A learned book.")],
    weights: Weights = "default",
    *,
    minutes: Annotated[
        float, typer.Option("--minutes", min=0, help="Search its positions again for so long.")
    ] = 0.0,
) -> None:
    """Say what is in a book that the engine has learned; with time, search what was played again."""
    learned = load_learned(file)
    _describe(learned)
    if not minutes or next_position(learned) is None:
        return
    engine = Engine(parse_evaluator(weights, games.get("chess")))
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end and (epd := next_position(learned)) is not None:
        control = SearchControl()
        try:
            found = interruptible(partial(research_next, learned, engine, control))
        except KeyboardInterrupt:
            control.stop()
            raise
        save_learned(learned, file)
        print(f"{epd}: {found.move if found else '-'}")


def _describe(learned: LearnedBook) -> None:
    entries = [entry for _, entry in learned]
    wins, draws, losses = (
        sum(getattr(entry, what) for entry in entries) for what in ("wins", "draws", "losses")
    )
    waiting = sum(entry.stale and entry.finding is not None for entry in entries)
    given_up = sum(len(entry.avoided) for entry in entries)
    print(f"{len(entries)} positions, {waiting} of them played since they were last searched")
    print(
        f"moves played: {wins} times in a game that was won, {draws} drawn, {losses} lost; {given_up} given up"
    )
