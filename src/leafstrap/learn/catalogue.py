"""The learning rules by name, with the settings each of them understands."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from leafstrap.errors import RecipeError
from leafstrap.evaluators.feature_rows import concept_count
from leafstrap.learn.ebnn import EBNN
from leafstrap.learn.optimiser import OPTIMISERS
from leafstrap.learn.ring_buffer import RingBuffer
from leafstrap.learn.rootstrap import RootStrap
from leafstrap.learn.rule import Rule
from leafstrap.learn.schedule import Schedule
from leafstrap.learn.squash import Identity, Squash, Tanh
from leafstrap.learn.step_size import StepSize
from leafstrap.learn.td import TD, InTurn
from leafstrap.learn.td_leaf import TDLeaf
from leafstrap.learn.td_root import TDRoot
from leafstrap.learn.treestrap import TreeStrap
from leafstrap.settings import fill, in_limits, setting

TEMPORAL = ("td", "td-directed", "td-root", "td-leaf")
BOARD = ("td", "td-directed", "ebnn")  # which learn from the positions on the board alone
TREE = ("treestrap-minimax", "treestrap-ab")
ROOT = ("rootstrap-minimax", "rootstrap-ab")


@dataclass(frozen=True, slots=True)
class RuleSettings:
    """The table `backup` of a recipe."""

    name: str = setting("treestrap-ab", "the learning rule", choices=(*TEMPORAL, *ROOT, *TREE, "ebnn"))
    step_size: float | str = setting(
        1e-6, "step size α or η, for errors in the rule's unit; a number or stages over games", low=0
    )
    halved_after: float = setting(
        0.0, "games after which an annealed step size is halved; 0: constant", low=0
    )
    optimiser: str = setting(
        "plain",
        "plain, or adagrad: every weight has a step size of its own, in units of the evaluation",
        choices=tuple(OPTIMISERS),
    )
    sensitivity_step: float = setting(
        0.0,
        "step size of the sensitivities of hidden units: extended back-propagation; network and networks only",
        low=0,
    )
    online: bool = setting(
        False, "weights move after every move, by traces, instead of after the game; td with networks only"
    )
    in_turn: bool = setting(
        False,
        "after a game its positions are learned one after the other, each with the weights that those before it left, "
        "instead of all with the same; td and td-directed with network only",
    )
    lambda_: float | str = setting(
        0.7,
        "λ: how far differences reach back; a number or stages over games; td rules only",
        low=0,
        high=1,
    )
    squash: str = setting(
        "none", "none, or tanh of the evaluation; all rules but ebnn", choices=("none", "tanh")
    )
    pawn: float = setting(
        1.0, "the evaluation that tanh turns into 0.25; of a network's, where a win is 1", low=1e-9
    )
    blunder_filter: str = setting(
        "none",
        "drop rises that an unforeseen move of the opponent explains; td rules only",
        choices=("none", "predicted", "predicted-or-stronger"),
    )
    unusable_leaf: str = setting(
        "through",
        "a leaf that has no evaluation of its own (mate, draw, one that its search disagrees with): differences run "
        "through its value, or the position is skipped; td-leaf only",
        choices=("through", "skip"),
    )
    min_depth: int = setting(1, "d: nodes searched less deeply are not learned from; treestrap only", low=1)
    quiet_nodes: bool = setting(
        False,
        "learn from quiet nodes only, which quiescence leaves as they are: no check, no capture that is due or wins "
        "something; treestrap only",
    )
    gamma: float = setting(
        0.98, "γ: what a value is still worth two half-moves earlier; ebnn only", low=0, high=1
    )
    final_weight: float = setting(
        20.0, "how much more the last boards of a game count than others; ebnn only", low=0
    )
    input_gradient_weight: float = setting(
        0.2,
        "how much slopes count beside values; 0: plain back-propagation, without a model; ebnn only",
        low=0,
    )
    ring: int = setting(1000, "examples that are kept to learn from, the newest; ebnn only", low=1)
    batch: int = setting(32, "examples that are learned from after every board; ebnn only", low=1)
    model: str | None = setting(
        None,
        "the file of the model; not set: the run makes one first, of its database, or in backgammon of games that its "
        "expert plays; ebnn only",
    )
    model_games: int = setting(20000, "games that the model is made of; ebnn only", low=1)
    model_hidden: int = setting(165, "hidden units of the model; ebnn only", low=1, high=4096)

    @property
    def needs_model(self) -> bool:
        """Whether the rule looks at the game through a model."""
        return self.name == "ebnn" and self.input_gradient_weight > 0

    def steps(self) -> StepSize:
        """The step size over the games of a run."""
        return StepSize(self._over_games("step_size"), self.halved_after)

    def lambdas(self) -> Schedule:
        """λ over the games of a run."""
        return self._over_games("lambda_")

    def _over_games(self, name: str) -> Schedule:
        about = next(field.metadata for field in dataclasses.fields(self) if field.name == name)
        key = f"backup.{name.rstrip('_')}"
        schedule = Schedule.read(key, getattr(self, name))
        for value in schedule.values:
            in_limits(key, value, about)
        return schedule


_OWN_KEYS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(TEMPORAL, ("lambda", "squash", "pawn", "blunder_filter")),
    **dict.fromkeys(BOARD, ("lambda", "squash", "pawn", "blunder_filter", "in_turn")),
    "td-leaf": ("lambda", "squash", "pawn", "blunder_filter", "unusable_leaf"),
    **dict.fromkeys(ROOT, ("squash", "pawn")),
    **dict.fromkeys(TREE, ("min_depth", "squash", "pawn", "quiet_nodes")),
    "ebnn": (
        "gamma",
        "final_weight",
        "input_gradient_weight",
        "ring",
        "batch",
        "model",
        "model_games",
        "model_hidden",
    ),
}
MOST_CONCEPTS = 2048  # of which boards can be made that are kept whole, and a model
_COMMON_KEYS = {"name", "step_size", "halved_after", "optimiser", "sensitivity_step", "online"}


def make_rule(table: Mapping[str, Any], architecture: Any, *, quiet: bool = True) -> Rule:
    """The learning rule that a recipe's table `backup` describes, for weights of a form.

    `quiet` says that boards with something going on are left out, for a rule that is shown all of them.
    """
    settings = read_settings(table)
    name = settings.name
    if name == "ebnn":
        return _ebnn(settings, architecture, quiet)
    if name in TREE:
        return TreeStrap(
            name, _search(name), settings.min_depth, _squash(settings).beta, settings.quiet_nodes
        )
    if name in ROOT:
        return RootStrap(name, _search(name), _squash(settings))
    common: dict[str, Any] = {
        "name": name,
        "symmetric": architecture.symmetric,
        "squash": _squash(settings),
        "lambda_": settings.lambdas(),
        "blunder_filter": settings.blunder_filter,
    }
    if name == "td-leaf":
        return TDLeaf(**common, skip_unusable=settings.unusable_leaf == "skip")
    if name == "td-root":
        return TDRoot(**common)
    return TD(
        **common, in_turn=InTurn(settings.steps(), settings.sensitivity_step) if settings.in_turn else None
    )


def _ebnn(settings: RuleSettings, architecture: Any, quiet: bool) -> EBNN:
    if (concepts := concept_count(architecture)) > MOST_CONCEPTS:
        raise RecipeError(
            f"ebnn keeps whole boards and foresees them, for which {concepts:,} features are too many: choose a "
            f"feature set of at most {MOST_CONCEPTS:,} concepts."
        )
    ring = RingBuffer(architecture, settings.ring)
    numbers = (settings.gamma, settings.final_weight, settings.input_gradient_weight, settings.batch)
    return EBNN(architecture, *numbers, quiet, ring)


def read_settings(table: Mapping[str, Any]) -> RuleSettings:
    """Check the table; a setting that the rule would ignore is refused rather than ignored."""
    settings = fill(RuleSettings, "backup", table)
    idle = sorted(set(table) - _COMMON_KEYS - set(_OWN_KEYS[settings.name]))
    if idle:
        raise RecipeError(f"backup.{idle[0]} has no meaning for {settings.name}: leave it out.")
    if "pawn" in table and settings.squash == "none":
        raise RecipeError('backup.pawn has no meaning without backup.squash = "tanh": leave it out.')
    if settings.batch > settings.ring:
        raise RecipeError("backup.batch must not be more than backup.ring, which it is drawn from.")
    if settings.name == "ebnn" and settings.input_gradient_weight == 0:
        for key in ("model", "model_games", "model_hidden"):
            if key in table and table[key] != getattr(RuleSettings(), key):
                raise RecipeError(
                    f"backup.{key} has no meaning with backup.input_gradient_weight 0: leave it out."
                )
    if settings.in_turn and (settings.squash != "none" or settings.optimiser != "plain"):
        raise RecipeError("backup.in_turn goes without squash and with the plain optimiser only.")
    settings.steps(), settings.lambdas()  # a schedule that cannot be read is refused here
    return settings


def _search(name: str) -> Any:
    return "minimax" if name.endswith("-minimax") else "alphabeta"


def _squash(settings: RuleSettings) -> Squash:
    return Tanh.for_pawn(settings.pawn) if settings.squash == "tanh" else Identity()
