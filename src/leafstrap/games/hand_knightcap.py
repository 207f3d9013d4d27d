"""Weights for the feature set `knightcap` set by hand: common chess sense, not KnightCap's own numbers.

Units are pawns. A weight is good for the side that has the feature. Where a group has several stages, they are opening,
middle, ending, mating; where it has one number, that holds for all.
"""

from __future__ import annotations

from collections.abc import Callable

Stages = tuple[float, float, float, float]

SINGLE: dict[str, float | Stages] = {
    "pawn": (1.0, 1.0, 1.1, 1.0),
    "knight": (3.2, 3.2, 3.1, 3.2),
    "bishop": (3.3, 3.3, 3.3, 3.3),
    "rook": (4.8, 5.0, 5.3, 5.3),
    "queen": (9.6, 9.8, 10.0, 9.8),
    "bishop-pair": (0.25, 0.35, 0.5, 0.3),
    "opposite-bishops": (0.0, 0.1, 0.4, 0.0),
    "no-material": (0.0, 0.0, -0.3, -0.3),
    "unsupported-pawn": -0.03,
    "adjacent-pawn": 0.04,
    "doubled-pawn": (-0.1, -0.12, -0.2, 0.0),
    "isolated-pawn": (-0.08, -0.08, -0.1, 0.0),
    "weak-pawn": -0.04,
    "mega-weak-pawn": (-0.05, -0.1, -0.05, 0.0),
    "unstoppable-pawn": (0.0, 2.0, 5.0, 0.0),
    "blocked-passed-pawn": (-0.1, -0.15, -0.25, 0.0),
    "king-passed-pawn-support": (0.0, 0.0, 0.25, 0.0),
    "king-passed-pawn-defence": (0.0, 0.05, 0.2, 0.0),
    "passed-pawn-rook-support": (0.05, 0.1, 0.2, 0.0),
    "passed-pawn-rook-attack": (0.05, 0.1, 0.2, 0.0),
    "blocked-dpawn": (-0.2, -0.1, 0.0, 0.0),
    "blocked-epawn": (-0.2, -0.1, 0.0, 0.0),
    "odd-bishops-pawn-pos": (0.0, 0.0, 0.02, 0.0),
    "threat": 0.2,
    "opponents-threat": 0.05,
    "knight-outpost": (0.05, 0.1, 0.1, 0.0),
    "bishop-outpost": (0.03, 0.05, 0.05, 0.0),
    "supported-knight-outpost": (0.15, 0.25, 0.15, 0.0),
    "supported-bishop-outpost": (0.08, 0.12, 0.08, 0.0),
    "connected-rooks": (0.1, 0.1, 0.05, 0.0),
    "seventh-rank-rooks": (0.1, 0.2, 0.2, 0.0),
    "early-queen-movement": -0.2,
    "blocked-knight": -0.1,
    "useless-piece": (0.0, -0.03, -0.03, 0.0),
    "castle-bonus": (0.5, 0.3, 0.0, 0.0),
    "mating-position": (0.0, 0.3, 0.6, 0.6),
    "queen-file-safety": (-0.1, -0.12, -0.03, 0.0),
    "noqueen-file-safety": (-0.04, -0.03, 0.0, 0.0),
}

# By number or rank.
ROWS: dict[str, tuple[float, ...]] = {
    "opening-king-advance": (0.0, -0.25, -0.7, -1.2, -1.6, -2.0, -2.4, -2.8),
    "mid-king-advance": (0.0, -0.15, -0.5, -0.9, -1.2, -1.4, -1.6, -1.8),
    "pawn-advance": (0.0, 0.0, 0.02, 0.05, 0.1, 0.15, 0.0),
    "pawn-advance1": (0.0, 0.0, 0.02, 0.04, 0.08, 0.1, 0.0),
    "pawn-advance2": (0.05, 0.05, 0.15, 0.35, 0.7, 1.3, 0.0),
}
RANKED_FROM = {"opening-king-advance": 1, "mid-king-advance": 1}  # the others begin with rank 2

KING_ATTACK = (0.0, 0.03, 0.12, 0.35, 0.7, 1.0, 1.3, 1.5)
XRAY = {"knight": 0.02, "bishop": 0.02, "rook": 0.05, "queen": 0.08, "king": 0.08}
ATTACK = {
    "knight": {"knight": 0.02, "bishop": 0.05, "rook": 0.15, "queen": 0.2},
    "bishop": {"knight": 0.05, "bishop": 0.02, "rook": 0.15, "queen": 0.2},
    "rook": {"knight": 0.04, "bishop": 0.04, "rook": 0.0, "queen": 0.15},
    "queen": {"knight": 0.03, "bishop": 0.03, "rook": 0.03, "queen": 0.0},
}
# A square to go to, and a safe one, for each stage.
MOVES: dict[str, tuple[Stages, Stages]] = {
    "knight": ((0.015, 0.015, 0.015, 0.0), (0.03, 0.03, 0.03, 0.0)),
    "bishop": ((0.02, 0.02, 0.02, 0.0), (0.03, 0.03, 0.03, 0.0)),
    "rook": ((0.005, 0.01, 0.02, 0.0), (0.01, 0.02, 0.03, 0.0)),
    "queen": ((0.0, 0.005, 0.01, 0.0), (0.005, 0.015, 0.02, 0.0)),
    "king": ((0.0, 0.0, 0.0, 0.02), (0.01, 0.02, 0.03, 0.08)),
}


