"""Feature sets by their names, and what identifies them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache

from leafstrap.errors import RecipeError
from leafstrap.evaluators.own_features import FEATURE_SETS
from leafstrap.games import Game
from leafstrap.types import FeatureSet


def feature_set_of(game: Game, name: str | None) -> FeatureSet:
    """A feature set of a game; without a name the one that the game itself would choose."""
    name = name or game.default_features
    if name in game.feature_sets:
        return game.feature_sets[name]
    if f"{game.name}/{name}" in FEATURE_SETS:
        return FEATURE_SETS.get(f"{game.name}/{name}").core
    others = [each.name for each in FEATURE_SETS if each.game == game.name]
    known = ", ".join([*game.feature_sets, *others])
    raise RecipeError(f"There is no feature set {name!r} for {game.name}: there are {known}.")


def concepts_of(feature_set: FeatureSet) -> tuple[tuple[str, str, str], ...]:
    """Name, family and meaning of every concept."""
    described = zip(feature_set.names, feature_set.families, feature_set.meanings, strict=True)
    named = ((concept(feature_set, name), family, meaning) for name, family, meaning in described)
    return tuple(named)[:: feature_set.stages]


def concept(feature_set: FeatureSet, name: str) -> str:
    """The name of a weight without its stage."""
    return name.rpartition(".")[0] if feature_set.stages > 1 else name


@cache  # draughts has a hundred thousand
def feature_digest(feature_set: FeatureSet) -> str:
    """Of all names and meanings in their order: weights fit only where every index means the same."""
    return digest_of(zip(feature_set.names, feature_set.meanings, strict=True))


def digest_of(described: Iterable[tuple[str, str]]) -> str:
    """Of names and their meanings in their order."""
    return hashlib.sha256("\n".join(f"{name}: {what}" for name, what in described).encode()).hexdigest()[:16]
