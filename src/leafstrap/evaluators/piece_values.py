"""What a chess evaluation thinks pieces are worth, however its features spread a piece over many weights."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from random import Random
from typing import Any

import chess
import numpy as np
from numpy.typing import NDArray

from leafstrap._core.chess import Line, Position

KINDS = {
    chess.PAWN: "pawn",
    chess.KNIGHT: "knight",
    chess.BISHOP: "bishop",
    chess.ROOK: "rook",
    chess.QUEEN: "queen",
}
POSITIONS = 200


class PieceValues:
    """The mean loss of evaluation when a piece is taken off the board, over positions of random games.

    For a linear evaluator this mean is itself linear in the weights, so one vector a piece serves every
    weights file of a run.
    """

    def __init__(self, feature_set: Any) -> None:
        sums: dict[str, NDArray[np.float64]] = defaultdict(lambda: np.zeros(feature_set.size))
        counts: dict[str, int] = defaultdict(int)
        for position in sample_positions():
            before = _dense(feature_set, position)
            for kind, colour, without in _removals(position):
                change = before - _dense(feature_set, without)
                sums[kind] += change if colour == chess.WHITE else -change
                counts[kind] += 1
        self._directions = {kind: sums[kind] / counts[kind] for kind in KINDS.values()}

    def of(self, weights: NDArray[np.float64]) -> dict[str, float]:
        """Give the worth of each piece in the unit of the evaluation."""
        return {kind: float(direction @ weights) for kind, direction in self._directions.items()}


@cache
def piece_values(feature_set: Any) -> PieceValues:
    """Those of a feature set: they take half a second to find, so they are found once."""
    return PieceValues(feature_set)


def in_pawns(values: dict[str, float]) -> dict[str, float]:
    """Divide by the pawn; where it is worth nothing or less the values stay as they are."""
    pawn = values["pawn"]
    return {kind: value / pawn for kind, value in values.items()} if pawn > 0 else values


def sample_positions(count: int = POSITIONS) -> list[Position]:
    """Give positions from random games, always the same, with pieces all over the board and of all stages."""
    random = Random("piece values")
    positions: list[Position] = []
    while len(positions) < count:
        line = Line()
        for _ in range(random.randrange(10, 80)):
            line.push(random.choice(line.position.legal_moves()))
            if line.outcome() is not None:
                break
        else:
            positions.append(line.position)
    return positions


def _removals(position: Position) -> list[tuple[str, chess.Color, Position]]:
    """Each piece but the kings with the position without it, where that position is a legal one."""
    board = chess.Board(str(position))
    found = []
    for square, piece in board.piece_map().items():
        if piece.piece_type == chess.KING:
            continue
        without = board.copy(stack=False)
        without.remove_piece_at(square)
        without.castling_rights = without.clean_castling_rights()
        without.ep_square = None
        if without.is_valid():
            found.append((KINDS[piece.piece_type], piece.color, Position.parse(without.fen())))
    return found


def _dense(feature_set: Any, position: Position) -> NDArray[np.float64]:
    indices, values = feature_set.row(position)
    row = np.zeros(feature_set.size)
    row[indices] = values
    return row
