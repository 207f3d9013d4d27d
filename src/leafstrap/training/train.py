"""A run as one call, for the command line and for programs."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from leafstrap.errors import RunError
from leafstrap.runs.checkpoint import Checkpoint
from leafstrap.runs.keep_best import Improvement
from leafstrap.runs.learner import Learner
from leafstrap.runs.progress import Goal, RunProgress
from leafstrap.runs.recipe_tables import RunTable
from leafstrap.runs.run import Run
from leafstrap.runs.signals import Interruption


@dataclass(frozen=True, slots=True)
class TrainingResult:
    """How a run stands when it has stopped; `improvement` is that of its closing match, if it had one."""

    state: Checkpoint
    improvement: Improvement | None
    interrupted: bool


def _stopwatch(run: RunTable) -> Callable[[], float]:
    if run.clock == "wall":
        return time.monotonic
    return lambda: time.process_time() / run.workers


def train(start: Run, *, quiet: bool = False) -> TrainingResult:
    """Learn until the end of the recipe or until Ctrl-C; in both cases the run is saved. Main thread only."""
    run, counters = start.builder.recipe.run, start.state.counters
    goal = Goal(run.games, None if run.minutes is None else 60 * run.minutes)
    try:
        with (
            Interruption() as interruption,
            RunProgress(goal, counters.games, counters.seconds, quiet, _stopwatch(run)) as progress,
        ):
            for note in start.builder.recipe.notes:
                progress.note(f"Note: {note}")
            for warning in start.warnings:
                progress.note(f"Warning: {warning}")
            progress.note(f"Learning in {start.folder.path}; stop with Ctrl-C, go on with --resume.")
            learner = Learner(start, progress, interruption)
            try:
                learner.learn()
                improvement = learner.final_match()
            finally:
                learner.close()
            return TrainingResult(learner.state, improvement, interruption.requested)
    except OSError as error:
        raise RunError(
            f"{start.folder.path} cannot be written: {error.strerror}; the last checkpoint in it is whole, "
            f"go on from it with --resume."
        ) from error
    finally:
        start.folder.unlock()
