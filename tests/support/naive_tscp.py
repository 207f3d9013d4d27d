"""The evaluation of tscp 1.81 as its description has it, square by square, to hold our weights against.

In hundredths of a pawn, White's part; Black's is White's on the mirrored board. The figures are the module's own: what
is tested here is how features put them together.
"""

from __future__ import annotations

import chess
from chess import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, square_file, square_rank

from leafstrap.games.published_tscp import PASSED, SHARE, SHIELD, SINGLE, SQUARES, STORM
from support.naive_classical import ranks_on

WORTH = {KNIGHT: 300, BISHOP: 300, ROOK: 500, QUEEN: 900}
ALL_PIECES = 3100
ENDING = 1200  # enemy pieces worth that or less


def tscp(board: chess.Board) -> float:
    """White's lead in pawns."""
    return (_white(board) - _white(board.mirror())) / 100


def _white(board: chess.Board) -> float:
    total: float = sum(_piece(board, s, board.piece_type_at(s)) for s in board.pieces(PAWN, WHITE))
    for kind in (KNIGHT, BISHOP, ROOK, QUEEN):
        total += sum(WORTH[kind] + _piece(board, s, kind) for s in board.pieces(kind, WHITE))
    return total + 100 * len(board.pieces(PAWN, WHITE)) + _king(board)


def _table(name: str, square: int) -> int:
    row = SQUARES[name][square_rank(square)]
    file = square_file(square)
    return row[file] if len(row) == 8 else row[min(file, 7 - file)]


def _piece(board: chess.Board, square: int, kind: int | None) -> float:
    file, rank = square_file(square), square_rank(square) + 1
    if kind == ROOK:
        half = 0 if ranks_on(board, WHITE, file) else SINGLE["rook-half-open"]
        return (SINGLE["rook-open"] if half and not ranks_on(board, BLACK, file) else half) + (
            SINGLE["rook-seventh"] if rank == 7 else 0
        )
    if kind != PAWN:
        return _table({KNIGHT: "knight", BISHOP: "bishop", QUEEN: "queen"}[kind or KING], square)
    beside = [r for each in (file - 1, file + 1) for r in ranks_on(board, WHITE, each)]
    enemies = [r for each in (file - 1, file, file + 1) for r in ranks_on(board, BLACK, each)]
    total = _table("pawn", square) + SINGLE["doubled"] * (rank > ranks_on(board, WHITE, file)[0])
    if not beside:
        total += SINGLE["isolated.open"]
    elif min(beside) > rank:
        total += SINGLE["backward.open"]
    return total + PASSED * (rank - 1) * all(each <= rank for each in enemies)


def _king(board: chess.Board) -> float:
    square = board.king(WHITE)
    assert square is not None
    material = sum(worth * len(board.pieces(kind, BLACK)) for kind, worth in WORTH.items())
    if material <= ENDING:
        return _table("king-ending", square)
    total: float = _table("king", square)
    file = square_file(square)
    if file in (3, 4):
        bare = [
            not (ranks_on(board, WHITE, f) or ranks_on(board, BLACK, f)) for f in range(file - 1, file + 2)
        ]
        total += SINGLE["exposed"] * sum(bare)
    else:
        for name, each in zip("abc", range(3) if file < 4 else range(7, 4, -1), strict=True):
            own, enemies = ranks_on(board, WHITE, each), ranks_on(board, BLACK, each)
            total += SHARE[name] * SHIELD["none" if not own else {2: "second", 3: "third"}.get(own[0], "far")]
            storm = "open" if not enemies else {3: "near", 4: "coming"}.get(enemies[-1])
            total += SHARE[name] * STORM[storm] if storm else 0
    return total * material / ALL_PIECES
