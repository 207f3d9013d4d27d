"""Runs: a recipe carried out in a folder from which it can always go on."""

from leafstrap.runs.recipe import Recipe
from leafstrap.runs.run import Run, new_run, resumed_run
from leafstrap.runs.shipped import load as load_recipe
from leafstrap.runs.train import TrainingResult, train

__all__ = ["Recipe", "Run", "TrainingResult", "load_recipe", "new_run", "resumed_run", "train"]
