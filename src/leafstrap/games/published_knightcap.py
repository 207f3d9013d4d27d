"""Weights for the feature set `knightcap` from KnightCap's public source: the figures that its authors set by hand.

They are those of `small_coeffs.h` (tridge/KnightCap), where a pawn is 100; here they are pawns. That program is older
than the one of the paper's Table A.1: it has 577 coefficients and one set for all stages, so a weight here is the same
in all four unless the program uses it in some stages only. What Table A.1 has and that program has not is 0. By name:

- as they are: IPIECE_VALUES (but the king's, which cancels), BISHOP_PAIR, OPPOSITE_BISHOPS, DRAW_VALUE, TRADE_BONUS,
  IPAWN_POS, IKNIGHT_POS, IROOK_POS (the seventh rank is in it), IPOS_BASE, DOUBLED_PAWN, ISOLATED_PAWN,
  UNSTOPPABLE_PAWN, BLOCKED_PASSED_PAWN, PASSED_PAWN_ROOK_ATTACK and _SUPPORT, BLOCKED_DPAWN, BLOCKED_EPAWN,
  CONNECTED_ROOKS (for each rook there, so twice), and TRAPPED_STEP, which grows with the rank of a piece that has no
  safe square: a part of the safe mobility;
- as they are, for something that is not quite the same: WEAK_PAWN, MEGA_WEAK_PAWN, WEAK_PAWN_ATTACK_VALUE,
  IPAWN_ADVANCE (a quarter on an open file, all of it when passed), KING_PASSED_PAWN_SUPPORT, the outposts (always
  guarded there), EARLY_QUEEN_MOVEMENT, BLOCKED_KNIGHT, USELESS_PIECE, CASTLE_BONUS, OPENING_KING_ADVANCE and
  MID_KING_ADVANCE (only against a queen there), IPOS_KINGSIDE and _QUEENSIDE, NO_MATERIAL, MATING_POSITION (also for
  steps from king to king), the mobilities (there squares of own men count, and knights have none), ATTACK_VALUE, and
  what ATTACK_VALUE times OVERPROTECTION costs every guard, as `overloaded-penalty`;
- averaged: IENDING_KPOS, there by file and by rank; KING_ATTACK_COMPUTER and _OPPONENT, there for every attack on the
  king's nine squares, of which a piece that attacks any makes two (mean of 1,984 positions of twenty games);
  IBISHOP_XRAY, there by the number of pieces behind; THREAT, there one amount whatever hangs, here spread over a minor
  piece; IPAWN_DEFENCE, there the pawns before the king, here the files without one.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean

PAWN = 100  # of the figures
Stages = tuple[int, int, int, int]  # opening, middle, ending, mating

# Good for the side that has the feature.
SINGLE: dict[str, int | Stages] = {
    "pawn": 100,
    "knight": 401,
    "bishop": 412,
    "rook": 603,
    "queen": 1200,
    "bishop-pair": 20,
    "opposite-bishops": 40,
    "no-material": (0, 0, 0, -100),
    "draw-value": -10,
    "near-draw-value": -20,
    "doubled-pawn": -15,
    "isolated-pawn": -5,
    "weak-pawn": -10,
    "mega-weak-pawn": -5,
    "unstoppable-pawn": 300,
    "blocked-passed-pawn": -20,
    "king-passed-pawn-support": 20,
    "passed-pawn-rook-support": 25,
    "passed-pawn-rook-attack": 15,
    "blocked-dpawn": -6,
    "blocked-epawn": -6,
    "supported-knight-outpost": 20,
    "supported-bishop-outpost": 15,
    "connected-rooks": 2 * 7,
    "early-queen-movement": -10,
    "blocked-knight": -5,
    "useless-piece": -10,
    "castle-bonus": (30, 30, 0, 30),
    "mating-position": (0, 0, 0, 100),
    "queen-file-safety": (-15, -15, 0, 0),
}

# By file, a to h, and in it by rank.
SQUARES: dict[str, tuple[tuple[int, ...], ...]] = {
    "pawn-pos": (
        (0, 1, 0, 0, 0, 0, 0, 0),
        (0, 1, 0, 0, 0, 0, 0, 0),
        (0, 1, 0, 0, 0, 0, 0, 0),
        (0, 1, 1, 7, 4, 0, 0, 0),
        (0, 1, 1, 7, 4, 0, 0, 0),
        (0, 1, -1, 0, 0, 0, 0, 0),
        (0, 1, -3, -3, 0, 0, 0, 0),
        (0, 1, -1, -3, 0, 0, 0, 0),
    ),
    "knight-pos": (
        (-3, -2, -1, -1, 0, 1, -5, -7),
        (-2, -1, 0, 0, 1, 2, 0, -3),
        (-1, 0, 5, 5, 5, 5, 2, 1),
        (-1, 1, 3, 7, 7, 3, 3, 2),
        (-1, 1, 3, 7, 7, 3, 3, 2),
        (-1, 0, 5, 5, 5, 5, 2, 1),
        (-2, -1, 0, 0, 1, 2, 0, -3),
        (-3, -2, -1, -1, 0, 1, -5, -7),
    ),
    "rook-pos": 8 * ((0, 0, 0, 0, 0, 0, 20, 5),),
    "pos-base": (
        (1, 1, 1, 1, 1, 1, 1, 1),
        (1, 1, 1, 2, 2, 1, 1, 1),
        (1, 1, 5, 5, 5, 5, 1, 1),
        (1, 1, 5, 6, 6, 5, 1, 1),
        (1, 1, 5, 6, 6, 5, 1, 1),
        (1, 1, 5, 5, 5, 5, 1, 1),
        (1, 1, 1, 2, 2, 1, 1, 1),
        (1, 1, 1, 1, 1, 1, 1, 1),
    ),
    "pos-kingside": (
        *(4 * ((0, 0, 0, 0, 0, 0, 0, 0),)),
        (2, 2, 1, 1, 0, 0, 0, 0),
        (3, 3, 5, 1, 0, 0, 0, 0),
        (9, 8, 5, 1, 0, 0, 0, 0),
        (9, 7, 5, 1, 0, 0, 0, 0),
    ),
    "pos-queenside": (
        (9, 9, 5, 1, 0, 0, 0, 0),
        (9, 8, 5, 1, 0, 0, 0, 0),
        (3, 3, 5, 1, 0, 0, 0, 0),
        (2, 2, 1, 1, 0, 0, 0, 0),
        *(4 * ((0, 0, 0, 0, 0, 0, 0, 0),)),
    ),
}

# By the number of squares, 0 to 9 or more.
MOBILITY: dict[str, tuple[int, ...]] = {
    "knight-mobility": 10 * (0,),
    "bishop-mobility": (-16, -15, -14, -10, -8, 0, 6, 8, 10, 12),
    "rook-mobility": (-13, -13, -12, -11, -8, 0, 4, 5, 6, 7),
    "queen-mobility": (-12, -11, -10, -5, 1, 2, 3, 4, 5, 6),
    "king-mobility": (-20, -3, 0, 0, 0, 0, 0, 0, 0, 0),
    "knight-smobility": (-8, -5, 0, 0, 0, 0, 0, 0, 0, 0),
    "bishop-smobility": (-8, -5, 0, 0, 0, 0, 0, 0, 0, 0),
    "rook-smobility": (-8, -4, 0, 0, 0, 0, 0, 0, 0, 0),
    "queen-smobility": (-30, -25, -5, 0, 0, 0, 0, 0, 0, 0),
    "king-smobility": (-20, -5, 0, 0, 0, 0, 0, 0, 0, 0),
}
TRAPPED_STEP = 16  # a rank, for a piece without a safe square

PAWN_ADVANCE = (10, 20, 30, 60, 110, 160, 0)  # by rank, from 2
ENDING_KPOS = (-15, -7, 8, 10)  # by steps of a file or of a rank from the edge
XRAY = 4  # on one piece; 9, 12 and 13 on two, three and four
XRAYED = ("rook", "queen", "king")
KING_ATTACK = {"computer": 20, "opponent": 7}
ATTACKS_OF_A_PIECE = 2
THREAT = 33  # for the other side; twice as much for the side to move
MINOR = 4  # what a minor piece is worth where threats are counted
ATTACK_VALUE = 2
OVERPROTECTION = 2


def weight(name: str, stage: int) -> float:
    """The weight of a concept in a stage, counted from the opening, in pawns.

    >>> weight("rook", 2), weight("knight-pos.d4", 1), weight("rook-smobility.3.0", 1)
    (6.03, 0.07, -0.4)
    """
    group, *parts = name.split(".")
    return round(_figure(group, parts, stage) / PAWN, 4)


def _figure(group: str, parts: list[str], stage: int) -> float:
    if group in SINGLE:
        figure = SINGLE[group]
        return figure[stage] if isinstance(figure, tuple) else figure
    if group in SQUARES:
        return SQUARES[group][ord(parts[0][0]) - ord("a")][int(parts[0][1]) - 1]
    if group in MOBILITY:
        rank, number = map(int, parts)
        trapped = group.endswith("smobility") and number == 0
        return MOBILITY[group][number] - (TRAPPED_STEP * (rank - 1) if trapped else 0)
    rule = RULES.get(group)
    return rule(parts, stage) if rule else 0.0


def _ending_kpos(parts: list[str], stage: int) -> float:
    """Squares as far from the nearest edge as that, in one half of the board: their mean."""
    steps = range(len(ENDING_KPOS))
    return fmean(
        ENDING_KPOS[file] + ENDING_KPOS[rank]
        for file in steps
        for rank in steps
        if min(file, rank) == int(parts[1])
    )


def _king_attack(parts: list[str], whose: str) -> float:
    return KING_ATTACK[whose] * ATTACKS_OF_A_PIECE * int(parts[0])


RULES: dict[str, Callable[[list[str], int], float]] = {
    "pawn-advance1": lambda parts, stage: PAWN_ADVANCE[int(parts[0]) - 2] / 4,
    "pawn-advance2": lambda parts, stage: PAWN_ADVANCE[int(parts[0]) - 2],
    "weak-pawn-attack-value": lambda parts, stage: 5 * int(parts[0]),
    "piece-trade-bonus": lambda parts, stage: 4 * max(0, 14 - int(parts[0])),
    "pawn-trade-bonus": lambda parts, stage: -4 * max(0, 16 - int(parts[0])),
    "opening-king-advance": lambda parts, stage: -30 * (int(parts[0]) - 1),
    "mid-king-advance": lambda parts, stage: -10 * (int(parts[0]) - 1),
    "ending-kpos": _ending_kpos,
    "king-proximity": lambda parts, stage: (0, 0, 0, -100)[stage] * int(parts[0]),
    "bishop-xray": lambda parts, stage: XRAY * (parts[0] in XRAYED),
    "threat": lambda parts, stage: 2 * THREAT / MINOR,
    "opponents-threat": lambda parts, stage: THREAT / MINOR,
    "attack-value": lambda parts, stage: ATTACK_VALUE,
    "overloaded-penalty": lambda parts, stage: -ATTACK_VALUE * OVERPROTECTION * int(parts[0]),
    "q-king-attack-computer": lambda parts, stage: _king_attack(parts, "computer"),
    "q-king-attack-opponent": lambda parts, stage: _king_attack(parts, "opponent"),
}
