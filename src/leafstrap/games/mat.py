"""Games of backgammon as `.mat` text, which every backgammon program reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from leafstrap._core import Side

COLUMN = 33


def write_mat(line: Any, headers: Mapping[str, str], comments: Sequence[str] = ()) -> str:
    """A game for money, without the cube."""
    cells = [
        f"{before.dice[0]}{before.dice[1]}: {before.move_text(move)}"
        for before, move in zip(line.before, line.moves, strict=True)
    ]
    if line.start.turn == Side.second:
        cells.insert(0, "")
    rows = [
        f"{number + 1:3}) {cells[2 * number]:<{COLUMN}}{''.join(cells[2 * number + 1 : 2 * number + 2])}".rstrip()
        for number in range((len(cells) + 1) // 2)
    ]
    names = (
        f" {headers.get('White', 'first')} : 0".ljust(COLUMN + 5) + f"{headers.get('Black', 'second')} : 0"
    )
    return "\n".join([" 0 point match", "", " Game 1", names, *rows, "", ""])
