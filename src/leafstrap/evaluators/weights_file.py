"""Weights on disk: safetensors, with everything in the file that says whether it fits.

The header holds `format`, `version`, `game`, `feature_set`, `feature_hash` and `unit`, and whatever its maker
adds about where the weights come from (recipe, games). The one tensor is `weights`, float64 or float32. Of networks,
`feature_set` is the form in a few words, and the weights stand in the order of its `names`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from leafstrap.durable import write_whole
from leafstrap.errors import RecipeError, WeightsError
from leafstrap.evaluators.feature_set import FeatureSet, feature_hash
from leafstrap.evaluators.linear import Linear
from leafstrap.evaluators.modular import ModularEvaluator
from leafstrap.evaluators.modular_architecture import ModularArchitecture
from leafstrap.evaluators.network import Evaluator, NetworkEvaluator
from leafstrap.evaluators.network_architecture import NetworkArchitecture
from leafstrap.evaluators.tensor_file import damaged, read_whole, sorted_header
from leafstrap.games import Game

VERSION = "1"

Form = FeatureSet | ModularArchitecture | NetworkArchitecture


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of evaluator as files tell it: the format, and the unit of values unless the maker knows better."""

    format: str
    unit: str
    precision: type[np.floating[Any]]


LINEAR = Kind("leafstrap linear weights", "first player's view, a win is 9999", np.float64)
# They learn and play in single precision.
NETWORKS = Kind("leafstrap network weights", "points, view of the side whose turn it is", np.float32)
PERCEPTRON = Kind("leafstrap perceptron weights", "view of the side to move, a win is 1", np.float64)
KINDS = (LINEAR, NETWORKS, PERCEPTRON)


def weights_bytes(
    game: Game,
    architecture: Form,
    weights: NDArray[np.float64],
    origin: Mapping[str, object] | None = None,
) -> bytes:
    """The content of a weights file. Equal arguments give equal bytes."""
    if weights.shape != (architecture.size,):
        raise ValueError(f"{architecture.name} has {architecture.size} weights, not {weights.shape}")
    kind = _kind(architecture)
    about = {
        "unit": kind.unit,
        **{key: str(value) for key, value in (origin or {}).items()},
        "format": kind.format,
        "version": VERSION,
        "game": game.name,
        "feature_set": architecture.name,
        "feature_hash": _mark(architecture),
    }
    return sorted_header(
        save({"weights": np.ascontiguousarray(weights, dtype=kind.precision)}, metadata=about)
    )


def save_weights(
    path: Path,
    game: Game,
    architecture: Form,
    weights: NDArray[np.float64],
    origin: Mapping[str, object] | None = None,
) -> None:
    """Write a weights file; after a crash at any instant the old or the new one is there, whole."""
    content = weights_bytes(game, architecture, weights, origin)
    try:
        write_whole(path, content)
    except OSError as error:
        raise WeightsError(f"{path} cannot be written: {error.strerror}.") from error


def load_linear(path: Path, game: Game) -> Linear:
    """Read weights of any feature set of a game; a WeightsError says in a sentence why they do not fit."""
    about, content = read_whole(path)
    _check_kind(path, about, game, LINEAR)
    name = about.get("feature_set", "")
    if name not in game.feature_sets:
        raise WeightsError(
            f"{path} holds weights for the feature set {name!r}, which this Leafstrap does not have for "
            f"{game.name}: it has {', '.join(game.feature_sets)}."
        )
    feature_set = game.feature_sets[name]
    return Linear(game, feature_set, _weights(path, about, content, feature_set))


def load_perceptron(path: Path, game: Game) -> NetworkEvaluator:
    """Read networks over any feature set of a game; a WeightsError says in a sentence why they do not fit."""
    about, content = read_whole(path)
    _check_kind(path, about, game, PERCEPTRON)
    try:
        architecture = NetworkArchitecture.parse(game, str(about.get("feature_set", "")))
    except RecipeError as error:
        raise WeightsError(f"{path} holds networks that this Leafstrap does not have: {error}") from None
    return NetworkEvaluator(game, architecture, _weights(path, about, content, architecture))


