"""Networks as evaluators: one hidden layer or none, one network for all positions or several, one output or several.

`network` is one network over a feature set. `modular` is several of them: a classifier of the game (its stages, the
classes of backgammon) says which one speaks of a position. Inputs are what the side to move sees.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from leafstrap.errors import RecipeError
from leafstrap.evaluators.architecture import EVALUATORS, Architecture, PieceValues, Weights
from leafstrap.evaluators.c_header import network_header
from leafstrap.evaluators.explain import Explanation, Term
from leafstrap.evaluators.feature_rows import Array, FeatureRows, RowKind, read_inputs, shares_of
from leafstrap.evaluators.feature_set import concepts_of, digest_of, feature_set_of
from leafstrap.evaluators.network_layout import (
    ACTIVATIONS,
    MOST_HIDDEN,
    SCALE,
    NetworkLayout,
    activated,
    random_weights,
    sensitivity_mask,
)
from leafstrap.evaluators.piece_values import NetworkPieceValues, centipawns_per_unit
from leafstrap.evaluators.tangents import Tangents
from leafstrap.games import Classifier, Game
from leafstrap.games.outputs import Outputs
from leafstrap.types import CoreEvaluator, FeatureSet, JsonObject, Networks, Position, Positions, Table

WHOLE = "single"  # the classifier of one network for all positions


class PlayingNetworks(Networks, Protocol):
    """Networks of a game that has a search for play."""

    def integer(self, weights: Weights, scale: float) -> CoreEvaluator:
        """A snapshot in whole numbers, in units `scale` times as many."""


@dataclass(frozen=True)
class NetworkArchitecture(Architecture):
    """Networks that differ in their inputs and numbers of units.

    >>> from leafstrap import games
    >>> staged = ModularArchitecture.of(games.get("chess"), {"features": "material", "hidden": [3]})
    >>> staged.name, staged.networks, staged.size
    ('material 3-3-3 sigmoid', ('opening', 'middlegame', 'endgame'), 75)
    >>> NetworkArchitecture.parse(games.get("chess"), "material 3-3-3 sigmoid") == staged
    True
    >>> NetworkArchitecture.parse(games.get("backgammon"), "small 20-20-40 sigmoid seven").networks
    ('endgame', 'race', 'other')
    """

    game: Game = field(compare=False)
    classifier: str
    features: str  # the feature set of networks that have none of their own; else the classifier's name
    hidden: tuple[int, ...]  # units of each network
    activation: str = "sigmoid"
    output_scheme: str = "one"

    kind: ClassVar[str] = "network"
    format = "leafstrap network weights"
    settings: ClassVar[tuple[str, ...]] = ("features", "hidden", "activation", "outputs")
    in_turn = True

    @classmethod
    def of(cls, game: Game, settings: Table) -> NetworkArchitecture:
        """One network, or a RecipeError."""
        return _checked(NetworkArchitecture, game, WHOLE, settings)

    @classmethod
    def parse(cls, game: Game, name: str) -> NetworkArchitecture:
        """The networks that a name tells in full."""
        words = name.split()
        several = len(game.outputs) > 1
        if len(words) != 3 + several:
            raise RecipeError(f"{name!r} does not name networks.")
        first, hidden, activation, *scheme = words
        try:
            units = [int(number) for number in hidden.split("-")]
        except ValueError:
            raise RecipeError(f"{name!r} does not name networks.") from None
        settings = {"hidden": units, "activation": activation, "outputs": scheme[0] if several else "one"}
        if first in game.classifiers:
            return _checked(ModularArchitecture, game, first, settings)
        settings["features"] = first
        if len(units) == 1:
            return _checked(NetworkArchitecture, game, WHOLE, settings)
        for name, classifier in game.classifiers.items():
            if len(classifier.modules) == len(units) and classifier.shares_features:
                return _checked(ModularArchitecture, game, name, settings)
        raise RecipeError(f"{game.name} does not tell {len(units)} kinds of positions apart.")

    @property
    def name(self) -> str:
        """All there is to know of it, in three words, or four where there are several kinds of outputs."""
        words = [self.features, "-".join(map(str, self.hidden)), self.activation]
        return " ".join(words + [self.output_scheme] * (len(self.game.outputs) > 1))

    @property
    def unit(self) -> str:
        """Of the values."""
        return "view of the side to move, a game won by one point is 1"

    @property
    def networks(self) -> tuple[str, ...]:
        """The names of its networks."""
        return tuple(name for name, _ in self._classifier.modules)

    @cached_property
    def feature_sets(self) -> tuple[FeatureSet, ...]:
        """What each of its networks is told."""
        return tuple(feature_set_of(self.game, own or self.features) for _, own in self._classifier.modules)

    @cached_property
    def inputs(self) -> tuple[tuple[tuple[str, str, str], ...], ...]:
        """Name, family and meaning of every input of each network."""
        return tuple(concepts_of(feature_set) for feature_set in self.feature_sets)

    @cached_property
    def layouts(self) -> tuple[NetworkLayout, ...]:
        """The weights of each of its networks."""
        return tuple(
            NetworkLayout(name, [(each, meaning) for each, _, meaning in inputs], units, len(self.outputs))
            for name, inputs, units in zip(self.networks, self.inputs, self.hidden, strict=True)
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
    def digest(self) -> str:
        """Of all inputs of all networks, and their meanings."""
        lines = [
            f"{network}.{name}: {meaning}"
            for network, inputs in zip(self.networks, self.inputs, strict=True)
            for name, _, meaning in inputs
        ]
        return hashlib.sha256("\n".join([self.name, *lines]).encode()).hexdigest()[:16]

    @property
    def outputs(self) -> Outputs:
        """As the game knows them."""
        return self.game.outputs[self.output_scheme]

    @cached_property
    def core(self) -> Networks:
        """Networks of this shape, in the core."""
        assert self.game.networks is not None  # without it there are no classifiers
        return self.game.networks(
            self.classifier, self.output_scheme, self.activation, self.feature_sets, list(self.hidden)
        )

    @property
    def sensitivities(self) -> NDArray[np.bool_]:
        """Those of hidden units."""
        return sensitivity_mask(self.layouts)

    def snapshot(self, weights: Weights) -> CoreEvaluator:
        """Weights in single precision; where a win is 9,999 in searches, an output of 1 is as much."""
        return self.core.evaluator(weights)

    def integer(self, weights: Weights, scale: float) -> CoreEvaluator:
        """The same for play."""
        return cast("PlayingNetworks", self.core).integer(weights, scale)

    def start(self, kind: str, seed: int, scale: float | None) -> Weights:
        """Random weights: units that begin alike would stay alike.

        Where inputs tell what one side has more than the other, it makes no difference at first whose move it is. A
        network that begins with thinking it bad to be on the move sees a gain in every capture, whatever it takes,
        and its searches look at all of them. So hidden units begin without biases, except for radial ones, which
        would take what one side has more for what the other has, and even positions are worth 0.
        """
        weights = random_weights(self.layouts, self.activation, seed, SCALE if scale is None else scale)
        networks = np.split(weights, np.cumsum([layout.size for layout in self.layouts])[:-1])
        for layout, network, feature_set in zip(self.layouts, networks, self.feature_sets, strict=True):
            if feature_set.movers_view:
                continue
            network[-1] = 0.0
            if layout.hidden:
                biases, sensitivities, outputs = network[-3 * layout.hidden - 1 : -1].reshape(3, -1)
                if self.activation != "radial":
                    biases[:] = 0.0
                network[-1] = -float(outputs @ activated(self.activation, sensitivities * biases))
        return weights

    def piece_values(self) -> PieceValues:
        """Asked of positions with and without each piece."""
        return NetworkPieceValues(self.game, self.snapshot)

    def explain(self, weights: Weights, position: Position) -> Explanation:
        """How the evaluation leans on every input; the shares do not sum to it, as networks are not linear."""
        several, turn = len(self.outputs) > 1, position.turn
        network, indices, values, influences = self.core.influences(weights, position, turn)
        terms = defaultdict(list)
        sign = 1 if several else turn.sign
        for index, value, influence in zip(
            indices.tolist(), values.tolist(), influences.tolist(), strict=True
        ):
            name, family, meaning = self.inputs[network][index]
            terms[family].append(Term(name, meaning, sign * value, self.game.win * influence / value))
        snapshot = self.snapshot(weights)
        if not several:
            return Explanation.of(snapshot.value(position, turn), terms, network=self.networks[network])
        said = snapshot.outputs([position])[0].tolist()
        return Explanation.of(
            turn.sign * snapshot.value(position, turn),
            terms,
            "the view of the side whose turn it is",
            self.networks[network],
            dict(zip(self.outputs.names, said, strict=True)),
        )

    def about_weights(self) -> JsonObject:
        """The shape of every network, in the order of their weights."""
        starts = np.cumsum([0, *(layout.size for layout in self.layouts)]).tolist()
        networks = [
            {
                "name": layout.name,
                "features": feature_set.name,
                "inputs": len(layout.inputs),
                "hidden": layout.hidden,
                "outputs": layout.outputs,
                "start": start,
            }
            for layout, feature_set, start in zip(self.layouts, self.feature_sets, starts, strict=False)
        ]
        return {"activation": self.activation, "outputs": list(self.outputs.names), "networks": networks}

    def weight_columns(self) -> Mapping[str, Sequence[str]]:
        """What the input of each weight means."""
        return {
            "stage": [layout.name for layout in self.layouts for _ in range(layout.size)],
            "meaning": [meaning for layout in self.layouts for _, meaning in layout.weights()],
        }

    def c_header(self, weights: Weights) -> str:
        """All networks, and a forward pass."""
        outputs, win, pieces = self.outputs, self.game.win, self.game.pieces is not None
        return network_header(
            f"Networks of {self.game.name}, {self.name}; a game won by one point is {win:g}.",
            self.layouts,
            self.activation,
            weights,
            outputs.names,
            win * outputs.worth,
            -win * float(outputs.worth @ outputs.even),
            centipawns_per_unit(self, weights) if pieces else None,
        )

    @cached_property
    def row_kinds(self) -> tuple[RowKind, ...]:
        """The feature sets of its networks, each once."""
        told = dict(zip((feature_set.name for feature_set in self.feature_sets), self.inputs, strict=True))
        return tuple(
            RowKind(name, digest_of((each, meaning) for each, _, meaning in inputs), len(inputs))
            for name, inputs in told.items()
        )

    @cached_property
    def kinds_of_parts(self) -> NDArray[np.intp]:
        """By the feature set of each network."""
        names = [kind.name for kind in self.row_kinds]
        return np.array([names.index(feature_set.name) for feature_set in self.feature_sets], dtype=np.intp)

    def feature_rows(self, positions: Positions) -> FeatureRows:
        """The inputs of the network that speaks of each position."""
        parts = [self.core.network_of(position) for position in positions]
        shares = shares_of(parts, len(self.networks))
        if len(self.row_kinds) == 1:
            return FeatureRows(read_inputs(self.feature_sets[0], positions), shares)
        inputs = np.zeros((len(positions), self.row_width), dtype=np.float32)
        for kind, about in enumerate(self.row_kinds):
            rows = np.flatnonzero(self.kinds_of_parts[parts] == kind).tolist()
            some = [positions[row] for row in rows]
            inputs[rows, : about.width] = read_inputs(feature_set_of(self.game, about.name), some)
        return FeatureRows(inputs, shares)

    def tangents(self, weights: Array) -> Tangents:
        """One hidden layer has derivatives in closed form."""
        return Tangents.networks(self.activation, self.layouts, weights)

    @property
    def _classifier(self) -> Classifier:
        return self.game.classifiers[self.classifier]


class ModularArchitecture(NetworkArchitecture):
    """`modular`: a network for each class of positions that a classifier of the game tells apart."""

    kind = "modular"
    settings = ("classifier", "features", "hidden", "activation", "outputs")

    @classmethod
    def of(cls, game: Game, settings: Table) -> NetworkArchitecture:
        """Several networks, or a RecipeError."""
        known = [name for name in game.classifiers if name != WHOLE]
        if not known:
            raise RecipeError(
                f"{game.name} tells no classes of positions apart: choose evaluator.kind network."
            )
        return _checked(ModularArchitecture, game, cls.read(settings).classifier or known[0], settings)


def _checked(
    cls: type[NetworkArchitecture], game: Game, classifier: str, settings: Table
) -> NetworkArchitecture:
    """Networks that make sense, or a RecipeError. One number of hidden units serves all networks."""
    if game.networks is None:
        raise RecipeError(f"There are no networks for {game.name}: choose evaluator.kind linear.")
    if classifier not in game.classifiers:
        known = ", ".join(name for name in game.classifiers if name != WHOLE)
        raise RecipeError(f"{game.name} has no classifier {classifier!r}: there are {known}.")
    about, told = game.classifiers[classifier], cls.read(settings)
    networks = len(about.modules)
    features = feature_set_of(game, told.features).name if about.shares_features else classifier
    units = told.hidden or about.hidden
    if len(units) not in (1, networks):
        counted = "one network" if networks == 1 else f"{networks} networks"
        raise RecipeError(f"There are {len(units)} numbers of hidden units for {counted}.")
    if not all(0 <= number <= MOST_HIDDEN for number in units):
        raise RecipeError(f"A network has 0 to {MOST_HIDDEN} hidden units.")
    activation, scheme = told.activation or "sigmoid", told.outputs or next(iter(game.outputs))
    if activation not in ACTIVATIONS or scheme not in game.outputs:
        raise RecipeError(
            f"Hidden units are {', '.join(ACTIVATIONS)} and outputs {' or '.join(game.outputs)}, "
            f"not {activation} and {scheme}."
        )
    made = cls(game, classifier, features, units * (networks // len(units)), activation, scheme)
    try:
        made.core  # noqa: B018 - the core says what it cannot make
    except ValueError as error:
        raise RecipeError(f"There are no such networks: {error}.") from None
    return made


EVALUATORS.register("network", NetworkArchitecture)
EVALUATORS.register("modular", ModularArchitecture)
