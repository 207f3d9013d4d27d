"""The parts that a recipe with networks names, put together."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import StopFlag
from leafstrap.errors import RecipeError
from leafstrap.evaluators import (
    ModularArchitecture,
    ModularEvaluator,
    default_networks,
    initial_networks,
    weights_bytes,
)
from leafstrap.experience import Standing
from leafstrap.experience.batches import Batches, Lesson
from leafstrap.experience.external_batches import ExternalBatches
from leafstrap.experience.played_games import ExpertPlay
from leafstrap.experience.shown_batches import ShownBatches
from leafstrap.games import Game
from leafstrap.learn import Rule
from leafstrap.learn.optimiser import OPTIMISERS
from leafstrap.players import NetworkPlayer, Player, PlayerSpec, parse_networks, parse_player
from leafstrap.players.player import OutcomeJudge
from leafstrap.runs.architecture import architecture_of
from leafstrap.runs.model_making import rule_of, with_model
from leafstrap.runs.modular_recipe import NETWORK_RULES, SHOWN_RULES
from leafstrap.runs.recipe import Recipe
from leafstrap.runs.run_memory import RunMemory, belonging
from leafstrap.runs.weight_store import Snapshot, WeightStore
from leafstrap.runs.workers import Experience
from leafstrap.search import Limits

GUESTS = ("gnubg", "pubeval", "random")  # players that the core does not play itself


@dataclass(frozen=True, slots=True)
class ModularBuilder:
    """A recipe that has been found to make sense for backgammon."""

    game: Game
    recipe: Recipe
    architecture: ModularArchitecture
    expert: ModularEvaluator | None
    guest: PlayerSpec | None  # the expert, if it is no network of ours
    rule: Rule | None  # None: one that the core carries out

    @staticmethod
    def of(game: Game, recipe: Recipe) -> ModularBuilder:
        """Look up everything the recipe names, or raise an error that says what there is no such thing as."""
        architecture = architecture_of(game, recipe)
        opponent = recipe.experience.opponent
        expert = guest = None
        if opponent is not None and (guest := _guest(opponent, game)) is None:
            expert = parse_networks(opponent, game)
        if guest is not None:
            _check_guest(guest, recipe)
        if (
            expert is not None
            and recipe.experience.values == "expert"
            and expert.architecture.outputs != architecture.outputs
        ):
            raise RecipeError(
                f"experience.values is expert, but {opponent} has {expert.architecture.outputs} outputs and the learner "
                f"{architecture.outputs}: set evaluator.outputs."
            )
        shown = recipe.rule_settings.name in SHOWN_RULES
        rule = rule_of(game, recipe, architecture, quiet=False) if shown else None
        return ModularBuilder(game, recipe, architecture, expert, guest, rule)

    @property
    def limits(self) -> Limits:
        """As in training."""
        return Limits(depth=self.recipe.search.depth)

    def prepared(self, model: Path, note: Callable[[str], None], stop: StopFlag) -> ModularBuilder | None:
        """With the model that the rule looks through, if any: made of games of the expert, or of the best we have."""
        if self.rule is None:
            return self

        def source() -> ExpertPlay:
            expert = default_networks(self.game) if self.expert is None else self.expert
            games = self.recipe.rule_settings.model_games
            return ExpertPlay(expert.snapshot(), games, self.recipe.run.seed)

        rule = with_model(self.rule, self.game, self.recipe, self.architecture, source, model, note, stop)
        return None if rule is None else replace(self, rule=rule)

    def initial_weights(self) -> NDArray[np.float64]:
        """The weights before the first game."""
        evaluator = self.recipe.evaluator
        seed = self.recipe.run.seed
        return initial_networks(
            self.game, self.architecture, evaluator.initial, seed=seed, scale=evaluator.scale
        )

    def weight_store(self, start: Snapshot) -> WeightStore[Any]:
        """The weights that the games of the run share, as they were at some moment."""
        fixed = np.zeros(self.architecture.size, dtype=np.bool_)
        settings = self.recipe.rule_settings
        ring = None if self.rule is None else self.rule.memory(belonging(start.memory, "ring"))
        return WeightStore(
            self.architecture.networks,
            start,
            fixed=fixed,
            step_size=settings.steps(),
            optimiser=OPTIMISERS[settings.optimiser],
            sensitivities=self.architecture.sensitivities,
            sensitivity_step=settings.sensitivity_step,
            memory=RunMemory(ring),
        )

    def initial_rating(self) -> float | None:
        """Nobody is rated."""
        return None

    def experience(self, weights: WeightStore[Any], standing: Standing | None, stop: StopFlag) -> Experience:
        """A source of lots of games for one thread."""
        experience, backup = self.recipe.experience, self.recipe.rule_settings
        lesson = Lesson(
            self.recipe.run.games_per_batch,
            NETWORK_RULES[backup.name],
            experience.kind,
            backup.lambdas(),
            backup.sensitivity_step,
            None if self.expert is None else self.expert.snapshot(),
            experience.opponent or "",
            experience.values == "expert",
            (self.recipe.search.depth or 1) - 1,
            self.recipe.search.candidates,
            backup.online,
            self.architecture.outputs,
        )
        if self.guest is not None:
            return ExternalBatches(weights, lesson, self.guest, self.limits, stop)
        if self.rule is None:
            return Batches(weights, lesson)
        memory = weights.memory
        assert isinstance(memory, RunMemory)
        rule = self.rule if memory.ring is None else self.rule.sharing(memory.ring)
        return ShownBatches(weights, lesson, rule, stop)

    def player(self, name: str, weights: NDArray[np.float64]) -> Player:
        """A player with weights of this run and nothing else: what it has learned is to be seen."""
        evaluator = ModularEvaluator(self.game, self.architecture, weights)
        return NetworkPlayer(name, evaluator, candidates=self.recipe.search.candidates, bear_off="best")

    def weights_content(self, weights: NDArray[np.float64], games: int) -> bytes:
        """The content of a weights file of this run."""
        origin = {"recipe": self.recipe.name, "games": games}
        return weights_bytes(self.game, self.architecture, weights, origin)


def _guest(text: str, game: Game) -> PlayerSpec | None:
    """An expert that is no network of ours; None for networks."""
    if re.split("[:;@]", text, maxsplit=1)[0].strip() in GUESTS:
        return parse_player(text, game)
    return None


def _check_guest(guest: PlayerSpec, recipe: Recipe) -> None:
    rule = recipe.rule_settings.name
    if rule in SHOWN_RULES:
        raise RecipeError(
            f"{rule} is shown games of networks only: let experience.opponent name some instead of {guest.name}."
        )
    if recipe.rule_settings.online:
        raise RecipeError(
            f"backup.online has no meaning against {guest.name}: games with it are learned from when over."
        )
    if recipe.experience.values == "expert":
        player = guest.build()
        player.close()
        if not isinstance(player, OutcomeJudge):
            raise RecipeError(
                f"experience.values is expert, but {guest.name} does not say how often each result comes: leave it out."
            )
