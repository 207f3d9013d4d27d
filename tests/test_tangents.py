"""Values, slopes and their gradients by the weights: against the core, finite differences, and torch."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from leafstrap.evaluators import NetworkForm, PerceptronForm
from leafstrap.evaluators.boards import Boards, read_boards
from leafstrap.evaluators.outputs import outputs_of
from leafstrap.evaluators.tangents import Tangents, derivatives
from leafstrap.games.chess import CHESS
from leafstrap.games.draughts import DRAUGHTS
from support.backgammon_games import played_game
from support.databases import random_line

FORMS: dict[str, Any] = {
    "linear": CHESS.feature_sets["neurochess"],
    "linear, two stages": CHESS.feature_sets["meep"],
    "linear, asymmetric": CHESS.feature_sets["knightcap"],
    "linear, draughts": DRAUGHTS.feature_sets["global"],
    "no hidden units": PerceptronForm.of(CHESS, "neurochess", [0]),
    "sigmoid": PerceptronForm.of(CHESS, "neurochess", [6]),
    "symmetric": PerceptronForm.of(DRAUGHTS, "global", [5], "symmetric"),
    "radial": PerceptronForm.of(CHESS, "material", [4], "radial"),
    "a network a stage": PerceptronForm.of(CHESS, "material", [4, 0, 3], "symmetric", staged=True),
    "seven outputs": NetworkForm.of("tesauro", [4]),
    "five outputs, three networks": NetworkForm.of("small", [2, 3, 4], "symmetric", "five"),
    "nine networks": NetworkForm.of("large", [2] * 9, "radial"),
}


def in_double(boards: Boards) -> Boards:
    return Boards(boards.inputs.astype(np.float64), boards.shares.astype(np.float64))


def some_boards(form: Any, number: int = 12) -> tuple[Boards, list[Any]]:
    if isinstance(form, NetworkForm):
        random = Random(2)
        lines = [played_game(random, skill=0.7) for _ in range(3)]
        positions = [position for line in lines for position in line.before[:: 30 // number]]
        return in_double(read_boards(form, positions)), positions
    game = DRAUGHTS if "global" in form.name else CHESS
    positions = [
        position
        for seed in range(6)
        for position in random_line(game, seed, 150).before[::11]
        if position.outcome() is None
    ][: 4 * number : 4]
    return in_double(read_boards(form, positions)), positions


def some_weights(form: Any) -> Any:
    return np.random.default_rng(3).normal(0, 0.2, form.size)


@pytest.mark.parametrize("name", FORMS)
def test_values_are_those_of_the_core(name: str) -> None:
    form = FORMS[name]
    boards, positions = some_boards(form)
    weights = some_weights(form)
    values = Tangents.of(form, weights).values(boards)
    if isinstance(form, NetworkForm):
        networks = form.networks(weights)
        assert len({networks.module(position) for position in positions}) > (len(form.hidden) > 1)
        assert values == pytest.approx(np.array([networks.outputs(each) for each in positions]), abs=1e-4)
        equities = [networks.equity(position) for position in positions]
        worth = values @ outputs_of(form).worth
        assert worth - worth[0] == pytest.approx(np.array(equities) - equities[0], abs=1e-4)
        return
    evaluator = form.evaluator(weights) if isinstance(form, PerceptronForm) else form.linear(weights)
    for position, value in zip(positions, values[:, 0], strict=True):
        known = position.turn.sign * evaluator.value(position, position.turn) / evaluator.unit
        assert value == pytest.approx(known, rel=1e-3, abs=1e-3)


@pytest.mark.parametrize("name", FORMS)
def test_slopes_are_finite_differences_of_values(name: str) -> None:
    form = FORMS[name]
    boards, _ = some_boards(form, 3)
    V = Tangents.of(form, some_weights(form))  # noqa: N806
    slopes = V.slopes(boards)
    for feature in range(0, boards.inputs.shape[1], 7):
        step = np.zeros_like(boards.inputs)
        step[:, feature] = 1e-5
        up = V.values(Boards(boards.inputs + step, boards.shares))
        down = V.values(Boards(boards.inputs - step, boards.shares))
        assert slopes[:, :, feature] == pytest.approx((up - down) / 2e-5, rel=1e-4, abs=1e-7)


@pytest.mark.parametrize("name", FORMS)
def test_gradients_are_finite_differences_of_values_and_slopes(name: str) -> None:
    form = FORMS[name]
    boards, _ = some_boards(form)
    weights, random = some_weights(form), np.random.default_rng(5)
    outputs = len(outputs_of(form))
    errors = random.normal(size=(len(boards), outputs))
    directions = random.normal(size=(len(boards), outputs, boards.inputs.shape[1]))

    def total(weights: Any) -> float:
        V = Tangents.of(form, weights)  # noqa: N806
        return float(np.sum(errors * V.values(boards)) + np.sum(directions * V.slopes(boards)))

    V = Tangents.of(form, weights)  # noqa: N806
    gradient = V.gradient(boards, errors, directions)
    assert gradient.shape == (form.size,)
    values_alone = V.gradient(boards, errors, np.zeros_like(directions))
    assert V.gradient(boards, errors) == pytest.approx(values_alone, abs=1e-12)
    for weight in [*range(0, form.size, max(form.size // 60, 1)), form.size - 1]:
        step = np.zeros(form.size)
        step[weight] = 1e-5
        slow = (total(weights + step) - total(weights - step)) / 2e-5
        assert gradient[weight] == pytest.approx(slow, rel=1e-4, abs=1e-5), form.names[weight]


@pytest.mark.parametrize("activation", ["sigmoid", "symmetric", "radial"])
def test_gradients_are_those_of_torch(activation: str) -> None:
    torch = pytest.importorskip("torch", reason="torch is no part of Leafstrap")
    form = PerceptronForm.of(CHESS, "neurochess", [7], activation)
    boards, _ = some_boards(form)
    weights, random = some_weights(form), np.random.default_rng(7)
    errors = random.normal(size=(len(boards), 1))
    directions = random.normal(size=(len(boards), 1, boards.inputs.shape[1]))

    theta = torch.tensor(weights, requires_grad=True)
    x = torch.tensor(boards.inputs, requires_grad=True)
    inputs, hidden = x.shape[1], 7
    first = theta[: inputs * hidden].reshape(inputs, hidden)
    bias, beta, outputs = theta[inputs * hidden : -1].reshape(3, hidden)
    y = beta * (x @ first + bias)
    units = {
        "sigmoid": torch.sigmoid(y),
        "symmetric": torch.nn.functional.softsign(y),
        "radial": torch.exp(-(y**2)),
    }[activation]
    values = units @ outputs + theta[-1]
    (slopes,) = torch.autograd.grad(values.sum(), x, create_graph=True)
    wanted = (torch.tensor(errors[:, 0]) * values).sum() + (torch.tensor(directions[:, 0]) * slopes).sum()
    wanted.backward()

    V = Tangents.of(form, weights)  # noqa: N806
    assert V.slopes(boards)[:, 0] == pytest.approx(slopes.detach().numpy(), abs=1e-9)
    assert V.gradient(boards, errors, directions) == pytest.approx(theta.grad.numpy(), rel=1e-7, abs=1e-8)


@pytest.mark.parametrize("activation", ["sigmoid", "symmetric", "radial"])
def test_second_derivatives(activation: str) -> None:
    y = np.array([-2.0, -0.5, 0.3, 1.7])
    _, first, second = derivatives(activation, y)
    up, down = derivatives(activation, y + 1e-6), derivatives(activation, y - 1e-6)
    assert first == pytest.approx((up[0] - down[0]) / 2e-6, abs=1e-8)
    assert second == pytest.approx((up[1] - down[1]) / 2e-6, abs=1e-8)
