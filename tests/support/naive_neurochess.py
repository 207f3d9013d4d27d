"""The feature set `neurochess` written a second time, slowly and square by square, to hold the core against.

Only White's counts are written: Black's are White's on the mirrored board.
"""

from __future__ import annotations

from collections import Counter

import chess
from chess import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    square_distance,
    square_file,
    square_rank,
)

NAMES = {PAWN: "pawn", KNIGHT: "knight", BISHOP: "bishop", ROOK: "rook", QUEEN: "queen"}
WORDS = ("edge", "second", "third", "centre")
MIDDLE = {chess.D4, chess.E4, chess.D5, chess.E5}
WIDE = {chess.square(file, rank) for file in range(2, 6) for rank in range(2, 6)}


def edge(square: int) -> int:
    """Steps from the edge of the board."""
    file, rank = square_file(square), square_rank(square)
    return min(file, 7 - file, rank, 7 - rank)


def king_of(board: chess.Board, side: bool) -> int:
    square = board.king(side)
    assert square is not None
    return square


def on(board: chess.Board, kinds: tuple[int, ...], side: bool = WHITE) -> list[int]:
    return [square for kind in kinds for square in board.pieces(kind, side)]


def pawns_at(board: chess.Board, side: bool, file: int) -> list[int]:
    return [square_rank(s) for s in board.pieces(PAWN, side) if square_file(s) == file]


def guards(board: chess.Board, side: bool, square: int, kinds: tuple[int, ...] | None = None) -> int:
    """How many men of a side attack a square."""
    found = board.attackers(side, square)
    return sum(kinds is None or board.piece_type_at(each) in kinds for each in found)


def beside(file: int) -> list[int]:
    return [each for each in (file - 1, file + 1) if 0 <= each < 8]


def men(board: chess.Board) -> Counter[str]:
    out: Counter[str] = Counter()
    for kind, name in NAMES.items():
        out[name] = len(board.pieces(kind, WHITE))
    out["bishop-pair"] = int(out["bishop"] >= 2)
    for square in board.pieces(PAWN, WHITE):
        out[f"pawn.rank.{square_rank(square) + 1}"] += 1
        out[f"pawn.file.{('ah', 'bg', 'cf', 'de')[min(square_file(square), 7 - square_file(square))]}"] += 1
    for kind in (KNIGHT, BISHOP, QUEEN):
        for square in board.pieces(kind, WHITE):
            out[f"{NAMES[kind]}.{WORDS[edge(square)]}"] += 1
    out["knight.home"] = len({chess.B1, chess.G1} & set(board.pieces(KNIGHT, WHITE)))
    bishops = set(board.pieces(BISHOP, WHITE))
    out["bishop.home"] = len({chess.C1, chess.F1} & bishops)
    out["bishop.flank"] = len({chess.B2, chess.G2} & bishops)
    out["bishop.long"] = sum(square_file(s) in (square_rank(s), 7 - square_rank(s)) for s in bishops)
    rooks, king = set(board.pieces(ROOK, WHITE)), king_of(board, WHITE)
    for square in rooks:
        file = square_file(square)
        out["rook.home"] += square_rank(square) == 0
        out["rook.seventh"] += square_rank(square) == 6
        if not pawns_at(board, WHITE, file):
            out["rook.half-open" if pawns_at(board, BLACK, file) else "rook.open"] += 1
        out["rook.joined"] += bool(set(board.attacks(square)) & rooks)
        out["rook.doubled"] += any(square_file(other) == file for other in rooks - {square})
        corners = {chess.B1: "a", chess.C1: "ab", chess.F1: "gh", chess.G1: "h"}.get(king, "")
        out["rook.shut-in"] += square_rank(square) == 0 and chess.FILE_NAMES[file] in corners
    queens = board.pieces(QUEEN, WHITE)
    out["queen.home"] = int(chess.D1 in queens)
    if out["knight.home"] + out["bishop.home"] >= 2:
        out["queen.early"] = sum(square_rank(square) > 0 for square in queens)
    return out


def is_passed(board: chess.Board, square: int) -> bool:
    file, rank = square_file(square), square_rank(square)
    enemies = [each for f in (file, *beside(file)) for each in pawns_at(board, BLACK, f)]
    return all(each <= rank for each in enemies) and max(pawns_at(board, WHITE, file)) == rank


