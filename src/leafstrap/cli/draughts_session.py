"""Draughts in the terminal."""

from __future__ import annotations

from leafstrap._core import Side
from leafstrap.cli.draughts_board import draughts_board
from leafstrap.cli.engine_session import EngineSession
from leafstrap.games.draughts import DRAUGHTS, Move, Position


class DraughtsSession(EngineSession):
    """One person against the engine."""

    game = DRAUGHTS
    units = "men"
    win_word = "win"
    examples = "32-28 or 28x19"
    position_word = "fen"

    def _board(self) -> str:
        return draughts_board(self._line.position, from_black=self._turned, symbols=self._symbols)

    def _number(self) -> int:
        return int(len(self._line) + (self._line.start.turn == Side.second)) // 2 + 1

    def _text(self, position: Position, move: Move) -> str:
        return position.move_text(move)
