"""The draughts engine of the Python package py-draughts, TurboEngine: an outside opponent that needs no program."""

from __future__ import annotations

import importlib
from typing import Any

from leafstrap.errors import PlayerError
from leafstrap.games.draughts import DRAUGHTS
from leafstrap.players.kind import Builder, PlayerKind, PlayerText, only, register
from leafstrap.players.player import Choice, bounded
from leafstrap.search.limits import LEAST, Limits
from leafstrap.types import Line


def find_turbo() -> tuple[Any, Any]:
    """The classes of its boards and of its engine; a PlayerError where it is not installed."""
    try:
        boards = importlib.import_module("draughts.boards.standard")
        engines = importlib.import_module("draughts.engines.turbo")
    except ImportError:  # pydraughts, another package, has modules of the same name and not this engine
        raise PlayerError(
            "py-draughts is not installed: the player turbo needs it (pip install py-draughts)."
        ) from None
    return boards.Board, engines.TurboEngine


class TurboPlayer:
    """Looks ahead in this process, in Python: some forty times fewer positions than ours, and no seeds."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._board_class, self._engine_class = find_turbo()
        self._engine: Any = self._engine_class()
        self._closed = False

    def new_game(self, seed: int) -> None:
        """Forget the last game."""
        self._engine = self._engine_class()

    def choose(self, line: Line, limits: Limits) -> Choice:
        """Its move within a depth or a time."""
        if limits.nodes is not None:
            raise PlayerError(f"{self.name} has no limit in nodes: give it @depth or @movetime.")
        moves = line.position.legal_moves()
        if len(moves) == 1:
            return Choice(moves[0])
        engine = self._engine
        engine.depth_limit = limits.depth
        engine.time_limit = LEAST if self._closed else limits.seconds_for_move() or None
        found, score = engine.get_best_move(self._board(line), with_evaluation=True)
        move = next(move for move in moves if squares(str(move)) == squares_of(found))
        return Choice(move, bounded(100 * score), depth=engine.completed_depth, nodes=engine.nodes)

    def close(self) -> None:
        """End a search that is under way; it answers at once with what it has."""
        self._closed = True
        self._engine._deadline = 0.0  # it has no other way

    def _board(self, line: Line) -> Any:
        """The line as its board, with the moves by which it knows repetitions."""
        board = self._board_class.from_fen(str(line.start))
        for move in line.moves:
            wanted = squares(str(move))
            board.push(next(legal for legal in board.legal_moves if squares_of(legal) == wanted))
        return board


Squares = tuple[int, int, frozenset[int]]


def squares(text: str) -> Squares:
    """Where a move begins and ends, and what it captures: what tells it from all others.

    >>> squares("28x19x23") == squares("28x19x23"), squares("32-28")
    (True, (32, 28, frozenset()))
    """
    start, end, *captured = (int(number) for number in text.replace("-", "x").split("x"))
    return start, end, frozenset(captured)


def squares_of(move: Any) -> Squares:
    """The same of a move of the package, which counts squares from 0."""
    path, captured = move.square_list, move.captured_list
    return path[0] + 1, path[-1] + 1, frozenset(square + 1 for square in captured)


def _build(text: PlayerText) -> Builder:
    text.options(known=())
    find_turbo()
    return lambda: TurboPlayer(text.name)


register(
    PlayerKind(
        "turbo",
        "in draughts: TurboEngine of the Python package `py-draughts`",
        _build,
        plays=only(DRAUGHTS),
        refusal="The player turbo plays draughts, not {game}.",
    )
)
