"""The tournament search with a network of 80 hidden units: its speed beside that with linear weights over the same set.

The network says about what the weights that come along say of openings, in one of its units; the others are small and
random, and cost what they would if they had learned something. The best round of each counts.
"""

from __future__ import annotations

import argparse
import json

import numpy as np

from leafstrap._core import WIN
from leafstrap.cli.speed import speed
from leafstrap.evaluators import Linear, Perceptron, PerceptronForm, Weighted, default_weights
from leafstrap.games.chess import CHESS, Line, Position
from leafstrap.search.engine import Assignment, Engine
from leafstrap.search.time_management import fixed_budget
from peers import FENS, Best

SMALL = 1 / 8  # a won game as the first unit sums it up: there all units are nearly straight
STEEPNESS = {"sigmoid": 0.25, "symmetric": 3.0}  # of a unit where its inputs are even


def like(linear: Linear, hidden: int, activation: str) -> Perceptron:
    """A network whose first unit does what linear weights do."""
    form = PerceptronForm.of(CHESS, linear.feature_set.name, [hidden], activation)
    weights = form.random_weights(1, 1e-3)
    inputs = weights[: len(form.inputs) * hidden].reshape(-1, hidden)
    inputs[:, 0] = linear.weights[:: linear.feature_set.stages] / WIN * SMALL
    outputs = weights[-hidden - 1 : -1]
    middle = 0.5 if activation == "sigmoid" else 0.0
    weights[-1] -= middle * (1 / (SMALL * STEEPNESS[activation]) - outputs[0])
    outputs[0] = 1 / (SMALL * STEEPNESS[activation])
    return Perceptron(CHESS, form, weights)


def timed(weighted: Weighted, seconds: float) -> tuple[int, float]:
    """Nodes and seconds over all positions, each with a fresh memory."""
    engine = Engine(weighted)
    nodes, taken = 0, 0.0
    for fen in FENS:
        engine.new_game()
        result = engine.think(Line(Position.parse(fen)), Assignment(budget=fixed_budget(seconds, 0)))
        nodes, taken = nodes + result.nodes, taken + result.seconds
    return nodes, taken


def loss(network: Perceptron) -> float:
    """How far single precision, and whole numbers in the first layer, lead from the formula, in won games."""
    count, units = len(network.form.inputs), network.form.hidden[0]
    first = network.weights[: count * units].reshape(count, units)
    biases, betas, outputs = network.weights[count * units : -1].reshape(3, units)
    worst = 0.0
    for fen in FENS:
        position = Position.parse(fen)
        inputs = np.zeros(count)
        for concept, own, other in network.form.feature_set.shares(position, position.turn):
            inputs[concept] = position.turn.sign * (own + other)
        y = betas * (inputs @ first + biases)
        hidden = 1 / (1 + np.exp(-y)) if network.form.activation == "sigmoid" else y / (1 + np.abs(y))
        exact = position.turn.sign * float(outputs @ hidden + network.weights[-1])
        worst = max(worst, abs(exact - network.value(position) / WIN))
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="a position")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--hidden", type=int, default=80)
    parser.add_argument("--activation", choices=tuple(STEEPNESS), default="sigmoid")
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    options = parser.parse_args()
    linear = default_weights(CHESS)
    network = like(linear, options.hidden, options.activation)
    straight, bent = Best(), Best()
    for _ in range(options.rounds):
        straight.round(*timed(linear, options.seconds))
        bent.round(*timed(network, options.seconds))
    print(f"{linear.feature_set.name}: {straight.nps / 1e6:.2f} million nodes a second")
    print(
        f"{network.form.name}: {bent.nps / 1e6:.2f}, ratio {bent.nps / straight.nps:.2f}; "
        f"at most {loss(network):.1e} of a won game from the formula"
    )
    if options.json:
        report = {
            "linear": speed(straight.nodes, straight.seconds),
            "network": speed(bent.nodes, bent.seconds),
        }
        print(json.dumps({**report, "ratio": bent.nps / straight.nps, "loss": loss(network)}))


if __name__ == "__main__":
    main()
