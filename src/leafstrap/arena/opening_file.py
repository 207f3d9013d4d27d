"""Opening files that users bring: positions as FEN or EPD, one a line, or games as PGN or PDN."""

from __future__ import annotations

from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

from leafstrap.arena.opening import Opening
from leafstrap.errors import UsageError
from leafstrap.games import Game
from leafstrap.games.chess import from_epd

# How much of a game in a file is its opening, unless the game is shorter.
PLIES = 16


def read_opening_file(path: Path, game: Game, at_most: int, seed: int) -> list[Opening]:
    """The openings in a file (PGN or PDN by its name, else a position a line) except those where a game is over.

    Of the games in a file `at_most` are read, chosen by the seed.
    """
    if game.dice:
        raise UsageError(f"There are no openings in {game.name}: the dice see to it that games differ.")
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise UsageError(f"The opening file {path} cannot be read: {error.strerror}.") from None
    if path.suffix.lower() == f".{game.record_suffix}":
        numbered = list(enumerate(game.GameText(text), start=1))
        chosen = Random(f"games of a file {seed}").sample(numbered, min(at_most, len(numbered)))
        found = [_game(path, number, each, game) for number, each in sorted(chosen, key=itemgetter(0))]
    else:
        found = _positions(path, text, game)
    openings = [opening for opening in found if opening.line().outcome() is None]
    if not openings:
        raise UsageError(f"The opening file {path} holds no opening to play from.")
    return openings


def _positions(path: Path, text: str, game: Game) -> list[Opening]:
    openings = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        try:
            openings.append(_position(words, f"{path.name} {number}", game))
        except ValueError as error:
            raise UsageError(f"Line {number} of {path} is no position: {error}.") from None
    return openings


def _position(words: str, name: str, game: Game) -> Opening:
    """In chess FEN goes on with two numbers after its fourth field, EPD with operations."""
    if game.name != "chess":
        return Opening(name, game, game.Position.parse(words))
    fields = words.split()
    if len(fields) >= 6 and fields[4].isdigit() and fields[5].isdigit():
        return Opening(name, game, game.Position.parse(" ".join(fields[:6])))
    position, operations = from_epd(words)
    return Opening(str(operations.get("id", name)), game, position)


def _game(path: Path, number: int, written: Any, game: Game) -> Opening:
    if written.fault is not None:
        where, sentence = written.fault
        raise UsageError(f"Game {number} of {path} is damaged, line {where}: {sentence}.")
    line = game.Line(written.line.start)
    for move in written.line.moves[:PLIES]:
        line.push(move)
    return Opening.of(dict(written.tags).get("Opening") or f"{path.name} {number}", game, line)
