"""A game without dice in the terminal: a person against the tournament search."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from leafstrap._core import SearchControl, Side
from leafstrap.cli.common.native_work import interruptible
from leafstrap.cli.common.playing import GameFile
from leafstrap.cli.session import Session
from leafstrap.evaluators.explain import explain
from leafstrap.evaluators.explanation import Explanation
from leafstrap.evaluators.integer import centipawns_per_unit
from leafstrap.games import Game
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.native import TournamentResult, Variation


class EngineSession(Session):
    """One person against the engine."""

    game: Game
    units: str  # what an evaluation is told in
    win_word: str  # what ends the game

    def __init__(
        self,
        engine: Engine,
        request: SearchRequest,
        file: GameFile,
        *,
        start: Any,
        side: Side,
        symbols: bool,
        say: Callable[[str], None] = print,
    ) -> None:
        super().__init__(self.game, file, start=start, side=side, say=say)
        self._engine = engine
        self._request = request
        self._symbols = symbols

    @abstractmethod
    def _number(self) -> int:
        """Of the move that is to be played."""

    @abstractmethod
    def _text(self, position: Any, move: Any) -> str:
        """A move as people write it."""

    def prompt(self) -> str:
        """The number of the move."""
        if self._outcome is not None:
            return "new or quit? "
        return f"{self._number()}{'.' if self._side == Side.first else '...'} "

    def _read(self, text: str) -> Any:
        return self.game.parse_move(self._line.position, text)

    def _move(self) -> str:
        before, number = self._line.position, self._number()
        result = self._think()
        self._line.push(result.move)
        dots = "." if before.turn == Side.first else "..."
        return f"{number}{dots} {self._text(before, result.move)}   {self._thoughts(before, result)}"

    def _advice(self) -> str:
        result, position = self._think(), self._line.position
        return f"{self._text(position, result.move)}   {self._thoughts(position, result)}"

    def _explanation(self) -> tuple[str, Explanation, float]:
        evaluator = self._engine.evaluator
        unit = centipawns_per_unit(evaluator.architecture, evaluator.weights) / 100
        parts = explain(evaluator, self._line.position)
        title = f"Evaluation {parts.value * unit:+.2f} {self.units}, White's view, before any search:"
        return title, parts, unit

    def _forget(self) -> None:
        self._engine.new_game()

    def _think(self) -> TournamentResult:
        control = SearchControl()
        try:
            return interruptible(lambda: self._engine.think(self._line, self._request, control))
        except KeyboardInterrupt:
            control.stop()
            raise

    def _thoughts(self, position: Any, result: TournamentResult) -> str:
        """The score, the mover's view, and the moves that are expected."""
        best = result.lines[0]
        moves = []
        for move in best.pv:
            moves.append(self._text(position, move))
            position = position.after(move)
        return f"({self._score(best)}, depth {result.depth}: {' '.join(moves)})"

    def _score(self, variation: Variation) -> str:
        if variation.mate is None:
            return f"{variation.score / 100:+.2f}"
        lost = "mated" if self.win_word == "mate" else "loss"
        return f"{self.win_word if variation.mate > 0 else lost} in {abs(variation.mate)}"
