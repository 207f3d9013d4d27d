"""A draughts board in letters or in the symbols of Unicode."""

from __future__ import annotations

from leafstrap.games.draughts import Position

ROWS, SQUARES = 10, 5
SYMBOLS = {"w": "\u26c0", "W": "\u26c1", "b": "\u26c2", "B": "\u26c3"}


def draughts_board(position: Position, *, from_black: bool = False, symbols: bool = True) -> str:
    """The board as one sees it from a side of the table, with the number of each row's first square on its left.

    >>> print(draughts_board(Position(), symbols=False))
       1     b   b   b   b   b
       6   b   b   b   b   b
      11     b   b   b   b   b
      16   b   b   b   b   b
      21     .   .   .   .   .
      26   .   .   .   .   .
      31     w   w   w   w   w
      36   w   w   w   w   w
      41     w   w   w   w   w
      46   w   w   w   w   w
    """
    pieces = dict(position.pieces())
    return "\n".join(
        _row(row, pieces, from_black, symbols) for row in (range(ROWS)[::-1] if from_black else range(ROWS))
    )


def _row(row: int, pieces: dict[int, str], from_black: bool, symbols: bool) -> str:
    numbers = [row * SQUARES + place + 1 for place in range(SQUARES)]
    signs = [_sign(pieces.get(number), symbols) for number in (numbers[::-1] if from_black else numbers)]
    indented = (row % 2 == 0) != from_black  # the first square of the row is a light one
    return f"  {numbers[-1] if from_black else numbers[0]:2}   {'  ' if indented else ''}{'   '.join(signs)}"


def _sign(piece: str | None, symbols: bool) -> str:
    if piece is None:
        return "·" if symbols else "."
    return SYMBOLS[piece] if symbols else piece
