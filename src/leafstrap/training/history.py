"""What a run folder tells about a run after the event: errors, gains and weights over games."""

from __future__ import annotations

import difflib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from leafstrap import games
from leafstrap.errors import UsageError
from leafstrap.evaluators import Architecture, load_weights
from leafstrap.games import Game
from leafstrap.recipes.recipe import Recipe
from leafstrap.training.builder import architecture_of
from leafstrap.training.store.folder import RunFolder
from leafstrap.training.store.metrics import read_metrics
from leafstrap.training.strength import measured_strengths
from leafstrap.types import JsonObject

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class History:
    """One run, as its folder remembers it."""

    name: str
    game: Game
    recipe: Recipe
    folder: RunFolder

    @staticmethod
    def read(path: Path | str) -> History:
        """Open a run folder."""
        path = Path(path)
        folder = RunFolder(path)
        name, recipe = folder.read()
        return History(path.name, games.get(name), recipe, folder)

    @staticmethod
    def read_all(paths: Sequence[Path]) -> list[History]:
        """Open several, each called by as much of its path as tells it from the others."""
        return [
            replace(History.read(path), name=name)
            for path, name in zip(paths, told_apart(paths), strict=True)
        ]

    @property
    def architecture(self) -> Architecture:
        """What its weights mean."""
        return architecture_of(self.game, self.recipe)

    def errors(self) -> tuple[Numbers, Numbers]:
        """Give game numbers and the mean absolute error of each game."""
        return self._of_games("mean_error", only_learned_from=True)

    def ratings(self) -> tuple[Numbers, Numbers]:
        """Give game numbers and the learner's rating after each game against others; none in self-play."""
        return self._of_games("rating")

    def strengths(self) -> list[JsonObject]:
        """Give what was measured of its strength: game, minutes of learning, rating and its interval."""
        return [
            {**record, "minutes": record["seconds"] / 60}
            for record in measured_strengths(self.folder.metrics)
        ]

    def improvements(self, against: str) -> list[JsonObject]:
        """Give the measured gains against `best` or `initial`."""
        return [r for r in read_metrics(self.folder.metrics, "improvement") if r["against"] == against]

    def weights(self) -> tuple[Numbers, Numbers]:
        """Give game numbers, and a row of weights for each."""
        files = self.folder.weights_files()
        rows = [load_weights(path, self.architecture) for path in files.values()]
        return np.array(list(files), dtype=np.float64), np.array(rows)

    def weight_indices(self, patterns: list[str]) -> dict[str, int]:
        """Find weights by name; `*` and `?` stand for anything."""
        names = list(self.architecture.names)
        found = {}
        for pattern in patterns:
            matches = {name: i for i, name in enumerate(names) if fnmatchcase(name, pattern)}
            if not matches:
                near = difflib.get_close_matches(pattern, names, n=1, cutoff=0.4)
                hint = f"; did you mean {near[0]}?" if near else "."
                raise UsageError(f"The feature set {self.architecture.name} has no weight {pattern}{hint}")
            found.update(matches)
        return found

    def _of_games(self, figure: str, *, only_learned_from: bool = False) -> tuple[Numbers, Numbers]:
        found = [
            (record["game"], record[figure])
            for record in read_metrics(self.folder.metrics, "game")
            if figure in record and (record["positions"] or not only_learned_from)
        ]
        numbers = np.array(found, dtype=np.float64).reshape(-1, 2)
        return numbers[:, 0], numbers[:, 1]


def told_apart(paths: Sequence[Path]) -> list[str]:
    """The last parts of each path, as many as tell all of them apart.

    >>> told_apart([Path("a/seed-1/run"), Path("a/seed-2/run")]), told_apart([Path("runs/a"), Path("runs/b")])
    (['seed-1/run', 'seed-2/run'], ['a', 'b'])
    """
    parts = [path.resolve().parts for path in paths]
    length = 1
    while len({own[-length:] for own in parts}) < len(set(parts)):
        length += 1
    names = ("/".join(own[-length:]) for own in parts)
    return [os.fsencode(name).decode(errors="replace") for name in names]  # no font has half letters
