"""The folder of a run: where everything is, and that only one process works in it."""

from __future__ import annotations

import platform
import tomllib
from pathlib import Path

import numpy as np

from leafstrap.durable import FolderLock, write_whole
from leafstrap.errors import RecipeError, RunError
from leafstrap.recipes.recipe import Recipe
from leafstrap.recipes.toml_text import to_toml
from leafstrap.version import __version__


class RunFolder:
    """`run.toml`, `weights/`, `checkpoints/`, `metrics.jsonl`, `games.pgn`, `model.safetensors` of one run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: FolderLock | None = None

    @property
    def description(self) -> Path:
        """The resolved recipe with the versions that run it."""
        return self.path / "run.toml"

    @property
    def weights(self) -> Path:
        """Weights files by game number, and the best so far."""
        return self.path / "weights"

    @property
    def checkpoints(self) -> Path:
        """Everything a resumed run needs, the newest few."""
        return self.path / "checkpoints"

    @property
    def metrics(self) -> Path:
        """One JSON object a line: games, measured gains."""
        return self.path / "metrics.jsonl"

    @property
    def events(self) -> Path:
        """What TensorBoard reads."""
        return self.path / "tensorboard"

    @property
    def model(self) -> Path:
        """The model of the game that ebnn looks through."""
        return self.path / "model.safetensors"

    @property
    def watched(self) -> Path:
        """Touched by whoever wants to see the game under way."""
        return self.path / "watched"

    @property
    def game_under_way(self) -> Path:
        """The game that is being played, written a few times a second while somebody watches."""
        return self.path / "now.json"

    def games(self, extension: str) -> Path:
        """Every game that was learned from."""
        return self.path / f"games.{extension}"

    def weights_after(self, game: int) -> Path:
        """Name the file of the weights after so many games."""
        return self.weights / f"{game:06}.safetensors"

    @property
    def best_weights(self) -> Path:
        """The weights that beat all that were best before them."""
        return self.weights / "best.safetensors"

    def weights_files(self) -> dict[int, Path]:
        """All numbered weights files, in the order of their games."""
        numbered = {int(p.stem): p for p in self.weights.glob("*.safetensors") if p.stem.isdigit()}
        return dict(sorted(numbered.items()))

    def describe(self, game: str, recipe: Recipe) -> None:
        """Write `run.toml`."""
        about = {
            "game": game,
            "recipe": recipe.name,
            "seed": recipe.run.seed,
            "leafstrap": __version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "machine": f"{platform.system()} {platform.machine()}",
        }
        text = to_toml({"about": about, **recipe.tables()})
        write_whole(self.description, f"# The resolved recipe of this run, and what ran it.\n{text}".encode())

    def read(self) -> tuple[str, Recipe]:
        """Give the game and the recipe of an existing run."""
        try:
            tables = tomllib.loads(self.description.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise RunError(f"{self.path} holds no run: there is no {self.description.name} in it.") from None
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise RunError(f"{self.description} cannot be read: {error}.") from None
        about = tables.pop("about", {})
        if not isinstance(about, dict) or not isinstance(about.get("game"), str):
            raise RunError(f"{self.description} does not say which game it is about.")
        try:
            return about["game"], Recipe.from_tables(str(about.get("recipe", self.path.name)), tables)
        except RecipeError as error:
            raise RunError(f"{self.description} is no whole recipe: {error}") from None

    def lock(self) -> None:
        """Keep other processes out until this one ends, however it ends."""
        self._lock = FolderLock(self.path)

    def unlock(self) -> None:
        """Let others in again."""
        if self._lock is not None:
            self._lock.release()
