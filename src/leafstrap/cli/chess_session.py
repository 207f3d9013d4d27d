"""Chess in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from leafstrap._core import SearchControl, Side
from leafstrap.cli.board_text import board_text
from leafstrap.cli.game_file import GameFile
from leafstrap.cli.interruptible import interruptible
from leafstrap.cli.session import Session
from leafstrap.evaluators.explain import Explanation, explain
from leafstrap.evaluators.integer import centipawns_per_unit
from leafstrap.games.chess import CHESS, Position, parse_move
from leafstrap.search.engine import Assignment, Engine
from leafstrap.search.tournament import TournamentResult, Variation


class ChessSession(Session):
    """One person against the engine."""

    examples = "Nf3 or g1f3"
    position_word = "fen"

    def __init__(
        self,
        engine: Engine,
        assignment: Assignment,
        file: GameFile,
        *,
        start: Position,
        side: Side,
        symbols: bool,
        say: Callable[[str], None] = print,
    ) -> None:
        super().__init__(CHESS, file, start=start, side=side, say=say)
        self._engine = engine
        self._assignment = assignment
        self._symbols = symbols

    def prompt(self) -> str:
        """The number of the move."""
        if self._outcome is not None:
            return "new or quit? "
        return f"{self._line.position.fullmove_number}{'.' if self._side == Side.first else '...'} "

    def _board(self) -> str:
        return board_text(self._line.position, from_black=self._turned, symbols=self._symbols)

    def _read(self, text: str) -> Any:
        return parse_move(self._line.position, text)

    def _move(self) -> str:
        before = self._line.position
        result = self._think()
        self._line.push(result.move)
        dots = "." if before.turn == Side.first else "..."
        return f"{before.fullmove_number}{dots} {before.san(result.move)}   {_thoughts(before, result)}"

    def _advice(self) -> str:
        result, position = self._think(), self._line.position
        return f"{position.san(result.move)}   {_thoughts(position, result)}"

    def _explanation(self) -> tuple[str, Explanation, float]:
        linear = self._engine.linear
        pawns = centipawns_per_unit(linear.feature_set, linear.weights) / 100
        parts = explain(linear, self._line.position)
        return f"Evaluation {parts.value * pawns:+.2f} pawns, White's view, before any search:", parts, pawns

    def _forget(self) -> None:
        self._engine.new_game()

    def _think(self) -> TournamentResult:
        control = SearchControl()
        try:
            return interruptible(lambda: self._engine.think(self._line, self._assignment, control))
        except KeyboardInterrupt:
            control.stop()
            raise


def _thoughts(position: Position, result: TournamentResult) -> str:
    """The score in pawns, the mover's view, and the moves that are expected."""
    best = result.lines[0]
    moves = []
    for move in best.pv:
        moves.append(position.san(move))
        position = position.after(move)
    return f"({_score(best)}, depth {result.depth}: {' '.join(moves)})"


def _score(variation: Variation) -> str:
    if variation.mate is not None:
        return f"mate in {variation.mate}" if variation.mate > 0 else f"mated in {-variation.mate}"
    return f"{variation.score / 100:+.2f}"
