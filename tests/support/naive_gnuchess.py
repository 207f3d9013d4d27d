"""The feature set `gnuchess` written a second time, slowly and square by square, to hold the core against.

Only White's terms are written: Black's are White's on the mirrored board.
"""

from __future__ import annotations

from collections import Counter

import chess
from chess import BISHOP, BLACK, KNIGHT, PAWN, QUEEN, ROOK, WHITE, square_distance, square_file, square_rank

from support.naive_neurochess import beside, guards, king_of, pawns_at

NAMES = {PAWN: "pawn", KNIGHT: "knight", BISHOP: "bishop", ROOK: "rook", QUEEN: "queen"}
PIECES = (KNIGHT, BISHOP, ROOK, QUEEN)
CHEAPER = {
    KNIGHT: (PAWN,),
    BISHOP: (PAWN,),
    ROOK: (PAWN, KNIGHT, BISHOP),
    QUEEN: (PAWN, KNIGHT, BISHOP, ROOK),
}


def inward(square: int) -> int:
    """Steps from the nearest edges, by file and by rank."""
    file, rank = square_file(square), square_rank(square)
    return min(file, 7 - file) + min(rank, 7 - rank)


def quarters(board: chess.Board, side: bool) -> int:
    """How much of an attack a side's pieces are good for."""
    number = {kind: len(board.pieces(kind, side)) for kind in PIECES}
    worth = number[KNIGHT] + number[BISHOP] + 2 * number[ROOK] + 4 * number[QUEEN]
    return min((worth + 1) // 3, 4)


def occupied_ahead(board: chess.Board, square: int) -> bool:
    return board.piece_at(square + 8) is not None


def pawn_terms(board: chess.Board, out: Counter[str]) -> None:
    for square in board.pieces(PAWN, WHITE):
        file, rank = square_file(square), square_rank(square)
        out["pawn.advance"] += rank - 1
        blocked = occupied_ahead(board, square)
        out["pawn.blocked"] += blocked
        out["pawn.centre-home"] += blocked and square in (chess.D2, chess.E2)
        isolated = not any(pawns_at(board, WHITE, each) for each in beside(file))
        wing = "wing" if file in (0, 1, 6, 7) else "centre"
        out[f"pawn.isolated.{wing}"] += isolated
        out["pawn.isolated.advance"] += (rank - 1) * isolated
        out["pawn.doubled"] += any(each < rank for each in pawns_at(board, WHITE, file))
        supported = any(each <= rank for near in beside(file) for each in pawns_at(board, WHITE, near))
        stopped = guards(board, BLACK, square + 8, (PAWN,)) > 0
        backward = not isolated and not supported and stopped
        out["pawn.backward"] += backward
        out["pawn.backward.attacked"] += backward and guards(board, BLACK, square) > 0
        opposed = any(each > rank for each in pawns_at(board, BLACK, file))
        out["pawn.weak.open"] += (isolated or backward) and not opposed
        stoppers = [each for near in (file, *beside(file)) for each in pawns_at(board, BLACK, near)]
        front = not any(each > rank for each in pawns_at(board, WHITE, file))
        if front and not any(each > rank for each in stoppers):
            out[f"passed.{rank + 1}"] += 1
            ahead = board.piece_at(square + 8)
            out["passed.blocked"] += ahead is not None and ahead.color == BLACK
            out["passed.free"] += all(
                board.piece_at(chess.square(file, each)) is None for each in range(rank + 1, 8)
            )
            out["passed.alone"] += square_distance(king_of(board, BLACK), square)


def safe_from_pawns(board: chess.Board, square: int) -> bool:
    """On ranks 4 to 6, where no enemy pawn can ever attack."""
    file, rank = square_file(square), square_rank(square)
    chasers = [each for near in beside(file) for each in pawns_at(board, BLACK, near)]
    return 3 <= rank <= 5 and not any(each > rank for each in chasers)


def room(board: chess.Board, square: int) -> int:
    """Squares that a piece can go to, not onto own men nor where an enemy pawn attacks."""
    return sum(
        board.color_at(to) is not WHITE and guards(board, BLACK, to, (PAWN,)) == 0
        for to in board.attacks(square)
    )


def shields(board: chess.Board, target: int, sliders: dict[int, str]) -> set[int]:
    """Black men that stand alone between a black piece and a white slider."""
    found = set()
    for kind, ways in sliders.items():
        for square in board.pieces(kind, WHITE):
            files = abs(square_file(square) - square_file(target))
            ranks = abs(square_rank(square) - square_rank(target))
            if ("+" in ways and 0 in (files, ranks)) or ("x" in ways and files == ranks):
                between = [each for each in chess.SquareSet.between(square, target) if board.piece_at(each)]
                if len(between) == 1 and board.color_at(between[0]) is BLACK:
                    found.add(between[0])
    return found


def piece_terms(board: chess.Board, out: Counter[str]) -> None:
    own, enemy = king_of(board, WHITE), king_of(board, BLACK)
    for square in board.pieces(KNIGHT, WHITE):
        out["knight.centre"] += inward(square)
        out["knight.near"] += 14 - square_distance(square, own) - square_distance(square, enemy)
        out["knight.post"] += safe_from_pawns(board, square)
        out["knight.strong"] += safe_from_pawns(board, square) and guards(board, WHITE, square, (PAWN,)) > 0
    for square in board.pieces(BISHOP, WHITE):
        out["bishop.centre"] += inward(square)
        out["bishop.strong"] += safe_from_pawns(board, square) and guards(board, WHITE, square, (PAWN,)) > 0
        out["bishop.mobility"] += room(board, square)
    for square in board.pieces(ROOK, WHITE):
        out["rook.mobility"] += room(board, square)
        half = not pawns_at(board, WHITE, square_file(square))
        out["rook.half-open"] += half
        out["rook.open"] += half and not pawns_at(board, BLACK, square_file(square))
        out["rook.seventh"] += square_rank(square) == 6
    for square in board.pieces(QUEEN, WHITE):
        out["queen.near"] += 7 - square_distance(square, enemy)
    ring = chess.SquareSet(chess.BB_KING_ATTACKS[enemy])
    out["siege"] = sum(guards(board, WHITE, square, PIECES) > 0 for square in ring)
    out["pins"] = len(shields(board, enemy, {BISHOP: "x", ROOK: "+", QUEEN: "x+"}))
    queens = [shields(board, queen, {BISHOP: "x", ROOK: "+"}) for queen in board.pieces(QUEEN, BLACK)]
    out["xrays"] = len(set().union(*queens))


def king_terms(board: chess.Board, out: Counter[str]) -> None:
    king = king_of(board, WHITE)
    file, danger = square_file(king), quarters(board, BLACK)
    out["king.home"] = (6 - inward(king)) * danger
    out["king.out"] = inward(king) * (4 - danger)
    out["king.shield"] = sum(
        square_rank(king) + 1 in pawns_at(board, WHITE, each) for each in (file, *beside(file))
    )
    out["king.half-open"] = int(not pawns_at(board, WHITE, file))
    out["king.beside"] = sum(not pawns_at(board, WHITE, each) for each in beside(file))
    rights = board.has_castling_rights(WHITE)
    castled = not rights and square_rank(king) == 0 and (file <= 2 or file >= 6)
    out["king.castled"] = int(castled)
    out["king.moved"] = int(not castled and not rights)
    ring = chess.SquareSet(chess.BB_KING_ATTACKS[king])
    attackers = sum(bool(board.attacks(s) & ring) for kind in PIECES for s in board.pieces(kind, BLACK))
    out["king.threat"] = attackers * danger


def terms(board: chess.Board) -> Counter[str]:
    """What White has."""
    out: Counter[str] = Counter({name: len(board.pieces(kind, WHITE)) for kind, name in NAMES.items()})
    out["bishop-pair"] = int(out["bishop"] >= 2)
    pawn_terms(board, out)
    piece_terms(board, out)
    king_terms(board, out)
    return out


def hung(board: chess.Board) -> dict[str, int]:
    """Of White's pieces."""
    attacked = hanging = 0
    for kind in PIECES:
        for square in board.pieces(kind, WHITE):
            cheaply = guards(board, BLACK, square, CHEAPER[kind]) > 0
            loose = guards(board, BLACK, square) > 0 and guards(board, WHITE, square) == 0
            attacked += cheaply
            hanging += cheaply or loose
    return {"attacked": attacked, "hung": hanging, "hung.several": int(hanging >= 2)}


def movers_view(board: chess.Board) -> dict[str, int]:
    """All features as the side to move sees them; those by quarters as whole numbers."""
    own, other = (board, board.mirror()) if board.turn == WHITE else (board.mirror(), board)
    out = Counter(terms(own))
    out.subtract(terms(other))
    for who, side in (("own", own), ("other", other)):
        for name, number in hung(side).items():
            out[f"{who}.{name}"] = number
    out["to-move"] = 1
    out["stage"] = quarters(board, WHITE) + quarters(board, BLACK)
    return {name: number for name, number in out.items() if number}