def pawns(board: chess.Board) -> Counter[str]:
    out: Counter[str] = Counter()
    king, enemy = king_of(board, WHITE), king_of(board, BLACK)
    own = set(board.pieces(PAWN, WHITE))
    passed = {square for square in own if is_passed(board, square)}
    for square in own:
        file, rank = square_file(square), square_rank(square)
        friends = [each for f in beside(file) for each in pawns_at(board, WHITE, f)]
        opposed = any(each > rank for each in pawns_at(board, BLACK, file))
        out["pawn.isolated"] += not friends
        out["pawn.isolated.open"] += not friends and not opposed
        out["pawn.doubled"] += any(each > rank for each in pawns_at(board, WHITE, file))
        step = guards(board, BLACK, square + 8, (PAWN,)) > 0
        out["pawn.backward"] += bool(friends) and step and all(each > rank for each in friends)
        out["pawn.weak"] += all(each > rank for each in friends)
        out["pawn.phalanx"] += rank in friends
        out["pawn.guarded"] += guards(board, WHITE, square, (PAWN,)) > 0
        out["pawn.centre"] += square in MIDDLE
        out["pawn.rammed"] += (square + 8) in board.pieces(PAWN, BLACK)
        out["pawn.lever"] += guards(board, BLACK, square, (PAWN,)) > 0
    for square in passed:
        file, rank = square_file(square), square_rank(square)
        path = [board.piece_at(chess.square(file, each)) for each in range(rank + 1, 8)]
        out[f"passed.{rank + 1}"] += 1
        out["passed.guarded"] += guards(board, WHITE, square, (PAWN,)) > 0
        out["passed.pair"] += any(
            square_distance(square, other) == 1 and square_file(other) != file for other in passed
        )
        out["passed.blocked"] += path[0] is not None and path[0].color == BLACK
        out["passed.free"] += not any(path)
        goal, late = chess.square(file, 7), board.turn == BLACK
        bare = not on(board, (KNIGHT, BISHOP, ROOK, QUEEN), BLACK)
        out["passed.runs"] += (
            not any(path) and bare and square_distance(enemy, goal) - late > min(7 - rank, 5)
        )
        behind = [s for s in board.attackers(WHITE, square) if board.piece_type_at(s) == ROOK]
        out["passed.rook"] += any(square_file(s) == file and square_rank(s) < rank for s in behind)
        out["passed.own-king"] += square_distance(king, square)
        out["passed.enemy-king"] += square_distance(enemy, square)
    files = [bool(pawns_at(board, WHITE, file)) for file in range(8)]
    out["pawn.islands"] = sum(files[file] and not (file and files[file - 1]) for file in range(8))
    for wing, where in (("queen", range(4)), ("king", range(4, 8))):
        white, black = (sum(len(pawns_at(board, side, f)) for f in where) for side in (WHITE, BLACK))
        out[f"majority.{wing}"] = int(white > black)
    return out


