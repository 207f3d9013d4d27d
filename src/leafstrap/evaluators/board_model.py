"""The chess model M of NeuroChess, for any game and feature set: from a board to the one two half-moves later.

Boards are rows of features, the view of the side to move (Thrun 1995, section 3 and figure 2). Inside they are counted
in standard deviations from their mean, so that no feature matters more because it is counted in smaller parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save

from leafstrap.durable import write_whole
from leafstrap.errors import WeightsError
from leafstrap.evaluators.boards import Array, concept_count, feature_set_of
from leafstrap.evaluators.feature_set import feature_hash
from leafstrap.evaluators.network_layout import activated
from leafstrap.evaluators.tensor_file import read_tensors, sorted_header
from leafstrap.games import Game

FORMAT, VERSION = "leafstrap board model", "1"
MOST_SUM = 30.0
TENSORS = ("mean", "deviation", "A", "a", "B", "b")


@dataclass(frozen=True, slots=True, eq=False)
class BoardModel:
    """M(z) = z + B σ(Az + a) + b, of boards z in standard deviations: the network tells what changes."""

    mean: Array
    deviation: Array
    A: Array  # inputs × hidden
    a: Array
    B: Array  # hidden × outputs
    b: Array
    worst: float = np.inf  # an error that 99 of 100 boards it has not seen stay below
    about: Mapping[str, str] = field(default_factory=dict)  # how it was made, and how well it foresees

    @property
    def hidden(self) -> int:
        """Number of hidden units."""
        return len(self.a)

    def standard(self, inputs: Array) -> Array:
        """Boards in standard deviations."""
        return (inputs - self.mean) / self.deviation

    def foreseen(self, inputs: Array) -> Array:
        """The boards expected two half-moves later, in the unit of features."""
        z = self.standard(inputs)
        return self.mean + self.deviation * (z + self._units(z) @ self.B + self.b)

    def errors(self, before: Array, after: Array) -> Array:
        """How far each board was from the expected one: the mean square over the features, in deviations."""
        missed = (self.foreseen(before) - after) / self.deviation
        squares: Array = np.mean(missed**2, axis=1)
        return squares

    def trust(self, before: Array, after: Array) -> Array:
        """How much its slopes are to be believed: from 1, for what it foresaw exactly, down to 0."""
        believed: Array = np.clip(1 - self.errors(before, after) / self.worst, 0.0, 1.0)
        return believed

    def pulled_back(self, before: Array, slopes: Array) -> Array:
        """Slopes · ∂M(s)/∂s at each board: the chain rule through the model. All slopes are per deviation."""
        units = self._units(self.standard(before))
        return slopes + ((slopes @ self.B.T) * units * (1 - units)) @ self.A.T

    def _units(self, z: Array) -> Array:
        # Beyond these sums a unit is as good as 0 or 1, and numbers so small that they slow the processor down.
        return activated("sigmoid", np.clip(z @ self.A + self.a, -MOST_SUM, MOST_SUM))


def save_model(path: Path, game: Game, form: Any, model: BoardModel) -> None:
    """Write a model; after a crash at any instant it is there whole, or not at all."""
    features = feature_set_of(form)
    about = {
        **model.about,
        "worst": repr(model.worst),
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "feature_set": features.name,
        "feature_hash": feature_hash(features),
    }
    tensors = {name: np.ascontiguousarray(getattr(model, name), dtype=np.float32) for name in TENSORS}
    write_whole(path, sorted_header(save(tensors, metadata=about)))


def load_model(path: Path, game: Game, form: Any) -> BoardModel:
    """Read a model that must be over the features of a form; a WeightsError says in a sentence why it is not."""
    features = feature_set_of(form)
    about, tensors = read_tensors(path)
    if about.get("format") != FORMAT or about.get("version") != VERSION:
        raise WeightsError(f"{path} holds no board model of this version: let a run of ebnn make one.")
    if about.get("game") != game.name or about.get("feature_set") != features.name:
        raise WeightsError(
            f"{path} is a model of {about.get('game')} by the feature set {about.get('feature_set')}, where one of "
            f"{game.name} by {features.name} is needed."
        )
    if about.get("feature_hash") != feature_hash(features):
        raise WeightsError(
            f"{path} was made for another version of the feature set {features.name}: make it again."
        )
    try:
        worst = float(about.get("worst", ""))
    except ValueError:
        worst = np.nan
    inputs, hidden = concept_count(form), len(tensors.get("a", ()))
    shapes = ((inputs,), (inputs,), (inputs, hidden), (hidden,), (hidden, inputs), (inputs,))
    whole = {name: tensor.shape for name, tensor in tensors.items()} == dict(
        zip(TENSORS, shapes, strict=True)
    )
    if not whole or not worst > 0 or not all(np.isfinite(tensor).all() for tensor in tensors.values()):
        raise WeightsError(f"{path} is damaged or was edited: make it again.")
    arrays = {name: tensor.astype(np.float32) for name, tensor in tensors.items()}
    return BoardModel(**arrays, worst=worst, about=about)
