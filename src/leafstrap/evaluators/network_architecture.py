"""What the weights of networks over a feature set are: one network for the whole game, or one for each stage."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap.errors import RecipeError
from leafstrap.evaluators.feature_set import CoreEvaluator, concept
from leafstrap.evaluators.network_layout import (
    ACTIVATIONS,
    MOST_HIDDEN,
    NetworkLayout,
    activated,
    random_weights,
    sensitivity_mask,
)
from leafstrap.games import Game

DEFAULT_HIDDEN = 80  # Wiering et al., sections 5.1 and 5.2
WHOLE = "game"  # the name of a network that serves it all


@dataclass(frozen=True)
class NetworkArchitecture:
    """The form of an evaluator made of networks over the concepts of a feature set; weights files name it.

    >>> from leafstrap import games
    >>> architecture = NetworkArchitecture.of(games.get("chess"), "material", [3], staged=True)
    >>> architecture.name, architecture.networks, architecture.size
    ('material 3-3-3 sigmoid', ('opening', 'middlegame', 'endgame'), 75)
    >>> NetworkArchitecture.parse(games.get("chess"), "material 3-3-3 sigmoid") == architecture
    True
    """

    game: Game = field(compare=False)
    feature_set: Any
    hidden: tuple[int, ...]  # units of each network
    activation: str = "sigmoid"

    stages = 1  # there are networks for stages of the game instead

    @staticmethod
    def of(
        game: Game,
        features: str,
        hidden: Sequence[int] = (),
        activation: str = "sigmoid",
        *,
        staged: bool = False,
    ) -> NetworkArchitecture:
        """A form that makes sense, or a RecipeError. One number of hidden units serves all networks."""
        if features not in game.feature_sets:
            raise RecipeError(
                f"There is no feature set {features!r} for {game.name}: there are {', '.join(game.feature_sets)}."
            )
        if staged and not game.stages:
            raise RecipeError(f"{game.name} has no stages to have a network for each.")
        networks = len(game.stages) if staged else 1
        units = tuple(hidden) or (DEFAULT_HIDDEN,)
        if len(units) not in (1, networks):
            raise RecipeError(f"There are {len(units)} numbers of hidden units for {_count(networks)}.")
        if not all(0 <= number <= MOST_HIDDEN for number in units):
            raise RecipeError(f"A network has 0 to {MOST_HIDDEN} hidden units.")
        if activation not in ACTIVATIONS:
            raise RecipeError(f"Hidden units are {', '.join(ACTIVATIONS)}, not {activation}.")
        units = units * networks if len(units) == 1 else units
        try:
            game.feature_sets[features].perceptron(list(units), activation)
        except ValueError as error:
            raise RecipeError(f"There are no such networks: {error}.") from None
        return NetworkArchitecture(game, game.feature_sets[features], units, activation)

    @staticmethod
    def parse(game: Game, name: str) -> NetworkArchitecture:
        """The form that a name tells in full."""
        try:
            features, hidden, activation = name.split()
            units = [int(number) for number in hidden.split("-")]
        except ValueError:
            raise RecipeError(f"{name!r} does not name a form of networks.") from None
        return NetworkArchitecture.of(game, features, units, activation, staged=len(units) > 1)

    @property
    def name(self) -> str:
        """All there is to know of it, in three words."""
        return f"{self.feature_set.name} {'-'.join(map(str, self.hidden))} {self.activation}"

    @property
    def networks(self) -> tuple[str, ...]:
        """The names of its networks."""
        return self.game.stages if len(self.hidden) > 1 else (WHOLE,)

    @cached_property
    def inputs(self) -> tuple[tuple[str, str, str], ...]:
        """Name, family and meaning of every input: the concepts of the set, as the side to move sees them."""
        features = self.feature_set
        described = zip(features.names, features.families, features.meanings, strict=True)
        return tuple((concept(features, name), *about) for name, *about in described)[:: features.stages]

    @cached_property
    def layouts(self) -> tuple[NetworkLayout, ...]:
        """The weights of each of its networks."""
        inputs = [(name, meaning) for name, _, meaning in self.inputs]
        return tuple(
            NetworkLayout(name, inputs, units, 1)
            for name, units in zip(self.networks, self.hidden, strict=True)
        )

    @property
    def size(self) -> int:
        """Number of weights."""
        return int(self._native.size)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A name for every weight: NETWORK.INPUT.UNIT, NETWORK.output-0.UNIT."""
        return tuple(name for layout in self.layouts for name, _ in layout.weights())

    @property
    def symmetric(self) -> bool:
        """Whether it makes no difference whose program this is."""
        return bool(self.feature_set.symmetric)

    @cached_property
    def digest(self) -> str:
        """A mark of all inputs and their meanings: weights fit only where every one means the same."""
        lines = (f"{name}: {meaning}" for name, _, meaning in self.inputs)
        return hashlib.sha256("\n".join([self.name, *self.networks, *lines]).encode()).hexdigest()[:16]

    @property
    def sensitivities(self) -> NDArray[np.bool_]:
        """Which of the weights are the sensitivities of hidden units."""
        return sensitivity_mask(self.layouts)

    def random_weights(self, seed: int, scale: float) -> NDArray[np.float64]:
        """Weights to start from, such that it makes no difference whose move it is.

        A network that begins with thinking it bad to be on the move sees a gain in every capture, whatever it takes,
        and its searches look at all of them. So hidden units begin without biases, except for radial ones, which would
        take what one side has more for what the other has, and even positions are worth 0.
        """
        weights = random_weights(self.layouts, self.activation, seed, scale)
        networks = np.split(weights, np.cumsum([layout.size for layout in self.layouts])[:-1])
        for layout, network in zip(self.layouts, networks, strict=True):
            network[-1] = 0.0
            if layout.hidden:
                biases, sensitivities, outputs = network[-3 * layout.hidden - 1 : -1].reshape(3, -1)
                if self.activation != "radial":
                    biases[:] = 0.0
                network[-1] = -float(outputs @ activated(self.activation, sensitivities * biases))
        return weights

    # What the core makes for it has the face of what it makes for a feature set.

    def evaluator(self, weights: NDArray[np.float64]) -> CoreEvaluator:
        """A snapshot of weights; an output of 1 is a won game, 9,999 units of the evaluation."""
        return self._native.evaluator(weights)  # type: ignore[no-any-return]

    def integer(self, weights: NDArray[np.float64], scale: float) -> CoreEvaluator:
        """A snapshot for play, in units `scale` times as many."""
        return self._native.integer(weights, scale)  # type: ignore[no-any-return]

    def influences(self, weights: NDArray[np.float64], position: Any, program: Any) -> Any:
        """Which network speaks of a position, its inputs, their values and slopes."""
        return self._native.influences(weights, position, program)

    def alphabeta(self, table_bits: int = 18) -> Any:
        """A training search, one a thread."""
        return self._native.alphabeta(table_bits)

    def minimax(self) -> Any:
        """A training search that keeps its whole tree, one a thread."""
        return self._native.minimax()

    def tournament(self, megabytes: int = 16, threads: int = 1) -> Any:
        """A search for play, one a game."""
        return self._native.tournament(megabytes, threads)

    def knightcap(self, megabytes: int = 16) -> Any:
        """KnightCap's search, with the face of the one for play."""
        return self._native.knightcap(megabytes)

    @cached_property
    def _native(self) -> Any:
        return self.feature_set.perceptron(list(self.hidden), self.activation)


def _count(networks: int) -> str:
    return "one network" if networks == 1 else f"{networks} networks"
