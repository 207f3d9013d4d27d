"""What the rest of the package needs to know of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

from leafstrap.games.pieces import Pieces


@dataclass(frozen=True)
class Game:
    """One game: its position and line types, and the feature sets that describe its positions."""

    name: str
    Position: Any
    Line: Any
    feature_sets: Mapping[str, Any]
    record_suffix: str
    write_record: Callable[..., str]
    stages: tuple[str, ...] = ()  # that networks can have weights for, each its own
    pieces: Pieces | None = None  # where counting them tells who is ahead
    default_features: str = ""  # the set that is learned with unless another is asked for
    read_move: Callable[[Any, str], Any] | None = (
        None  # as people write moves, where that is not Position.move
    )
    read_position: Callable[[str], tuple[Any, str]] | None = (
        None  # as people write positions, with their name if they have one, where that is not Position.parse
    )
    named_openings: Traversable | None = None  # `Name: moves` a line; `#` begins a comment
    GameText: Any = None  # reads games in the notation of the records, where the core can
    GameFile: Any = None  # the same for files, whose games can be had by number
    quiet_positions: Any = None  # says of a line in which of its positions nothing was going on
    Tablebase: Any = None  # tables of endings whose outcome is known
    dice: bool = False  # chance has its turns, and results count points
    counts_points: bool = False  # how high a game is won matters
    cube: bool = False  # players may double what is at stake
    longest: int = (
        400  # plies after which a game between players counts as drawn: shuffling that neither can win
    )

    def parse_move(self, position: Any, text: str) -> Any:
        """A legal move as people write it; `ValueError` for anything else."""
        return position.move(text) if self.read_move is None else self.read_move(position, text)

    def parse_position(self, text: str) -> tuple[Any, str]:
        """A position as people write it, and its name if the text has one; `ValueError` for anything else."""
        return (self.Position.parse(text), "") if self.read_position is None else self.read_position(text)
