"""A kind of evaluator: linear weights in a unit of one's own, in which a won game counts `evaluator.win`, as 100.

Leafstrap's linear weights are in the unit of its searches, where a win is 9,999. It is for rules that learn from
boards: a search that sees the end of the game goes on to say 9,999.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from leafstrap.evaluators import EvaluatorTable, LinearArchitecture
from leafstrap.evaluators.feature_set import feature_set_of
from leafstrap.games import Game
from leafstrap.games.outputs import Outputs, SingleOutput
from leafstrap.settings import setting

WIN = 100.0


@dataclass(frozen=True, slots=True)
class ScaledTable(EvaluatorTable):
    """The table `evaluator` of a recipe, with one setting that only this kind has."""

    win: float = setting(WIN, "what a won game counts", low=1, high=9000)


@dataclass(frozen=True)
class ScaledArchitecture(LinearArchitecture):
    """`scaled`: one weight a feature. What is not said here is as it is of linear weights."""

    win: float = WIN

    kind = "scaled"
    format = "leafstrap-plugin-example scaled weights"  # so that their files are told apart
    settings = (*LinearArchitecture.settings, "win")
    table = ScaledTable
    starts = ("random", "zero")

    @classmethod
    def of(cls, game: Game, settings: Mapping[str, Any]) -> ScaledArchitecture:
        """What a recipe describes."""
        return cls(game, feature_set_of(game, settings.get("features")), settings.get("win", WIN))

    @classmethod
    def parse(cls, game: Game, name: str) -> ScaledArchitecture:
        """What a weights file says: the name of the features, and what a win counts."""
        features, _, win = name.partition(" ")
        return cls(game, feature_set_of(game, features), float(win))

    @property
    def name(self) -> str:
        """All there is to know of it."""
        return f"{self.feature_set.name} {self.win:g}"

    @property
    def unit(self) -> str:
        """Of the values."""
        return f"first player's view, a win is {self.win:g}"

    @cached_property
    def outputs(self) -> Outputs:
        """One value."""
        return SingleOutput.of(self.win, self.game.most_points)
