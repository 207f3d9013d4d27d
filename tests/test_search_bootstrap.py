"""RootStrap and TreeStrap against Meep's formulas, walked through plainly in Python on real chess positions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from leafstrap._core import EVALUATION_LIMIT
from leafstrap.games.chess import CHESS, Line, Position
from leafstrap.learn import Step, make_rule

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 5 5",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",  # a mate in one among the moves
]


def phi(features: Any, position: Position) -> NDArray[np.float64]:
    dense = np.zeros(features.size)
    indices, values = features.row(position)
    dense[indices] = values
    return dense


def heuristic(evaluator: Any, position: Position) -> float:
    """H_θ(s) in the first player's view, cut as in the search."""
    return float(np.clip(evaluator.value(position), -EVALUATION_LIMIT, EVALUATION_LIMIT))


def searched(name: str, fen: str, depth: int, features: Any) -> Step:
    evaluator = features.linear(np.random.default_rng(5).normal(0, 30, features.size))
    search = features.minimax() if name.endswith("minimax") else features.alphabeta()
    line = Line(Position.parse(fen))
    result = search.run(evaluator, line, depth=depth, seed=3)
    return Step(line.position, result, search, evaluator)


@pytest.mark.parametrize("fen", POSITIONS)
@pytest.mark.parametrize("set_name", ["material", "meep"])
@pytest.mark.parametrize("name", ["rootstrap-ab", "rootstrap-minimax"])
def test_rootstrap_moves_the_root_towards_the_search(name: str, set_name: str, fen: str) -> None:
    features = CHESS.feature_sets[set_name]
    step = searched(name, fen, 2, features)
    update = make_rule({"name": name}, features).begin(None).observe(step)
    assert update is not None
    sign = step.position.turn.sign
    delta = sign * step.result.value - heuristic(step.evaluator, step.position)
    np.testing.assert_allclose(
        update.dense(features.size), delta * phi(features, step.position), rtol=1e-5, atol=1e-4
    )
    assert update.positions == 1
    assert update.abs_error == pytest.approx(abs(delta))


@pytest.mark.parametrize("fen", POSITIONS)
def test_rootstrap_may_squash_its_values(fen: str) -> None:
    features = CHESS.feature_sets["meep"]
    step = searched("rootstrap-ab", fen, 2, features)
    table = {"name": "rootstrap-ab", "squash": "tanh", "pawn": 300.0}
    update = make_rule(table, features).begin(None).observe(step)
    assert update is not None
    beta = np.arctanh(0.25) / 300
    H = heuristic(step.evaluator, step.position)  # noqa: N806
    delta = np.tanh(beta * step.position.turn.sign * step.result.value) - np.tanh(beta * H)
    slope = beta / np.cosh(beta * H) ** 2
    np.testing.assert_allclose(
        update.dense(features.size), delta * slope * phi(features, step.position), rtol=1e-4, atol=1e-9
    )
    assert update.abs_error == pytest.approx(abs(delta))


@pytest.mark.parametrize("fen", POSITIONS)
@pytest.mark.parametrize("min_depth", [1, 2])
@pytest.mark.parametrize("name", ["treestrap-ab", "treestrap-minimax"])
def test_treestrap_is_the_one_sided_sum_over_the_rows(name: str, min_depth: int, fen: str) -> None:
    features = CHESS.feature_sets["meep"]
    step = searched(name, fen, 3, features)
    update = make_rule({"name": name, "min_depth": min_depth}, features).begin(None).observe(step)
    assert update is not None
    rows = step.search.rows(min_depth=min_depth)
    total, count, errors = np.zeros(features.size), 0, 0.0
    for node in range(len(rows.lower)):
        span = slice(rows.indptr[node], rows.indptr[node + 1])
        H, turn = rows.heuristic[node], rows.turn[node]  # noqa: N806 — the mover's view, like the bounds
        delta = 0.0
        if rows.lower[node] > H:
            delta += rows.lower[node] - H
        if rows.upper[node] < H:
            delta += rows.upper[node] - H
        total[rows.indices[span]] += turn * delta * rows.values[span]
        count += 1
        errors += abs(delta)
    np.testing.assert_allclose(update.gradient, total, rtol=1e-4, atol=1e-3 * np.abs(total).max())
    assert update.positions == count
    assert update.abs_error == pytest.approx(errors, rel=1e-5)
    assert count > 1


@pytest.mark.parametrize("name", ["treestrap-ab", "treestrap-minimax"])
def test_treestrap_may_skip_what_no_search_evaluates(name: str) -> None:
    features = CHESS.feature_sets["material"]
    step = searched(name, "4k3/8/8/8/8/8/3n4/R3K2r w - - 0 1", 1, features)  # in check: the root is urgent
    updates = [
        make_rule({"name": name, "quiet_nodes": skip}, features).begin(None).observe(step)
        for skip in (False, True)
    ]
    assert [update.positions for update in updates if update is not None] == [1, 0]
