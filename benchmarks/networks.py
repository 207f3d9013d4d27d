"""The tournament search with networks of 80 hidden units: its speed beside that with linear weights over `meep`.

One network is over the same set and says about what the default weights say of openings, in one of its units;
the others are small and random, and cost what they would if they had learned something. The second is Wiering's
architecture D, three networks over general features, kings and pawns: here they count material. All take turns,
speeds are by processor time, and the best round of each counts: other work on the machine only slows down.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np

from leafstrap._core import WIN
from leafstrap.cli.common.native_work import speed
from leafstrap.evaluators import (
    Evaluator,
    LinearArchitecture,
    ModularArchitecture,
    NetworkArchitecture,
    default_weights,
)
from leafstrap.games.chess import CHESS, Line, Position
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.limits import fixed_budget
from peers import FENS, Best

SMALL = 1 / 8  # a won game as the first unit sums it up: there all units are nearly straight
STEEPNESS = {"sigmoid": 0.25, "symmetric": 3.0}  # of a unit where its inputs are even
MIDDLE = {"sigmoid": 0.5, "symmetric": 0.0}  # what it says there
PAWN = 300  # about what the default weights say of one, where a win is 9,999


def like(linear: Evaluator, hidden: int, activation: str) -> Evaluator:
    """A network whose first unit does what linear weights do."""
    assert isinstance(linear.architecture, LinearArchitecture)
    feature_set = linear.architecture.feature_set
    settings = {"features": feature_set.name, "hidden": [hidden], "activation": activation}
    architecture = NetworkArchitecture.of(CHESS, settings)
    weights = architecture.initial_weights("random", seed=1, scale=1e-3)
    inputs = weights[: architecture.row_width * hidden].reshape(-1, hidden)
    inputs[:, 0] = linear.weights[:: feature_set.stages] / WIN * SMALL
    outputs = weights[-hidden - 1 : -1]
    weights[-1] -= MIDDLE[activation] * (1 / (SMALL * STEEPNESS[activation]) - outputs[0])
    outputs[0] = 1 / (SMALL * STEEPNESS[activation])
    return Evaluator(architecture, weights)


def by_stages(hidden: int, activation: str) -> Evaluator:
    """Architecture D of Wiering et al., whose first units know what a pawn is worth."""
    settings = {"features": "kings-and-pawns", "hidden": [hidden], "activation": activation}
    architecture = ModularArchitecture.of(CHESS, settings)
    weights = architecture.initial_weights("random", seed=1, scale=1e-3)
    for network in np.split(weights, len(architecture.networks)):
        network[:hidden] = 0.0  # the first input is the balance of material
        network[0] = PAWN / WIN * SMALL
        network[-1] -= MIDDLE[activation] * (1 / (SMALL * STEEPNESS[activation]) - network[-hidden - 1])
        network[-hidden - 1] = 1 / (SMALL * STEEPNESS[activation])
    return Evaluator(architecture, weights)


def timed(evaluator: Evaluator, seconds: float) -> tuple[int, float]:
    """Nodes and seconds of the processor over all positions, each with a fresh memory."""
    engine = Engine(evaluator)
    nodes, taken = 0, 0.0
    for fen in FENS:
        engine.new_game()
        line, began = Line(Position.parse(fen)), time.process_time()
        nodes += engine.think(line, SearchRequest(budget=fixed_budget(seconds, 0))).nodes
        taken += time.process_time() - began
    return nodes, taken


def loss(network: Evaluator) -> float:
    """How far single precision, and whole numbers in the first layer, lead from the formula, in won games."""
    architecture = network.architecture
    assert isinstance(architecture, NetworkArchitecture)
    count, units = architecture.row_width, architecture.hidden[0]
    first = network.weights[: count * units].reshape(count, units)
    biases, betas, outputs = network.weights[count * units : -1].reshape(3, units)
    worst = 0.0
    for fen in FENS:
        position = Position.parse(fen)
        inputs = np.zeros(count)
        for concept, own, other in architecture.feature_sets[0].shares(position, position.turn):
            inputs[concept] = position.turn.sign * (own + other)
        y = betas * (inputs @ first + biases)
        hidden = 1 / (1 + np.exp(-y)) if architecture.activation == "sigmoid" else y / (1 + np.abs(y))
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
    staged = by_stages(options.hidden, options.activation)
    straight, bent, three = Best(), Best(), Best()
    for _ in range(options.rounds):
        straight.round(*timed(linear, options.seconds))
        bent.round(*timed(network, options.seconds))
        three.round(*timed(staged, options.seconds))
    print(f"{linear.architecture.name}: {straight.nps / 1e6:.2f} million nodes a second")
    print(
        f"{network.architecture.name}: {bent.nps / 1e6:.2f}, ratio {bent.nps / straight.nps:.2f}; "
        f"at most {loss(network):.1e} of a won game from the formula"
    )
    print(f"{staged.architecture.name}: {three.nps / 1e6:.2f}, ratio {three.nps / straight.nps:.2f}")
    if options.json:
        report = {
            "linear": speed(straight.nodes, straight.seconds),
            "network": speed(bent.nodes, bent.seconds),
            "stages": speed(three.nodes, three.seconds),
        }
        ratios = {"ratio": bent.nps / straight.nps, "stages_ratio": three.nps / straight.nps}
        print(json.dumps({**report, **ratios, "loss": loss(network)}))


if __name__ == "__main__":
    main()