def weight(name: str, stage: int) -> float:
    """The weight of a concept in a stage, counted from the opening.

    >>> weight("rook", 2), weight("knight-pos.e4", 1)
    (5.3, 0.11)
    """
    group, *parts = name.split(".")
    if group in SINGLE:
        return _at(SINGLE[group], stage)
    if group in ROWS:
        phase = (0.7, 0.9, 1.2, 0.0)[stage] if group == "pawn-advance2" else 1.0
        return round(phase * ROWS[group][int(parts[0]) - RANKED_FROM.get(group, 2)], 3)
    if group.endswith("mobility"):
        kind, how = group.split("-")
        return round(MOVES[kind][how == "smobility"][stage] * (int(parts[1]) - 4), 3)
    if "king-attack" in group:
        careful = 1.2 if group.endswith("computer") else 1.0
        queen = 1.0 if group.startswith("q-") else 0.3
        return round((1.0, 1.0, 0.3, 0.0)[stage] * careful * queen * KING_ATTACK[int(parts[0])], 3)
    rule = RULES.get(group)
    return round(rule(parts, stage), 3) if rule else 0.0


def _at(value: float | Stages, stage: int) -> float:
    return value[stage] if isinstance(value, tuple) else value


def _edge(square: str) -> tuple[int, int, int]:
    """Steps from the nearest edge by file and by rank, and the rank."""
    file, rank = ord(square[0]) - ord("a"), int(square[1])
    return min(file, 7 - file), min(rank - 1, 8 - rank), rank


def _knight_pos(parts: list[str], stage: int) -> float:
    file, rank, number = _edge(parts[0])
    return 0.06 * (file + rank) - 0.25 + (0.03 if 5 <= number <= 6 else 0.0)


def _rook_pos(parts: list[str], stage: int) -> float:
    return (0.02, 0.02, 0.0, 0.0)[stage] * _edge(parts[0])[0]


def _pawn_pos(parts: list[str], stage: int) -> float:
    file, _, rank = _edge(parts[0])
    centre = {2: -0.1, 3: 0.0, 4: 0.15, 5: 0.15}.get(rank, 0.0) * (file == 3) + 0.04 * (
        file == 2 and rank == 4
    )
    return (1.0, 0.7, 0.0, 0.0)[stage] * centre


def _pos_base(parts: list[str], stage: int) -> float:
    file, rank, number = _edge(parts[0])
    return 0.005 + 0.01 * min(file, rank) + (0.01 if number > 4 else 0.0)


def _pos_wing(files: str) -> Callable[[list[str], int], float]:
    def value(parts: list[str], stage: int) -> float:
        near = parts[0][0] in files and int(parts[0][1]) <= 3
        return (0.02, 0.02, 0.0, 0.0)[stage] if near else 0.0

    return value


def _ending_kpos(parts: list[str], stage: int) -> float:
    return (-0.25, 0.0, 0.15, 0.25)[int(parts[1])] + (0.05 if parts[0] == "enemy" else 0.0)


RULES: dict[str, Callable[[list[str], int], float]] = {
    "knight-pos": _knight_pos,
    "rook-pos": _rook_pos,
    "pawn-pos": _pawn_pos,
    "pos-base": _pos_base,
    "pos-kingside": _pos_wing("fgh"),
    "pos-queenside": _pos_wing("abc"),
    "ending-kpos": _ending_kpos,
    "king-proximity": lambda parts, stage: (0.0, 0.0, 0.02, 0.15)[stage] * (7 - int(parts[0])),
    "trapped-step": lambda parts, stage: -0.05 * int(parts[0]),
    "bishop-xray": lambda parts, stage: XRAY[parts[0]],
    "overloaded-penalty": lambda parts, stage: -0.04 * int(parts[0]),
    "attack-value": lambda parts, stage: ATTACK[parts[0]][parts[1]],
    "piece-trade-bonus": lambda parts, stage: 0.03 * max(0, 14 - int(parts[0])),
    "pawn-trade-bonus": lambda parts, stage: -0.03 * max(0, 16 - int(parts[0])),
    "passed-pawn-control": lambda parts, stage: (0.008, 0.01, 0.02, 0.0)[stage] * int(parts[0]),
    "pawn-defence": lambda parts, stage: (
        0.0 if parts[0] == "king" else 0.05 if parts[1] == "attacked" else 0.02
    ),
    "weak-pawn-attack-value": lambda parts, stage: 0.03 * int(parts[0]),
}
