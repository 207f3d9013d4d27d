"""The model of the game that some rules look through: named, made by an earlier part of the run, or made now."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from leafstrap._core import StopFlag
from leafstrap.evaluators.game_model import load_model, save_model
from leafstrap.experience.model_training import ExpertGames, ModelTask, train_model
from leafstrap.games import Game
from leafstrap.learn import Rule, make_rule
from leafstrap.runs.recipe import Recipe


def rule_of(game: Game, recipe: Recipe, architecture: Any, *, quiet: bool) -> Rule:
    """The learning rule of a recipe, with the model that it names, if any."""
    backup = make_rule(recipe.backup, architecture, quiet=quiet)
    named = recipe.rule_settings.model
    return backup if named is None else backup.with_model(load_model(Path(named), game, architecture))


def with_model(
    backup: Rule,
    game: Game,
    recipe: Recipe,
    architecture: Any,
    source: Callable[[], ExpertGames],
    path: Path,
    note: Callable[[str], None],
    stop: StopFlag,
) -> Rule | None:
    """The rule with all it needs, which is made of games of the source where it is not at the path; None if stopped."""
    if not backup.lacks_model:
        return backup
    if not path.exists():
        settings = recipe.rule_settings
        task = ModelTask(architecture, settings.model_games, settings.model_hidden, recipe.run.seed)
        made = train_model(task, source(), note, stop)
        if made is None:
            return None
        save_model(path, game, architecture, made)
    return backup.with_model(load_model(path, game, architecture))
