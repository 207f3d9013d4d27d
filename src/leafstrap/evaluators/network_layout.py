"""The weights of one network as the core orders them: their number, names and meanings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leafstrap.evaluators.feature_rows import Array

ACTIVATIONS = ("sigmoid", "symmetric", "radial")
# Wiering et al.: where extended back-propagation begins (section 5.2 for the symmetric units).
SENSITIVITY = {"sigmoid": 1.0, "symmetric": 3.0, "radial": 1.0}
MOST_HIDDEN = 256

SCALE = 0.1  # of random weights at the start, unless told


@dataclass(frozen=True, slots=True)
class NetworkLayout:
    """Weights of the hidden units by input, their biases, their sensitivities, those of the outputs, their biases.

    Without hidden units: the weights of the outputs by input, their biases.

    >>> [name for name, _ in NetworkLayout("game", [("pawn", "pawns more")], hidden=1, outputs=1).weights()]
    ['game.pawn.0', 'game.bias.0', 'game.sensitivity.0', 'game.output-0.0', 'game.output-0.bias']
    """

    name: str
    inputs: Sequence[tuple[str, str]]  # name and meaning
    hidden: int
    outputs: int

    @property
    def size(self) -> int:
        """Number of weights."""
        if self.hidden == 0:
            return (len(self.inputs) + 1) * self.outputs
        return (len(self.inputs) + 2 + self.outputs) * self.hidden + self.outputs

    @property
    def sensitivities(self) -> slice:
        """Which of the weights are the sensitivities of hidden units."""
        start = (len(self.inputs) + 1) * self.hidden
        return slice(start, start + self.hidden)

    def weights(self) -> Iterator[tuple[str, str]]:
        """Name and meaning of every weight: NETWORK.INPUT.UNIT, NETWORK.OUTPUT.UNIT."""
        outputs = [f"output-{number}" for number in range(self.outputs)]
        rows = list(self.inputs)
        if self.hidden:
            rows += [
                ("bias", "the bias of a hidden unit"),
                ("sensitivity", "the sensitivity of a hidden unit"),
            ]
            rows += [(name, "from a hidden unit to an output") for name in outputs]
        for name, meaning in rows:
            yield from (
                (f"{self.name}.{name}.{unit}", meaning) for unit in range(self.hidden or self.outputs)
            )
        yield from ((f"{self.name}.{name}.bias", "the bias of an output") for name in outputs)


def activated(activation: str, y: Array) -> Array:
    """What hidden units make of y, the sum of their inputs times their sensitivity."""
    if activation == "sigmoid":
        units = 1 / (1 + np.exp(-y))
    else:
        units = y / (1 + np.abs(y)) if activation == "symmetric" else np.exp(-(y**2))
    return np.asarray(units)


def sensitivity_mask(layouts: Sequence[NetworkLayout]) -> NDArray[np.bool_]:
    """Which of the weights of networks, one after the other, are sensitivities."""
    masks = []
    for layout in layouts:
        masks.append(np.zeros(layout.size, dtype=np.bool_))
        masks[-1][layout.sensitivities] = True
    return np.concatenate(masks)


def random_weights(
    layouts: Sequence[NetworkLayout], activation: str, seed: int, scale: float
) -> NDArray[np.float64]:
    """Weights to start from: uniform between -scale and scale, but sensitivities where they begin."""
    mask = sensitivity_mask(layouts)
    weights = np.random.default_rng(seed).uniform(-scale, scale, mask.size)
    weights[mask] = SENSITIVITY[activation]
    return weights