def activity(board: chess.Board) -> Counter[str]:
    out: Counter[str] = Counter()
    own = {square for square in chess.SQUARES if board.color_at(square) == WHITE}
    feared = {square for square in chess.SQUARES if guards(board, BLACK, square, (PAWN,))}
    for kind in (KNIGHT, BISHOP, ROOK, QUEEN):
        for square in board.pieces(kind, WHITE):
            free = len(set(board.attacks(square)) - own - feared)
            out[f"mobility.{NAMES[kind]}"] += free
            out[f"stuck.{'minor' if kind in (KNIGHT, BISHOP) else NAMES[kind]}"] += free <= 1
    for square in board.pieces(PAWN, WHITE):
        if board.piece_at(square + 8) is None:
            out["pawn-steps"] += 1
            out["pawn-steps"] += square_rank(square) == 1 and board.piece_at(square + 16) is None
    home = [chess.square(file, rank) for file in range(2, 6) for rank in range(1, 4)]
    out["space"] = sum(s not in board.pieces(PAWN, WHITE) and s not in feared for s in home)
    held = {square for square in chess.SQUARES if guards(board, WHITE, square)}
    alone = {square for square in held if not guards(board, BLACK, square)}
    out["centre"], out["wide-centre"], out["held-centre"] = (
        len(held & MIDDLE),
        len(held & WIDE),
        len(alone & WIDE),
    )
    out["reach"], out["controlled"] = len(held), len(alone)
    out["invasion"] = sum(square_rank(square) >= 4 for square in held)
    out["twice"] = sum(guards(board, WHITE, square) >= 2 for square in chess.SQUARES)
    light = set(chess.SquareSet(chess.BB_LIGHT_SQUARES))
    for square in board.pieces(BISHOP, WHITE):
        out["bad-bishop"] += sum((pawn in light) == (square in light) for pawn in board.pieces(PAWN, WHITE))
    for kind in (KNIGHT, BISHOP):
        for square in board.pieces(kind, WHITE):
            file, rank = square_file(square), square_rank(square)
            threats = [each for f in beside(file) for each in pawns_at(board, BLACK, f) if each > rank]
            safe = guards(board, WHITE, square, (PAWN,)) and not threats
            out[f"outpost.{NAMES[kind]}"] += 3 <= rank <= 5 and bool(safe)
            out["behind-pawn"] += rank < 7 and board.piece_type_at(square + 8) == PAWN
    pieces = on(board, (KNIGHT, BISHOP, ROOK, QUEEN))
    out["guarded-pieces"] = sum(guards(board, WHITE, square, (PAWN,)) > 0 for square in pieces)
    return out


def king(board: chess.Board) -> Counter[str]:
    out: Counter[str] = Counter()
    here, enemy = king_of(board, WHITE), king_of(board, BLACK)
    file, rank = square_file(here), square_rank(here)
    out["king." + ("home", "second", "advanced")[min(rank, 2)]] = 1
    out["king." + ("queen-wing" if file <= 2 else "king-wing" if file >= 5 else "middle")] = 1
    out["king.inward"] = edge(here)
    out["castle.short"] = int(board.has_kingside_castling_rights(WHITE))
    out["castle.long"] = int(board.has_queenside_castling_rights(WHITE))
    columns = [file, *beside(file)]
    own = board.pieces(PAWN, WHITE)
    out["shield.near"] = sum(rank + 1 < 8 and chess.square(f, rank + 1) in own for f in columns)
    out["shield.far"] = sum(rank + 2 < 8 and chess.square(f, rank + 2) in own for f in columns)
    for column in columns:
        if not pawns_at(board, WHITE, column):
            out["king.half-open" if pawns_at(board, BLACK, column) else "king.open"] += 1
    around = [square for square in chess.SQUARES if square_distance(square, here) == 1]
    out["king.flight"] = sum(board.color_at(s) != WHITE and not guards(board, BLACK, s) for s in around)
    ahead = [chess.square(f, rank + 1) for f in columns if rank < 7]
    majors = any(square_rank(s) == 0 for s in on(board, (ROOK, QUEEN)))
    out["king.back-rank"] = int(rank == 0 and all(board.color_at(s) == WHITE for s in ahead) and not majors)
    ring = {square for square in chess.SQUARES if square_distance(square, enemy) == 1}
    for kind in (KNIGHT, BISHOP, ROOK, QUEEN):
        for square in board.pieces(kind, WHITE):
            out[f"siege.{NAMES[kind]}"] += bool(ring & set(board.attacks(square)))
            near = "near.minor" if kind in (KNIGHT, BISHOP) else "near.major"
            out[near] += square_distance(square, enemy) <= 3
        checks = set()
        for square in board.pieces(kind, WHITE):
            for target in board.attacks(square):
                if board.color_at(target) != WHITE and not guards(board, BLACK, target):
                    other = board.copy(stack=False)
                    other.set_piece_at(target, chess.Piece(kind, WHITE))
                    if enemy in other.attacks(target):
                        checks.add(target)
        out[f"check.{NAMES[kind]}"] = len(checks)
    out["breach"] = sum(guards(board, WHITE, s) > 0 and guards(board, BLACK, s) == 1 for s in ring)
    files = (square_file(enemy), *beside(square_file(enemy)))
    out["storm"] = sum(square_file(s) in files and square_rank(s) >= 3 for s in own)
    return out


