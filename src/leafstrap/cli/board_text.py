"""A chess board in letters or in the symbols of Unicode."""

from __future__ import annotations

import chess

from leafstrap.games.chess import Position, to_board


def board_text(position: Position, *, from_black: bool = False, symbols: bool = True) -> str:
    """The board as one sees it from a side of the table.

    >>> print(board_text(Position(), symbols=False))
      8  r n b q k b n r
      7  p p p p p p p p
      6  . . . . . . . .
      5  . . . . . . . .
      4  . . . . . . . .
      3  . . . . . . . .
      2  P P P P P P P P
      1  R N B Q K B N R
    <BLANKLINE>
         a b c d e f g h
    """
    board = to_board(position)
    ranks = range(8) if from_black else range(7, -1, -1)
    files = range(7, -1, -1) if from_black else range(8)
    rows = [
        f"  {rank + 1}  {' '.join(_sign(board.piece_at(chess.square(file, rank)), symbols) for file in files)}"
        for rank in ranks
    ]
    return "\n".join([*rows, "", f"     {' '.join(chess.FILE_NAMES[file] for file in files)}"])


def _sign(piece: chess.Piece | None, symbols: bool) -> str:
    if piece is None:
        return "·" if symbols else "."
    return piece.unicode_symbol() if symbols else piece.symbol()
