"""Where games start: named opening lines of our own and random balanced starts, or a file."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from leafstrap.arena.balanced import balanced_start
from leafstrap.arena.opening import Opening
from leafstrap.arena.opening_file import read_opening_file
from leafstrap.games import Game, get

OWN = "own"
NONE = "none"
# Random starts beside the named lines in a fixed set, such as self-play draws from.
RANDOM_STARTS = 100
# Of a PGN file, unless told.
AT_MOST = 2000


def read_openings(game: Game, source: str = OWN, at_most: int = AT_MOST, seed: int = 0) -> list[Opening]:
    """The openings of a source: `own` (named lines that ship with Leafstrap), `none` (the standard start), or a file.

    Reading games takes time, so of a PGN file with more than `at_most` games only so many are read, chosen by
    the seed.
    """
    if source == NONE or (source == OWN and game.dice):
        return [Opening("start", game, game.Position())]
    if source == OWN:
        return list(_named(game.name))
    return read_opening_file(Path(source), game, at_most, seed)


def opening_lines(game: Game, source: str = OWN, random_starts: int = RANDOM_STARTS) -> list[Any]:
    """Lines to start games from; our own set has random balanced starts beside the named lines."""
    openings = read_openings(game, source)
    if source == OWN and not game.dice:
        openings += [balanced_start(game, seed) for seed in range(random_starts)]
    return [opening.line() for opening in openings]


def shuffled_openings(game: Game, source: str, seed: int, needed: int) -> Iterator[Opening]:
    """Openings without end, in an order that follows from the seed.

    None comes twice as long as there are others: when the named lines are used up random starts follow,
    so that players without randomness of their own still play different games. A file can only begin again.
    """
    openings = read_openings(game, source, needed, seed)
    Random(f"openings {seed}").shuffle(openings)
    yield from openings
    if source == OWN and not game.dice:
        first = Random(f"random starts {seed}").getrandbits(32)
        yield from (balanced_start(game, first + number) for number in itertools.count())
    yield from itertools.cycle(openings)


@cache
def _named(game_name: str) -> tuple[Opening, ...]:
    """The named lines in the package: `Name: moves` a line, in the notation people write."""
    game = get(game_name)
    openings = []
    text = files("leafstrap.arena").joinpath(f"{game_name}-openings.txt").read_text(encoding="utf-8")
    for entry in text.splitlines():
        if not entry or entry.startswith("#"):
            continue
        name, _, moves = entry.partition(": ")
        line = game.Line()
        for move in moves.split():
            line.push(game.parse_move(line.position, move))
        openings.append(Opening.of(name, game, line))
    return tuple(openings)
