"""RootStrap and TreeStrap against Meep's formulas, walked through plainly in Python, with and without dice."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from leafstrap.evaluators import LinearArchitecture, NetworkArchitecture
from leafstrap.games.chess import CHESS, Line, Position
from leafstrap.games.draughts import DRAUGHTS
from leafstrap.learn import Step, make_rule
from support.literal import CASES, DICE_CASES, TICTACTOE, Array, Literal, literal, random_move
from support.own import own

DEPTH = 2
EVERY_RULE = [(name, rule) for name in (*CASES, *DICE_CASES) for rule in ("minimax", "ab")]


def lines(known: Literal) -> list[Any]:
    """Where games stand after some random moves, the dice rolled where there are any; and one that is nearly over."""
    found = []
    for seed, plies in enumerate((0, 7, 20)):
        line, random = known.game.Line(), Random(seed)
        for _ in range(plies):
            random_move(line, random)
            if line.outcome() is not None:  # there are short games
                line.pop()
                break
        found.append(line)
    found.append(known.late_line())
    for line in found:
        if line.position.is_chance:
            own(line).roll((3, 1))
    return found


def searched(known: Literal, kind: str, line: Any) -> Step:
    limits = {} if known.dice else {"extend": False}
    search = known.search("alphabeta" if kind == "ab" else "minimax")
    result = search.run(known.evaluator, line, depth=DEPTH, seed=3, **limits)
    return Step(line.position, result, search, known.evaluator)


def squashed(beta: float, delta: tuple[Array, Array]) -> tuple[Array, Array]:
    """The error of a value towards its target, and the same times the slope."""
    target, value = delta
    if beta == 0:
        return target - value, target - value
    error = np.tanh(beta * target) - np.tanh(beta * value)
    return error, error * beta / np.cosh(beta * value) ** 2


def settings(known: Literal, squash: str) -> tuple[dict[str, Any], float]:
    """Of a rule that squashes, and its β."""
    if squash == "none":
        return {}, 0.0
    if known.several:
        pytest.skip("several outputs are expected results already")
    pawn = 300.0 if known.architecture.kind == "linear" and not known.dice else 0.3
    return {"squash": "tanh", "pawn": pawn}, float(np.arctanh(0.25) / pawn)


@pytest.mark.parametrize(("name", "kind"), EVERY_RULE)
@pytest.mark.parametrize("squash", ["none", "tanh"])
def test_rootstrap_moves_the_root_towards_the_search(name: str, kind: str, squash: str) -> None:
    known = literal(name)
    table, beta = settings(known, squash)
    rule = make_rule({"name": f"rootstrap-{kind}", **table}, known.architecture).begin(None)
    for line in lines(known):
        if known.dice:  # a root is a board before its roll
            line = known.game.Line(line.position.before_roll)
        step = searched(known, kind, line)
        update = rule.observe(step)
        assert update is not None
        found = known.look(step.position, known.depth_before(step.position, DEPTH))
        error, pull = squashed(beta, (found.outputs, known.said(step.position)))
        expected = known.pull(step.position, pull)
        np.testing.assert_allclose(
            update.dense(known.architecture.size),
            expected,
            rtol=1e-4,
            atol=1e-5 * np.abs(expected).max() + 1e-12,
        )
        assert update.positions == 1
        assert update.abs_error == pytest.approx(abs(error @ known.worth), rel=1e-4, abs=1e-7)


@pytest.mark.parametrize("name", [*CASES, *DICE_CASES])
@pytest.mark.parametrize("squash", ["none", "tanh"])
@pytest.mark.parametrize("min_depth", [1, 2])
def test_treestrap_minimax_moves_every_node_towards_its_value(name: str, squash: str, min_depth: int) -> None:
    known = literal(name)
    table, beta = settings(known, squash)
    table |= {"name": "treestrap-minimax", "min_depth": min_depth}
    rule = make_rule(table, known.architecture).begin(None)
    for line in lines(known):
        update = rule.observe(searched(known, "minimax", line))
        assert update is not None
        total, errors, count = np.zeros(known.architecture.size), 0.0, 0
        for position, depth in known.nodes(line.position, DEPTH, min_depth):
            target = known.look(position, depth).outputs  # a mate counts from the node itself
            error, pull = squashed(beta, (target, known.said(position)))
            total += known.pull(position, pull)
            errors += abs(float(error @ known.worth))
            count += 1
        assert update.positions == count
        assert (count > 0) == (min_depth == 1 or not known.dice)  # depth 2 looks through one roll
        np.testing.assert_allclose(
            update.dense(known.architecture.size), total, rtol=1e-4, atol=1e-5 * np.abs(total).max() + 1e-12
        )
        assert update.abs_error == pytest.approx(errors, rel=1e-4)


@pytest.mark.parametrize("name", ["chess linear", "draughts linear"])
@pytest.mark.parametrize("min_depth", [1, 2])
@pytest.mark.parametrize("kind", ["ab", "minimax"])
def test_treestrap_is_the_one_sided_sum_over_the_rows(name: str, kind: str, min_depth: int) -> None:
    """The tree as the core tells it, with two bounds a node, checks and captures looked at beyond the depth."""
    known = literal(name)
    size = known.architecture.size
    rule = make_rule({"name": f"treestrap-{kind}", "min_depth": min_depth}, known.architecture).begin(None)
    for line in lines(known):
        search = known.search("alphabeta" if kind == "ab" else "minimax")
        result = search.run(known.evaluator, line, depth=3, seed=3)
        update = rule.observe(Step(line.position, result, search, known.evaluator))
        assert update is not None
        rows = search.rows(min_depth=min_depth)
        total, count, errors = np.zeros(size), 0, 0.0
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
        np.testing.assert_allclose(update.dense(size), total, rtol=1e-4, atol=1e-3 * np.abs(total).max())
        assert update.positions == count > 1
        assert update.abs_error == pytest.approx(errors, rel=1e-5)


@pytest.mark.parametrize(
    "known",
    [
        Literal(NetworkArchitecture.of(game, {"features": features, "hidden": [4]}), 0.2)
        for game, features in ((CHESS, "neurochess"), (DRAUGHTS, "global"), (TICTACTOE, "lines"))
    ],
    ids=lambda known: known.game.name,
)
@pytest.mark.parametrize("min_depth", [1, 2])
@pytest.mark.parametrize("kind", ["ab", "minimax"])
def test_treestrap_is_the_one_sided_sum_over_the_rows_by_the_slopes_of_a_network(
    known: Literal, kind: str, min_depth: int
) -> None:
    """The same with H a network: written out here, units one by one, with the derivative by each weight."""
    rule = make_rule({"name": f"treestrap-{kind}", "min_depth": min_depth}, known.architecture).begin(None)
    unit, pruned = known.evaluator.unit, 0
    for line in lines(known):
        search = known.search("alphabeta" if kind == "ab" else "minimax")
        result = search.run(known.evaluator, line, depth=3 if kind == "ab" else 2, seed=3)
        update = rule.observe(Step(line.position, result, search, known.evaluator))
        assert update is not None
        rows = search.rows(min_depth=min_depth)
        total, errors = np.zeros(known.architecture.size), 0.0
        for node in range(len(rows.lower)):
            span = slice(rows.indptr[node], rows.indptr[node + 1])
            inputs = np.zeros(known.architecture.row_width)
            inputs[rows.indices[span]] = rows.turn[node] * rows.values[span]  # the mover's view
            H, slope = one_unit_after_the_other(known, inputs)  # noqa: N806
            assert pytest.approx(rows.heuristic[node] / unit, abs=1e-5) == H
            lower, upper = rows.lower[node] / unit, rows.upper[node] / unit
            pruned += lower < upper
            delta = (lower - H if lower > H else 0.0) + (upper - H if upper < H else 0.0)
            total += delta * slope
            errors += abs(delta)
        np.testing.assert_allclose(
            update.dense(known.architecture.size), total, rtol=1e-3, atol=1e-4 * np.abs(total).max() + 1e-7
        )
        assert update.positions == len(rows.lower)
        assert update.abs_error == pytest.approx(errors, rel=1e-3, abs=1e-5)
    assert (pruned > 0) == (kind == "ab"), "alpha-beta leaves bounds, minimax values"


def one_unit_after_the_other(known: Literal, inputs: Array) -> tuple[float, Array]:
    """A network with one hidden layer of sigmoids, and its derivative by every weight."""
    n, units, theta = len(inputs), 4, known.weights
    value, slope = theta[-1], np.zeros(known.architecture.size)
    slope[-1] = 1.0
    for unit in range(units):
        beta, u = theta[(n + 1) * units + unit], theta[(n + 2) * units + unit]
        summed = theta[n * units + unit] + sum(x * theta[i * units + unit] for i, x in enumerate(inputs) if x)
        s = 1 / (1 + np.exp(-beta * summed))
        value += u * s
        slope[(n + 2) * units + unit] = s
        slope[(n + 1) * units + unit] = u * s * (1 - s) * summed
        slope[n * units + unit] = u * s * (1 - s) * beta
        slope[unit : n * units : units] = u * s * (1 - s) * beta * inputs
    return float(value), slope


@pytest.mark.parametrize("name", ["treestrap-ab", "treestrap-minimax"])
def test_treestrap_may_skip_what_no_search_evaluates(name: str) -> None:
    material = LinearArchitecture.of(CHESS, {"features": "material"})
    evaluator = material.snapshot(np.random.default_rng(5).normal(0, 30, material.size))
    line = Line(Position.parse("4k3/8/8/8/8/8/3n4/R3K2r w - - 0 1"))  # in check: the root is urgent
    search = material.core.minimax() if name.endswith("minimax") else material.core.alphabeta()
    step = Step(line.position, search.run(evaluator, line, depth=1, seed=3), search, evaluator)
    updates = [
        make_rule({"name": name, "quiet_nodes": skip}, material).begin(None).observe(step)
        for skip in (False, True)
    ]
    assert [update.positions for update in updates if update is not None] == [1, 0]
