"""The feature set `knightcap` written a second time, slowly and square by square, to hold the core against.

Only White's features are written: Black's are White's on the mirrored board. Ranks count from 1, as in the names.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

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
    square_name,
)

from support.naive_meep import DIAGONAL, at, no_pawn_can_come, rank_of, walk, word

WORTH = {PAWN: 1, KNIGHT: 4, BISHOP: 4, ROOK: 6, QUEEN: 12, KING: 0}
PRICE = {PAWN: 1, KNIGHT: 2, BISHOP: 2, ROOK: 3, QUEEN: 4, KING: 5}
PIECES = (KNIGHT, BISHOP, ROOK, QUEEN)


class Side:
    """The men of one colour and what each attacks."""

    def __init__(self, board: chess.Board, colour: chess.Color) -> None:
        self.board, self.colour = board, colour
        self.men = {s: p.piece_type for s, p in board.piece_map().items() if p.color == colour}
        self.attacks = {square: set(board.attacks(square)) for square in self.men}
        self.attacked = set().union(*self.attacks.values())
        self.pawns = set(self.squares(PAWN))
        self.by_pawns = {target for pawn in self.pawns for target in self.attacks[pawn]}
        self.king = self.squares(KING)[0]
        self.worth = sum(WORTH[kind] for kind in self.men.values())

    def squares(self, *kinds: int) -> list[int]:
        return sorted(square for square, kind in self.men.items() if kind in kinds)

    def attackers(self, target: int) -> list[int]:
        return [square for square, targets in self.attacks.items() if target in targets]

    @property
    def can_mate(self) -> bool:
        minors = self.squares(KNIGHT, BISHOP)
        return bool(self.squares(PAWN, ROOK, QUEEN)) or (len(minors) > 1 and bool(self.squares(BISHOP)))


def stage_of(board: chess.Board) -> str:
    men = board.piece_map().values()
    pieces = sum(man.piece_type != PAWN for man in men)
    if not board.pawns:
        return "mating"
    if board.pieces(QUEEN, WHITE) and board.pieces(QUEEN, BLACK):
        pieces += 2
    if pieces <= 6:
        return "ending"
    return "opening" if pieces >= 16 and board.castling_rights else "middle"


def row(board: chess.Board, program: chess.Color) -> dict[str, int]:
    """What White has more than Black of every concept, with its stage."""
    stage = stage_of(board)
    sums = white_concepts(board, program == WHITE, stage)
    sums.subtract(white_concepts(board.mirror(), program == BLACK, stage))
    return {f"{name}.{stage}": number for name, number in sums.items() if number}


def white_concepts(board: chess.Board, program: bool, stage: str) -> Counter[str]:
    own, enemy = Side(board, WHITE), Side(board, BLACK)
    seen: Counter[str] = Counter()
    material(own, enemy, program, stage, seen)
    king(own, enemy, stage, seen)
    if stage != "mating":
        pawns(own, enemy, seen)
        passed_pawns(own, enemy, seen)
        control(own, enemy, seen)
        threats(own, enemy, seen)
        pieces(own, enemy, stage, seen)
        safety(own, enemy, program, seen)
    return seen


def opposite_bishops(own: Side, enemy: Side) -> bool:
    bishops = own.squares(BISHOP), enemy.squares(BISHOP)
    return all(len(some) == 1 for some in bishops) and light(bishops[0][0]) != light(bishops[1][0])


def light(square: int) -> bool:
    return (square_file(square) + rank_of(square)) % 2 == 0


def material(own: Side, enemy: Side, program: bool, stage: str, seen: Counter[str]) -> None:
    for kind in own.men.values():
        seen[word(kind)] += 1
    seen["bishop-pair"] += len(own.squares(BISHOP)) >= 2
    seen["no-material"] += not own.can_mate
    if own.worth > enemy.worth:
        everyone = [*own.men.values(), *enemy.men.values()]
        seen[f"piece-trade-bonus.{sum(kind in PIECES for kind in everyone)}"] += 1
        seen[f"pawn-trade-bonus.{everyone.count(PAWN)}"] += 1
        seen[f"king-proximity.{square_distance(own.king, enemy.king)}"] += 1
    seen["opposite-bishops"] += own.worth < enemy.worth and opposite_bishops(own, enemy)
    if stage == "mating" and program:
        dead = not own.can_mate and not enemy.can_mate
        seen["draw-value"] += dead
        seen["near-draw-value"] += not dead and abs(own.worth - enemy.worth) <= 4


def king(own: Side, enemy: Side, stage: str, seen: Counter[str]) -> None:
    rank = rank_of(own.king)
    if stage in ("opening", "middle"):
        seen[f"{stage[:7] if stage == 'opening' else 'mid'}-king-advance.{rank}"] += 1
    else:
        seen[f"ending-kpos.{'own' if rank <= 4 else 'enemy'}.{edge(own.king)}"] += 1
    if list(enemy.men.values()) == [KING] and own.can_mate:
        seen["mating-position"] += 3 - edge(enemy.king)
    moves = own.attacks[own.king] - set(own.men)
    seen[f"king-mobility.{rank}.{min(len(moves), 9)}"] += 1
    seen[f"king-smobility.{rank}.{min(len(moves - enemy.attacked), 9)}"] += 1


def edge(square: int) -> int:
    return min(square_file(square), 7 - square_file(square), rank_of(square) - 1, 8 - rank_of(square))


def beside(square: int, pawns: set[int]) -> list[int]:
    return [p for p in pawns if abs(square_file(p) - square_file(square)) == 1]


def ahead(square: int) -> list[int]:
    return [at(square_file(square), rank) for rank in range(rank_of(square) + 1, 9)]


def is_open(square: int, enemy: Side) -> bool:
    return not set(ahead(square)) & enemy.pawns


def is_passed(square: int, own: Side, enemy: Side) -> bool:
    sentries = [p for p in beside(square, enemy.pawns) if rank_of(p) > rank_of(square)]
    return is_open(square, enemy) and not sentries and not set(ahead(square)) & own.pawns


def is_weak(square: int, own: Side) -> bool:
    return not any(rank_of(p) <= rank_of(square) for p in beside(square, own.pawns))


def pawns(own: Side, enemy: Side, seen: Counter[str]) -> None:
    for square in own.pawns:
        rank = rank_of(square)
        seen[f"pawn-pos.{square_name(square)}"] += 1
        seen[f"pawn-advance.{rank}"] += 1
        seen[f"pawn-advance1.{rank}"] += is_open(square, enemy)
        seen[f"pawn-advance2.{rank}"] += is_passed(square, own, enemy)
        seen["unsupported-pawn"] += square not in own.by_pawns
        seen["adjacent-pawn"] += any(rank_of(p) == rank for p in beside(square, own.pawns))
        seen["doubled-pawn"] += bool(set(ahead(square)) & own.pawns)
        seen["isolated-pawn"] += not beside(square, own.pawns)
        seen["weak-pawn"] += is_weak(square, own)
        seen["mega-weak-pawn"] += is_weak(square, own) and is_open(square, enemy)
        for name, home in (("d", chess.D2), ("e", chess.E2)):
            seen[f"blocked-{name}pawn"] += square == home and square + 8 in {*own.men, *enemy.men}
    for square in own.by_pawns & set(own.men):
        state = "attacked" if square in enemy.attacked else "quiet"
        seen[f"pawn-defence.{word(own.men[square])}.{state}"] += 1
    if opposite_bishops(own, enemy):
        colour = light(own.squares(BISHOP)[0])
        seen["odd-bishops-pawn-pos"] += sum(light(pawn) == colour for pawn in own.pawns)
    mirrored = Side(own.board.mirror(), WHITE)
    weak = {p for p in enemy.pawns if is_weak(chess.square_mirror(p), mirrored)}
    hits = sum(len(own.attacks[square] & weak) for square in own.squares(*PIECES))
    seen[f"weak-pawn-attack-value.{min(hits, 8)}"] += hits > 0


def first_man(board: chess.Board, squares: list[int]) -> chess.Piece | None:
    return next((board.piece_at(square) for square in squares if board.piece_at(square)), None)


def passed_pawns(own: Side, enemy: Side, seen: Counter[str]) -> None:
    board = own.board
    for square in own.pawns:
        if not is_passed(square, own, enemy):
            continue
        path = ahead(square)
        for target in path:
            name = f"passed-pawn-control.{rank_of(square)}.{rank_of(target)}"
            seen[name] += holds(own, enemy, target) - holds(enemy, own, target)
        seen["blocked-passed-pawn"] += path[0] in enemy.men
        seen["king-passed-pawn-support"] += square_distance(own.king, path[0]) <= 2
        rook = first_man(board, [at(square_file(square), r) for r in range(rank_of(square) - 1, 0, -1)])
        seen["passed-pawn-rook-support"] += rook == chess.Piece(ROOK, WHITE)
        steps = min(8 - rank_of(square), 5)
        king_steps = square_distance(enemy.king, path[-1]) - (board.turn == BLACK)
        free = not set(path) & {*own.men, *enemy.men}
        seen["unstoppable-pawn"] += free and not enemy.squares(*PIECES) and king_steps > steps
    # What White does against Black's passed pawns.
    flipped, them = Side(board.mirror(), WHITE), Side(board.mirror(), BLACK)
    for square in flipped.pawns:
        if not is_passed(square, flipped, them):
            continue
        near = abs(square_file(them.king) - square_file(square)) <= 1
        seen["king-passed-pawn-defence"] += near and rank_of(them.king) > rank_of(square)
        file = [at(square_file(square), r) for r in range(rank_of(square) - 1, 0, -1)]
        seen["passed-pawn-rook-attack"] += first_man(flipped.board, file) == chess.Piece(ROOK, BLACK)


def holds(own: Side, enemy: Side, square: int) -> bool:
    if square not in own.attacked:
        return False
    ours, theirs = own.attackers(square), enemy.attackers(square)
    if not theirs:
        return True
    cheapest, other = (min(PRICE[side.men[s]] for s in some) for side, some in ((own, ours), (enemy, theirs)))
    return cheapest < other or (cheapest == other and len(ours) > len(theirs))


def wing(own: Side) -> str:
    if rank_of(own.king) > 2:
        return ""
    return {0: "queenside", 1: "queenside", 2: "queenside", 6: "kingside", 7: "kingside"}.get(
        square_file(own.king), ""
    )


def control(own: Side, enemy: Side, seen: Counter[str]) -> None:
    for square in chess.SQUARES:
        if holds(own, enemy, square):
            seen[f"pos-base.{square_name(square)}"] += 1
            if wing(own):
                seen[f"pos-{wing(own)}.{square_name(square)}"] += 1


def exchange(board: chess.Board, colour: chess.Color, target: int) -> int:
    """What taking on a square wins, played out on a board: the cheapest man takes, either side may stop."""
    own = [s for s in board.attackers(colour, target) if s != target]
    if not own:
        return 0
    source = min(own, key=lambda s: (board.piece_type_at(s), s))
    victim, man = board.piece_type_at(target) or 0, board.piece_at(source)
    assert man is not None
    if man.piece_type == KING and board.attackers(not colour, target):
        return 0
    after = board.copy(stack=False)
    after.remove_piece_at(source)
    after.set_piece_at(target, man)
    return max(0, WORTH[victim] - exchange(after, not colour, target))


def threats(own: Side, enemy: Side, seen: Counter[str]) -> None:
    prey = [s for s, kind in enemy.men.items() if kind != KING]
    name = "threat" if own.board.turn == WHITE else "opponents-threat"
    seen[name] += max((exchange(own.board, WHITE, s) for s in prey), default=0)
    hung = {
        s
        for s, kind in own.men.items()
        if kind != KING and s in enemy.attacked and len(own.attackers(s)) == 1
    }
    for square, kind in own.men.items():
        guarded = len(own.attacks[square] & hung)
        seen[f"overloaded-penalty.{min(guarded, 15)}"] += guarded > 0
        for victim in own.attacks[square] & set(enemy.men):
            if kind in PIECES and enemy.men[victim] in PIECES:
                seen[f"attack-value.{word(kind)}.{word(enemy.men[victim])}"] += 1


def pieces(own: Side, enemy: Side, stage: str, seen: Counter[str]) -> None:
    board = own.board
    occupied = {*own.men, *enemy.men}
    trapped = 0
    for square in own.squares(*PIECES):
        kind, rank, attacks = own.men[square], rank_of(square), own.attacks[square]
        moves = attacks & set(board.pin(WHITE, square)) - set(own.men)
        safe = {target for target in moves if holds(own, enemy, target)}
        seen[f"{word(kind)}-mobility.{rank}.{min(len(moves), 9)}"] += 1
        seen[f"{word(kind)}-smobility.{rank}.{min(len(safe), 9)}"] += 1
        trapped += bool(moves) and not safe
        seen["useless-piece"] += not attacks & set(enemy.men) and all(rank_of(s) <= 4 for s in attacks)
        if kind in (KNIGHT, ROOK):
            seen[f"{word(kind)}-pos.{square_name(square)}"] += 1
        if kind == KNIGHT:
            seen["blocked-knight"] += not moves - enemy.by_pawns
        if kind in (KNIGHT, BISHOP) and 4 <= rank <= 6 and no_pawn_can_come(square, enemy):  # type: ignore[arg-type]
            supported = "supported-" if square in own.by_pawns else ""
            seen[f"{supported}{word(kind)}-outpost"] += 1
        if kind == BISHOP:
            for step in DIAGONAL:
                line = walk(square, [step], set())
                men = sorted(line & occupied, key=partial(square_distance, square))
                if len(men) > 1 and enemy.men.get(men[1], PAWN) != PAWN:
                    seen[f"bishop-xray.{word(enemy.men[men[1]])}"] += 1
    seen[f"trapped-step.{min(trapped, 8)}"] += trapped > 0
    rooks = own.squares(ROOK)
    seen["connected-rooks"] += any(other in own.attacks[rook] for rook in rooks for other in rooks)
    seen["seventh-rank-rooks"] += sum(rank_of(rook) == 7 for rook in rooks)
    homes = {KNIGHT: (chess.B1, chess.G1), BISHOP: (chess.C1, chess.F1)}
    waiting = sum(own.men.get(s) == kind for kind, some in homes.items() for s in some)
    queens = own.squares(QUEEN)
    out = bool(queens) and chess.D1 not in queens
    seen["early-queen-movement"] += stage == "opening" and out and waiting >= 2


def safety(own: Side, enemy: Side, program: bool, seen: Counter[str]) -> None:
    seen["castle-bonus"] += bool(wing(own))
    middle = min(max(square_file(own.king), 1), 6)
    files = {square_file(p) for p in own.pawns}
    queen = "queen" if enemy.squares(QUEEN) else "noqueen"
    seen[f"{queen}-file-safety"] += len({middle - 1, middle, middle + 1} - files)
    around = enemy.attacks[enemy.king]
    attackers = sum(bool(own.attacks[square] & around) for square in own.squares(*PIECES))
    armed = "q" if own.squares(QUEEN) else "noq"
    seen[f"{armed}-king-attack-{'opponent' if program else 'computer'}.{min(attackers, 7)}"] += 1
