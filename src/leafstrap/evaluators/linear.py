"""Linear evaluators: a weight for every feature of a set, and the evaluation is their dot product."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import EVALUATION_LIMIT, WIN
from leafstrap.errors import RecipeError
from leafstrap.evaluators.architecture import EVALUATORS, Architecture, PieceValues, Weights
from leafstrap.evaluators.c_header import linear_header
from leafstrap.evaluators.explain import Explanation, Term
from leafstrap.evaluators.feature_rows import Array, FeatureRows, RowKind, read_inputs
from leafstrap.evaluators.feature_set import concept, feature_digest, feature_set_of
from leafstrap.evaluators.piece_values import LinearPieceValues, centipawns_per_unit
from leafstrap.evaluators.tangents import Tangents
from leafstrap.games import Game
from leafstrap.games.outputs import Outputs, SingleOutput, turns_of
from leafstrap.types import CoreEvaluator, FeatureSet, JsonObject, Position, Positions, SparseRows, Table

# "Small random numbers" (Meep, section 5) where a win is 9999: a hundred active features of this size sum to
# about five, which is little beside what a pawn comes to be worth.
SCALE = 1.0


@dataclass(frozen=True)
class LinearArchitecture(Architecture):
    """`linear`: one weight a feature.

    >>> from leafstrap import games
    >>> material = LinearArchitecture.of(games.get("chess"), {"features": "material"})
    >>> material.name, list(material.names), material.initial_weights("material").tolist()
    ('material', ['pawn', 'knight', 'bishop', 'rook', 'queen'], [1.0, 4.0, 4.0, 6.0, 12.0])
    """

    game: Game = field(compare=False)
    feature_set: FeatureSet

    kind = "linear"
    format = "leafstrap linear weights"
    settings: ClassVar[tuple[str, ...]] = ("features", "fixed")
    starts: ClassVar[tuple[str, ...]] = ("random", "zero", "material", "pawn", "hand", "published")

    @classmethod
    def of(cls, game: Game, settings: Table) -> LinearArchitecture:
        """Over the feature set that is named, or the game's own choice."""
        return cls(game, feature_set_of(game, cls.read(settings).features))

    @classmethod
    def parse(cls, game: Game, name: str) -> LinearArchitecture:
        """A name is that of the feature set."""
        return cls(game, feature_set_of(game, name))

    @property
    def unit(self) -> str:
        """Of the values."""
        return f"first player's view, a win is {self.game.win:g}"

    @property
    def name(self) -> str:
        """The feature set's."""
        return self.feature_set.name

    @cached_property
    def digest(self) -> str:
        """Of all features, in their order."""
        return feature_digest(self.feature_set)

    @cached_property
    def names(self) -> Sequence[str]:
        """Of the features."""
        return tuple(self.feature_set.names)

    @property
    def size(self) -> int:
        """Number of features."""
        return self.feature_set.size

    @property
    def largest_weight(self) -> float:
        """Of one feature that is worth ten won games."""
        return 10 * max(WIN, self.game.win)

    @cached_property
    def outputs(self) -> Outputs:
        """The dot product itself."""
        game = self.game
        most = EVALUATION_LIMIT / WIN * game.win if game.most_points == 1 else None
        return SingleOutput.of(game.win, game.most_points, most)

    @property
    def core(self) -> Any:
        """The feature set makes the searches."""
        return self.feature_set

    def snapshot(self, weights: Weights) -> CoreEvaluator:
        """Weights in single precision."""
        return self.feature_set.linear(weights)

    def integer(self, weights: Weights, scale: float) -> CoreEvaluator:
        """Weights in whole numbers: sums of these are exact."""
        whole: CoreEvaluator = self.core.integer(weights, scale)  # of games that have a search for play
        return whole

    def start(self, kind: str, seed: int, scale: float | None) -> Weights:
        """Weights to begin with.

        `random` is uniform between -scale and scale. `material` is what a program knows that counts pieces, with
        everything else at 0; `pawn` puts every weight at the value of a pawn, as KnightCap's second experiment did;
        `hand` is what we think a feature is worth, `published` what a public program does, for the sets that have it.
        """
        if kind == "random":
            most = SCALE * self.game.win / WIN if scale is None else scale
            return np.random.default_rng(seed).uniform(-most, most, self.size)
        if kind == "material":
            return self._material()
        if kind == "hand":
            return self._given(self.game.hand_weights, "set by hand")
        if kind == "published":
            return self._given(self.game.published_weights, "of a published program")
        return np.ones(self.size) if kind == "pawn" else np.zeros(self.size)

    def fixed(self, names: Sequence[str]) -> NDArray[np.bool_]:
        """Every weight that one of `names` means: a name, the same without its stage, or a pattern with `*` and `?`.

        >>> from leafstrap import games
        >>> LinearArchitecture.of(games.get("chess"), {"features": "material"}).fixed(["pawn"]).tolist()
        [True, False, False, False, False]
        """
        fixed = np.zeros(self.size, dtype=np.bool_)
        for wanted in names:
            hits = [
                index
                for index, name in enumerate(self.names)
                if wanted in (name, concept(self.feature_set, name)) or fnmatchcase(name, wanted)
            ]
            if not hits:
                near = difflib.get_close_matches(wanted, self.names, n=1, cutoff=0.4)
                hint = f"; did you mean {near[0]}?" if near else "."
                raise RecipeError(f"The feature set {self.name} has no weight {wanted} to hold fixed{hint}")
            fixed[hits] = True
        return fixed

    def piece_values(self) -> PieceValues:
        """Linear in the weights as well."""
        return LinearPieceValues(self.game, self.feature_set)

    def explain(self, weights: Weights, position: Position) -> Explanation:
        """What every feature adds."""
        features = self.feature_set
        names, families, meanings = features.names, features.families, features.meanings
        view = position.turn.sign if features.movers_view else 1
        terms = defaultdict(list)
        for index, value in zip(
            *(array.tolist() for array in features.row(position, position.turn)), strict=True
        ):
            if value:
                term = Term(names[index], meanings[index], value, view * float(weights[index]))
                terms[families[index]].append(term)
        return Explanation.of(self.snapshot(weights).value(position, position.turn), terms)

    def about_weights(self) -> JsonObject:
        """The stages, and the view of the rows."""
        view = "the side to move" if self.feature_set.movers_view else "the first player"
        return {"stages": list(self.feature_set.stage_names), "rows_view": view}

    def weight_columns(self) -> Mapping[str, Sequence[str]]:
        """As the feature set has it."""
        features, stages = self.feature_set, list(self.feature_set.stage_names)
        return {
            "concept": [concept(features, name) for name in self.names],
            "stage": [stages[index % len(stages)] for index in range(self.size)],
            "family": features.families,
            "meaning": features.meanings,
        }

    def c_header(self, weights: Weights) -> str:
        """Weights with their names, and a dot product."""
        pieces = self.game.pieces is not None
        title = f"Linear evaluator of {self.game.name} over the features {self.name}, {self.unit}."
        return linear_header(
            title, weights, self.names, centipawns_per_unit(self, weights) if pieces else None
        )

    @cached_property
    def row_kinds(self) -> tuple[RowKind, ...]:
        """One: the concepts of the set."""
        return (RowKind(self.name, self.digest, self.size // self.feature_set.stages),)

    @property
    def kinds_of_parts(self) -> NDArray[np.intp]:
        """Every stage is told the same."""
        return np.zeros(self.feature_set.stages, dtype=np.intp)

    def sparse_rows(self, positions: Positions) -> SparseRows:
        """Of every weight its feature, so that a row times the weights is the evaluation, in the view of the set."""
        return self.feature_set.rows(list(positions))

    def linear_rows(self, positions: Positions) -> SparseRows:
        """The features."""
        indptr, indices, values = self.feature_set.rows(list(positions))
        if self.feature_set.movers_view:
            values = values * np.repeat(turns_of(positions).astype(np.float32), np.diff(indptr))
        return indptr, indices, values

    def feature_rows(self, positions: Positions) -> FeatureRows:
        """Concepts, and the mix of stages."""
        shares = np.array([self.feature_set.mix(position) for position in positions], dtype=np.float32)
        return FeatureRows(read_inputs(self.feature_set, positions), shares)

    def tangents(self, weights: Array) -> Tangents:
        """The weights are their own derivatives."""
        return Tangents.linear(self.row_width, weights)

    def _material(self) -> Weights:
        if self.game.pieces is None:
            raise RecipeError(
                f"There are no pieces to count in {self.game.name}: it has no material to start from."
            )
        worths = self.game.pieces.first
        weights = np.zeros(self.size)
        found = set()
        for index, (name, family) in enumerate(zip(self.names, self.feature_set.families, strict=True)):
            piece = concept(self.feature_set, name)
            if family == "material" and piece in worths:
                weights[index] = worths[piece]
                found.add(piece)
        if found != set(worths):
            raise RecipeError(
                f"The feature set {self.name} does not count pieces: it has no material to start from."
            )
        return weights

    def _given(self, known: Mapping[str, Callable[[str, int], float]], which: str) -> Weights:
        weight = known.get(self.name)
        if weight is None:
            have = ", ".join(known) or "none"
            raise RecipeError(
                f"The feature set {self.name} has no weights {which}; of {self.game.name} these have: {have}."
            )
        stages = self.feature_set.stages
        return np.array(
            [weight(concept(self.feature_set, name), index % stages) for index, name in enumerate(self.names)]
        )


EVALUATORS.register("linear", LinearArchitecture)
