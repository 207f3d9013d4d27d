"""The learning rules by name, with the settings each of them understands."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from leafstrap.errors import RecipeError
from leafstrap.learn.backup import Backup
from leafstrap.learn.optimiser import OPTIMISERS
from leafstrap.learn.rootstrap import RootStrap
from leafstrap.learn.schedule import Schedule
from leafstrap.learn.squash import Identity, Squash, Tanh
from leafstrap.learn.step_size import StepSize
from leafstrap.learn.td import TD, InTurn
from leafstrap.learn.td_leaf import TDLeaf
from leafstrap.learn.td_root import TDRoot
from leafstrap.learn.treestrap import TreeStrap
from leafstrap.settings import fill, in_limits, setting

TEMPORAL = ("td", "td-directed", "td-root", "td-leaf")
BOARD = ("td", "td-directed")  # which learn from the positions on the board alone
TREE = ("treestrap-minimax", "treestrap-ab")
ROOT = ("rootstrap-minimax", "rootstrap-ab")


@dataclass(frozen=True, slots=True)
class BackupSettings:
    """The table `backup` of a recipe."""

    name: str = setting("treestrap-ab", "the learning rule", choices=(*TEMPORAL, *ROOT, *TREE))
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
    squash: str = setting("none", "none, or tanh of the evaluation; td rules only", choices=("none", "tanh"))
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
    **dict.fromkeys(ROOT, ()),
    **dict.fromkeys(TREE, ("min_depth",)),
}
_COMMON_KEYS = {"name", "step_size", "halved_after", "optimiser", "sensitivity_step", "online"}


def make_backup(table: Mapping[str, Any], form: Any) -> Backup:
    """The learning rule that a recipe's table `backup` describes, for weights of a form."""
    settings = read_settings(table)
    name = settings.name
    if name in TREE:
        return TreeStrap(name, _search(name), settings.min_depth)
    if name in ROOT:
        return RootStrap(name, _search(name))
    common: dict[str, Any] = {
        "name": name,
        "symmetric": form.symmetric,
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


def read_settings(table: Mapping[str, Any]) -> BackupSettings:
    """Check the table; a setting that the rule would ignore is refused rather than ignored."""
    settings = fill(BackupSettings, "backup", table)
    idle = sorted(set(table) - _COMMON_KEYS - set(_OWN_KEYS[settings.name]))
    if idle:
        raise RecipeError(f"backup.{idle[0]} has no meaning for {settings.name}: leave it out.")
    if "pawn" in table and settings.squash == "none":
        raise RecipeError('backup.pawn has no meaning without backup.squash = "tanh": leave it out.')
    if settings.in_turn and (settings.squash != "none" or settings.optimiser != "plain"):
        raise RecipeError("backup.in_turn goes without squash and with the plain optimiser only.")
    settings.steps(), settings.lambdas()  # a schedule that cannot be read is refused here
    return settings


def _search(name: str) -> Any:
    return "minimax" if name.endswith("-minimax") else "alphabeta"


def _squash(settings: BackupSettings) -> Squash:
    return Tanh.for_pawn(settings.pawn) if settings.squash == "tanh" else Identity()
