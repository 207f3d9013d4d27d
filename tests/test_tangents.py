"""Values, slopes and their gradients by the weights: against the core, finite differences, and torch."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from leafstrap.evaluators import Architecture, LinearArchitecture, ModularArchitecture, NetworkArchitecture
from leafstrap.evaluators.feature_rows import FeatureRows
from leafstrap.evaluators.tangents import derivatives
from leafstrap.games.backgammon import BACKGAMMON
from leafstrap.games.chess import CHESS
from leafstrap.games.draughts import DRAUGHTS
from support.backgammon_games import played_game
from support.databases import random_line

ARCHITECTURES: dict[str, Architecture] = {
    "linear": LinearArchitecture.of(CHESS, {"features": "neurochess"}),
    "linear, two stages": LinearArchitecture.of(CHESS, {"features": "meep"}),
    "linear, asymmetric": LinearArchitecture.of(CHESS, {"features": "knightcap"}),
    "linear, draughts": LinearArchitecture.of(DRAUGHTS, {"features": "global"}),
    "linear, backgammon": LinearArchitecture.of(BACKGAMMON, {"features": "tesauro"}),
    "no hidden units": NetworkArchitecture.of(CHESS, {"features": "neurochess", "hidden": [0]}),
    "sigmoid": NetworkArchitecture.of(CHESS, {"features": "neurochess", "hidden": [6]}),
    "symmetric": NetworkArchitecture.of(
        DRAUGHTS, {"features": "global", "hidden": [5], "activation": "symmetric"}
    ),
    "radial": NetworkArchitecture.of(CHESS, {"features": "material", "hidden": [4], "activation": "radial"}),
    "a network a stage": ModularArchitecture.of(
        CHESS, {"features": "material", "hidden": [4, 0, 3], "activation": "symmetric"}
    ),
    "seven outputs": NetworkArchitecture.of(BACKGAMMON, {"features": "tesauro", "hidden": [4]}),
    "five outputs, three networks": ModularArchitecture.of(
        BACKGAMMON,
        {"classifier": "small", "hidden": [2, 3, 4], "activation": "symmetric", "outputs": "five"},
    ),
    "nine networks": ModularArchitecture.of(
        BACKGAMMON, {"classifier": "large", "hidden": [2] * 9, "activation": "radial"}
    ),
}


def in_double(boards: FeatureRows) -> FeatureRows:
    return FeatureRows(boards.inputs.astype(np.float64), boards.shares.astype(np.float64))


def some_boards(architecture: Any, number: int = 12) -> tuple[FeatureRows, list[Any]]:
    if architecture.game is BACKGAMMON:
        random = Random(2)
        lines = [played_game(random, skill=0.7) for _ in range(3)]
        positions = [position for line in lines for position in line.before[:: 30 // number]]
        return in_double(architecture.feature_rows(positions)), positions
    positions = [
        position
        for seed in range(6)
        for position in random_line(architecture.game, seed, 150).before[::11]
        if position.outcome() is None
    ][: 4 * number : 4]
    return in_double(architecture.feature_rows(positions)), positions


def some_weights(architecture: Any) -> Any:
    return np.random.default_rng(3).normal(0, 0.2, architecture.size)


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_values_are_those_of_the_core(name: str) -> None:
    architecture = ARCHITECTURES[name]
    boards, positions = some_boards(architecture)
    weights = some_weights(architecture)
    values = architecture.tangents(weights).values(boards)
    evaluator = architecture.snapshot(weights)
    if len(architecture.outputs) > 1:
        modules = {architecture.core.network_of(position) for position in positions}
        assert len(modules) > (len(architecture.kinds_of_parts) > 1)
        assert values == pytest.approx(evaluator.outputs(positions), abs=1e-4)
        equities = [position.turn.sign * evaluator.value(position) for position in positions]
        worth = values @ architecture.outputs.worth
        assert worth - worth[0] == pytest.approx(np.array(equities) - equities[0], abs=1e-4)
        return
    for position, value in zip(positions, values[:, 0], strict=True):
        known = position.turn.sign * evaluator.value(position, position.turn) / evaluator.unit
        assert value == pytest.approx(known, rel=1e-3, abs=1e-3)


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_slopes_are_finite_differences_of_values(name: str) -> None:
    architecture = ARCHITECTURES[name]
    boards, _ = some_boards(architecture, 3)
    V = architecture.tangents(some_weights(architecture))  # noqa: N806
    input_gradients = V.input_gradients(boards)
    for feature in range(0, boards.inputs.shape[1], 7):
        step = np.zeros_like(boards.inputs)
        step[:, feature] = 1e-5
        up = V.values(FeatureRows(boards.inputs + step, boards.shares))
        down = V.values(FeatureRows(boards.inputs - step, boards.shares))
        assert input_gradients[:, :, feature] == pytest.approx((up - down) / 2e-5, rel=1e-4, abs=1e-7)


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_gradients_are_finite_differences_of_values_and_slopes(name: str) -> None:
    architecture = ARCHITECTURES[name]
    boards, _ = some_boards(architecture)
    weights, random = some_weights(architecture), np.random.default_rng(5)
    outputs = len(architecture.outputs)
    errors = random.normal(size=(len(boards), outputs))
    directions = random.normal(size=(len(boards), outputs, boards.inputs.shape[1]))

    def total(weights: Any) -> float:
        V = architecture.tangents(weights)  # noqa: N806
        return float(np.sum(errors * V.values(boards)) + np.sum(directions * V.input_gradients(boards)))

    V = architecture.tangents(weights)  # noqa: N806
    gradient = V.gradient(boards, errors, directions)
    assert gradient.shape == (architecture.size,)
    values_alone = V.gradient(boards, errors, np.zeros_like(directions))
    assert V.gradient(boards, errors) == pytest.approx(values_alone, abs=1e-12)
    for weight in [*range(0, architecture.size, max(architecture.size // 60, 1)), architecture.size - 1]:
        step = np.zeros(architecture.size)
        step[weight] = 1e-5
        slow = (total(weights + step) - total(weights - step)) / 2e-5
        assert gradient[weight] == pytest.approx(slow, rel=1e-4, abs=1e-5), architecture.names[weight]


@pytest.mark.parametrize("activation", ["sigmoid", "symmetric", "radial"])
def test_gradients_are_those_of_torch(activation: str) -> None:
    torch = pytest.importorskip("torch", reason="torch is no part of Leafstrap")
    architecture = NetworkArchitecture.of(
        CHESS, {"features": "neurochess", "hidden": [7], "activation": activation}
    )
    boards, _ = some_boards(architecture)
    weights, random = some_weights(architecture), np.random.default_rng(7)
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
    (input_gradients,) = torch.autograd.grad(values.sum(), x, create_graph=True)
    wanted = (torch.tensor(errors[:, 0]) * values).sum() + (
        torch.tensor(directions[:, 0]) * input_gradients
    ).sum()
    wanted.backward()

    V = architecture.tangents(weights)  # noqa: N806
    assert V.input_gradients(boards)[:, 0] == pytest.approx(input_gradients.detach().numpy(), abs=1e-9)
    assert V.gradient(boards, errors, directions) == pytest.approx(theta.grad.numpy(), rel=1e-7, abs=1e-8)


@pytest.mark.parametrize("activation", ["sigmoid", "symmetric", "radial"])
def test_second_derivatives(activation: str) -> None:
    y = np.array([-2.0, -0.5, 0.3, 1.7])
    _, first, second = derivatives(activation, y)
    up, down = derivatives(activation, y + 1e-6), derivatives(activation, y - 1e-6)
    assert first == pytest.approx((up[0] - down[0]) / 2e-6, abs=1e-8)
    assert second == pytest.approx((up[1] - down[1]) / 2e-6, abs=1e-8)
