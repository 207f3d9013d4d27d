"""EBNN from the board to the update, against Thrun's formulas written out plainly, for every kind of game."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from leafstrap._core import Outcome, Side
from leafstrap.evaluators import EVALUATORS
from leafstrap.games.backgammon import BACKGAMMON
from leafstrap.games.chess import CHESS
from leafstrap.games.draughts import DRAUGHTS
from leafstrap.learn import Step, make_rule
from leafstrap.learn.ebnn.board_model import BoardModel
from leafstrap.learn.ebnn.game_model import GameModel
from leafstrap.learn.ebnn.rule import EBNN
from support.literal import TICTACTOE, Array, Literal, random_move

UNITS = 3
GAMMA, FINAL_WEIGHT, SLOPE_WEIGHT = 0.9, 5.0, 0.7
STEP = 1e-4  # of differences that stand for derivatives
GAMES = {"chess": (CHESS, "neurochess"), "draughts": (DRAUGHTS, "global")} | {
    "backgammon": (BACKGAMMON, "tesauro"),
    "tictactoe": (TICTACTOE, "lines"),
}


def known_of(name: str) -> Literal:
    game, kind = name.split()
    about, features = GAMES[game]
    table = {"features": features} | ({"hidden": [UNITS]} if kind == "network" else {})
    return Literal(EVALUATORS.get(kind).of(about, table), 0.3)


def V(theta: Array, s: Array, outputs: int) -> Array:  # noqa: N802 — as in the paper
    """The evaluation of boards, rows of features: a sum, or a network of sigmoids; boards × outputs."""
    n = s.shape[1]
    if len(theta) == n:
        return (s @ theta)[:, None]
    W, b, beta = theta[: n * UNITS].reshape(n, UNITS), *theta[n * UNITS : (n + 2) * UNITS].reshape(2, UNITS)  # noqa: N806
    u, c = theta[(n + 2) * UNITS : -outputs].reshape(outputs, UNITS), theta[-outputs:]
    return np.asarray(1 / (1 + np.exp(-beta * (s @ W + b))) @ u.T + c)


def slopes(theta: Array, s: Array, outputs: int) -> Array:
    """∂V/∂s of one board, by differences: outputs × features."""
    steps = STEP * np.eye(len(s))
    return ((V(theta, s + steps, outputs) - V(theta, s - steps, outputs)) / (2 * STEP)).T


def M(model: BoardModel, s: Array) -> Array:  # noqa: N802
    """The boards that the model expects, of boards as rows."""
    z = (s - model.mean) / model.deviation
    units = 1 / (1 + np.exp(-(z @ model.A + model.a)))
    return np.asarray(model.mean + model.deviation * (z + units @ model.B + model.b))


def model_of(known: Literal) -> BoardModel:
    random, width, hidden = np.random.default_rng(1), known.architecture.row_width, 5
    shapes = ((width,), (width, hidden), (hidden,), (hidden, width), (width,))
    mean, A, a, B, b = (random.normal(0, 0.3, shape) for shape in shapes)  # noqa: N806
    return BoardModel(mean, random.uniform(0.5, 2, width), A, a, B, b, worst=20.0)


def loss(
    known: Literal,
    model: BoardModel,
    theta: Array,
    s: Array,
    target: tuple[Array, Array | None],
    trust: float,
) -> float:
    """Half the squared errors of a board's values and, through a model, of its slopes, per standard deviation."""
    outputs = len(known.architecture.outputs)
    values, wanted = target
    if wanted is None:
        return float(FINAL_WEIGHT * np.sum((values - V(theta, s[None], outputs)[0]) ** 2) / 2)
    missed = model.deviation * (wanted - slopes(theta, s, outputs))
    errors = np.sum((values - V(theta, s[None], outputs)[0]) ** 2)
    return float((errors + SLOPE_WEIGHT * trust * np.sum(missed**2)) / 2)


def held(
    known: Literal, model: BoardModel, update: Any, s: Array, target: tuple[Array, Array | None], trust: float
) -> None:
    """Hold an update for one example to what its loss falls by."""
    theta, size = known.weights.astype(np.float32).astype(np.float64), known.architecture.size
    assert update is not None
    assert update.positions == 1
    error = (target[0] - V(theta, s[None], len(known.architecture.outputs))[0]) @ known.worth
    assert update.abs_error == pytest.approx(abs(error), rel=1e-3, abs=1e-4)
    chosen = np.unique(np.concatenate([np.arange(0, size, max(size // 25, 1)), [size - 1]]))
    expected = []
    for weight in chosen:
        step = np.zeros(size)
        step[weight] = STEP
        lower, upper = (loss(known, model, theta + way * step, s, target, trust) for way in (-1, 1))
        expected.append((lower - upper) / (2 * STEP))
    found = update.dense(size)
    np.testing.assert_allclose(found[chosen], expected, rtol=2e-3, atol=2e-3 * np.abs(found).max())


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("kind", ["linear", "network"])
@pytest.mark.parametrize("game", GAMES)
def test_every_update_of_a_game_is_the_gradient_of_its_loss(game: str, kind: str, start: int) -> None:
    """The ring has one place, so that after each board its own example is learned: of the last board with this side."""
    known = known_of(f"{game} {kind}")
    model, architecture = model_of(known), known.architecture
    table = {"name": "ebnn", "ring": 1, "batch": 1, "gamma": GAMMA, "final_weight": FINAL_WEIGHT}
    rule = make_rule(table | {"input_gradient_weight": SLOPE_WEIGHT}, architecture, quiet=False)
    assert isinstance(rule, EBNN)
    rule = replace(rule, model=GameModel((model,), architecture.kinds_of_parts))
    line, random, learner = known.game.Line(), Random(4), rule.begin(None)
    for _ in range(start):
        random_move(line, random)
    theta = known.weights.astype(np.float32).astype(np.float64)
    outputs, most = len(architecture.outputs), architecture.outputs.most
    boards: list[Array] = []
    sides: list[Side] = []
    believed = 0
    while len(boards) < 7 and line.outcome() is None:
        position = line.position
        boards.append(architecture.feature_rows([position]).inputs[0].astype(np.float64))
        sides.append(position.turn)
        update = learner.observe(Step(position, None, None, known.evaluator))
        if len(boards) < 3:
            assert update is None, "no board has a target yet"
        else:
            s, later = boards[-3], boards[-1]
            steps = STEP * np.eye(len(s))
            jacobian = ((M(model, s + steps) - M(model, s - steps)) / (2 * STEP)).T  # ∂M_o/∂s_i
            values = GAMMA * np.clip(V(theta, later[None], outputs)[0], -most, most)  # (2)
            wanted = GAMMA * slopes(theta, later, outputs) @ jacobian  # (5)
            missed = (M(model, s[None])[0] - later) / model.deviation
            trust = float(np.clip(1 - np.mean(missed**2) / model.worst, 0, 1))
            believed += 0 < trust < 1
            held(known, model, update, s, (values, wanted), trust)
        random_move(line, random)
    assert believed >= 2
    # The last board of each side is final (1); the one that was seen to move later is the last to come to the ring.
    assert learner.finish(Outcome(1)) is None
    update = rule.begin(None).observe(Step(known.game.Line().position, None, None, known.evaluator))
    side = sides[1]
    final = boards[max(ply for ply, each in enumerate(sides) if each == side)]
    held(known, model, update, final, (known.result(side.sign), None), 0.0)
