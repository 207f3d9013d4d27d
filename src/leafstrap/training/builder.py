"""A recipe for a game, put together: everything a run needs is made here, of what the parts say of themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import StopFlag
from leafstrap.arena import opening_lines
from leafstrap.errors import RecipeError
from leafstrap.evaluators import EVALUATORS, Architecture, Evaluator, default_weights, weights_bytes
from leafstrap.experience import (
    Balance,
    BatchKind,
    BatchPlay,
    BatchSettings,
    Database,
    ExpertPlay,
    Exploration,
    GlickoRating,
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
from leafstrap.learn import RULES, Rule, RuleKind, make_rule
from leafstrap.learn.optimiser import OPTIMISERS
from leafstrap.learn.rule import ExpertGames, Preparation, SharedMemory
from leafstrap.players import OutcomeJudge, Player, expert_outputs, parse_player, training_player
from leafstrap.recipes.check import check_for_batches, check_for_game
from leafstrap.recipes.recipe import Recipe
from leafstrap.recipes.schema import ExperienceTable
from leafstrap.search import Limits, PlayingSearch, Search, TimeControl
from leafstrap.search.tablebase import tablebase
from leafstrap.training.weight_store import RunWeights, Snapshot, WeightStore
from leafstrap.training.workers import Experience
from leafstrap.types import Arrays, CoreEvaluator, JsonObject

DEFAULT_RATING = 1500.0  # of an opponent that nobody rated


@dataclass(frozen=True, slots=True)
class RunMemory:
    """What the games of a run remember of earlier ones beside the weights; each may be None."""

    rule: SharedMemory | None = None
    balance: Balance | None = None  # of boards: mixed

    def arrays(self) -> Arrays:
        """All of it; the names begin with whose it is."""
        parts = {"ring": self.rule, "balance": self.balance}
        return {
            f"{whose}.{name}": array
            for whose, part in parts.items()
            if part is not None
            for name, array in part.arrays().items()
        }


@dataclass(frozen=True, slots=True)
class Builder:
    """A recipe that has been found to make sense for a game; what it makes is made anew at every call."""

    game: Game
    recipe: Recipe
    architecture: Architecture
    kind: RuleKind
    rule: Rule
    limits: Limits
    exploration: Exploration
    fixed: NDArray[np.bool_]
    pool: tuple[Opponent, ...]  # nobody in self-play, or where there is a database
    database: Database | None  # whose games are watched

    @staticmethod
    def of(game: Game, recipe: Recipe) -> Builder:
        """Look up everything the recipe names, or raise an error that says what there is no such thing as."""
        search, experience = recipe.search, recipe.experience
        architecture = architecture_of(game, recipe)
        kind = RULES.get(recipe.rule_settings.name)
        check_for_game(recipe, game, architecture, kind)
        database = None
        if experience.database is not None:
            database = Database(Path(experience.database), game, experience.passes)
            if experience.kind == "observe":
                games = min(len(database), recipe.run.games or len(database))
                recipe = replace(recipe, run=replace(recipe.run, games=games))
        pool = _pool(experience, game)
        if experience.values == "expert":
            _check_expert(pool[0], architecture)
        clock = None if search.clock is None else TimeControl.parse(search.clock)
        quiet = experience.quiet and game.quiet_positions is not None
        builder = Builder(
            game,
            recipe,
            architecture,
            kind,
            make_rule(recipe.backup, architecture, quiet=quiet),
            Limits(search.depth, search.nodes, search.movetime, clock),
            Exploration(
                opening_lines(game, experience.openings), experience.random_plies, experience.epsilon
            ),
            architecture.fixed(recipe.evaluator.fixed),
            pool,
            database,
        )
        if builder._plays_batches():
            check_for_batches(recipe, game)
        elif getattr(recipe.rule_settings.own, "online", False):
            raise RecipeError(
                "backup.online has no meaning for games of outside players or from openings, which are learned from "
                "when over: leave it out."
            )
        return builder

    def prepared(self, model: Path, note: Callable[[str], None], stop: StopFlag) -> Builder | None:
        """The same with all that has to be made before the first game, at `model`; None if stopped before."""
        rule = self.rule.prepare(Preparation(self._expert_games, model, self.recipe.run.seed, note, stop))
        return None if rule is None else replace(self, rule=rule)

    def initial_weights(self) -> NDArray[np.float64]:
        """The weights before the first game."""
        evaluator, seed = self.recipe.evaluator, self.recipe.run.seed
        return self.architecture.initial_weights(evaluator.initial, seed=seed, scale=evaluator.scale)

    def weight_store(self, start: Snapshot) -> WeightStore[CoreEvaluator]:
        """The weights that the games of the run share, as they were at some moment."""
        common = self.recipe.rule_settings.common
        mixed = self.recipe.experience.kind == "mixed"
        balance = Balance(_belonging(start.memory, "balance")) if mixed else None
        return WeightStore(
            self.architecture.snapshot,
            start,
            fixed=self.fixed,
            step_size=common.steps(),
            optimiser=OPTIMISERS[common.optimiser],
            update_every=self.recipe.run.update_every,
            sensitivities=self.architecture.sensitivities,
            sensitivity_step=common.sensitivity_step,
            largest=self.architecture.largest_weight,
            memory=RunMemory(self.rule.memory(_belonging(start.memory, "ring")), balance),
        )

    def initial_rating(self) -> float | None:
        """The learner's rating before the first game; None where nobody is rated."""
        rated = self.recipe.experience.kind == "versus" and not self._plays_batches()
        return self._level() if rated else None

    def experience(
        self, weights: RunWeights[CoreEvaluator], standing: Standing | None, stop: StopFlag
    ) -> Experience:
        """A source of games for one thread; who has a standing plays others."""
        table, memory = self.recipe.experience, cast("RunMemory", weights.memory)
        rule = self.rule if memory.rule is None else self.rule.sharing(memory.rule)
        limits = self._search_arguments()
        player = LearningPlayer(
            rule, self.kind.learns_from, self._search(), weights, limits, stop, table.min_moves
        )
        if self.database is not None and memory.balance is not None:
            return Mixed(
                player,
                self.database,
                self.limits,
                self.exploration,
                self._most_plies(),
                quiet=table.quiet,
                share=table.expert_share,
                balance=memory.balance,
            )
        if self.database is not None:
            return Watching(player, self.database, quiet=table.quiet)
        if self._plays_batches():
            settings = self._batch_settings()
            return BatchPlay(self.architecture, rule, self.kind.learns_from, weights, player, settings, stop)
        if not self.pool:
            return SelfPlay(player, self.game, self.limits, self.exploration, self._most_plies())
        return self._against_others(player, weights, standing)

    def player(self, name: str, weights: NDArray[np.float64]) -> Player:
        """A player with weights of this run and nothing else, as it plays in training."""
        search = self.recipe.search
        return training_player(
            Evaluator(self.architecture, weights),
            name,
            table_bits=search.table_bits,
            extend=search.extend,
            candidates=search.candidates,
        )

    def weights_content(self, weights: NDArray[np.float64], games: int) -> bytes:
        """The content of a weights file of this run."""
        return weights_bytes(self.architecture, weights, {"recipe": self.recipe.name, "games": games})

    @property
    def games_per_batch(self) -> int:
        """How many games a worker plays before it learns."""
        return self.recipe.run.games_per_batch if self._plays_batches() else 1

    def _plays_batches(self) -> bool:
        """Whether the core can play the games in one go: nobody from outside, and the standard start."""
        table = self.recipe.experience
        if self.game.play_games is None or table.database is not None or table.pool:
            return False
        plain = table.openings in ("own", "none") and table.random_plies == 0
        return plain and all(opponent.spec.evaluator is not None for opponent in self.pool)

    def _batch_settings(self) -> BatchSettings:
        recipe = self.recipe
        own, common = recipe.rule_settings.own, recipe.rule_settings.common
        evaluator = self.pool[0].spec.evaluator if self.pool else None
        expert = None if evaluator is None else evaluator()
        online = getattr(own, "online", False)
        return BatchSettings(
            cast("BatchKind", recipe.experience.kind),
            recipe.search.depth or 1,
            recipe.search.candidates,
            recipe.experience.epsilon,
            self._most_plies(),
            None if expert is None else expert.snapshot(),
            recipe.experience.opponent or "",
            recipe.experience.values == "expert",
            (own.lambdas(), common.sensitivity_step) if online else None,
            self.game.training_search(self.kind.search) or "",
            recipe.search.probing,
            recipe.search.fail_soft,
        )

    def _against_others(
        self, player: LearningPlayer, weights: RunWeights[CoreEvaluator], standing: Standing | None
    ) -> Experience:
        table = self.recipe.experience
        opponents = Opponents(self.pool, table.rating_spread)
        chance = self.game.Position().is_chance
        if table.kind == "versus" and standing is not None and not chance:
            most = self._most_plies()
            return Versus(player, self.game, opponents, self.limits, self.exploration, most, standing)

        def learner() -> Player:
            return self.player("learner", weights.snapshot().weights().astype(np.float64))

        outputs = len(self.architecture.outputs)
        return Observing(
            player,
            self.game,
            opponents,
            self.limits,
            self.exploration,
            self._most_plies(),
            standing=standing or Standing(GlickoRating(self._level())),
            quiet=table.quiet,
            learner=learner if table.kind != "observe" else None,
            expert_values=(lambda other, position: expert_outputs(other, position, outputs))
            if table.values == "expert"
            else None,
            self_play=table.kind == "self-play",
        )

    def _search(self) -> Search:
        settings = self.recipe.search
        search: Search
        if settings.variant != "training":
            kept = settings.unproven if self.kind.learns_from == "tree" else None
            search = PlayingSearch(
                self.architecture, settings.variant, settings.table_bits, settings.leaf_tolerance, kept
            )
        else:
            name = self.game.training_search(self.kind.search)
            assert name is not None  # the recipe was checked for it
            search = self.game.searches[name].make(self.architecture.core, settings.table_bits)
        if (known := tablebase(self.game, settings.tablebase)) is not None:
            assert hasattr(search, "use_tablebase")  # every search of a game that has tables
            search.use_tablebase(known)
        return search

    def _search_arguments(self) -> JsonObject:
        """What every search is told."""
        settings = self.recipe.search
        arguments: JsonObject = {"depth": self.limits.depth or 0, "nodes": self.limits.nodes or 0}
        if not settings.extend:  # only training searches can do without
            arguments["extend"] = False
        if settings.fail_soft:
            arguments["fail_soft"] = True
        if settings.candidates:
            arguments["candidates"] = settings.candidates
        if not settings.probing:
            arguments["probing"] = False
        return arguments

    def _expert_games(self) -> ExpertGames:
        """What a model can be made of: the database, or games of the expert, or of the best that ships with us."""
        if self.database is not None:
            return self.database
        evaluator = self.pool[0].spec.evaluator if self.pool else None
        expert = default_weights(self.game) if evaluator is None else evaluator()
        games = self.recipe.rule_settings.own.model_games
        return ExpertPlay(self.game, expert.snapshot(), games, self.recipe.run.seed)

    def _most_plies(self) -> int:
        """After which a game is broken off."""
        own = self.recipe.experience.max_plies
        return self.game.longest if own is None else own

    def _level(self) -> float:
        """Near which rating others are met at first."""
        mean = sum(opponent.rating for opponent in self.pool) / len(self.pool)
        return mean if self.recipe.experience.rating is None else self.recipe.experience.rating


