"""Evaluators: what maps a position to a value, how they start, and the files they live in."""

from leafstrap.evaluators.initial import fixed_weights, initial_networks, initial_weights
from leafstrap.evaluators.linear import Linear
from leafstrap.evaluators.network_form import NetworkForm
from leafstrap.evaluators.networks import NetworkEvaluator
from leafstrap.evaluators.perceptron import Perceptron, Weighted
from leafstrap.evaluators.perceptron_form import PerceptronForm
from leafstrap.evaluators.shipped import default_networks, default_weights
from leafstrap.evaluators.weights_file import (
    load_linear,
    load_networks,
    load_weighted,
    load_weights,
    save_weights,
    weights_bytes,
)

__all__ = [
    "Linear",
    "NetworkEvaluator",
    "NetworkForm",
    "Perceptron",
    "PerceptronForm",
    "Weighted",
    "default_networks",
    "default_weights",
    "fixed_weights",
    "initial_networks",
    "initial_weights",
    "load_linear",
    "load_networks",
    "load_weighted",
    "load_weights",
    "save_weights",
    "weights_bytes",
]
