"""The linear evaluator of the core as Python uses it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from leafstrap._core import Side
from leafstrap._core.chess import FeatureSet, Position, feature_sets
from support.boards import random_games

SETS = pytest.mark.parametrize(
    "feature_set", feature_sets.values(), ids=lambda feature_set: str(feature_set.name)
)


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    return [Position.parse(board.fen()) for board in random_games(25, seed=5)]


def random_weights(feature_set: FeatureSet, seed: int = 6) -> NDArray[np.float64]:
    return np.random.default_rng(seed).uniform(-100, 100, feature_set.size)


@SETS
def test_value_is_the_dot_product_with_the_row(feature_set: FeatureSet, positions: list[Position]) -> None:
    weights = random_weights(feature_set)
    evaluator = feature_set.linear(weights)
    values = evaluator.values(positions)
    starts, indices, shares = feature_set.rows(positions)
    for i, position in enumerate(positions):
        row = slice(starts[i], starts[i + 1])
        dot = weights[indices[row]] @ shares[row].astype(np.float64)
        assert values[i] == pytest.approx(dot, abs=0.02)
        assert values[i] == evaluator.value(position)
        if feature_set.symmetric:
            assert evaluator.value(position, Side.second) == evaluator.value(position)


@SETS
def test_rows_are_the_single_rows(feature_set: FeatureSet, positions: list[Position]) -> None:
    starts, indices, shares = feature_set.rows(positions)
    assert [str(array.dtype) for array in (starts, indices, shares)] == ["int64", "int32", "float32"]
    for i in range(0, len(positions), 50):
        one_indices, one_shares = feature_set.row(positions[i])
        np.testing.assert_array_equal(indices[starts[i] : starts[i + 1]], one_indices)
        np.testing.assert_array_equal(shares[starts[i] : starts[i + 1]], one_shares)
        assert (np.diff(one_indices) > 0).all()


@SETS
def test_both_sides_minus_each_other_give_the_row(feature_set: FeatureSet, positions: list[Position]) -> None:
    for position in positions[::40]:
        row = np.zeros(feature_set.size, dtype=np.float32)
        mix = np.array(feature_set.mix(position), dtype=np.float32)
        assert mix.sum() == pytest.approx(1)
        for concept, first, second in feature_set.shares(position):
            start = concept * feature_set.stages
            row[start : start + feature_set.stages] = mix * (first + second)
        indices, values = feature_set.row(position)
        expected = np.zeros_like(row)
        expected[indices] = values
        np.testing.assert_array_equal(row, expected)


def test_a_snapshot_does_not_follow_its_weights() -> None:
    feature_set = feature_sets["material"]
    weights = np.array([1.0, 3, 3, 5, 9])
    evaluator = feature_set.linear(weights)
    weights[:] = 0
    assert evaluator.value(Position.parse("4k3/8/8/8/8/8/8/QQ2K2n w - - 0 1")) == 15
    assert evaluator.weights().tolist() == [1, 3, 3, 5, 9]
    assert evaluator.feature_set == "material"


def test_wrong_weights_are_refused() -> None:
    feature_set = feature_sets["material"]
    with pytest.raises(ValueError, match="wrong number"):
        feature_set.linear(np.zeros(4))
    with pytest.raises(ValueError, match="finite"):
        feature_set.linear(np.array([1.0, 2, np.nan, 4, 5]))
    with pytest.raises(TypeError):
        feature_set.linear(np.zeros(5, dtype=np.float32))
