"""A number that changes over the games of a run, written in a few words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from leafstrap.errors import RecipeError

NUMBER = r"\d*\.?\d+(?:e[+-]?\d+)?"
STAGE = re.compile(rf"({NUMBER})(?: for (\d+)| to ({NUMBER}) over (\d+))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Stage:
    """A straight way from one value to another in so many games; None is for ever."""

    first: float
    last: float
    games: int | None


@dataclass(frozen=True, slots=True)
class Schedule:
    """Stages one after the other, with commas between; the last value stays.

    >>> lambda_ = Schedule.read("backup.lambda", "1 for 50, 1 to 0.7 over 200, 0.7")
    >>> [round(lambda_(games), 3) for games in (0, 49, 50, 150, 250, 9999)]
    [1.0, 1.0, 1.0, 0.85, 0.7, 0.7]
    >>> Schedule.read("backup.lambda", 0.7)(123)
    0.7
    """

    stages: tuple[Stage, ...]

    @staticmethod
    def read(key: str, value: float | str) -> Schedule:
        """The schedule that a setting means; `key` is its name, for the error."""
        if not isinstance(value, str):
            return Schedule((Stage(value, value, None),))
        stages = tuple(_stage(key, value, text.strip()) for text in value.split(","))
        if any(stage.games is None for stage in stages[:-1]):
            raise _wrong(key, value)
        return Schedule(stages)

    @property
    def values(self) -> list[float]:
        """All that are named: it never goes beyond them."""
        return [value for stage in self.stages for value in (stage.first, stage.last)]

    def __call__(self, games: int) -> float:
        """The value after so many games."""
        left = games
        for stage in self.stages:
            if stage.games is None:
                break
            if left < stage.games:
                return stage.first + (stage.last - stage.first) * left / stage.games
            left -= stage.games
        return self.stages[-1].last


def _stage(key: str, value: str, text: str) -> Stage:
    match = STAGE.fullmatch(text)
    if match is None:
        raise _wrong(key, value)
    first, held, last, moved = match.groups()
    games = held or moved
    return Stage(float(first), float(last or first), int(games) if games else None)


def _wrong(key: str, value: str) -> RecipeError:
    example = "'1 for 50, 1 to 0.7 over 200, 0.7'"
    return RecipeError(f"{key} must be a number, or stages over games such as {example}, not {value!r}.")
