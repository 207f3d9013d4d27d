"""Games on their way between processes: Ray sends what can be pickled, and objects of the core travel as text.

Importing this is enough, at either end: what a process sends names the functions here that make it again.
"""

from __future__ import annotations

import atexit
import copyreg
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from leafstrap import games
from leafstrap._core import Outcome
from leafstrap.arena import Opening
from leafstrap.games import GAMES, Game
from leafstrap.games.dice import is_chance
from leafstrap.types import Line, Position, Roll, RollingLine

# A move as its position writes it, after what was rolled for it; a game may end with a roll that nobody plays.
Step = tuple[Roll | None, str | None]
Rebuilt = tuple[Callable[..., Any], tuple[object, ...]]  # as pickle asks for


def line_steps(line: Line) -> list[Step]:
    """All that happened in a line after its start."""
    steps: list[Step] = []
    rolled = not is_chance(line.start)  # what a start has rolled is part of its text
    for position, move in zip(line.before, line.moves, strict=True):
        steps.append((None if rolled else getattr(position, "dice", None), position.move_text(move)))
        rolled = False
    dice: Roll | None = getattr(line.position, "dice", None)
    if dice is not None and not rolled:
        steps.append((dice, None))
    return steps


def make_line(game: str, start: str, steps: list[Step]) -> Line:
    """The line of a game in which this happened."""
    rules = games.get(game)
    line = rules.Line(rules.Position.parse(start))
    for dice, text in steps:
        if dice is not None:
            cast("RollingLine", line).roll(dice)
        if text is not None:
            line.push(line.position.move(text))
    return line


def make_position(game: str, text: str) -> Position:
    """The position of a game by its text."""
    return games.get(game).Position.parse(text)


def make_opening(name: str, game: str, line: Line) -> Opening:
    """The opening that is a line."""
    return Opening.of(name, games.get(game), line)


def _reduce_line(game: str, line: Line) -> Rebuilt:
    return make_line, (game, str(line.start), line_steps(line))


def _reduce_position(game: str, position: Position) -> Rebuilt:
    return make_position, (game, str(position))


def _reduce_opening(opening: Opening) -> Rebuilt:
    return make_opening, (opening.name, opening.game.name, opening.line())


def _reduce_game(game: Game) -> Rebuilt:
    return games.get, (game.name,)


def _reduce_outcome(outcome: Outcome) -> Rebuilt:
    return Outcome, (outcome.points,)


def _register() -> None:
    reductions: dict[type, Callable[[Any], Rebuilt]] = {
        Game: _reduce_game,
        Opening: _reduce_opening,
        Outcome: _reduce_outcome,
    }
    for game in GAMES:
        reductions[game.Line] = partial(_reduce_line, game.name)
        reductions[game.Position] = partial(_reduce_position, game.name)
    for kind, reduce in reductions.items():
        copyreg.pickle(kind, reduce)
        # Python's table outlives this module, and with it all games would: the core would report them as leaked.
        atexit.register(copyreg.dispatch_table.pop, kind, None)


_register()
