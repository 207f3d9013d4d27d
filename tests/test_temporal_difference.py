"""Each TD rule against its formula written out term by term, on games played by the core's own searches."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from leafstrap._core import EVALUATION_LIMIT, WIN, Outcome, Side
from leafstrap.errors import RecipeError
from leafstrap.games.chess import CHESS, Line
from leafstrap.learn import Step, StepSize, make_rule
from leafstrap.learn.schedule import Schedule
from leafstrap.learn.squash import Tanh

FEATURES = CHESS.feature_sets["meep"]


def played(seed: int, plies: int = 12, depth: int = 2) -> list[Step]:
    """A short game of random moves with every position searched, and some flags set at random."""
    generator = random.Random(seed)
    weights = np.random.default_rng(seed).normal(0, 50, FEATURES.size)
    evaluator = FEATURES.linear(weights)
    search = FEATURES.alphabeta()
    line = Line()
    steps = []
    for ply in range(plies):
        result = search.run(evaluator, line, depth=depth, seed=ply)
        steps.append(
            Step(
                line.position,
                result,
                search,
                evaluator,
                predicted=generator.random() < 0.5,
                explored=ply > 0 and generator.random() < 0.2,
                opponent_stronger=generator.random() < 0.5,
            )
        )
        line.push(generator.choice(line.position.legal_moves()))
    return steps


def phi(position: Any) -> NDArray[np.float64]:
    dense = np.zeros(FEATURES.size)
    indices, values = FEATURES.row(position)
    dense[indices] = values
    return dense


def literal(
    steps: list[Step],
    kind: str,
    lambda_: float,
    beta: float | None,
    rule: str,
    learner: Side | None,
    points: int | None,
) -> NDArray[np.float64]:
    """Eq. (3) with nothing shared or carried: one sum inside another, one position after the other."""
    view = 1 if learner is None else learner.sign

    def squash(raw: float) -> float:
        return raw if beta is None else math.tanh(beta * raw)

    def slope(raw: float) -> float:
        return 1.0 if beta is None else beta * (1 - math.tanh(beta * raw) ** 2)

    def static(position: Any) -> float:
        raw: float = steps[0].evaluator.value(position)
        return view * max(-EVALUATION_LIMIT, min(EVALUATION_LIMIT, raw))

    searched = [view * s.position.turn.sign * s.result.value for s in steps]
    heuristic = [static(s.position) for s in steps]
    predicted = {"td": heuristic, "td-directed": heuristic, "td-root": heuristic, "td-leaf": searched}[kind]
    valued = {"td": heuristic, "td-directed": heuristic, "td-root": searched, "td-leaf": searched}[kind]
    reward = None if points is None else view * points * (WIN if beta is None else 1.0)

    total = np.zeros(FEATURES.size)
    for t, step in enumerate(steps):
        moved = step.result.leaf if kind == "td-leaf" else step.position
        if kind == "td-leaf" and not step.result.leaf_evaluated:
            continue
        inner, any_difference = 0.0, False
        for j in range(t, len(steps)):
            if j + 1 < len(steps):
                if steps[j + 1].explored:
                    break
                d = squash(valued[j + 1]) - squash(valued[j])
                foreseen, stronger = steps[j + 1].predicted, steps[j + 1].opponent_stronger
            elif reward is not None:
                d = reward - squash(valued[j])
                foreseen, stronger = False, steps[j].opponent_stronger
            else:
                break
            if not foreseen and (rule == "predicted" or (rule != "none" and not stronger)):
                d = min(d, 0.0)
            inner += lambda_ ** (j - t) * d
            any_difference = True
        if any_difference:
            inner += squash(valued[t]) - squash(predicted[t])
        total += inner * slope(predicted[t]) * view * phi(moved)
    return total


@pytest.mark.parametrize("kind", ["td", "td-directed", "td-root", "td-leaf"])
@pytest.mark.parametrize("squash", ["none", "tanh"])
@pytest.mark.parametrize("rule", ["none", "predicted", "predicted-or-stronger"])
@pytest.mark.parametrize("learner", [None, Side.first, Side.second])
def test_rule_is_its_formula(kind: str, squash: str, rule: str, learner: Side | None) -> None:
    for seed, lambda_, points in [(1, 0.7, 1), (2, 0.0, -1), (3, 1.0, 0), (4, 0.9, None)]:
        steps = played(seed)
        if learner is not None:
            steps = [step for step in steps if step.position.turn == learner]
        table = {"name": kind, "lambda": lambda_, "squash": squash, "blunder_filter": rule}
        if squash == "tanh":
            table["pawn"] = 40.0
        game = make_rule(table, FEATURES).begin(learner)
        assert [game.observe(step) for step in steps] == [None] * len(steps)
        update = game.finish(None if points is None else Outcome(points))
        assert update is not None
        beta = math.atanh(0.25) / 40.0 if squash == "tanh" else None
        expected = literal(steps, kind, lambda_, beta, rule, learner, points)
        np.testing.assert_allclose(
            update.gradient, expected, rtol=1e-5, atol=1e-6 * np.abs(expected).max() + 1e-12
        )
        assert update.positions == len(steps)
        assert np.any(update.gradient != 0)


def test_td_leaf_moves_a_leaf_towards_the_next_value() -> None:
    steps = played(7, plies=2)
    steps = [Step(s.position, s.result, s.search, s.evaluator) for s in steps]
    update = make_rule({"name": "td-leaf", "lambda": 0.0}, FEATURES).begin(None).finish(None)
    assert update is None  # no position, nothing to learn
    game = make_rule({"name": "td-leaf", "lambda": 0.0}, FEATURES).begin(None)
    for step in steps:
        game.observe(step)
    update = game.finish(None)
    assert update is not None
    first, second = (s.position.turn.sign * s.result.value for s in steps)
    np.testing.assert_allclose(update.gradient, (second - first) * phi(steps[0].result.leaf), rtol=1e-6)


def test_pawn_is_a_quarter_after_tanh() -> None:
    assert Tanh.for_pawn(100.0).value(np.array([100.0]))[0] == pytest.approx(0.25)


def test_step_size_never_grows() -> None:
    steps = StepSize(Schedule.read("backup.step_size", 0.5), halved_after=10.0)
    sizes = [steps(n) for n in range(100)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[10] == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ({"name": "tdleaf"}, "td-leaf"),
        ({"name": "treestrap-ab", "lambda": 0.5}, "backup.lambda has no meaning for treestrap-ab"),
        ({"name": "td-leaf", "min_depth": 2}, "backup.min_depth has no meaning for td-leaf"),
        ({"name": "td-leaf", "lambda": 1.5}, "backup.lambda must be at most 1"),
        ({"name": "td-leaf", "step_size": math.nan}, "backup.step_size must be at least 0"),
        ({"name": "td-leaf", "pawn": 2.0}, "backup.pawn has no meaning without"),
        ({"name": "td-leaf", "lamda": 0.5}, "did you mean backup.lambda"),
    ],
)
def test_settings_without_meaning_are_refused(table: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RecipeError, match=sentence.replace(".", r"\.")):
        make_rule(table, FEATURES)
