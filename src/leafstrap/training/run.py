"""A run: begun anew in a folder of its own or gone on with from its last checkpoint, and carried to its end."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from leafstrap import games
from leafstrap.durable import sync_folder, write_whole
from leafstrap.errors import RecipeError, RunError
from leafstrap.evaluators import load_weights
from leafstrap.recipes.recipe import Recipe
from leafstrap.recipes.schema import RunTable
from leafstrap.training.builder import Builder
from leafstrap.training.loop import Learner, MakeWorkers, thread_workers
from leafstrap.training.progress import Goal, RunProgress
from leafstrap.training.signals import Interruption
from leafstrap.training.store import checkpoint
from leafstrap.training.store.checkpoint import Checkpoint, Counters
from leafstrap.training.store.folder import RunFolder
from leafstrap.training.strength import Strength, StrengthMeter

# What may differ between the parts of a run: it changes how long or how fast it learns, not what.
FREE = (
    "games",
    "minutes",
    "clock",
    "workers",
    "max_staleness",
    "max_restarts",
    "checkpoint_every",
    "keep_best_every",
    "keep_best_games",
    "final_games",
)


@dataclass(frozen=True, slots=True)
class TrainingResult:
    """How a run stands when it has stopped, and how strong it is, if that was measured."""

    state: Checkpoint
    strength: Strength | None
    interrupted: bool


@dataclass(frozen=True, slots=True)
class Run:
    """A run that is ready to go on; `warnings` are for its user."""

    folder: RunFolder
    builder: Builder
    state: Checkpoint
    warnings: Sequence[str] = ()

    @staticmethod
    def create(path: Path | str, game: str, recipe: Recipe) -> Run:
        """Make the folder of a new run; it appears with its first checkpoint in it, or not at all."""
        return _create(Path(path), game, recipe)

    @staticmethod
    def resume(
        path: Path | str, game: str, changes: Sequence[str] = (), recipe_name: str | None = None
    ) -> Run:
        """Open an existing run at its newest whole checkpoint."""
        return _resume(Path(path), game, changes, recipe_name)

    def train(self, *, quiet: bool = False) -> TrainingResult:
        """Learn until the end of the recipe or until Ctrl-C; in both cases the run is saved. Main thread only."""
        if self.is_over:
            self.folder.unlock()
            return TrainingResult(self.state, self._known_strength(), interrupted=False)
        if self.builder.recipe.run.max_staleness is not None:
            self.folder.unlock()
            raise RecipeError(
                "run.max_staleness has a meaning on a cluster only: leave it out, or learn on one."
            )
        with Interruption() as interruption, self.progress(quiet) as progress:
            return self.train_with(progress, interruption)

    @property
    def goal(self) -> Goal:
        """When it is over."""
        run = self.builder.recipe.run
        return Goal(run.games, None if run.minutes is None else 60 * run.minutes)

    def progress(self, quiet: bool = False) -> RunProgress:
        """What shows how it is getting on."""
        counters = self.state.counters
        stopwatch = _stopwatch(self.builder.recipe.run)
        return RunProgress(self.goal, counters.games, counters.seconds, quiet, stopwatch)

    def train_with(
        self, progress: RunProgress, interruption: Interruption, make_workers: MakeWorkers = thread_workers
    ) -> TrainingResult:
        """Learn until the end of the recipe or until an end is asked for; in both cases the run is saved."""
        for note in self.builder.recipe.notes:
            progress.note(f"Note: {note}")
        for warning in self.warnings:
            progress.note(f"Warning: {warning}")
        progress.note(f"Learning in {self.folder.path}; stop with Ctrl-C, go on with --resume.")
        try:
            learner = Learner(self.folder, self.builder, self.state, progress, interruption, make_workers)
            try:
                learner.learn()
                strength = learner.final_strength()
            finally:
                learner.close()
            return TrainingResult(learner.state, strength, interruption.requested)
        except OSError as error:
            raise RunError(
                f"{self.folder.path} cannot be written: {error.strerror}; the last checkpoint in it is whole, "
                f"go on from it with --resume."
            ) from error
        finally:
            self.folder.unlock()

    @property
    def is_over(self) -> bool:
        """Whether it has come to its end, and been measured if that was wanted: there is nothing left to do."""
        run, counters = self.builder.recipe.run, self.state.counters
        enough = run.games is not None and counters.games >= run.games
        enough = enough or (run.minutes is not None and counters.seconds >= 60 * run.minutes)
        if not counters.games or not (enough or counters.exhausted):
            return False
        return not run.final_games or StrengthMeter(self.builder, self.folder).last == counters.games

    def _known_strength(self) -> Strength | None:
        if not self.builder.recipe.run.final_games:
            return None
        return StrengthMeter(self.builder, self.folder).strength()


def _stopwatch(run: RunTable) -> Callable[[], float]:
    if run.clock == "wall":
        return time.monotonic
    return lambda: time.process_time() / run.workers


def _create(path: Path, game: str, recipe: Recipe) -> Run:
    if path.is_dir() and any(path.iterdir()):
        raise RunError(f"{path} is not empty: go on with the run in it (--resume) or choose another --out.")
    if path.exists() and not path.is_dir():
        raise RunError(f"{path} is a file: choose another --out.")
    builder = Builder.of(games.get(game), recipe)
    weights = builder.initial_weights()
    nothing = np.zeros_like(weights)
    state = Checkpoint(
        Counters(rating=builder.initial_rating()), weights, weights, nothing, nothing, weights, weights
    )
    hidden = RunFolder(path.with_name(f".{path.name}.new"))
    try:
        shutil.rmtree(hidden.path, ignore_errors=True)  # left by a start that was killed
        hidden.weights.mkdir(parents=True)
        hidden.checkpoints.mkdir()
        hidden.describe(game, recipe)
        write_whole(hidden.weights_after(0), builder.weights_content(weights, 0))
        _write_best(hidden, builder, state)
        checkpoint.write(hidden.checkpoints, state)
        hidden.path.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        shutil.rmtree(hidden.path, ignore_errors=True)
        raise RunError(f"{path} cannot be made: {error.strerror}.") from None
    folder = RunFolder(path)
    folder.lock()
    return Run(folder, builder, state)


def _resume(path: Path, game: str, changes: Sequence[str], recipe_name: str | None) -> Run:
    folder = RunFolder(path)
    stored_game, stored = folder.read()
    if stored_game != game:
        raise RunError(f"{path} is a run of {stored_game}, not of {game}.")
    if recipe_name is not None and recipe_name != stored.name:
        raise RunError(
            f"{path} is a run of the recipe {stored.name}: a run keeps its recipe, leave --recipe out."
        )
    recipe = stored.with_changes(changes)
    _refuse_other_learning(stored, recipe)
    builder = Builder.of(games.get(game), recipe)
    folder.lock()
    try:
        return _at_newest_checkpoint(folder, builder, described=recipe == stored)
    except BaseException:
        folder.unlock()
        raise


def _at_newest_checkpoint(folder: RunFolder, builder: Builder, described: bool) -> Run:
    path = folder.path
    state, warnings = checkpoint.read_newest(folder.checkpoints)
    # The first weights file tells whether features still mean what they meant when the run began.
    load_weights(folder.weights_after(0), builder.architecture)
    games_done = state.counters.games
    if warnings:
        warnings = [*warnings, f"Going on from the checkpoint after {games_done} games."]
    try:
        if not described:
            folder.describe(builder.game.name, builder.recipe)
        _drop_what_came_later(folder, builder, state)
    except OSError as error:
        raise RunError(f"{path} cannot be written: {error.strerror}.") from None
    return Run(folder, builder, state, warnings)


def _refuse_other_learning(stored: Recipe, wanted: Recipe) -> None:
    for table, values in stored.tables().items():
        for key, value in wanted.tables()[table].items():
            if value != values.get(key) and not (table == "run" and key in FREE):
                raise RunError(
                    f"{table}.{key} is {values.get(key)} in this run and cannot become {value} now."
                )


def _drop_what_came_later(folder: RunFolder, builder: Builder, state: Checkpoint) -> None:
    """Bring the folder back to what it was at the checkpoint; the logs are cut when they are opened."""
    games_done = state.counters.games
    checkpoint.drop_newer(folder.checkpoints, games_done)
    for game, path in folder.weights_files().items():
        if game > games_done:
            path.unlink()
    _write_best(folder, builder, state)


def _write_best(folder: RunFolder, builder: Builder, state: Checkpoint) -> None:
    """Only where somebody measures which are best: else the first weights would bear that name for ever."""
    if builder.recipe.run.keep_best_every:
        write_whole(folder.best_weights, builder.weights_content(state.best, state.counters.best_game))
