"""The feature set `meep` written a second time, slowly and square by square, to hold the core against.

Only White's features are written: Black's are White's on the mirrored board. Ranks count from 1, as in
the names.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

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

DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]


def rank_of(square: int) -> int:
    return chess.square_rank(square) + 1


def at(file: int, rank: int) -> int:
    return chess.square(file, rank - 1)


def word(kind: int) -> str:
    return chess.PIECE_NAMES[kind] or ""


def edge(file: int) -> str:
    near = min(file, 7 - file)
    return chess.FILE_NAMES[near] + chess.FILE_NAMES[7 - near]


def walk(square: int, steps: list[tuple[int, int]], blockers: set[int]) -> set[int]:
    reached = set()
    for file_step, rank_step in steps:
        file, rank = square_file(square) + file_step, rank_of(square) + rank_step
        while 0 <= file < 8 and 1 <= rank <= 8:
            reached.add(at(file, rank))
            if at(file, rank) in blockers:
                break
            file, rank = file + file_step, rank + rank_step
    return reached


def ring(king: int) -> set[int]:
    file, rank = min(max(square_file(king), 1), 6), min(max(rank_of(king), 2), 7)
    return {at(f, r) for f in range(file - 1, file + 2) for r in range(rank - 1, rank + 2)}


@dataclass
class Army:
    """The men of one colour and every attack they make, man by man."""

    board: chess.Board
    colour: chess.Color
    king: int = 0
    men: set[int] = field(default_factory=set)
    pawns: set[int] = field(default_factory=set)
    attacks: dict[int, set[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        king = self.board.king(self.colour)
        assert king is not None
        self.king = king
        self.men = set(self.squares(PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING))
        self.pawns = set(self.squares(PAWN))
        self.attacks = {square: self.attacked_from(square) for square in sorted(self.men)}

    def squares(self, *kinds: int) -> list[int]:
        return [square for kind in kinds for square in self.board.pieces(kind, self.colour)]

    def attacked_from(self, square: int) -> set[int]:
        kind = self.board.piece_type_at(square)
        occupied = set(chess.SquareSet(self.board.occupied))
        if kind in (PAWN, KING):
            return set(self.board.attacks(square))
        if kind == KNIGHT:
            reached = set(self.board.attacks(square))
        elif kind == BISHOP:
            reached = walk(square, DIAGONAL, occupied - set(self.squares(QUEEN)))
        elif kind == ROOK:
            reached = walk(square, STRAIGHT, occupied - set(self.squares(ROOK, QUEEN)))
        else:
            reached = walk(square, DIAGONAL + STRAIGHT, occupied)
        return reached & set(self.board.pin(self.colour, square))

    def by(self, *kinds: int) -> set[int]:
        return {target for square in self.squares(*kinds) for target in self.attacks[square]}

    def times(self, square: int) -> int:
        return sum(square in targets for targets in self.attacks.values())

    @property
    def attacked(self) -> set[int]:
        return set().union(*self.attacks.values())


def white_concepts(board: chess.Board) -> Counter[str]:
    """What White has of every concept; the right to move left out."""
    own, enemy = Army(board, WHITE), Army(board, BLACK)
    seen: Counter[str] = Counter()
    for part in (material, squares, pawn_structure, passed_pawns, pieces, room, shelter, assault, king):
        part(own, enemy, seen)
    return +seen


def material(own: Army, enemy: Army, seen: Counter[str]) -> None:
    for kind in (PAWN, KNIGHT, BISHOP, ROOK, QUEEN):
        number = len(own.squares(kind))
        seen[word(kind)] += number
        if kind in (KNIGHT, BISHOP, ROOK):
            seen[f"with-pawns.{word(kind)}.{len(own.pawns)}"] += number
            seen[f"pair.{word(kind)}"] += number >= 2
    seen["pawnless"] += not own.pawns


def squares(own: Army, enemy: Army, seen: Counter[str]) -> None:
    for kind in (KNIGHT, BISHOP, ROOK, QUEEN, KING):
        for square in own.squares(kind):
            seen[f"square.{word(kind)}.{square_name(square)}"] += 1
    for square in own.pawns:
        file = 7 - square_file(square) if square_file(own.king) < 4 else square_file(square)
        seen[f"square.pawn.{square_name(at(file, rank_of(square)))}"] += 1


def ahead(square: int) -> list[int]:
    return [at(square_file(square), rank) for rank in range(rank_of(square) + 1, 9)]


def is_passed(square: int, own: Army, enemy: Army) -> bool:
    guards = [p for p in enemy.pawns if abs(square_file(p) - square_file(square)) <= 1]
    return not any(rank_of(p) > rank_of(square) for p in guards) and not set(ahead(square)) & own.pawns


def pawn_structure(own: Army, enemy: Army, seen: Counter[str]) -> None:
    for square in own.pawns:
        file, rank = square_file(square), rank_of(square)
        name = chess.FILE_NAMES[file]
        beside = [p for p in own.pawns if abs(square_file(p) - file) == 1]
        opposed = bool(set(ahead(square)) & enemy.pawns)
        state = "closed" if opposed else "open"
        stop = square + 8
        if not beside:
            seen[f"isolated.{name}.{state}"] += 1
        elif stop in enemy.by(PAWN) and not any(rank_of(p) <= rank for p in beside):
            seen[f"backward.{name}.{state}"] += 1
        seen[f"doubled.{name}"] += bool(set(ahead(square)) & own.pawns)
        seen[f"phalanx.{rank}.{state}"] += any(rank_of(p) == rank for p in beside)
        seen[f"supported.{rank}.{state}"] += square in own.by(PAWN)
        if rank in (5, 6):
            seen[f"lever.{rank}"] += bool(own.attacks[square] & enemy.pawns)
            seen[f"rammed.{rank}"] += stop in enemy.pawns
        helpers = [p for p in beside if rank_of(p) <= rank]
        sentries = [p for p in enemy.pawns if abs(square_file(p) - file) == 1 and rank_of(p) > rank]
        if not opposed and not is_passed(square, own, enemy):
            seen[f"candidate.{rank}"] += bool(sentries) and len(helpers) >= len(sentries)
    files = sorted({square_file(p) for p in own.pawns})
    if files:
        seen["islands"] += sum(file - 1 not in files for file in files)
        seen[f"width.{files[-1] - files[0]}"] += 1


def passed_pawns(own: Army, enemy: Army, seen: Counter[str]) -> None:
    passed = [p for p in own.pawns if is_passed(p, own, enemy)]
    for square in passed:
        file, rank, stop = square_file(square), rank_of(square), square + 8
        seen[f"passed.{edge(file)}.{rank}"] += 1
        seen[f"passed-supported.{rank}"] += square in own.by(PAWN)
        seen[f"passed-pair.{rank}"] += any(
            abs(square_file(p) - file) == 1 and abs(rank_of(p) - rank) <= 1 for p in passed
        )
        if rank >= 4:
            seen[f"passed-own-king.{rank}.{min(square_distance(own.king, stop), 5)}"] += 1
            seen[f"passed-enemy-king.{rank}.{min(square_distance(enemy.king, stop), 5)}"] += 1
        if stop in own.men | enemy.men:
            seen[f"passed-blocked.{rank}.{'own' if stop in own.men else 'enemy'}"] += 1
        elif stop not in enemy.attacked:
            seen[f"passed-free.{rank}.safe"] += 1
        else:
            seen[f"passed-free.{rank}.{'contested' if stop in own.attacked else 'lost'}"] += 1
        way = set(ahead(square))
        empty = not way & (own.men | enemy.men)
        seen[f"passed-clear.{rank}"] += empty and not way & enemy.attacked
        goal, steps = at(file, 8), min(8 - rank, 5)
        king_steps = square_distance(enemy.king, goal) - (own.board.turn == BLACK)
        seen["passed-unstoppable"] += (
            empty and not enemy.squares(KNIGHT, BISHOP, ROOK, QUEEN) and king_steps > steps
        )
        for below in range(rank - 1, 0, -1):
            piece = own.board.piece_at(at(file, below))
            if piece:
                if piece.piece_type == ROOK:
                    seen[f"passed-rook.{'own' if piece.color == WHITE else 'enemy'}"] += 1
                break
    for bishop in own.squares(BISHOP):
        light = bool(chess.BB_SQUARES[bishop] & chess.BB_LIGHT_SQUARES)
        alike = [p for p in own.pawns if bool(chess.BB_SQUARES[p] & chess.BB_LIGHT_SQUARES) == light]
        seen[f"bishop-pawns.{len(alike)}"] += 1


def no_pawn_can_come(square: int, enemy: Army) -> bool:
    return not any(
        abs(square_file(p) - square_file(square)) == 1 and rank_of(p) > rank_of(square) for p in enemy.pawns
    )


def pieces(own: Army, enemy: Army, seen: Counter[str]) -> None:
    open_room = {s for s in chess.SQUARES if s not in own.men and s not in enemy.by(PAWN)}
    outposts = {s for s in own.by(PAWN) if 4 <= rank_of(s) <= 6 and no_pawn_can_come(s, enemy)}
    for square in own.squares(KNIGHT, BISHOP, ROOK, QUEEN):
        kind = own.board.piece_type_at(square) or 0
        reached = own.attacks[square]
        mobility = len(reached & open_room)
        if kind == QUEEN:
            safe = len(reached & open_room - enemy.by(KNIGHT, BISHOP, ROOK))
            seen[f"mobility.queen.{safe // 2 * 2}-{safe // 2 * 2 + 1}"] += 1
        else:
            seen[f"mobility.{word(kind)}.{mobility}"] += 1
        seen[f"close.{word(kind)}.{square_distance(square, enemy.king)}"] += 1
        if kind in (KNIGHT, BISHOP):
            seen[f"behind-pawn.{word(kind)}"] += square + 8 in own.pawns | enemy.pawns
            seen[f"outpost.{word(kind)}.{rank_of(square)}"] += square in outposts
        else:
            file = square_file(square)
            if not any(square_file(p) == file for p in own.pawns):
                half = any(square_file(p) == file for p in enemy.pawns)
                seen[f"file.{word(kind)}.{'half-open' if half else 'open'}"] += 1
            prey = any(rank_of(p) == 7 for p in enemy.pawns) or rank_of(enemy.king) == 8
            seen[f"seventh.{word(kind)}"] += rank_of(square) == 7 and prey
        if kind == KNIGHT:
            seen["outpost.near"] += bool(reached & outposts & open_room)
        if kind == BISHOP:
            rank = rank_of(square)
            on_long = square_file(square) + 1 == rank or square_file(square) + rank == 8
            sight = walk(square, DIAGONAL, own.pawns | enemy.pawns) | {square}
            seen["long-diagonal"] += on_long and len(sight & {chess.D4, chess.E4, chess.D5, chess.E5}) >= 2
        if kind == ROOK:
            seen["rooks-joined"] += bool(reached & set(own.squares(ROOK)))
            king_file, castling = square_file(own.king), own.board.has_castling_rights(WHITE)
            outside = square_file(square) < king_file if king_file < 4 else square_file(square) > king_file
            seen["trapped-rook"] += mobility <= 3 and rank_of(own.king) == 1 and outside and not castling
    threats(own, enemy, seen)


def threats(own: Army, enemy: Army, seen: Counter[str]) -> None:
    for square in enemy.men - {enemy.king}:
        attackers = [
            own.board.piece_type_at(s) or 0 for s, targets in own.attacks.items() if square in targets
        ]
        guarded = square in enemy.attacked
        if attackers and not (min(attackers) == KING and guarded):
            victim = word(own.board.piece_type_at(square) or 0)
            seen[f"threat.{word(min(attackers))}.{victim}.{'guarded' if guarded else 'loose'}"] += 1


def room(own: Army, enemy: Army, seen: Counter[str]) -> None:
    occupied = own.men | enemy.men
    steps = {p + 8 for p in own.pawns} - occupied
    steps |= {s + 8 for s in steps if rank_of(s) == 3} - occupied
    steps = {s for s in steps if s not in enemy.by(PAWN) and (s in own.attacked or s not in enemy.attacked)}
    # The core counts a quarter for each of these.
    seen["pawn-steps"] += len(steps)
    prey = enemy.men - enemy.pawns - {enemy.king} - own.by(PAWN)
    seen["step-threats"] += sum(
        any(p in chess.SquareSet(chess.BB_PAWN_ATTACKS[WHITE][s]) for s in steps) for p in prey
    )
    seen["centre"] += len(own.attacked & {chess.D4, chess.E4, chess.D5, chess.E5})
    home = {at(file, rank) for file in range(2, 6) for rank in (2, 3, 4)}
    seen["space"] += len(home - own.pawns - enemy.by(PAWN))
    outnumbered = {s for s in enemy.attacked if enemy.times(s) >= 2 and own.times(s) < 2}
    seen["pressure"] += len(own.attacked & enemy.attacked - enemy.by(PAWN) - outnumbered)
    seen["loose"] += len(set(own.squares(KNIGHT, BISHOP, ROOK, QUEEN)) - own.attacked)


def shelter(own: Army, enemy: Army, seen: Counter[str]) -> None:
    middle = min(max(square_file(own.king), 1), 6)
    for file in range(middle - 1, middle + 2):

        def nearest(pawns: set[int], file: int = file) -> int:
            ranks = [rank_of(p) for p in pawns if square_file(p) == file and rank_of(p) >= rank_of(own.king)]
            return min(ranks, default=0)

        shield, storm = nearest(own.pawns), nearest(enemy.pawns)
        seen[f"shelter.{edge(file)}.{shield or 'none'}"] += 1
        if storm:
            locked = shield and storm == shield + 1
            seen[f"storm.locked.{storm}" if locked else f"storm.{edge(file)}.{storm}"] += 1


def assault(own: Army, enemy: Army, seen: Counter[str]) -> None:
    target = ring(enemy.king)

    def besiegers(*kinds: int) -> int:
        return sum(bool(own.attacks[s] & target) for s in own.squares(*kinds))

    code = f"{min(besiegers(KNIGHT, BISHOP), 3)}{min(besiegers(ROOK), 2)}{min(besiegers(QUEEN), 1)}"
    seen[f"gathering.{code}"] += code != "000"
    siege = sum(len(own.attacks[s] & target) for s in own.squares(KNIGHT, BISHOP, ROOK, QUEEN))
    seen[f"siege.{min(siege, 12)}"] += siege > 0

    def is_weak(square: int) -> bool:
        guards = enemy.times(square)
        return guards == 0 or (guards == 1 and square in enemy.by(KING, QUEEN))

    weak = {s for s in own.attacked if is_weak(s)}
    seen[f"breach.{min(len(weak & target), 6)}"] += bool(weak & target)

    occupied = own.men | enemy.men
    for kind, lines in (
        (KNIGHT, set(chess.SquareSet(chess.BB_KNIGHT_ATTACKS[enemy.king]))),
        (BISHOP, walk(enemy.king, DIAGONAL, occupied)),
        (ROOK, walk(enemy.king, STRAIGHT, occupied)),
        (QUEEN, walk(enemy.king, DIAGONAL + STRAIGHT, occupied)),
    ):
        checks = lines & own.by(kind) - own.men
        safe = [s for s in checks if s not in enemy.attacked or (s in weak and own.times(s) >= 2)]
        state = "several" if len(safe) > 1 else "safe" if safe else "unsafe"
        seen[f"check.{word(kind)}.{state}"] += bool(checks)


def king(own: Army, enemy: Army, seen: Counter[str]) -> None:
    seen["castling.short"] += own.board.has_kingside_castling_rights(WHITE)
    seen["castling.long"] += own.board.has_queenside_castling_rights(WHITE)
    flights = set(chess.SquareSet(chess.BB_KING_ATTACKS[own.king])) - own.men - enemy.attacked
    seen[f"flight.{len(flights)}"] += 1
    for square in own.men - {own.king}:
        if own.board.is_pinned(WHITE, square):
            seen[f"pinned.{word(own.board.piece_type_at(square) or 0)}"] += 1
    if enemy.men == {enemy.king}:
        seen[f"escort.{square_distance(own.king, enemy.king)}"] += 1
        corners = [chess.A1, chess.H8, chess.A8, chess.H1]
        if own.squares(BISHOP) and not own.squares(ROOK, QUEEN):
            colours = {bool(chess.BB_SQUARES[b] & chess.BB_LIGHT_SQUARES) for b in own.squares(BISHOP)}
            corners = [c for c in corners if bool(chess.BB_SQUARES[c] & chess.BB_LIGHT_SQUARES) in colours]
        seen["corner"] += min(square_distance(enemy.king, corner) for corner in corners)
