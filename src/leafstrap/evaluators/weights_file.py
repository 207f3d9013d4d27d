"""Weights on disk: safetensors, with everything in the file that says whether it fits.

The header holds `format`, `version`, `game`, `feature_set`, `feature_hash` and `unit`, and whatever its maker
adds about where the weights come from (recipe, games). The one tensor is `weights`, float64 or float32.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from leafstrap.durable import write_whole
from leafstrap.errors import WeightsError
from leafstrap.evaluators.feature_set import FeatureSet, feature_hash
from leafstrap.evaluators.linear import Linear
from leafstrap.games import Game

FORMAT = "leafstrap linear weights"
VERSION = "1"
UNIT = "first player's view, a win is 9999"  # unless the maker knows better


def weights_bytes(
    game: Game,
    feature_set: FeatureSet,
    weights: NDArray[np.float64],
    origin: Mapping[str, object] | None = None,
) -> bytes:
    """The content of a weights file. Equal arguments give equal bytes."""
    if weights.shape != (feature_set.size,):
        raise ValueError(f"{feature_set.name} has {feature_set.size} weights, not {weights.shape}")
    about = {
        "unit": UNIT,
        **{key: str(value) for key, value in (origin or {}).items()},
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "feature_set": feature_set.name,
        "feature_hash": feature_hash(feature_set),
    }
    return _sorted_header(save({"weights": np.ascontiguousarray(weights, dtype=np.float64)}, metadata=about))


def save_weights(
    path: Path,
    game: Game,
    feature_set: FeatureSet,
    weights: NDArray[np.float64],
    origin: Mapping[str, object] | None = None,
) -> None:
    """Write a weights file; after a crash at any instant the old or the new one is there, whole."""
    content = weights_bytes(game, feature_set, weights, origin)
    try:
        write_whole(path, content)
    except OSError as error:
        raise WeightsError(f"{path} cannot be written: {error.strerror}.") from error


def load_linear(path: Path, game: Game) -> Linear:
    """Read weights of any feature set of a game; a WeightsError says in a sentence why they do not fit."""
    about, content = _read(path)
    _check_kind(path, about, game)
    name = about.get("feature_set", "")
    if name not in game.feature_sets:
        raise WeightsError(
            f"{path} holds weights for the feature set {name!r}, which this Leafstrap does not have for "
            f"{game.name}: it has {', '.join(game.feature_sets)}."
        )
    feature_set = game.feature_sets[name]
    return Linear(game, feature_set, _weights(path, about, content, feature_set))


def load_weights(path: Path, game: Game, feature_set: FeatureSet) -> NDArray[np.float64]:
    """Read weights that must belong to this feature set."""
    about, content = _read(path)
    _check_kind(path, about, game)
    if about.get("feature_set") != feature_set.name:
        raise WeightsError(
            f"{path} holds weights for the feature set {about.get('feature_set')!r}: "
            f"choose a file made for {feature_set.name!r}, or that feature set."
        )
    return _weights(path, about, content, feature_set)


def read_origin(path: Path) -> dict[str, str]:
    """What the header says beside the weights: where they come from, for which game and features."""
    about, _ = _read(path)
    return {str(key): str(value) for key, value in about.items()}


def _read(path: Path) -> tuple[dict[str, Any], bytes]:
    """The header's metadata and the whole file."""
    if path.is_dir():
        raise WeightsError(f"{path} is a folder: name the .safetensors file in it.")
    if path.exists() and not path.is_file():
        raise WeightsError(f"{path} is not a regular file: name a .safetensors file.")
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise WeightsError(f"There is no weights file {path}: check the name.") from None
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror}.") from None
    return _header(path, content).get("__metadata__", {}), content


def _header(path: Path, content: bytes) -> dict[str, Any]:
    """A safetensors file starts with the length of a JSON object, in eight bytes, and that object."""
    foreign = WeightsError(f"{path} is not a safetensors file: Leafstrap reads weights in no other format.")
    size = int.from_bytes(content[:8], "little")
    if len(content) < 9 or content[8:9] != b"{":
        raise foreign
    if len(content) < 8 + size:
        raise _damaged(path)
    try:
        header = json.loads(content[8 : 8 + size])
    except ValueError:
        raise foreign from None
    if not isinstance(header.get("__metadata__", {}), dict):
        raise foreign
    return header  # type: ignore[no-any-return]


def _damaged(path: Path) -> WeightsError:
    return WeightsError(f"{path} is truncated or damaged: copy it again, or take an earlier checkpoint.")


def _check_kind(path: Path, about: Mapping[str, Any], game: Game) -> None:
    if about.get("format") != FORMAT:
        raise WeightsError(f"{path} was not written by Leafstrap: its header does not say {FORMAT!r}.")
    if about.get("version") != VERSION:
        raise WeightsError(
            f"{path} has format version {about.get('version')!r}, and this Leafstrap reads {VERSION!r}: "
            f"use the Leafstrap that wrote it, or learn the weights again."
        )
    if about.get("game") != game.name:
        raise WeightsError(
            f"{path} holds weights for {about.get('game')!r}, not for {game.name}: choose another file."
        )


def _weights(
    path: Path, about: Mapping[str, Any], content: bytes, feature_set: FeatureSet
) -> NDArray[np.float64]:
    if about.get("feature_hash") != feature_hash(feature_set):
        raise WeightsError(
            f"{path} was made for another version of the feature set {feature_set.name}, with features other "
            f"than today's: use the Leafstrap that wrote it, or learn the weights again."
        )
    try:
        tensors = load(content)
    except (SafetensorError, KeyError, ValueError):
        raise _damaged(path) from None
    weights = tensors.get("weights")
    if (
        weights is None
        or weights.shape != (feature_set.size,)
        or weights.dtype not in (np.float32, np.float64)
    ):
        raise WeightsError(
            f"{path} does not hold the {feature_set.size} weights of the feature set {feature_set.name}: "
            f"it is damaged or was edited, take another file."
        )
    if not np.isfinite(weights).all():
        raise WeightsError(
            f"{path} holds {np.count_nonzero(~np.isfinite(weights))} weights that are not finite: the run "
            f"that made it diverged, take an earlier checkpoint or learn with a smaller step size."
        )
    return weights.astype(np.float64)


def _sorted_header(content: bytes) -> bytes:
    """The same file with its header in alphabetical order; safetensors writes it in an order that varies."""
    size = int.from_bytes(content[:8], "little")
    header = json.dumps(json.loads(content[8 : 8 + size]), sort_keys=True, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)  # tensors start at a multiple of eight bytes
    return len(header).to_bytes(8, "little") + header + content[8 + size :]
