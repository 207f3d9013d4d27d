"""What the rest of the package needs to know of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from leafstrap._core import Side
from leafstrap.games.pieces import Pieces


@dataclass(frozen=True)
class Wording:
    """How people talk about a game."""

    moves: str = "the program writes it"  # examples of how a move is written
    position: str = "position"  # what a position as text is called
    unit: str = "points"  # what evaluations are told in
    win: str = "win"  # an end that is seen coming, for the side that likes it
    loss: str = "loss"  # and for the other


@dataclass(frozen=True)
class BenchPositions:
    """What `leafstrap bench` counts and looks ahead from. A change here changes the signature of the game."""

    perft: tuple[tuple[str, int], ...]  # positions to count from, each with a depth
    search: tuple[str, ...] = ()  # positions to search, all to one depth
    depth: int = 0
    integer_features: str = ""  # a feature set with whole values, so that sums are exact on every machine
    player: str = (
        ""  # with dice: who plays games against itself, always the same, whose positions are looked at
    )
    games: int = 0


def plain_board(position: Any, *, from_second: bool = False, symbols: bool = True) -> str:
    """A position as its text: what a game shows that has no picture of its board.

    >>> plain_board("W:W31-50:B1-20", from_second=True)
    'W:W31-50:B1-20'
    """
    return str(position)


def count_moves(line: Any) -> int:
    """The number of the move that comes next, where a position does not know it: both sides' moves are one.

    >>> from leafstrap._core.draughts import Line
    >>> line = Line()
    >>> for text in ("32-28", "19-23", "28x19"):
    ...     line.push(line.position.move(text))
    >>> count_moves(line)
    2
    """
    return int(len(line) + (line.start.turn == Side.second)) // 2 + 1


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
    GameText: Any = None  # reads games in the notation of the records, where the core can
    GameFile: Any = None  # the same for files, whose games can be had by number
    quiet_positions: Any = None  # says of a line in which of its positions nothing was going on
    Tablebase: Any = None  # tables of endings whose outcome is known
    dice: bool = False  # chance has its turns, and results count points
    draw: Callable[..., str] = plain_board  # as a side sees the board, with symbols or in letters
    write_move: Callable[[Any, Any], str] | None = None  # where that is not Position.move_text
    move_number: Callable[[Any], int] = count_moves  # of the next move of a line
    wording: Wording = Wording()
    bench_positions: BenchPositions | None = None
    longest: int = (
        400  # plies after which a game between players counts as drawn: shuffling that neither can win
    )

    def parse_move(self, position: Any, text: str) -> Any:
        """A legal move as people write it; `ValueError` for anything else."""
        return position.move(text) if self.read_move is None else self.read_move(position, text)

    def move_text(self, position: Any, move: Any) -> str:
        """A move as people write it."""
        return str(position.move_text(move) if self.write_move is None else self.write_move(position, move))
