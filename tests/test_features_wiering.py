"""The feature sets of Wiering et al. for chess, against a second implementation."""

from __future__ import annotations

from itertools import islice

import chess

from leafstrap._core.chess import FeatureSet, Position, feature_sets
from support.boards import random_games, sparse_starts
from support.naive_wiering import board_inputs, general_inputs

GENERAL, PARTIAL, FULL = (feature_sets[name] for name in ("general", "kings-and-pawns", "wiering"))


def in_core(feature_set: FeatureSet, board: chess.Board) -> dict[str, float]:
    """What a network is told: the mover's view."""
    position = Position.parse(board.fen())
    indices, values = feature_set.row(position)
    return {
        feature_set.names[index]: position.turn.sign * value
        for index, value in zip(indices.tolist(), values.tolist(), strict=True)
    }


def test_sizes_are_those_of_the_paper_each_the_beginning_of_the_next() -> None:
    assert [each.size for each in (GENERAL, PARTIAL, FULL)] == [71, 311, 831]
    assert FULL.names[:71] == GENERAL.names
    assert FULL.names[:311] == PARTIAL.names


def test_general_features_are_those_of_the_slow_version() -> None:
    seen: set[str] = set()
    boards = [board.copy() for board in islice(random_games(60, seed=1), 0, None, 9)]
    boards += [chess.Board(fen) for fen in sparse_starts(800, seed=2)]
    for board in boards:
        general = general_inputs(board)
        assert set(general) == set(GENERAL.names)
        expected = {name: value for name, value in general.items() if value}
        assert in_core(GENERAL, board) == expected, board.fen()
        seen.update(expected)
    assert not set(GENERAL.names) - seen


def test_men_stand_where_the_slow_version_sees_them() -> None:
    seen: set[str] = set()
    for fen in sparse_starts(3000, seed=3):
        board = chess.Board(fen)
        expected = board_inputs(board)
        found = in_core(FULL, board).items()
        assert {name: value for name, value in found if name not in GENERAL.names} == expected, fen
        seen.update(expected)
    assert not set(FULL.names[71:]) - seen


def test_the_example_of_connectivity() -> None:
    """Figure 5 of the paper has seven defences of White's, in words: b2-c3, g2-f3, Ne3-g2, Ne3-c2, Kf2-g2, -f3, -e3."""
    board = chess.Board("4k3/8/8/8/8/2P1NP2/1PB2KP1/8 w - - 0 1")
    assert in_core(GENERAL, board)["connectivity.own"] == 7 / 4
