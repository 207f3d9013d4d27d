"""What the rest of the package needs to know of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Game:
    """One game: its position and line types, and the feature sets that describe its positions."""

    name: str
    Position: Any
    Line: Any
    feature_sets: Mapping[str, Any]
    record_suffix: str
    write_record: Callable[..., str]
    dice: bool = False  # chance has its turns, and results count points
    longest: int = (
        400  # plies after which a game between players counts as drawn: shuffling that neither can win
    )
