"""What an evaluation thinks pieces are worth, however its features spread a piece over many weights."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from leafstrap.games import Game
from leafstrap.games.pieces import Pieces
from leafstrap.types import CoreEvaluator, FeatureSet, Position

if TYPE_CHECKING:
    from leafstrap.evaluators.architecture import Architecture, Evaluator, PieceValues

POSITIONS = 200

Removal = tuple[
    int, Position, Position
]  # the sign of whose piece it was, the position with it and without it


class LinearPieceValues:
    """The mean loss of evaluation when a piece is taken off the board, over positions of random games.

    For a linear evaluator this mean is itself linear in the weights, so one vector a piece serves every
    weights file of a run.
    """

    def __init__(self, game: Game, feature_set: FeatureSet) -> None:
        pieces = pieces_of(game)
        sums: dict[str, NDArray[np.float64]] = defaultdict(lambda: np.zeros(feature_set.size))
        counts: dict[str, int] = defaultdict(int)
        boards: list[tuple[str, int, Position]] = []
        for position in sample_positions(game):
            for kind, side, without in pieces.removals(position):
                sign = side.sign * (position.turn.sign if feature_set.movers_view else 1)
                boards += [(kind, sign, position), (kind, -sign, without)]
                counts[kind] += 1
        starts, indices, values = feature_set.rows([board for _, _, board in boards])
        for (kind, sign, _), start, end in zip(boards, starts, starts[1:], strict=False):
            sums[kind][indices[start:end]] += sign * values[start:end]
        self._directions = {kind: sums[kind] / counts[kind] for kind in pieces.first if counts[kind]}

    def of(self, weights: NDArray[np.float64]) -> dict[str, float]:
        """Give the worth of each piece in the unit of the evaluation."""
        return {kind: float(direction @ weights) for kind, direction in self._directions.items()}


class NetworkPieceValues:
    """The same of networks, which have to be asked every time: of fewer positions, since it is done for every move."""

    MOST = 40  # of each kind of piece

    def __init__(self, game: Game, snapshot: Callable[[NDArray[np.float64]], CoreEvaluator]) -> None:
        pieces = pieces_of(game)
        self._snapshot = snapshot
        found: dict[str, list[Removal]] = defaultdict(list)
        for position in sample_positions(game):
            for kind, side, without in pieces.removals(position):
                if len(found[kind]) < self.MOST:
                    found[kind].append((side.sign, position, without))
        self._removals = {kind: found[kind] for kind in pieces.first if found[kind]}

    def of(self, weights: NDArray[np.float64]) -> dict[str, float]:
        """Give the worth of each piece in the unit of the evaluation."""
        evaluator = self._snapshot(weights)
        worths = {}
        for kind, removals in self._removals.items():
            signs, before, after = zip(*removals, strict=True)
            change = evaluator.values(list(before)) - evaluator.values(list(after))
            worths[kind] = float(np.mean(np.array(signs) * change))
        return worths


@cache
def piece_values(architecture: Architecture) -> PieceValues:
    """Those of an architecture: the positions take half a second to find, so they are found once."""
    return architecture.piece_values()


def centipawns_per_unit(architecture: Architecture, weights: NDArray[np.float64]) -> float:
    """How many centipawns (in draughts hundredths of a man) one unit of the evaluation is; 1 where pieces mean nothing.

    In chess a pawn is here the 21st part of all five kinds together: of learned weights that sum is far steadier than
    the worth of a pawn, which depends on where it stands. Each counts by how much it matters: where learning begins,
    some seem worth less than none.

    >>> from leafstrap import games
    >>> from leafstrap.evaluators import LinearArchitecture
    >>> material = LinearArchitecture.of(games.get("chess"), {"features": "material"})
    >>> centipawns_per_unit(material, np.array([2.0, 6, 6, 10, 18]))
    50.0
    """
    if architecture.game.pieces is None:
        return 1.0
    default, found = architecture.game.pieces.worths, piece_values(architecture).of(weights)
    worth = sum(abs(found[kind]) for kind in default)
    return 100 * sum(default.values()) / worth if worth > 0 else 1.0


def pawns_per_unit(evaluator: Evaluator) -> float:
    """How many pawns, men, or whatever evaluations of the game are told in, one unit of the evaluation is."""
    if evaluator.game.pieces is None:
        return 1.0
    return centipawns_per_unit(evaluator.architecture, evaluator.weights) / 100


def integer(evaluator: Evaluator) -> CoreEvaluator:
    """The evaluator that the tournament search plays with; it differs from the learned one by rounding only."""
    scale = centipawns_per_unit(evaluator.architecture, evaluator.weights)
    return evaluator.architecture.integer(evaluator.weights, scale)


def pieces_of(game: Game) -> Pieces:
    """The pieces of a game that has some to count."""
    if game.pieces is None:
        raise ValueError(f"pieces do not tell who is ahead in {game.name}")
    return game.pieces


def in_units(values: dict[str, float], unit: str) -> dict[str, float]:
    """Divide by the pawn or the man; where it is worth nothing or less the values stay as they are."""
    worth = values[unit]
    return {kind: value / worth for kind, value in values.items()} if worth > 0 else values


def values_text(architecture: Architecture, weights: NDArray[np.float64]) -> str:
    """What pieces are worth, in words."""
    values = piece_values(architecture).of(weights)
    return ", ".join(
        f"{kind} {value:.2f}" for kind, value in in_units(values, pieces_of(architecture.game).unit).items()
    )


def sample_positions(game: Game, count: int = POSITIONS) -> list[Position]:
    """Give positions from random games, always the same, with pieces all over the board and of all stages."""
    random = Random("piece values")
    positions: list[Position] = []
    while len(positions) < count:
        line = game.Line()
        for _ in range(random.randrange(10, 80)):
            line.push(random.choice(line.position.legal_moves()))
            if line.outcome() is not None:
                break
        else:
            positions.append(line.position)
    return positions
