"""Opening files that users bring: positions as FEN or EPD, one a line, or games as PGN or PDN."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import chess.pgn

from leafstrap.arena.opening import Opening
from leafstrap.errors import UsageError
from leafstrap.games import Game
from leafstrap.games.chess import from_epd, line_from_board
from leafstrap.games.draughts import PdnFile, PdnGame

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
        split, read = FORMATS[game.record_suffix]
        numbered = list(enumerate(split(text), start=1))
        chosen = Random(f"games of a file {seed}").sample(numbered, min(at_most, len(numbered)))
        found = [read(path, number, each, game) for number, each in sorted(chosen, key=itemgetter(0))]
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


def _split_games(text: str) -> list[str]:
    """The games of a PGN text, unread: each starts at the first tag after a line that is none."""
    games: list[list[str]] = []
    tags = False
    for line in text.splitlines():
        if not line.strip():
            continue
        if not games or (line.startswith("[") and not tags):
            games.append([])
        was_tags, tags = tags, line.startswith("[")
        if was_tags and not tags:
            games[-1].append("")  # the moves begin
        games[-1].append(line)
    return ["\n".join(lines) for lines in games]


def _pgn_game(path: Path, number: int, text: str, game: Game) -> Opening:
    record = chess.pgn.read_game(io.StringIO(text))
    if record is None:
        raise UsageError(f"Game {number} of {path} is damaged.")
    if record.errors:
        raise UsageError(f"Game {number} of {path} is damaged: {record.errors[0]}.")
    board = record.board()
    for move in list(record.mainline_moves())[:PLIES]:
        board.push(move)
    name = record.headers.get("Opening") or f"{path.name} {number}"
    return Opening.of(name, game, line_from_board(board))


def _pdn_game(path: Path, number: int, record: PdnGame, game: Game) -> Opening:
    if record.fault is not None:
        where, sentence = record.fault
        raise UsageError(f"Game {number} of {path} is damaged, line {where}: {sentence}.")
    line = game.Line(record.line.start)
    for move in record.line.moves[:PLIES]:
        line.push(move)
    return Opening.of(f"{path.name} {number}", game, line)


# By their suffix: what takes a text apart into games, and what makes an opening of one.
FORMATS: dict[str, tuple[Callable[[str], Iterable[Any]], Callable[[Path, int, Any, Game], Opening]]] = {
    "pgn": (_split_games, _pgn_game),
    "pdn": (PdnFile, _pdn_game),
}
