"""The table `backup` of a recipe: what every rule can be told, and what only some can."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from leafstrap.errors import RecipeError
from leafstrap.learn.optimiser import OPTIMISERS
from leafstrap.learn.schedule import Schedule
from leafstrap.learn.squash import Identity, Squash, Tanh
from leafstrap.learn.step_size import StepSize
from leafstrap.settings import fill, in_limits, setting
from leafstrap.types import JsonObject, Table

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass(frozen=True, slots=True)
class CommonSettings:
    """What every rule has."""

    name: str = setting("treestrap-ab", "the learning rule")
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
        "step size of the sensitivities of hidden units: extended back-propagation; networks only",
        low=0,
    )

    def steps(self) -> StepSize:
        """The step size over the games of a run."""
        return StepSize(over_games(self, "step_size"), self.halved_after)


@dataclass(frozen=True, slots=True)
class SquashSettings:
    """What every rule has whose targets are evaluations."""

    squash: str = setting("none", "none, or tanh of the evaluation", choices=("none", "tanh"))
    pawn: float = setting(
        1.0, "the evaluation that tanh turns into 0.25; of a network's, where a win is 1", low=1e-9
    )
    in_turn: bool = setting(
        False,
        "positions are learned one after the other, each with the weights that those before it left, instead of all "
        "with the same; networks only",
    )

    def squashing(self) -> Squash:
        """What becomes of evaluations."""
        return Tanh.for_pawn(self.pawn) if self.squash == "tanh" else Identity()

    def check(self, common: CommonSettings, given: Table) -> None:
        """Refuse what has no meaning together."""
        if "pawn" in given and self.squash == "none":
            raise RecipeError('backup.pawn has no meaning without backup.squash = "tanh": leave it out.')
        if self.in_turn and (self.squash != "none" or common.optimiser != "plain"):
            raise RecipeError("backup.in_turn goes without squash and with the plain optimiser only.")


@dataclass(frozen=True, slots=True)
class InTurn:
    """The step sizes of networks that learn from positions one after the other."""

    step_size: StepSize
    sensitivity_step: float

    @staticmethod
    def of(settings: SquashSettings, common: CommonSettings) -> InTurn | None:
        """As it is set."""
        return InTurn(common.steps(), common.sensitivity_step) if settings.in_turn else None


@dataclass(frozen=True, slots=True)
class RuleSettings:
    """A table `backup` that was found to make sense."""

    common: CommonSettings
    own: Any  # of the rule: an instance of its dataclass

    @property
    def name(self) -> str:
        """Of the rule."""
        return self.common.name

    def steps(self) -> StepSize:
        """The step size over the games of a run."""
        return self.common.steps()

    def table(self) -> JsonObject:
        """Every setting, defaults included, except for those that have no meaning beside others."""
        values = {**_values(self.common), **_values(self.own)}
        for key in getattr(self.own, "idle", tuple)():
            values.pop(key, None)
        if values.get("squash") == "none":
            values.pop("pawn", None)
        return {key: value for key, value in values.items() if value is not None}


def read_settings(table: Table) -> RuleSettings:
    """Check the table; a setting that the rule would ignore is refused rather than ignored."""
    from leafstrap.learn.rule import RULES  # rules are made of these settings

    keys = _keys(CommonSettings)
    common = fill(CommonSettings, "backup", {key: value for key, value in table.items() if key in keys})
    kind = RULES.get(common.name)
    rest = {key: value for key, value in table.items() if key not in keys}
    for key in sorted(set(rest) - _keys(kind.settings)):
        if any(key in _keys(other.settings) for other in RULES):
            raise RecipeError(f"backup.{key} has no meaning for {common.name}: leave it out.")
    own = fill(kind.settings, "backup", rest)
    if hasattr(own, "check"):
        own.check(common, rest)
    common.steps()  # a schedule that cannot be read is refused here
    return RuleSettings(common, own)


def over_games(settings: DataclassInstance, name: str) -> Schedule:
    """A setting that may change over the games of a run."""
    about = next(field.metadata for field in dataclasses.fields(settings) if field.name == name)
    key = f"backup.{name.rstrip('_')}"
    schedule = Schedule.read(key, getattr(settings, name))
    for value in schedule.values:
        in_limits(key, value, about)
    return schedule


def _keys(kind: type[DataclassInstance]) -> set[str]:
    return {field.name.rstrip("_") for field in dataclasses.fields(kind)}


def _values(settings: DataclassInstance) -> JsonObject:
    return {field.name.rstrip("_"): getattr(settings, field.name) for field in dataclasses.fields(settings)}
