"""Each TD rule against its formula written out term by term, on games played by the core's own searches."""

from __future__ import annotations

import math
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from leafstrap._core import Outcome, Side
from leafstrap.errors import RecipeError
from leafstrap.evaluators import LinearArchitecture
from leafstrap.experience.learning_player import ExpectedLeaves
from leafstrap.games.chess import CHESS
from leafstrap.learn import Step, StepSize, make_rule
from leafstrap.learn.schedule import Schedule
from leafstrap.learn.squash import Tanh
from support.literal import CASES, DICE_CASES, Array, Found, Literal, literal, random_move
from support.own import own

MEEP = LinearArchitecture.of(CHESS, {"features": "meep"})
DEPTH = 2


@cache
def played(name: str, seed: int, plies: int = 12, late: bool = False) -> tuple[tuple[Step, Found], ...]:
    """A short game of random moves with every position searched, by the core and plainly; some flags are random."""
    known, random = literal(name), Random(seed)
    search, line = known.search("minimax"), known.late_line() if late else known.game.Line()
    steps: list[tuple[Step, Found]] = []
    limits = {} if known.dice else {"extend": False}
    for ply in range(plies):
        result = search.run(known.evaluator, line, depth=DEPTH, seed=ply, **limits)
        found = known.look(line.position, known.depth_before(line.position, DEPTH))
        value = found.outputs @ known.worth * known.evaluator.unit
        assert result.value == pytest.approx(value, rel=1e-5, abs=1e-5)
        if known.dice:
            positions, weights, _ = search.leaves()
            evaluated = np.array([position.outcome() is None for position in positions])
            result = ExpectedLeaves(result.value, result.outputs, (positions, weights, evaluated))
        step = Step(
            line.position,
            result,
            search,
            known.evaluator,
            predicted=random.random() < 0.5,
            explored=ply > 0 and random.random() < 0.2,
            opponent_stronger=random.random() < 0.5,
        )
        steps.append((step, found))
        random_move(line, random)
        if line.outcome() is not None:
            break
    return tuple(steps)


def formula(  # noqa: C901 — one formula, nothing shared
    known: Literal,
    game: list[tuple[Step, Found]],
    kind: str,
    lambda_: float,
    beta: float | None,
    rule: str,
    learner: Side | None,
    points: int | None,
) -> tuple[Array, float]:
    """Eq. (3) with nothing shared or carried: one sum inside another, one position after the other; and Σ |errors|."""
    view = 1 if learner is None else learner.sign

    def squash(raw: Array) -> Array:
        return raw if beta is None else np.tanh(beta * raw)

    def slope(raw: Array) -> Array:
        return np.ones_like(raw) if beta is None else beta * (1 - np.tanh(beta * raw) ** 2)

    steps = [step for step, _ in game]
    turns = [step.position.turn.sign for step in steps]
    searched = [known.seen(found.outputs, view * turn) for (_, found), turn in zip(game, turns, strict=True)]
    heuristic = [
        known.seen(known.said(s.position), view * turn) for s, turn in zip(steps, turns, strict=True)
    ]
    predicted = {"td": heuristic, "td-directed": heuristic, "td-root": heuristic, "td-leaf": searched}[kind]
    valued = {"td": heuristic, "td-directed": heuristic, "td-root": searched, "td-leaf": searched}[kind]
    reward = None
    if points is not None:
        reward = known.result(view * points)
        if beta is not None:
            reward = np.array([view * points / known.game.most_points])

    total, errors = np.zeros(known.architecture.size), 0.0
    for t, (step, found) in enumerate(game):
        moved = found.leaves if kind == "td-leaf" else ((step.position, 1.0),)
        moved = tuple((position, share) for position, share in moved if position.outcome() is None)
        if not moved:
            continue
        inner, any_difference = np.zeros(len(known.worth)), False
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
            dropped = not foreseen and (rule == "predicted" or (rule != "none" and not stronger))
            if dropped and d @ known.worth > 0:
                d = np.zeros_like(d)
            inner = inner + lambda_ ** (j - t) * d
            any_difference = True
        if any_difference:
            inner = inner + squash(valued[t]) - squash(predicted[t])
        errors += abs(float(inner @ known.worth))
        pull = inner * slope(predicted[t])
        for position, share in moved:
            total += known.pull(position, share * known.seen(pull, view * position.turn.sign))
    return total, errors


@pytest.mark.parametrize("name", [*CASES, *DICE_CASES])
@pytest.mark.parametrize("kind", ["td", "td-directed", "td-root", "td-leaf"])
@pytest.mark.parametrize("squash", ["none", "tanh"])
@pytest.mark.parametrize("rule", ["none", "predicted", "predicted-or-stronger"])
@pytest.mark.parametrize("learner", [None, Side.first, Side.second])
def test_rule_is_its_formula(name: str, kind: str, squash: str, rule: str, learner: Side | None) -> None:
    known = literal(name)
    if known.several and squash == "tanh":
        pytest.skip("several outputs are expected results already")
    most = known.game.most_points
    games = [(1, 0.7, 1, False), (2, 0.0, -most, False), (3, 1.0, 2 % most, False), (4, 0.9, None, False)]
    learned = 0
    for seed, lambda_, points, late in [*games, (5, 0.8, 1, True)]:
        game = list(played(name, seed, late=late))
        if learner is not None:
            game = [(step, found) for step, found in game if step.position.turn == learner]
        table = {"name": kind, "lambda": lambda_, "squash": squash, "blunder_filter": rule}
        pawn = 40.0 if known.architecture.kind == "linear" and not known.dice else 0.4
        if squash == "tanh":
            table["pawn"] = pawn
        chain = make_rule(table, known.architecture).begin(learner)
        assert [chain.observe(step) for step, _ in game] == [None] * len(game)
        update = chain.finish(None if points is None else Outcome(points))
        assert update is not None
        beta = math.atanh(0.25) / pawn if squash == "tanh" else None
        expected, errors = formula(known, game, kind, lambda_, beta, rule, learner, points)
        gradient = update.dense(known.architecture.size)
        np.testing.assert_allclose(gradient, expected, rtol=1e-4, atol=2e-6 * np.abs(expected).max() + 1e-12)
        assert update.positions == len(game)
        assert update.abs_error == pytest.approx(errors, rel=1e-4)
        assert late or np.any(gradient != 0) or errors == 0  # a filter may leave nothing of a short game
        learned += bool(np.any(gradient != 0))
    assert learned >= 2


def test_td_leaf_moves_a_leaf_towards_the_next_value() -> None:
    known = literal("chess linear")
    rule = make_rule({"name": "td-leaf", "lambda": 0.0}, known.architecture)
    assert rule.begin(None).finish(None) is None  # no position, nothing to learn
    game = rule.begin(None)
    steps = [Step(s.position, s.result, s.search, s.evaluator) for s, _ in played("chess linear", 7, 2)]
    for step in steps:
        game.observe(step)
    update = game.finish(None)
    assert update is not None
    first, second = (s.position.turn.sign * own(s.result).value for s in steps)
    indices, values = known.game.feature_sets["meep"].row(own(steps[0].result).leaf)
    expected = np.zeros(known.architecture.size)
    expected[indices] = (second - first) * values
    np.testing.assert_allclose(update.gradient, expected, rtol=1e-6)


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
        make_rule(table, MEEP)
