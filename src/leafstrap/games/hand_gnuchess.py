"""Weights for the feature set `gnuchess` set by hand: how GNU Chess 4 leans, with round numbers of our own.

Units are pawns. A weight is good for the side that has the feature; those of hung pieces and of the board are as the
side to move sees them. Features by quarters have a weight for each whole.
"""

from __future__ import annotations

WEIGHTS = {
    "pawn": 1.0,
    "knight": 3.5,
    "bishop": 3.55,
    "rook": 5.5,
    "queen": 11.0,
    "bishop-pair": 0.2,
    "pawn.advance": 0.08,
    "pawn.centre-home": -0.15,
    "pawn.isolated.wing": -0.14,
    "pawn.isolated.centre": -0.22,
    "pawn.isolated.advance": 0.04,
    "pawn.doubled": -0.15,
    "pawn.backward": -0.1,
    "pawn.backward.attacked": -0.1,
    "pawn.weak.open": -0.1,
    "pawn.blocked": -0.05,
    "passed.2": 0.05,
    "passed.3": 0.15,
    "passed.4": 0.25,
    "passed.5": 0.45,
    "passed.6": 0.9,
    "passed.7": 1.6,
    "passed.blocked": -0.2,
    "passed.free": 0.15,
    "passed.alone": 0.1,
    "knight.centre": 0.12,
    "knight.near": 0.04,
    "knight.post": 0.06,
    "knight.strong": 0.1,
    "bishop.centre": 0.04,
    "bishop.strong": 0.08,
    "bishop.mobility": 0.08,
    "rook.mobility": 0.06,
    "rook.half-open": 0.12,
    "rook.open": 0.1,
    "rook.seventh": 0.2,
    "queen.near": 0.08,
    "siege": 0.08,
    "pins": 0.1,
    "xrays": 0.08,
    "king.home": 0.08,
    "king.out": 0.12,
    "king.shield": 0.1,
    "king.half-open": -0.2,
    "king.beside": -0.12,
    "king.castled": 0.3,
    "king.moved": -0.3,
    "king.threat": -0.12,
    "own.attacked": -0.06,
    "own.hung": -0.1,
    "own.hung.several": -0.6,
    "other.attacked": 0.06,
    "other.hung": 0.15,
    "other.hung.several": 0.2,
    "to-move": 0.1,
    "stage": 0.0,
}


def weight(name: str, stage: int) -> float:
    """The weight of a concept; there is one stage.

    >>> weight("rook", 0), weight("king.castled", 0)
    (5.5, 0.3)
    """
    return WEIGHTS[name]
