"""What an evaluation hangs on: what every feature adds to it, or how it leans on every input of a network."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from leafstrap._core import WIN
from leafstrap.evaluators.explanation import Explanation, Term
from leafstrap.evaluators.linear import Linear
from leafstrap.evaluators.network import Evaluator, NetworkEvaluator


def explain(evaluator: Evaluator, position: Any) -> Explanation:
    """Take the evaluation of a position apart, as the program that is to move there sees it.

    >>> from leafstrap import games
    >>> from leafstrap.evaluators import initial_weights
    >>> chess = games.get("chess")
    >>> features = chess.feature_sets["material"]
    >>> count = Linear(chess, features, initial_weights(chess, features, "material"))
    >>> parts = explain(count, chess.Position.parse("4k3/4p3/8/8/8/8/8/R3K3 w - - 0 1"))
    >>> parts.value, [(term.name, term.share) for term in parts.families[0].terms]
    (5.0, [('rook', 6.0), ('pawn', -1.0)])
    """
    return _linear(evaluator, position) if isinstance(evaluator, Linear) else _network(evaluator, position)


def _linear(linear: Linear, position: Any) -> Explanation:
    features = linear.feature_set
    names, families, meanings = features.names, features.families, features.meanings
    terms = defaultdict(list)
    for index, value in zip(
        *(array.tolist() for array in features.row(position, position.turn)), strict=True
    ):
        if value:
            term = Term(names[index], meanings[index], value, float(linear.weights[index]))
            terms[families[index]].append(term)
    return Explanation.of(linear.snapshot().value(position, position.turn), terms)


def _network(networks: NetworkEvaluator, position: Any) -> Explanation:
    """Each input with the slope of the output there; their products do not sum to it, as networks are not linear."""
    architecture, turn = networks.architecture, position.turn
    network, indices, values, input_gradients = architecture.influences(networks.weights, position, turn)
    terms = defaultdict(list)
    for index, value, slope in zip(indices.tolist(), values.tolist(), input_gradients.tolist(), strict=True):
        name, family, meaning = architecture.inputs[index]
        terms[family].append(Term(name, meaning, turn.sign * value, WIN * slope))
    value = networks.snapshot().value(position, turn)
    return Explanation.of(value, terms, network=architecture.networks[network])
