"""Weights for the feature set `classical` set by hand: a small chess program's evaluation, with numbers of our own.

Units are pawns. A weight is good for the side that has the feature.
"""

from __future__ import annotations

from collections.abc import Callable

SINGLE = {
    "pawn": 1.0,
    "knight": 3.15,
    "bishop": 3.3,
    "rook": 5.0,
    "queen": 9.5,
    "bishop-pair": 0.4,
    "rook-half-open": 0.12,
    "rook-open": 0.22,
    "rook-seventh": 0.25,
    "doubled": -0.12,
    "isolated.opposed": -0.1,
    "isolated.open": -0.2,
    "backward.opposed": -0.06,
    "backward.open": -0.16,
    "exposed": -0.15,
}

# By rank, from rank 2.
PASSED = (0.05, 0.1, 0.2, 0.4, 0.75, 1.3)
# Pawns by the distance of their file from the edge, then by rank from rank 2. Those on the wings stay at home, where a
# castled king may need them; those in the middle go forward.
PAWNS = (
    (0.0, -0.02, -0.02, 0.02, 0.06, 0.15),
    (0.0, 0.0, 0.0, 0.03, 0.08, 0.18),
    (0.0, 0.02, 0.08, 0.08, 0.12, 0.2),
    (-0.18, 0.02, 0.2, 0.22, 0.2, 0.25),
)
# The king's shelter by the distance of the file from the edge. The file before a king on g1 matters most.
NEARNESS = {"a": 0.7, "b": 1.0, "c": 0.5}
SHIELD = {"second": 0.0, "third": -0.1, "far": -0.25, "none": -0.35}
STORM = {"open": -0.2, "near": -0.2, "coming": -0.1}


def weight(name: str, stage: int) -> float:
    """The weight of a concept; there is one stage.

    >>> weight("rook", 0), weight("knight.d4", 0), weight("king.g1", 0)
    (5.0, 0.16, 0.35)
    """
    if name in SINGLE:
        return SINGLE[name]
    group, *parts = name.split(".")
    return round(RULES[group](parts), 3)


def _place(square: str) -> tuple[int, int, int]:
    """Steps from the nearest edge by file and by rank, and the rank."""
    file, rank = ord(square[0]) - ord("a"), int(square[1])
    return min(file, 7 - file), min(rank - 1, 8 - rank), rank


def _pawn(parts: list[str]) -> float:
    file, _, rank = _place(parts[0])
    return PAWNS[file][rank - 2]


def _knight(parts: list[str]) -> float:
    """Worst in the corner; better in the enemy's half as long as it is not at the far edge."""
    file, rank, number = _place(parts[0])
    return 0.08 * (file + rank) - 0.32 + (0.05 if 5 <= number <= 6 else 0.0)


def _bishop(parts: list[str]) -> float:
    """Off the back rank, on the long diagonals."""
    file, rank, _ = _place(parts[0])
    return 0.06 * min(file, rank) - 0.06 + (0.05 if file == rank else 0.0)


def _rook(parts: list[str]) -> float:
    """On central files at home."""
    file, _, number = _place(parts[0])
    return 0.03 * file if number == 1 else 0.0


def _queen(parts: list[str]) -> float:
    """Not too soon into the middle: there is little to gain from her place alone."""
    file, rank, _ = _place(parts[0])
    return 0.02 * min(file, rank) - 0.02


def _king(parts: list[str]) -> float:
    """Castled, behind its pawns; every step up the board is worse."""
    _, _, rank = _place(parts[0])
    if rank > 1:
        return max(-0.3 * (rank - 1), -1.0)
    return {"a": 0.15, "b": 0.3, "c": 0.15, "d": -0.1, "e": 0.0, "f": -0.1, "g": 0.35, "h": 0.25}[parts[0][0]]


def _king_ending(parts: list[str]) -> float:
    """In the middle."""
    file, rank, _ = _place(parts[0])
    return 0.13 * (file + rank) - 0.4


RULES: dict[str, Callable[[list[str]], float]] = {
    "pawn": _pawn,
    "knight": _knight,
    "bishop": _bishop,
    "rook": _rook,
    "queen": _queen,
    "king": _king,
    "king-ending": _king_ending,
    "passed": lambda parts: PASSED[int(parts[0]) - 2],
    "shield": lambda parts: NEARNESS[parts[0]] * SHIELD[parts[1]],
    "storm": lambda parts: NEARNESS[parts[0]] * STORM[parts[1]],
}
