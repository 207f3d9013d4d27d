"""The model of a game: which board to expect, for each kind of boards that an evaluator tells apart; and its file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save

from leafstrap.durable import write_whole
from leafstrap.errors import WeightsError
from leafstrap.evaluators import Architecture
from leafstrap.evaluators.feature_rows import Array, FeatureRows
from leafstrap.evaluators.tensor_file import read_tensors, sorted_header
from leafstrap.learn.ebnn.board_model import BoardModel

FORMAT, VERSION = "leafstrap board model", "1"
TENSORS = ("mean", "deviation", "A", "a", "B", "b")


@dataclass(frozen=True, slots=True, eq=False)
class GameModel:
    """M; of a board that is followed by one of another kind it has nothing to say."""

    models: tuple[BoardModel, ...]  # one for each kind
    kinds: NDArray[np.intp]  # of each part of the evaluator

    def of_boards(self, boards: FeatureRows) -> NDArray[np.intp]:
        """The kind of each board."""
        kinds: NDArray[np.intp] = self.kinds[boards.shares.argmax(axis=1)]
        return kinds

    def trust(self, before: FeatureRows, after: FeatureRows) -> Array:
        """How much its slopes are to be believed, from 1 down to 0; 0 where it has none."""
        trust = np.zeros(len(before))
        stays = self.of_boards(before) == self.of_boards(after)
        for model, rows in self.asked(before, stays):
            told = slice(len(model.mean))
            trust[rows] = model.trust(before.inputs[rows, told], after.inputs[rows, told])
        return trust

    def asked(
        self, boards: FeatureRows, which: NDArray[np.bool_]
    ) -> Iterator[tuple[BoardModel, NDArray[np.intp]]]:
        """Of some boards: the model of each kind that there is among them, and which of them it is for."""
        kinds = self.of_boards(boards)
        for kind, model in enumerate(self.models):
            rows = np.flatnonzero(which & (kinds == kind))
            if len(rows):
                yield model, rows


def save_model(path: Path, architecture: Architecture, model: GameModel) -> None:
    """Write a model; after a crash at any instant it is there whole, or not at all."""
    about, tensors = _identity(architecture), {}
    for before, part in zip(_prefixes(architecture), model.models, strict=True):
        about |= {f"{before}{key}": value for key, value in part.about.items()}
        about[f"{before}worst"] = repr(part.worst)
        for name in TENSORS:
            tensors[before + name] = np.ascontiguousarray(getattr(part, name), dtype=np.float32)
    write_whole(path, sorted_header(save(tensors, metadata=about)))


def load_model(path: Path, architecture: Architecture) -> GameModel:
    """Read a model that must be over the features of a form; a WeightsError says in a sentence why it is not."""
    about, tensors = read_tensors(path)
    wanted = _identity(architecture)
    if any(about.get(key) != wanted[key] for key in ("format", "version")):
        raise WeightsError(f"{path} holds no board model of this version: let a run of ebnn make one.")
    if any(about.get(key) != wanted[key] for key in ("game", "feature_set")):
        raise WeightsError(
            f"{path} is a model of {about.get('game')} by the feature set {about.get('feature_set')}, where one of "
            f"{architecture.game.name} by {wanted['feature_set']} is needed."
        )
    if about.get("feature_hash") != wanted["feature_hash"]:
        raise WeightsError(
            f"{path} was made for another version of the feature set {wanted['feature_set']}: make it again."
        )
    found = []
    for before, kind in zip(_prefixes(architecture), architecture.row_kinds, strict=True):
        arrays = {name: tensors.pop(before + name, np.zeros(0)).astype(np.float32) for name in TENSORS}
        part = BoardModel(**arrays, worst=_number(about.get(f"{before}worst", "")), about=_own(about, before))
        if not _is_whole(part, kind.width):
            raise WeightsError(f"{path} is damaged or was edited: make it again.")
        found.append(part)
    if tensors:
        raise WeightsError(f"{path} holds more than a model, or was edited: make it again.")
    return GameModel(tuple(found), architecture.kinds_of_parts)


def _identity(architecture: Architecture) -> dict[str, str]:
    kinds = architecture.row_kinds
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": architecture.game.name,
        "feature_set": ", ".join(kind.name for kind in kinds),
        "feature_hash": "-".join(kind.digest for kind in kinds),
    }


def _prefixes(architecture: Architecture) -> list[str]:
    """What the names of each kind begin with; there is nothing to tell apart where there is only one."""
    kinds = architecture.row_kinds
    return [f"{kind.name}." for kind in kinds] if len(kinds) > 1 else [""]


def _own(about: dict[str, str], prefix: str) -> dict[str, str]:
    return {key.removeprefix(prefix): value for key, value in about.items() if key.startswith(prefix)}


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return np.nan


def _is_whole(model: BoardModel, inputs: int) -> bool:
    hidden = model.a.size
    shapes = ((inputs,), (inputs,), (inputs, hidden), (hidden,), (hidden, inputs), (inputs,))
    tensors = [getattr(model, name) for name in TENSORS]
    fitting = all(tensor.shape == shape for tensor, shape in zip(tensors, shapes, strict=True))
    return fitting and model.worst > 0 and all(np.isfinite(tensor).all() for tensor in tensors)