def load_evaluator(path: Path, game: Game) -> Evaluator:
    """Read what searches evaluate with: linear weights or networks over a feature set."""
    about, _ = read_whole(path)
    return (
        load_perceptron(path, game) if about.get("format") == PERCEPTRON.format else load_linear(path, game)
    )


def load_networks(path: Path, game: Game) -> ModularEvaluator:
    """Read networks of any form; a WeightsError says in a sentence why they do not fit."""
    about, content = read_whole(path)
    _check_kind(path, about, game, NETWORKS)
    try:
        architecture = ModularArchitecture.parse(str(about.get("feature_set", "")))
    except RecipeError as error:
        raise WeightsError(f"{path} holds networks that this Leafstrap does not have: {error}") from None
    return ModularEvaluator(game, architecture, _weights(path, about, content, architecture))


def load_weights(path: Path, game: Game, architecture: Form) -> NDArray[np.float64]:
    """Read weights that must belong to this feature set, or form of networks."""
    about, content = read_whole(path)
    _check_kind(path, about, game, _kind(architecture))
    if about.get("feature_set") != architecture.name:
        raise WeightsError(
            f"{path} holds weights for the feature set {about.get('feature_set')!r}: "
            f"choose a file made for {architecture.name!r}, or that feature set."
        )
    return _weights(path, about, content, architecture)


def read_origin(path: Path) -> dict[str, str]:
    """What the header says beside the weights: where they come from, for which game and features."""
    about, _ = read_whole(path)
    return {str(key): str(value) for key, value in about.items()}


def _kind(architecture: Form) -> Kind:
    if isinstance(architecture, NetworkArchitecture):
        return PERCEPTRON
    return NETWORKS if isinstance(architecture, ModularArchitecture) else LINEAR


def _mark(architecture: Form) -> str:
    return (
        architecture.digest
        if isinstance(architecture, ModularArchitecture | NetworkArchitecture)
        else feature_hash(architecture)
    )


def _check_kind(path: Path, about: Mapping[str, Any], game: Game, kind: Kind) -> None:
    if about.get("format") not in [known.format for known in KINDS]:
        raise WeightsError(f"{path} was not written by Leafstrap: its header does not say {kind.format!r}.")
    if about.get("version") != VERSION:
        raise WeightsError(
            f"{path} has format version {about.get('version')!r}, and this Leafstrap reads {VERSION!r}: "
            f"use the Leafstrap that wrote it, or learn the weights again."
        )
    if about.get("game") != game.name:
        raise WeightsError(
            f"{path} holds weights for {about.get('game')!r}, not for {game.name}: choose another file."
        )
    if about.get("format") != kind.format:
        raise WeightsError(f"{path} holds {about.get('format')}, where {kind.format} are needed.")


def _weights(path: Path, about: Mapping[str, Any], content: bytes, architecture: Form) -> NDArray[np.float64]:
    if about.get("feature_hash") != _mark(architecture):
        raise WeightsError(
            f"{path} was made for another version of the feature set {architecture.name}, with features other "
            f"than today's: use the Leafstrap that wrote it, or learn the weights again."
        )
    try:
        tensors = load(content)
    except (SafetensorError, KeyError, ValueError):
        raise damaged(path) from None
    weights = tensors.get("weights")
    if (
        weights is None
        or weights.shape != (architecture.size,)
        or weights.dtype not in (np.float32, np.float64)
    ):
        raise WeightsError(
            f"{path} does not hold the {architecture.size} weights of the feature set {architecture.name}: "
            f"it is damaged or was edited, take another file."
        )
    if not np.isfinite(weights).all():
        raise WeightsError(
            f"{path} holds {np.count_nonzero(~np.isfinite(weights))} weights that are not finite: the run "
            f"that made it diverged, take an earlier checkpoint or learn with a smaller step size."
        )
    return weights.astype(np.float64)
