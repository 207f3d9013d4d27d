"""Evaluators: what maps a position to a value, how they start, and the files they live in."""

from leafstrap.evaluators.initial import fixed_weights, initial_networks, initial_weights
from leafstrap.evaluators.linear import Linear
from leafstrap.evaluators.modular import ModularEvaluator
from leafstrap.evaluators.modular_architecture import ModularArchitecture
from leafstrap.evaluators.network import Evaluator, NetworkEvaluator
from leafstrap.evaluators.network_architecture import NetworkArchitecture
from leafstrap.evaluators.shipped import default_networks, default_weights
from leafstrap.evaluators.weights_file import (
    load_evaluator,
    load_linear,
    load_networks,
    load_weights,
    save_weights,
    weights_bytes,
)

__all__ = [
    "Evaluator",
    "Linear",
    "ModularArchitecture",
    "ModularEvaluator",
    "NetworkArchitecture",
    "NetworkEvaluator",
    "default_networks",
    "default_weights",
    "fixed_weights",
    "initial_networks",
    "initial_weights",
    "load_evaluator",
    "load_linear",
    "load_networks",
    "load_weights",
    "save_weights",
    "weights_bytes",
]
