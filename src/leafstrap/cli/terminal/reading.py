"""Moves as people type them: `e2-e4`, `NF3` and `0-0` are understood, and what is no move is told why."""

from __future__ import annotations

import difflib
import re

from leafstrap.games import Game
from leafstrap.types import Move, Position

NOISE = re.compile(r"[-x:=+#!?\s.()]")


def normal(text: str) -> str:
    """What two ways to write a move have in common.

    >>> normal("e2-e4"), normal("NF3+"), normal("0-0-0"), normal("28 x 19")
    ('e2e4', 'nf3', 'ooo', '2819')
    """
    castled = re.fullmatch(r"\s*[0oO]-[0oO](-[0oO])?[+#!?]*\s*", text)
    return NOISE.sub("", text.replace("0", "o") if castled else text).lower()


def read_move(game: Game, position: Position, text: str) -> Move | str:
    """The move that a text means; a sentence if it means none, or several."""
    try:
        return game.parse_move(position, text)
    except ValueError:
        pass
    wanted = normal(text)
    moves = list(position.legal_moves())
    found = [move for move in moves if wanted in {normal(str(move)), normal(game.move_text(position, move))}]
    if len(found) == 1:
        return found[0]
    if found:
        return f"{text[:20]!r} could be {' or '.join(game.move_text(position, move) for move in found)}."
    why = game.refusal(position, text) if game.refusal is not None else ""
    if why:
        return f"{text[:20]!r} is no legal move here: {why}."
    near = difflib.get_close_matches(
        text, [game.move_text(position, move) for move in moves], n=1, cutoff=0.75
    )
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"{text[:20]!r} is no legal move here, and no word I know: type help, or moves.{hint}"


def legal_moves(game: Game, position: Position, columns: int = 80, most: int = 60) -> str:
    """All moves, as the program writes them, in rows that break between them."""
    texts = [game.move_text(position, move) for move in position.legal_moves()]
    rows = [""]
    for text in texts[:most]:
        if rows[-1] and len(rows[-1]) + 2 + len(text) > columns:
            rows.append("")
        rows[-1] += f"  {text}" if rows[-1] else text
    return "\n".join([*rows, *([f"and {len(texts) - most} more"] if len(texts) > most else [])])
