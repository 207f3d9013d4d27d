"""The feature sets of Wiering et al. for chess written a second time, plainly, with the `chess` library.

All is seen by the side to move. Where Black moves, the board is mirrored first, so that only White's view is
written.
"""

from __future__ import annotations

import chess
from chess import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, square_file, square_name, square_rank

WORTH = {PAWN: 1, KNIGHT: 3, BISHOP: 3, ROOK: 5, QUEEN: 9, KING: 0}
CENTRE = (chess.D4, chess.E4, chess.D5, chess.E5)
QUARTERS = ("mobility", "horizontal", "vertical", "pawns.", "centre-attacks", "board-control", "connectivity")


def general_inputs(board: chess.Board) -> dict[str, float]:
    """The 71 general features by name; those that are 0 too."""
    if board.turn == BLACK:
        board = board.mirror()
    counts = side_counts(board, "own")
    counts |= side_counts(board.mirror(), "theirs")
    inputs = {name: count / 4 if in_quarters(name) else count for name, count in counts.items()}
    pieces = board.piece_map().values()
    inputs["balance"] = sum(WORTH[piece.piece_type] * (1 if piece.color == WHITE else -1) for piece in pieces)
    return inputs


def in_quarters(name: str) -> bool:
    return not name.startswith("rooks-joined") and any(part in name for part in QUARTERS)


def side_counts(board: chess.Board, side: str) -> dict[str, int]:
    """What White has, as whole numbers."""
    counts = {}
    for kind in (PAWN, KNIGHT, BISHOP, ROOK, QUEEN):
        counts[f"{chess.piece_name(kind)}s"] = len(board.pieces(kind, WHITE))
    counts |= mobility(board)
    counts |= pawn_structure(board)
    counts |= forks(board)
    counts |= rooks(board)
    men = board.occupied_co[WHITE]
    attacks = [board.attacks(square) for square in chess.scan_forward(men)]
    king = board.king(WHITE)
    counts["centre-attacks"] = sum(len(each & chess.SquareSet(CENTRE)) for each in attacks)
    counts["centre-men"] = sum(board.color_at(square) == WHITE for square in CENTRE)
    for kind, name in ((KNIGHT, "knights-at-home"), (BISHOP, "bishops-at-home")):
        counts[name] = sum(square_rank(square) == 0 for square in board.pieces(kind, WHITE))
    counts["board-control"] = sum(
        board.is_attacked_by(WHITE, square) and not board.is_attacked_by(BLACK, square)
        for square in chess.SQUARES
    )
    counts["connectivity"] = sum(
        board.color_at(square) == WHITE and square != king for each in attacks for square in each
    )
    counts["king-distance"] = min(
        chess.square_distance(king, square) for square in CENTRE if king is not None
    )
    return {f"{name}.{side}": count for name, count in counts.items()}


def reach(board: chess.Board, square: int) -> list[int]:
    """The squares a piece could go to, whatever becomes of its king."""
    return [to for to in board.attacks(square) if board.color_at(to) != WHITE]


def mobility(board: chess.Board) -> dict[str, int]:
    numbers: dict[str, list[int]] = {}
    for square in board.pieces(ROOK, WHITE):
        squares = reach(board, square)
        in_rank = sum(square_rank(to) == square_rank(square) for to in squares)
        numbers.setdefault("rook-horizontal", []).append(in_rank)
        numbers.setdefault("rook-vertical", []).append(len(squares) - in_rank)
    for kind, name in ((BISHOP, "bishop-mobility"), (KNIGHT, "knight-mobility")):
        numbers[name] = [len(reach(board, square)) for square in board.pieces(kind, WHITE)]
    counts = {"queen-mobility": sum(len(reach(board, square)) for square in board.pieces(QUEEN, WHITE))}
    for name in ("rook-horizontal", "rook-vertical", "bishop-mobility", "knight-mobility"):
        each = sorted(numbers.get(name, []), reverse=True)
        counts[f"{name}.best"] = sum(each[:1])
        counts[f"{name}.others"] = sum(each[1:])
    return counts


def pawn_structure(board: chess.Board) -> dict[str, int]:
    counts = dict.fromkeys(["isolated.opposed", "isolated.open", "doubled"], 0)
    counts |= {f"passed.{rank}": 0 for rank in range(2, 8)}
    own, theirs = board.pieces(PAWN, WHITE), board.pieces(PAWN, BLACK)
    for square in own:
        file, rank = square_file(square), square_rank(square)
        ahead = [square_file(s) - file for s in theirs if square_rank(s) > rank]
        if not any(abs(square_file(s) - file) == 1 for s in own):
            counts["isolated.opposed" if 0 in ahead else "isolated.open"] += 1
        counts["doubled"] += any(square_file(s) == file and square_rank(s) < rank for s in own)
        counts[f"passed.{rank + 1}"] += all(abs(files) > 1 for files in ahead)
    return counts


def forks(board: chess.Board) -> dict[str, int]:
    def victims(square: int, kinds: tuple[int, ...]) -> int:
        return sum(
            board.color_at(to) == BLACK and board.piece_type_at(to) in kinds for to in board.attacks(square)
        )

    pieces, prey = (KNIGHT, BISHOP, ROOK, QUEEN, KING), (ROOK, QUEEN, KING)
    return {
        "pawn-forks": sum(victims(square, pieces) == 2 for square in board.pieces(PAWN, WHITE)),
        "knight-forks": sum(victims(square, prey) >= 2 for square in board.pieces(KNIGHT, WHITE)),
    }


def rooks(board: chess.Board) -> dict[str, int]:
    own = list(board.pieces(ROOK, WHITE))
    pairs = [(a, b) for a in own for b in own if a < b and b in board.attacks(a)]
    level = sum(square_rank(a) == square_rank(b) for a, b in pairs)
    return {
        "rooks-joined-horizontal": level,
        "rooks-joined-vertical": len(pairs) - level,
        "rooks-on-seventh": sum(square_rank(square) == 6 for square in own),
    }


def board_inputs(board: chess.Board) -> dict[str, float]:
    """The raw board by name, without what is 0."""
    if board.turn == BLACK:
        board = board.mirror()
    inputs: dict[str, float] = {}
    for square, piece in board.piece_map().items():
        side = "own" if piece.color == WHITE else "theirs"
        inputs[f"{chess.piece_name(piece.piece_type)}.{square_name(square)}.{side}"] = 1
        if piece.piece_type == PAWN:
            file = f"file.{chess.FILE_NAMES[square_file(square)]}.{side}"
            inputs[file] = inputs.get(file, 0) + 1
    for color, side in ((WHITE, "own"), (BLACK, "theirs")):
        for kind in (KNIGHT, BISHOP, ROOK, QUEEN):
            if not board.pieces(kind, color):
                inputs[f"{chess.piece_name(kind)}.none.{side}"] = 1
    return inputs
