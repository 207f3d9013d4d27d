"""The feature set `classical` written a second time, slowly and square by square, to hold the core against.

Only White's features are written: Black's are White's on the mirrored board.
"""

from __future__ import annotations

from collections import Counter

import chess
from chess import BISHOP, BLACK, KNIGHT, PAWN, QUEEN, ROOK, WHITE, square_file, square_name, square_rank

WORTH = {KNIGHT: 1, BISHOP: 1, ROOK: 2, QUEEN: 4}


def left(square: int) -> str:
    """The square of the pair of squares that is on the queen's wing."""
    file = square_file(square)
    return square_name(chess.square(min(file, 7 - file), square_rank(square)))


def ranks_on(board: chess.Board, side: bool, file: int) -> list[int]:
    """The ranks of a side's pawns on a file, counted from 1."""
    return sorted(square_rank(s) + 1 for s in board.pieces(PAWN, side) if square_file(s) == file)


def white_concepts(board: chess.Board) -> Counter[str]:
    """What White has of every concept."""
    out: Counter[str] = Counter()
    for kind, name in ((KNIGHT, "knight"), (BISHOP, "bishop"), (ROOK, "rook"), (QUEEN, "queen")):
        for square in board.pieces(kind, WHITE):
            out[name] += 1
            out[f"{name}.{left(square)}"] += 1
    if out["bishop"] >= 2:
        out["bishop-pair"] = 1
    for square in board.pieces(ROOK, WHITE):
        file = square_file(square)
        if not ranks_on(board, WHITE, file):
            out["rook-half-open" if ranks_on(board, BLACK, file) else "rook-open"] += 1
        if square_rank(square) == 6:
            out["rook-seventh"] += 1
    for square in board.pieces(PAWN, WHITE):
        pawn(board, square, out)
    king(board, out)
    return +out


def pawn(board: chess.Board, square: int, out: Counter[str]) -> None:
    file, rank = square_file(square), square_rank(square) + 1
    out["pawn"] += 1
    out[f"pawn.{left(square)}"] += 1
    own = ranks_on(board, WHITE, file)
    if rank > own[0]:
        out["doubled"] += 1
    sides = [each for each in (file - 1, file + 1) if 0 <= each < 8]
    neighbours = [each for side in sides for each in ranks_on(board, WHITE, side)]
    enemies = [each for side in sides for each in ranks_on(board, BLACK, side)]
    opposed = any(each > rank for each in ranks_on(board, BLACK, file))
    if not neighbours:
        out["isolated.opposed" if opposed else "isolated.open"] += 1
    elif min(neighbours) > rank and rank + 2 in enemies:
        out["backward.opposed" if opposed else "backward.open"] += 1
    if not opposed and not any(each > rank for each in enemies) and rank == own[-1]:
        out[f"passed.{rank}"] += 1


def king(board: chess.Board, out: Counter[str]) -> None:
    """In quarters."""
    square = board.king(WHITE)
    assert square is not None
    worth = sum(value * len(board.pieces(kind, BLACK)) for kind, value in WORTH.items())
    danger = min((worth + 1) // 3, 4)
    out[f"king-ending.{left(square)}"] += 4 - danger
    out[f"king.{square_name(square)}"] += danger
    file = square_file(square)
    if file in (3, 4):
        out["exposed"] += danger * sum(not ranks_on(board, WHITE, each) for each in range(file - 1, file + 2))
        return
    for name, each in zip("abc", range(3) if file < 4 else range(7, 4, -1), strict=True):
        own, enemies = ranks_on(board, WHITE, each), ranks_on(board, BLACK, each)
        shield = "none" if not own else {2: "second", 3: "third"}.get(own[0], "far")
        out[f"shield.{name}.{shield}"] += danger
        storm = "open" if not enemies else {2: "near", 3: "near", 4: "coming"}.get(enemies[0])
        if storm:
            out[f"storm.{name}.{storm}"] += danger
