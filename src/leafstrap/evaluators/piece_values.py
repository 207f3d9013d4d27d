"""What an evaluation thinks pieces are worth, however its features spread a piece over many weights."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap.evaluators.network_architecture import NetworkArchitecture
from leafstrap.games import Game, of_features
from leafstrap.games.pieces import Pieces

POSITIONS = 200

Removal = tuple[int, Any, Any]  # the sign of whose piece it was, the position with it and without it


class PieceValues:
    """The mean loss of evaluation when a piece is taken off the board, over positions of random games.

    For a linear evaluator this mean is itself linear in the weights, so one vector a piece serves every
    weights file of a run.
    """

    def __init__(self, feature_set: Any) -> None:
        game = of_features(feature_set)
        self.pieces = pieces = pieces_of(game)
        sums: dict[str, NDArray[np.float64]] = defaultdict(lambda: np.zeros(feature_set.size))
        counts: dict[str, int] = defaultdict(int)
        for position in sample_positions(game):
            for kind, side, without in pieces.removals(position):
                for sign, where in ((side.sign, position), (-side.sign, without)):
                    indices, values = feature_set.row(where)
                    sums[kind][indices] += sign * values
                counts[kind] += 1
        self._directions = {kind: sums[kind] / counts[kind] for kind in pieces.first if counts[kind]}

    def of(self, weights: NDArray[np.float64]) -> dict[str, float]:
        """Give the worth of each piece in the unit of the evaluation."""
        return {kind: float(direction @ weights) for kind, direction in self._directions.items()}


class NetworkPieceValues:
    """The same of networks, which have to be asked every time: of fewer positions, since it is done for every move."""

    MOST = 40  # of each kind of piece

    def __init__(self, architecture: NetworkArchitecture) -> None:
        self.pieces = pieces_of(architecture.game)
        self._form = architecture
        found: dict[str, list[Removal]] = defaultdict(list)
        for position in sample_positions(architecture.game):
            for kind, side, without in self.pieces.removals(position):
                if len(found[kind]) < self.MOST:
                    found[kind].append((side.sign, position, without))
        self._removals = {kind: found[kind] for kind in self.pieces.first if found[kind]}

    def of(self, weights: NDArray[np.float64]) -> dict[str, float]:
        """Give the worth of each piece in the unit of the evaluation."""
        evaluator = self._form.evaluator(weights)
        worths = {}
        for kind, removals in self._removals.items():
            signs, before, after = zip(*removals, strict=True)
            change = evaluator.values(list(before)) - evaluator.values(list(after))
            worths[kind] = float(np.mean(np.array(signs) * change))
        return worths


@cache
def piece_values(architecture: Any) -> PieceValues | NetworkPieceValues:
    """Those of a feature set or of networks: the positions take half a second to find, so they are found once."""
    return (
        NetworkPieceValues(architecture)
        if isinstance(architecture, NetworkArchitecture)
        else PieceValues(architecture)
    )


def pieces_of(game: Game) -> Pieces:
    """The pieces of a game that has some to count."""
    if game.pieces is None:
        raise ValueError(f"pieces do not tell who is ahead in {game.name}")
    return game.pieces


def in_units(values: dict[str, float], unit: str) -> dict[str, float]:
    """Divide by the pawn or the man; where it is worth nothing or less the values stay as they are."""
    worth = values[unit]
    return {kind: value / worth for kind, value in values.items()} if worth > 0 else values


def sample_positions(game: Game, count: int = POSITIONS) -> list[Any]:
    """Give positions from random games, always the same, with pieces all over the board and of all stages."""
    random = Random("piece values")
    positions: list[Any] = []
    while len(positions) < count:
        line = game.Line()
        for _ in range(random.randrange(10, 80)):
            line.push(random.choice(line.position.legal_moves()))
            if line.outcome() is not None:
                break
        else:
            positions.append(line.position)
    return positions
