"""Chess in the terminal."""

from __future__ import annotations

from leafstrap.cli.board_text import board_text
from leafstrap.cli.engine_session import EngineSession
from leafstrap.games.chess import CHESS, Move, Position


class ChessSession(EngineSession):
    """One person against the engine."""

    game = CHESS
    units = "pawns"
    win_word = "mate"
    examples = "Nf3 or g1f3"
    position_word = "fen"

    def _board(self) -> str:
        return board_text(self._line.position, from_black=self._turned, symbols=self._symbols)

    def _number(self) -> int:
        return int(self._line.position.fullmove_number)

    def _text(self, position: Position, move: Move) -> str:
        return position.san(move)
