"""Backgammon's networks say what torch says."""

from __future__ import annotations

from itertools import accumulate
from random import Random
from typing import Any

import numpy as np
import pytest

from leafstrap._core.backgammon import Position
from leafstrap.evaluators import ModularArchitecture, NetworkArchitecture
from leafstrap.games.backgammon import BACKGAMMON
from support.backgammon_games import played_game
from support.own import own

torch = pytest.importorskip("torch", reason="torch is no part of Leafstrap")


def positions(games: int) -> list[Position]:
    random = Random(4)
    lines = [played_game(random, skill=0.7) for _ in range(games)]
    return [
        position.after(move) for line in lines for position, move in zip(line.before, line.moves, strict=True)
    ]


def forward(architecture: NetworkArchitecture, weights: Any, number: int, inputs: Any) -> Any:
    """The outputs of one of the networks, from all weights in a row."""
    layout = architecture.layouts[number]
    begin = [0, *accumulate(each.size for each in architecture.layouts)][number]
    own = weights[begin : begin + layout.size]
    count, units, outputs = len(layout.inputs), layout.hidden, layout.outputs
    first, bias, beta = own[: (count + 2) * units].split([count * units, units, units])
    second, output_bias = own[(count + 2) * units :].split([outputs * units, outputs])
    y = beta * (inputs @ first.reshape(count, units) + bias)
    hidden = {"sigmoid": torch.sigmoid, "symmetric": torch.nn.functional.softsign}.get(
        architecture.activation
    )
    values = hidden(y) if hidden else torch.exp(-(y**2))
    return values @ second.reshape(outputs, units).T + output_bias


def networks(kind: str, activation: str) -> NetworkArchitecture:
    if kind == "tesauro":
        return NetworkArchitecture.of(BACKGAMMON, {"features": kind, "activation": activation})
    return ModularArchitecture.of(BACKGAMMON, {"classifier": kind, "activation": activation})


@pytest.mark.parametrize("activation", ["sigmoid", "symmetric", "radial"])
@pytest.mark.parametrize("kind", ["tesauro", "small", "large"])
def test_outputs(kind: str, activation: str) -> None:
    architecture = networks(kind, activation)
    weights = architecture.initial_weights("random", seed=3, scale=0.3)
    core, evaluator = architecture.core, architecture.snapshot(weights)
    single = torch.tensor(weights.astype(np.float32).astype(np.float64))
    seen = set()
    for position in positions(8):
        if position.outcome() is not None:
            continue
        number = core.network_of(position)
        seen.add(number)
        inputs = torch.zeros(len(architecture.layouts[number].inputs), dtype=torch.float64)
        for index, value in zip(*own(core).inputs(position), strict=True):
            inputs[index] += value
        said = forward(architecture, single, number, inputs).numpy()
        np.testing.assert_allclose(evaluator.outputs([position])[0], said, atol=1e-5)
    assert len(seen) == len(architecture.layouts) or kind == "large"