def architecture_of(game: Game, recipe: Recipe) -> Architecture:
    """What the weights of a recipe mean; a RecipeError if the game has no such thing."""
    return EVALUATORS.get(recipe.evaluator.kind).of(game, recipe.tables()["evaluator"])


def _pool(experience: ExperienceTable, game: Game) -> tuple[Opponent, ...]:
    """All opponents; a single one counts as rated what the learner is at the start."""
    if experience.opponent is None:
        return read_pool(experience.pool, game) if experience.pool else ()
    spec = parse_player(experience.opponent, game)
    rating = DEFAULT_RATING if experience.rating is None else experience.rating
    return (Opponent(spec, rating, spec.limits),)


def _check_expert(opponent: Opponent, architecture: Architecture) -> None:
    """Check that what an expert says can be a target: in the same outputs, or as chances of each result."""
    name, evaluator = opponent.name, opponent.spec.evaluator
    if evaluator is not None:
        theirs = evaluator().architecture
        if theirs.outputs.names != architecture.outputs.names:
            raise RecipeError(
                f"experience.values is expert, but {name} has the outputs of {theirs.name} and the learner those of "
                f"{architecture.name}: set evaluator.outputs."
            )
        return
    player = opponent.spec.build()
    player.close()
    if not isinstance(player, OutcomeJudge):
        raise RecipeError(
            f"experience.values is expert, but {name} does not say how often each result comes: leave it out."
        )


def _belonging(stored: Arrays, whose: str) -> Arrays:
    """The arrays of one of them, by their own names; none at the start of a run."""
    prefix = f"{whose}."
    return {name.removeprefix(prefix): array for name, array in stored.items() if name.startswith(prefix)}
