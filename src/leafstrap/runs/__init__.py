"""Runs: a recipe carried out in a folder from which it can always go on."""

from leafstrap.runs.ending import Ending, carry_out
from leafstrap.runs.recipe import Recipe
from leafstrap.runs.shipped import load as load_recipe
from leafstrap.runs.start import Start, new_run, resumed_run

__all__ = ["Ending", "Recipe", "Start", "carry_out", "load_recipe", "new_run", "resumed_run"]
