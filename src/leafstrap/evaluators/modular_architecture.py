"""What the weights of backgammon's networks are: how many networks, for which positions, of which inputs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from leafstrap._core.backgammon import Networks, class_names, input_sets
from leafstrap.errors import RecipeError
from leafstrap.evaluators.network_layout import (
    ACTIVATIONS,
    MOST_HIDDEN,
    NetworkLayout,
    random_weights,
    sensitivity_mask,
)

OUTPUTS = {"seven": 7, "five": 5}


@dataclass(frozen=True, slots=True)
class Module:
    """One network: the class of positions it is for, and its inputs."""

    name: str
    inputs: str


def _classes() -> tuple[Module, ...]:
    own_inputs = {"endgame": "endgame", "race": "race"}
    return tuple(Module(name, own_inputs.get(name, "contact")) for name in class_names())


# Of each kind: the networks, and how many hidden units they have unless told (section 4.1 and 4.2).
ARCHITECTURES: dict[str, tuple[str, tuple[Module, ...], tuple[int, ...]]] = {
    "tesauro": ("single", (Module("all", "tesauro"),), (40,)),
    "contact": ("single", (Module("all", "contact"),), (40,)),
    "small": (
        "small",
        (Module("endgame", "endgame"), Module("race", "race"), Module("other", "contact")),
        (20, 20, 40),
    ),
    "large": ("large", _classes(), (20, 20, *[40] * 7)),
}


@cache
def _described() -> dict[str, list[tuple[str, str, str]]]:
    return {name: list(inputs) for name, inputs in input_sets().items()}


@dataclass(frozen=True)
class ModularArchitecture:
    """The form of an evaluator made of networks; weights files name it.

    >>> ModularArchitecture.of("small").name
    'small 20-20-40 sigmoid seven'
    >>> ModularArchitecture.parse("small 20-20-40 sigmoid seven") == ModularArchitecture.of("small")
    True
    """

    kind: str
    hidden: tuple[int, ...]
    activation: str = "sigmoid"
    outputs: str = "seven"

    stages = 1  # there are networks for stages of the game instead

    @staticmethod
    def of(
        kind: str, hidden: Sequence[int] = (), activation: str = "sigmoid", outputs: str = "seven"
    ) -> ModularArchitecture:
        """A form that makes sense, or a RecipeError."""
        if kind not in ARCHITECTURES:
            raise RecipeError(f"There is no architecture {kind!r}: there are {', '.join(ARCHITECTURES)}.")
        modules, default = ARCHITECTURES[kind][1:]
        hidden = tuple(hidden) or default
        if len(hidden) != len(modules):
            names = ", ".join(module.name for module in modules)
            raise RecipeError(
                f"The architecture {kind} has {len(modules)} networks ({names}), not {len(hidden)}."
            )
        if not all(1 <= units <= MOST_HIDDEN for units in hidden):
            raise RecipeError("A network has 1 to 256 hidden units.")
        if activation not in ACTIVATIONS or outputs not in OUTPUTS:
            raise RecipeError(
                f"Hidden units are {', '.join(ACTIVATIONS)} and outputs {' or '.join(OUTPUTS)}, "
                f"not {activation} and {outputs}."
            )
        return ModularArchitecture(kind, hidden, activation, outputs)

    @staticmethod
    def parse(name: str) -> ModularArchitecture:
        """The form that a name tells in full."""
        try:
            kind, hidden, activation, outputs = name.split()
            return ModularArchitecture.of(
                kind, [int(units) for units in hidden.split("-")], activation, outputs
            )
        except ValueError:
            raise RecipeError(f"{name!r} does not name a form of networks.") from None

    @property
    def name(self) -> str:
        """All there is to know of it, in four words."""
        return f"{self.kind} {'-'.join(map(str, self.hidden))} {self.activation} {self.outputs}"

    @property
    def modules(self) -> tuple[Module, ...]:
        """Its networks."""
        return ARCHITECTURES[self.kind][1]

    @cached_property
    def layouts(self) -> tuple[NetworkLayout, ...]:
        """The weights of each of its networks."""
        return tuple(
            NetworkLayout(
                module.name,
                [(name, meaning) for name, _, meaning in _described()[module.inputs]],
                units,
                OUTPUTS[self.outputs],
            )
            for module, units in zip(self.modules, self.hidden, strict=True)
        )

    @cached_property
    def size(self) -> int:
        """Number of weights."""
        return sum(layout.size for layout in self.layouts)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A name for every weight: NETWORK.INPUT.UNIT, NETWORK.OUTPUT.UNIT."""
        return tuple(name for layout in self.layouts for name, _ in layout.weights())

    @cached_property
    def families(self) -> tuple[str, ...]:
        """The network of every weight."""
        return tuple(name.partition(".")[0] for name in self.names)

    @cached_property
    def meanings(self) -> tuple[str, ...]:
        """What every weight multiplies."""
        return tuple(meaning for layout in self.layouts for _, meaning in layout.weights())

    @cached_property
    def digest(self) -> str:
        """A mark of all inputs and their meanings: weights fit only where every one means the same."""
        lines = (
            f"{module.name}.{name}: {meaning}"
            for module in self.modules
            for name, _, meaning in _described()[module.inputs]
        )
        return hashlib.sha256("\n".join([self.name, *lines]).encode()).hexdigest()[:16]

    def networks(self, weights: NDArray[np.float64]) -> Networks:
        """A snapshot of weights, as the core uses them."""
        architecture, modules, _ = ARCHITECTURES[self.kind]
        inputs = [module.inputs for module in modules]
        return Networks(architecture, self.outputs, self.activation, inputs, list(self.hidden), weights)

    @cached_property
    def reader(self) -> Networks:
        """Networks to ask which of them, and which inputs, a position has; what they say of it has no meaning."""
        return self.networks(np.zeros(self.size))

    @property
    def sensitivities(self) -> NDArray[np.bool_]:
        """Which of the weights are the sensitivities of hidden units."""
        return sensitivity_mask(self.layouts)

    def random_weights(self, seed: int, scale: float) -> NDArray[np.float64]:
        """Weights to start from."""
        return random_weights(self.layouts, self.activation, seed, scale)
