"""The parts that a recipe names whose evaluator is searched with, put together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import StopFlag
from leafstrap.arena import opening_lines
from leafstrap.evaluators import (
    Linear,
    Perceptron,
    PerceptronForm,
    Weighted,
    fixed_weights,
    initial_networks,
    initial_weights,
    weights_bytes,
)
from leafstrap.experience import (
    Exploration,
    LearningPlayer,
    Opponent,
    Opponents,
    SelfPlay,
    Standing,
    Versus,
    read_pool,
)
from leafstrap.games import Game
from leafstrap.learn import Backup, make_backup
from leafstrap.learn.optimiser import OPTIMISERS
from leafstrap.players import EvaluatorPlayer, Player, parse_player
from leafstrap.runs.form import form_of
from leafstrap.runs.recipe import Recipe
from leafstrap.runs.recipe_tables import ExperienceTable
from leafstrap.runs.weight_store import Moment, WeightStore
from leafstrap.runs.workers import Experience
from leafstrap.search import Limits, TimeControl

USUAL_RATING = 1500.0  # of an opponent that nobody rated


@dataclass(frozen=True, slots=True)
class SearchingAssembly:
    """A recipe that has been found to make sense for a game; what it makes is made anew at every call."""

    game: Game
    recipe: Recipe
    form: Any  # a feature set, or networks over one
    backup: Backup
    limits: Limits
    exploration: Exploration
    fixed: NDArray[np.bool_]
    pool: tuple[Opponent, ...]  # nobody in self-play

    @staticmethod
    def of(game: Game, recipe: Recipe) -> SearchingAssembly:
        """Look up everything the recipe names, or raise an error that says what there is no such thing as."""
        form = form_of(game, recipe)
        search, experience = recipe.search, recipe.experience
        clock = None if search.clock is None else TimeControl.parse(search.clock)
        return SearchingAssembly(
            game,
            recipe,
            form,
            make_backup(recipe.backup, form),
            Limits(search.depth, search.nodes, search.movetime, clock),
            Exploration(
                opening_lines(game, experience.openings), experience.random_plies, experience.epsilon
            ),
            fixed_weights(form, recipe.evaluator.fixed),
            _pool(experience, game),
        )

    def initial_weights(self) -> NDArray[np.float64]:
        """The weights before the first game."""
        evaluator, seed = self.recipe.evaluator, self.recipe.run.seed
        begin = initial_networks if isinstance(self.form, PerceptronForm) else initial_weights
        return begin(self.game, self.form, evaluator.initial, seed=seed, scale=evaluator.scale)

    def evaluator(self, weights: NDArray[np.float64]) -> Weighted:
        """Weights of this run, ready to evaluate."""
        kind = Perceptron if isinstance(self.form, PerceptronForm) else Linear
        return kind(self.game, self.form, weights)

    def weight_store(self, start: Moment) -> WeightStore[Any]:
        """The weights that the games of the run share, as they were at some moment."""
        settings = self.recipe.backup_settings
        return WeightStore(
            lambda weights: self.evaluator(weights).snapshot(),
            start,
            fixed=self.fixed,
            step_size=settings.steps(),
            optimiser=OPTIMISERS[settings.optimiser],
            update_every=self.recipe.run.update_every,
            sensitivities=self.form.sensitivities if isinstance(self.form, PerceptronForm) else None,
            sensitivity_step=settings.sensitivity_step,
        )

    def initial_rating(self) -> float | None:
        """The learner's rating before the first game; there is none in self-play."""
        if not self.pool:
            return None
        mean = sum(opponent.rating for opponent in self.pool) / len(self.pool)
        return mean if self.recipe.experience.rating is None else self.recipe.experience.rating

    def experience(self, weights: WeightStore[Any], standing: Standing | None, stop: StopFlag) -> Experience:
        """A source of games for one thread; who has a standing plays others."""
        table, search = self.recipe.experience, self.recipe.search
        player = LearningPlayer(
            self.form,
            self.backup,
            weights,
            self.limits,
            stop,
            search.table_bits,
            search.variant,
            search.leaf_tolerance,
            search.unproven,
            table.min_moves,
        )
        if standing is None:
            return SelfPlay(player, self.limits, self.exploration, table.max_plies)
        opponents = Opponents(self.pool, table.rating_spread)
        return Versus(player, opponents, self.limits, self.exploration, table.max_plies, standing)

    def player(self, name: str, weights: NDArray[np.float64]) -> Player:
        """A player with weights of this run, as it plays in training."""
        return EvaluatorPlayer(name, self.evaluator(weights), table_bits=self.recipe.search.table_bits)

    def weights_content(self, weights: NDArray[np.float64], games: int) -> bytes:
        """The content of a weights file of this run."""
        origin = {"recipe": self.recipe.name, "games": games}
        return weights_bytes(self.game, self.form, weights, origin)


def _pool(experience: ExperienceTable, game: Game) -> tuple[Opponent, ...]:
    """All opponents; a single one counts as rated what the learner is at the start."""
    if experience.opponent is None:
        return read_pool(experience.pool, game) if experience.pool else ()
    spec = parse_player(experience.opponent, game)
    rating = USUAL_RATING if experience.rating is None else experience.rating
    return (Opponent(spec, rating, spec.limits),)
