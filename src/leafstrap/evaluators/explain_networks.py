"""What networks say of a position, and which inputs it hangs on."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from leafstrap._core.backgammon import input_sets
from leafstrap.evaluators.explanation import Explanation, Term
from leafstrap.evaluators.modular import ModularEvaluator

OUTPUTS = {
    "seven": ("mean result", *(f"{end} {points}" for end in ("wins", "loses") for points in (1, 2, 3))),
    "five": ("wins", "wins a gammon", "wins a backgammon", "loses a gammon", "loses a backgammon"),
}


def explain_networks(evaluator: ModularEvaluator, position: Any) -> Explanation:
    """The equity, and how much it would change without each input; these do not sum to it, as networks are not linear.

    >>> from leafstrap import games
    >>> from leafstrap.evaluators import ModularArchitecture
    >>> backgammon, architecture = games.get("backgammon"), ModularArchitecture.of("tesauro")
    >>> parts = explain_networks(ModularEvaluator(backgammon, architecture, architecture.random_weights(1, 0.1)), backgammon.Position())
    >>> parts.network, len(parts.outputs), parts.view
    ('all', 7, 'the view of the side whose turn it is')
    """
    networks = evaluator.snapshot()
    module = evaluator.architecture.modules[networks.module(position)]
    described = input_sets()[module.inputs]
    values = dict(networks.inputs(position))
    terms = defaultdict(list)
    for index, influence in networks.influences(position):
        name, family, meaning = described[index]
        terms[family].append(Term(name, meaning, values[index], influence / values[index]))
    outputs = dict(zip(OUTPUTS[evaluator.architecture.outputs], networks.outputs(position), strict=True))
    return Explanation.of(
        networks.equity(position), terms, "the view of the side whose turn it is", module.name, outputs
    )
