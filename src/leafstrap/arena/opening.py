"""One opening: a start and the first moves from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from leafstrap.games import Game


@dataclass(frozen=True, slots=True)
class Opening:
    """A named line; `start` and `moves` are those of its game."""

    name: str
    game: Game
    start: Any
    moves: tuple[Any, ...] = ()

    @classmethod
    def of(cls, name: str, game: Game, line: Any) -> Opening:
        """The opening that a line has played."""
        return cls(name, game, line.start, tuple(line.moves))

    def line(self) -> Any:
        """A new line that stands at the end of the opening."""
        line = self.game.Line(self.start)
        for move in self.moves:
            line.push(move)
        return line
