"""Weights on disk: safetensors, with everything in the file that says whether it fits.

The header holds `format`, `version`, `game`, `feature_set` (the name of the architecture), `feature_hash` (its
digest) and `unit`, and whatever its maker adds about where the weights come from (recipe, games). The one tensor is
`weights`, float64 or float32, in the order of the architecture's names.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import as_file
from pathlib import Path

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from leafstrap.durable import write_whole
from leafstrap.errors import RecipeError, WeightsError
from leafstrap.evaluators.architecture import EVALUATORS, Architecture, Evaluator, Weights
from leafstrap.evaluators.legacy import former_digests, former_formats
from leafstrap.evaluators.tensor_file import damaged, read_whole, sorted_header
from leafstrap.games import Game
from leafstrap.types import Arrays, Table

VERSION = "1"


def weights_bytes(
    architecture: Architecture, weights: Weights, origin: Mapping[str, object] | None = None
) -> bytes:
    """The content of a weights file. Equal arguments give equal bytes."""
    if weights.shape != (architecture.size,):
        raise ValueError(f"{architecture.name} has {architecture.size} weights, not {weights.shape}")
    about = {
        "unit": architecture.unit,
        **{key: str(value) for key, value in (origin or {}).items()},
        "format": architecture.format,
        "version": VERSION,
        "game": architecture.game.name,
        "feature_set": architecture.name,
        "feature_hash": architecture.digest,
    }
    return sorted_header(save({"weights": np.ascontiguousarray(weights, dtype=np.float64)}, metadata=about))


def save_weights(
    path: Path | str, architecture: Architecture, weights: Weights, origin: Mapping[str, object] | None = None
) -> None:
    """Write a weights file; after a crash at any instant the old or the new one is there, whole."""
    content = weights_bytes(architecture, weights, origin)
    try:
        write_whole(Path(path), content)
    except OSError as error:
        raise WeightsError(f"{path} cannot be written: {error.strerror}.") from error


def load_evaluator(path: Path | str, game: Game) -> Evaluator:
    """Read weights of any architecture of a game; a WeightsError says in a sentence why they do not fit."""
    about, content = read_whole(path)
    _check_identity(path, about, game)
    kind = former_formats().get(str(about["format"]), about["format"])
    name = str(about.get("feature_set", ""))
    try:
        architecture = next(each for each in EVALUATORS if each.format == kind).parse(game, name)
    except RecipeError as error:
        raise WeightsError(
            f"{path} holds weights for {name!r}, which this Leafstrap does not have: {error}"
        ) from None
    return Evaluator(architecture, _weights(path, about, content, architecture))


def load_weights(path: Path | str, architecture: Architecture) -> Weights:
    """Read weights that must belong to this architecture."""
    about, content = read_whole(path)
    _check_identity(path, about, architecture.game)
    kind = former_formats().get(str(about["format"]), about["format"])
    if kind != architecture.format:
        raise WeightsError(f"{path} holds {about['format']}, where {architecture.format} are needed.")
    if about.get("feature_set") != architecture.name:
        raise WeightsError(
            f"{path} holds weights for the feature set {about.get('feature_set')!r}: "
            f"choose a file made for {architecture.name!r}, or that feature set."
        )
    return _weights(path, about, content, architecture)


def default_weights(game: Game) -> Evaluator:
    """The weights that ship with a game, for everyone who has not learned any yet.

    >>> from leafstrap import games
    >>> default_weights(games.get("chess")).architecture.name
    'meep'
    """
    if game.default_weights is None:
        raise WeightsError(f"No weights come with {game.name}: name a weights file.")
    with as_file(game.default_weights) as path:
        return load_evaluator(path, game)


def read_origin(path: Path | str) -> dict[str, str]:
    """What the header says beside the weights: where they come from, for which game and features."""
    about, _ = read_whole(path)
    return {str(key): str(value) for key, value in about.items()}


def _check_identity(path: Path | str, about: Table, game: Game) -> None:
    known = [kind.format for kind in EVALUATORS]
    if about.get("format") not in (*known, *former_formats()):
        raise WeightsError(
            f"{path} was not written by Leafstrap, or by a package that is not installed here: its header says "
            f"{about.get('format')!r}, and not {known[0]!r}."
        )
    if about.get("version") != VERSION:
        raise WeightsError(
            f"{path} has format version {about.get('version')!r}, and this Leafstrap reads {VERSION!r}: "
            f"use the Leafstrap that wrote it, or learn the weights again."
        )
    if about.get("game") != game.name:
        raise WeightsError(
            f"{path} holds weights for {about.get('game')!r}, not for {game.name}: choose another file."
        )


def _weights(path: Path | str, about: Table, content: bytes, architecture: Architecture) -> Weights:
    if about.get("feature_hash") not in (architecture.digest, *former_digests(architecture)):
        raise WeightsError(
            f"{path} was made for another version of the feature set {architecture.name}, with features other "
            f"than today's: use the Leafstrap that wrote it, or learn the weights again."
        )
    try:
        tensors: Arrays = load(content)
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