def dangers(board: chess.Board) -> Counter[str]:
    out: Counter[str] = Counter()
    here = king_of(board, WHITE)
    losses = [0]
    less = {
        KNIGHT: (PAWN,),
        BISHOP: (PAWN,),
        ROOK: (PAWN, KNIGHT, BISHOP),
        QUEEN: (PAWN, KNIGHT, BISHOP, ROOK),
    }
    for kind, name in NAMES.items():
        group = "minor" if kind in (KNIGHT, BISHOP) else name
        for square in board.pieces(kind, WHITE):
            attackers, defenders = guards(board, BLACK, square), guards(board, WHITE, square)
            en_prise = attackers > 0 and defenders == 0
            out[f"attacked.{name}"] += attackers > 0
            out[f"en-prise.{name}"] += en_prise
            out[f"outnumbered.{'pawn' if kind == PAWN else 'piece'}"] += attackers >= 2 and defenders < 2
            if kind == PAWN:
                out["promoting"] += square_rank(square) == 6 and board.piece_at(square + 8) is None
                continue
            by_less = guards(board, BLACK, square, less[kind]) > 0
            out[f"by-less.{group}"] += by_less
            out[f"loose.{group}"] += defenders == 0
            if en_prise or by_less:
                losses.append({KNIGHT: 3, BISHOP: 3, ROOK: 5, QUEEN: 9}[kind])
    royal, pieces = set(on(board, (ROOK, QUEEN, KING))), set(on(board, (KNIGHT, BISHOP, ROOK, QUEEN, KING)))
    out["fork.knight"] = sum(len(royal & set(board.attacks(s))) >= 2 for s in board.pieces(KNIGHT, BLACK))
    out["fork.pawn"] = sum(len(pieces & set(board.attacks(s))) >= 2 for s in board.pieces(PAWN, BLACK))
    out["pinned"] = sum(
        board.is_pinned(WHITE, s) for s in chess.SQUARES if board.color_at(s) == WHITE and s != here
    )
    shields = set()
    for queen in board.pieces(QUEEN, WHITE):
        for kind in (ROOK, BISHOP):
            for sniper in board.pieces(kind, BLACK):
                empty = chess.Board.empty()
                empty.set_piece_at(sniper, chess.Piece(kind, BLACK))
                if queen in empty.attacks(sniper):
                    between = [s for s in chess.SquareSet.between(queen, sniper) if board.piece_at(s)]
                    if len(between) == 1 and board.color_at(between[0]) == WHITE:
                        shields.add(between[0])
    out["pinned.queen"] = len(shields)
    out["loss"] = max(losses)
    return out


def whole_board(board: chess.Board) -> Counter[str]:
    """What both sides see alike."""
    out = Counter(
        {
            f"all.{name}": len(on(board, (kind,), WHITE) + on(board, (kind,), BLACK))
            for kind, name in NAMES.items()
        }
    )
    out["to-move"], out["check"] = 1, int(board.is_check())
    bishops = [list(board.pieces(BISHOP, side)) for side in (WHITE, BLACK)]
    if [len(each) for each in bishops] == [1, 1]:
        colours = {(square_file(s) + square_rank(s)) % 2 for (s,) in bishops}
        out["opposite-bishops"] = len(colours) - 1
    files = sorted(square_file(king_of(board, side)) for side in (WHITE, BLACK))
    out["opposite-wings"] = int(files[0] <= 2 and files[1] >= 5)
    out["all.rammed"] = sum((s + 8) in board.pieces(PAWN, BLACK) for s in board.pieces(PAWN, WHITE))
    for square in chess.SQUARES:
        if (side := board.color_at(square)) is not None:
            out["contact"] += guards(board, not side, square) > 0
    return out


def white_counts(board: chess.Board) -> Counter[str]:
    """What White has of all that is counted as what one side has more."""
    return men(board) + pawns(board) + activity(board) + king(board)


def movers_view(board: chess.Board) -> dict[str, int]:
    """All 175 features as the side to move sees them, quarters as whole numbers."""
    own = board if board.turn == WHITE else board.mirror()
    ours, theirs = white_counts(own), white_counts(own.mirror())
    seen = {name: ours[name] - theirs[name] for name in {*ours, *theirs}}
    seen |= {f"own.{name}": count for name, count in dangers(own).items()}
    seen |= {f"other.{name}": count for name, count in dangers(own.mirror()).items()}
    return {name: count for name, count in (seen | whole_board(own)).items() if count}
