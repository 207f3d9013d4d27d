"""Backgammon's networks say what torch says."""

from __future__ import annotations

from itertools import accumulate
from random import Random
from typing import Any

import numpy as np
import pytest

from leafstrap._core.backgammon import Position
from leafstrap.evaluators import ModularArchitecture
from support.backgammon_games import played_game

torch = pytest.importorskip("torch", reason="torch is no part of Leafstrap")


def positions(games: int) -> list[Position]:
    random = Random(4)
    lines = [played_game(random, skill=0.7) for _ in range(games)]
    return [
        position.after(move) for line in lines for position, move in zip(line.before, line.moves, strict=True)
    ]


def forward(architecture: ModularArchitecture, weights: Any, module: int, inputs: Any) -> Any:
    """The outputs of one of the networks, from all weights in a row."""
    layout = architecture.layouts[module]
    begin = [0, *accumulate(each.size for each in architecture.layouts)][module]
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


@pytest.mark.parametrize("activation", ["sigmoid", "symmetric", "radial"])
@pytest.mark.parametrize("kind", ["tesauro", "small", "large"])
def test_outputs(kind: str, activation: str) -> None:
    architecture = ModularArchitecture.of(kind, activation=activation)
    weights = architecture.random_weights(3, 0.3)
    networks = architecture.networks(weights)
    single = torch.tensor(weights.astype(np.float32).astype(np.float64))
    seen = set()
    for position in positions(8):
        if position.outcome() is not None:
            continue
        module = networks.module(position)
        seen.add(module)
        inputs = torch.zeros(len(architecture.layouts[module].inputs), dtype=torch.float64)
        for index, value in networks.inputs(position):
            inputs[index] += value
        said = forward(architecture, single, module, inputs).numpy()
        np.testing.assert_allclose(networks.outputs(position), said, atol=1e-5)
    assert len(seen) == len(architecture.layouts) or kind == "large"
