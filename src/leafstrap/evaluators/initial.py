"""Where learning starts: the weights before the first game, and those that never change."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from leafstrap.errors import RecipeError
from leafstrap.evaluators import hand_classical, hand_knightcap
from leafstrap.evaluators.feature_set import FeatureSet, concept
from leafstrap.evaluators.modular_architecture import ModularArchitecture
from leafstrap.evaluators.network_architecture import NetworkArchitecture
from leafstrap.evaluators.network_layout import SCALE as NETWORK_SCALE
from leafstrap.evaluators.piece_values import pieces_of
from leafstrap.evaluators.weights_file import load_weights
from leafstrap.games import Game

KINDS = ("random", "zero", "material", "pawn", "hand")

# Feature sets with weights set by hand: the weight of a concept in a stage. The unit is a pawn.
HAND = {
    ("chess", "knightcap"): hand_knightcap.weight,
    ("chess", "classical"): hand_classical.weight,
}

# "Small random numbers" (Meep, section 5) where a win is 9999: a hundred active features of this size sum to
# about five, which is little beside what a pawn comes to be worth.
SCALE = 1.0


def initial_weights(
    game: Game, feature_set: FeatureSet, kind: str, *, seed: int = 0, scale: float | None = None
) -> NDArray[np.float64]:
    """Weights to start from: `random`, `zero`, `material`, `pawn`, `hand`, or what a weights file holds.

    `random` is uniform between -scale and scale, the same for the same seed. `material` is KnightCap's
    1, 4, 4, 6, 12, in draughts 1 and 3, with everything else at 0; `pawn` puts every weight at the value of a pawn, as
    KnightCap's second experiment did; `hand` is what we think a feature is worth, for the sets where we have said so.

    >>> from leafstrap import games
    >>> chess = games.get("chess")
    >>> initial_weights(chess, chess.feature_sets["material"], "material").tolist()
    [1.0, 4.0, 4.0, 6.0, 12.0]
    """
    if kind == "random":
        scale = SCALE if scale is None else scale
        return np.random.default_rng(seed).uniform(-scale, scale, feature_set.size)
    if kind == "zero":
        return np.zeros(feature_set.size)
    if kind == "material":
        return _material(game, feature_set)
    if kind == "pawn":
        return np.ones(feature_set.size)
    if kind == "hand":
        return _by_hand(game, feature_set)
    if not kind.endswith(".safetensors") and not Path(kind).exists():
        raise RecipeError(
            f"Initial weights are {', '.join(KINDS)} or a weights file, and {kind!r} is none of them."
        )
    return load_weights(Path(kind), game, feature_set)


def initial_networks(
    game: Game,
    architecture: ModularArchitecture | NetworkArchitecture,
    kind: str,
    *,
    seed: int,
    scale: float | None,
) -> NDArray[np.float64]:
    """Weights for networks to start from: `random`, or what a weights file holds.

    Nothing else is any use: hidden units that begin alike stay alike.
    """
    if kind == "random":
        return architecture.random_weights(seed, NETWORK_SCALE if scale is None else scale)
    if not kind.endswith(".safetensors") and not Path(kind).exists():
        raise RecipeError(f"Networks start from random or a weights file, and {kind!r} is neither.")
    return load_weights(Path(kind), game, architecture)


def _material(game: Game, feature_set: FeatureSet) -> NDArray[np.float64]:
    worths = pieces_of(game).first
    weights = np.zeros(feature_set.size)
    found = set()
    for index, (name, family) in enumerate(zip(feature_set.names, feature_set.families, strict=True)):
        piece = concept(feature_set, name)
        if family == "material" and piece in worths:
            weights[index] = worths[piece]
            found.add(piece)
    if found != set(worths):
        raise RecipeError(
            f"The feature set {feature_set.name} does not count pieces: it has no material to start from."
        )
    return weights


def _by_hand(game: Game, feature_set: FeatureSet) -> NDArray[np.float64]:
    weight = HAND.get((game.name, feature_set.name))
    if weight is None:
        known = ", ".join(name for of, name in HAND if of == game.name) or "none"
        raise RecipeError(
            f"The feature set {feature_set.name} has no weights set by hand; of {game.name} these have: {known}."
        )
    stages = feature_set.stages
    return np.array(
        [weight(concept(feature_set, name), index % stages) for index, name in enumerate(feature_set.names)]
    )


def fixed_weights(feature_set: FeatureSet, names: Sequence[str]) -> NDArray[np.bool_]:
    """True for every weight that one of `names` means.

    A name is that of a weight, the same without its stage, or a pattern with `*` and `?`.

    >>> from leafstrap import games
    >>> fixed_weights(games.get("chess").feature_sets["material"], ["pawn"]).tolist()
    [True, False, False, False, False]
    """
    fixed = np.zeros(feature_set.size, dtype=np.bool_)
    for wanted in names:
        hits = [
            index
            for index, name in enumerate(feature_set.names)
            if wanted in (name, concept(feature_set, name)) or fnmatchcase(name, wanted)
        ]
        if not hits:
            near = difflib.get_close_matches(wanted, list(feature_set.names), n=1, cutoff=0.4)
            hint = f"; did you mean {near[0]}?" if near else "."
            raise RecipeError(
                f"The feature set {feature_set.name} has no weight {wanted} to hold fixed{hint}"
            )
        fixed[hits] = True
    return fixed
