"""Evaluators: what maps a position to a value, how they start, and the files they live in."""

from leafstrap.evaluators.architecture import EVALUATORS, Architecture, Evaluator, EvaluatorTable
from leafstrap.evaluators.explain import Explanation
from leafstrap.evaluators.linear import LinearArchitecture
from leafstrap.evaluators.network import ModularArchitecture, NetworkArchitecture
from leafstrap.evaluators.piece_values import centipawns_per_unit, integer, piece_values
from leafstrap.evaluators.weights_file import (
    default_weights,
    load_evaluator,
    load_weights,
    save_weights,
    weights_bytes,
)

__all__ = [
    "EVALUATORS",
    "Architecture",
    "Evaluator",
    "EvaluatorTable",
    "Explanation",
    "LinearArchitecture",
    "ModularArchitecture",
    "NetworkArchitecture",
    "centipawns_per_unit",
    "default_weights",
    "integer",
    "load_evaluator",
    "load_weights",
    "piece_values",
    "save_weights",
    "weights_bytes",
]
