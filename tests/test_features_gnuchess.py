"""The feature set `gnuchess`, against a second implementation and on known places; its weights by hand."""

from __future__ import annotations

from itertools import islice

import chess
import numpy as np
import pytest

from leafstrap._core.chess import Position, feature_sets
from leafstrap.evaluators import LinearArchitecture
from leafstrap.evaluators.feature_rows import read_inputs
from leafstrap.games import hand_gnuchess
from leafstrap.games.chess import CHESS
from support.boards import random_games, sparse_starts
from support.naive_gnuchess import movers_view

FEATURES = feature_sets["gnuchess"]
QUARTERS = {
    name for name, meaning in zip(FEATURES.names, FEATURES.meanings, strict=True) if "by quarters" in meaning
}


def in_core(board: chess.Board) -> dict[str, int]:
    """What the side to move sees; quarters as whole numbers."""
    (row,) = read_inputs(FEATURES, [Position.parse(board.fen())])
    return {
        name: round(4 * value if name in QUARTERS else value)
        for name, value in zip(FEATURES.names, row.tolist(), strict=True)
        if value
    }


def test_random_games_have_the_features_of_the_slow_version() -> None:
    for board in islice(random_games(12, seed=3), 0, None, 13):
        assert in_core(board) == movers_view(board), board.fen()


def test_endings_have_the_features_of_the_slow_version() -> None:
    for fen in sparse_starts(80, seed=4):
        board = chess.Board(fen)
        assert in_core(board) == movers_view(board), fen


PLACES = {
    "hung queen": ("4k3/8/8/8/3q4/8/8/3RK3 w - - 0 1", "other.hung", 1),
    "two hang": ("4k3/8/8/8/q2q4/8/8/R2RK3 w - - 0 1", "other.hung.several", 1),
    "pin": ("4k3/8/4n3/8/8/8/8/4RK2 w - - 0 1", "pins", 1),
    "castled": ("4k3/8/8/8/8/8/5PPP/5RK1 w - - 0 1", "king.castled", 1),
    "strong knight": ("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "knight.strong", 1),
}


@pytest.mark.parametrize(("fen", "name", "count"), PLACES.values(), ids=PLACES)
def test_known_places(fen: str, name: str, count: int) -> None:
    assert in_core(chess.Board(fen)).get(name, 0) == count


def test_every_feature_has_a_weight_by_hand() -> None:
    assert list(hand_gnuchess.WEIGHTS) == FEATURES.names
    architecture = LinearArchitecture.of(CHESS, {"features": "gnuchess"})
    weights = architecture.initial_weights("hand")
    assert np.array_equal(weights, np.array(list(hand_gnuchess.WEIGHTS.values())))
