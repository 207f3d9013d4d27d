"""Opening files that users bring: positions as FEN or EPD, one a line, or games as PGN."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import chess.pgn

from leafstrap.arena.opening import Opening
from leafstrap.errors import UsageError
from leafstrap.games import Game
from leafstrap.games.chess import from_epd, line_from_board

# How much of a game in a PGN file is its opening, unless the game is shorter.
PGN_PLIES = 16


def read_opening_file(path: Path, game: Game, at_most: int, seed: int) -> list[Opening]:
    """The openings in a file (PGN by its name, else a position a line) except those where a game is over.

    Of the games in a PGN file `at_most` are read, chosen by the seed.
    """
    if game.name != "chess":
        raise UsageError(f"Opening files are read for chess, not for {game.name}.")
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise UsageError(f"The opening file {path} cannot be read: {error.strerror}.") from None
    if path.suffix.lower() == ".pgn":
        texts = list(enumerate(_split_games(text), start=1))
        chosen = Random(f"games of a file {seed}").sample(texts, min(at_most, len(texts)))
        found = [_game(path, number, text, game) for number, text in sorted(chosen)]
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
    """FEN goes on with two numbers after its fourth field, EPD with operations."""
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


def _game(path: Path, number: int, text: str, game: Game) -> Opening:
    record = chess.pgn.read_game(io.StringIO(text))
    if record is None:
        raise UsageError(f"Game {number} of {path} is damaged.")
    if record.errors:
        raise UsageError(f"Game {number} of {path} is damaged: {record.errors[0]}.")
    board = record.board()
    for move in list(record.mainline_moves())[:PGN_PLIES]:
        board.push(move)
    name = record.headers.get("Opening") or f"{path.name} {number}"
    return Opening.of(name, game, line_from_board(board))
