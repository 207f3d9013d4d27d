"""The feature set `neurochess`, against a second implementation and on known places."""

from __future__ import annotations

from itertools import islice

import chess
import pytest

from leafstrap._core.chess import Position, feature_sets
from leafstrap.evaluators.feature_rows import read_inputs
from support.boards import random_games, sparse_starts
from support.naive_neurochess import movers_view

FEATURES = feature_sets["neurochess"]
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


def test_there_are_as_many_as_in_the_paper() -> None:
    assert FEATURES.size == 175
    assert list(dict.fromkeys(FEATURES.families)) == ["men", "pawns", "activity", "king", "dangers", "board"]


def test_random_games_have_the_features_of_the_slow_version() -> None:
    for board in islice(random_games(12, seed=1), 0, None, 13):
        assert in_core(board) == movers_view(board), board.fen()


def test_endings_have_the_features_of_the_slow_version() -> None:
    for fen in sparse_starts(80, seed=2):
        board = chess.Board(fen)
        assert in_core(board) == movers_view(board), fen


PLACES = {
    "knight fork": ("q3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", "own.fork.knight", 1),
    "pawn fork": ("4k3/8/3n1b2/4P3/8/8/8/4K3 w - - 0 1", "other.fork.pawn", 1),
    "queen that hangs": ("4k3/8/8/8/3q4/8/8/3RK3 w - - 0 1", "other.en-prise.queen", 1),
    "and is lost": ("4k3/8/8/8/3q4/8/8/3RK3 w - - 0 1", "other.loss", 9),
    "weak pawn": ("4k3/8/8/8/P2P4/4P3/8/4K3 w - - 0 1", "pawn.weak", 2),
    "runs": ("8/8/8/8/P6k/8/8/K7 w - - 0 1", "passed.runs", 1),
    "is caught": ("8/8/8/8/P3k3/8/8/K7 b - - 0 1", "passed.runs", 0),
    "back rank": ("4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", "king.back-rank", 1),
    "opposite bishops": ("4k1b1/8/8/8/8/8/8/4K1B1 w - - 0 1", "opposite-bishops", 1),
    "shut in": ("4k3/8/8/8/8/8/8/5K1R w - - 0 1", "rook.shut-in", 1),
}


@pytest.mark.parametrize(("fen", "name", "count"), PLACES.values(), ids=PLACES)
def test_known_places(fen: str, name: str, count: int) -> None:
    assert name in FEATURES.names
    assert in_core(chess.Board(fen)).get(name, 0) == count
