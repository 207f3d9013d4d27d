"""The parts that a recipe names whose evaluator is searched with, put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import StopFlag
from leafstrap.arena import opening_lines
from leafstrap.errors import RecipeError
from leafstrap.evaluators import (
    Evaluator,
    Linear,
    NetworkArchitecture,
    NetworkEvaluator,
    fixed_weights,
    initial_networks,
    initial_weights,
    weights_bytes,
)
from leafstrap.experience import (
    Balance,
    Database,
    Exploration,
    LearningPlayer,
    Mixed,
    Observing,
    Opponent,
    Opponents,
    SelfPlay,
    Standing,
    Versus,
    Watching,
    read_pool,
)
from leafstrap.games import Game
from leafstrap.learn import Rule
from leafstrap.learn.optimiser import OPTIMISERS
from leafstrap.players import EvaluatorPlayer, Player, parse_player
from leafstrap.runs.architecture import architecture_of
from leafstrap.runs.model_making import rule_of, with_model
from leafstrap.runs.recipe import Recipe
from leafstrap.runs.recipe_tables import ExperienceTable
from leafstrap.runs.run_memory import RunMemory, belonging
from leafstrap.runs.weight_store import Snapshot, WeightStore
from leafstrap.runs.workers import Experience
from leafstrap.search import Limits, TimeControl
from leafstrap.search.tablebase import tablebase

DEFAULT_RATING = 1500.0  # of an opponent that nobody rated


@dataclass(frozen=True, slots=True)
class SearchingBuilder:
    """A recipe that has been found to make sense for a game; what it makes is made anew at every call."""

    game: Game
    recipe: Recipe
    architecture: Any  # a feature set, or networks over one
    backup: Rule
    limits: Limits
    exploration: Exploration
    fixed: NDArray[np.bool_]
    pool: tuple[Opponent, ...]  # nobody in self-play, or where there is a database
    database: Database | None  # whose games are watched

    @staticmethod
    def of(game: Game, recipe: Recipe) -> SearchingBuilder:
        """Look up everything the recipe names, or raise an error that says what there is no such thing as."""
        architecture = architecture_of(game, recipe)
        search, experience = recipe.search, recipe.experience
        clock = None if search.clock is None else TimeControl.parse(search.clock)
        database = None
        if experience.database is not None:
            database = Database(Path(experience.database), game, experience.passes)
            if experience.kind == "observe":
                games = min(len(database), recipe.run.games or len(database))
                recipe = replace(recipe, run=replace(recipe.run, games=games))
        if search.tablebase and game.Tablebase is None:
            raise RecipeError(f"There are no tables of endings in {game.name}: leave search.tablebase out.")
        return SearchingBuilder(
            game,
            recipe,
            architecture,
            rule_of(game, recipe, architecture, quiet=experience.quiet),
            Limits(search.depth, search.nodes, search.movetime, clock),
            Exploration(
                opening_lines(game, experience.openings), experience.random_plies, experience.epsilon
            ),
            fixed_weights(architecture, recipe.evaluator.fixed),
            _pool(experience, game),
            database,
        )

    def prepared(self, model: Path, note: Callable[[str], None], stop: StopFlag) -> SearchingBuilder | None:
        """With the model that the rule looks through, if any, which was made before or is made now."""

        def source() -> Database:
            assert self.database is not None  # the recipe was checked for it
            return self.database

        backup = with_model(self.backup, self.game, self.recipe, self.architecture, source, model, note, stop)
        return None if backup is None else replace(self, backup=backup)

    def initial_weights(self) -> NDArray[np.float64]:
        """The weights before the first game."""
        evaluator, seed = self.recipe.evaluator, self.recipe.run.seed
        begin = initial_networks if isinstance(self.architecture, NetworkArchitecture) else initial_weights
        return begin(self.game, self.architecture, evaluator.initial, seed=seed, scale=evaluator.scale)

    def evaluator(self, weights: NDArray[np.float64]) -> Evaluator:
        """Weights of this run, ready to evaluate."""
        kind = NetworkEvaluator if isinstance(self.architecture, NetworkArchitecture) else Linear
        return kind(self.game, self.architecture, weights)

    def weight_store(self, start: Snapshot) -> WeightStore[Any]:
        """The weights that the games of the run share, as they were at some moment."""
        settings = self.recipe.rule_settings
        return WeightStore(
            lambda weights: self.evaluator(weights).snapshot(),
            start,
            fixed=self.fixed,
            step_size=settings.steps(),
            optimiser=OPTIMISERS[settings.optimiser],
            update_every=self.recipe.run.update_every,
            sensitivities=self.architecture.sensitivities
            if isinstance(self.architecture, NetworkArchitecture)
            else None,
            sensitivity_step=settings.sensitivity_step,
            memory=self._memory(start),
        )

    def _memory(self, start: Snapshot) -> RunMemory:
        """What games have remembered up to some moment."""
        ring = self.backup.memory(belonging(start.memory, "ring"))
        mixed = self.recipe.experience.kind == "mixed"
        return RunMemory(ring, Balance(belonging(start.memory, "balance")) if mixed else None)

    def initial_rating(self) -> float | None:
        """The learner's rating before the first game; only who plays others has one."""
        return self._level() if self.recipe.experience.kind == "versus" else None

    def _level(self) -> float:
        """Near which rating others are met at first."""
        mean = sum(opponent.rating for opponent in self.pool) / len(self.pool)
        return mean if self.recipe.experience.rating is None else self.recipe.experience.rating

    def experience(self, weights: WeightStore[Any], standing: Standing | None, stop: StopFlag) -> Experience:
        """A source of games for one thread; who has a standing plays others."""
        table, search, memory = self.recipe.experience, self.recipe.search, weights.memory
        assert isinstance(memory, RunMemory)
        backup = self.backup if memory.ring is None else self.backup.sharing(memory.ring)
        player = LearningPlayer(
            self.architecture,
            backup,
            weights,
            self.limits,
            stop,
            search.table_bits,
            search.variant,
            search.leaf_tolerance,
            search.unproven,
            table.min_moves,
            tablebase(self.game, search.tablebase),
            extend=search.extend,
        )
        if memory.balance is not None and self.database is not None:
            return Mixed(
                player,
                self.database,
                self.limits,
                self.exploration,
                table.max_plies,
                quiet=table.quiet,
                share=table.expert_share,
                balance=memory.balance,
            )
        if self.database is not None:
            return Watching(player, self.database, quiet=table.quiet)
        if not self.pool:
            return SelfPlay(player, self.limits, self.exploration, table.max_plies)
        opponents = Opponents(self.pool, table.rating_spread)
        if standing is None:
            return Observing(
                player,
                self.game,
                opponents,
                self.limits,
                self.exploration,
                table.max_plies,
                rating=self._level(),
                quiet=table.quiet,
            )
        return Versus(player, opponents, self.limits, self.exploration, table.max_plies, standing)

    def player(self, name: str, weights: NDArray[np.float64]) -> Player:
        """A player with weights of this run, as it plays in training."""
        search = self.recipe.search
        return EvaluatorPlayer(
            name, self.evaluator(weights), table_bits=search.table_bits, extend=search.extend
        )

    def weights_content(self, weights: NDArray[np.float64], games: int) -> bytes:
        """The content of a weights file of this run."""
        origin = {"recipe": self.recipe.name, "games": games}
        return weights_bytes(self.game, self.architecture, weights, origin)


def _pool(experience: ExperienceTable, game: Game) -> tuple[Opponent, ...]:
    """All opponents; a single one counts as rated what the learner is at the start."""
    if experience.opponent is None:
        return read_pool(experience.pool, game) if experience.pool else ()
    spec = parse_player(experience.opponent, game)
    rating = DEFAULT_RATING if experience.rating is None else experience.rating
    return (Opponent(spec, rating, spec.limits),)
