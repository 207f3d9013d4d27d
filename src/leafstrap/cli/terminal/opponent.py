"""The program that a person plays against in the terminal: its moves, its advice, and why it thinks so."""

from __future__ import annotations

from typing import Protocol

from leafstrap._core import SearchControl
from leafstrap.cli.common.native_work import interruptible
from leafstrap.evaluators import Evaluator, Explanation, centipawns_per_unit
from leafstrap.games import Game
from leafstrap.players import ExpectimaxPlayer, player_of
from leafstrap.search import Limits
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.native import TournamentResult, Variation
from leafstrap.types import Line, Move, Position

MOVES = 5  # that advice names where moves are ranked


class Opponent(Protocol):
    """What a session asks of the program."""

    def new_game(self) -> None:
        """Forget the last game."""

    def choose(self, line: Line) -> tuple[Move, str]:
        """The program's move, and what it thought of it."""

    def advice(self, line: Line) -> str:
        """What the program would play."""

    def explanation(self, position: Position) -> tuple[str, Explanation, float]:
        """What the evaluation is called, what it is made of, and the factor to what people count in."""


class EngineOpponent:
    """The tournament search, for games without dice."""

    def __init__(self, game: Game, engine: Engine, limits: Limits) -> None:
        self._game = game
        self._engine = engine
        self._request = SearchRequest.within(limits)

    def new_game(self) -> None:
        """Forget what the search has found out."""
        self._engine.new_game()

    def choose(self, line: Line) -> tuple[Move, str]:
        """The best move, with its score in the mover's view and the moves that are expected."""
        result = self._think(line)
        return result.move, self._thoughts(line.position, result)

    def advice(self, line: Line) -> str:
        """The same in words."""
        move, thoughts = self.choose(line)
        return f"{self._game.move_text(line.position, move)}   ({thoughts})"

    def explanation(self, position: Position) -> tuple[str, Explanation, float]:
        """Feature by feature."""
        evaluator = self._engine.evaluator
        unit = centipawns_per_unit(evaluator.architecture, evaluator.weights) / 100
        parts = evaluator.explain(position)
        title = f"Evaluation {parts.value * unit:+.2f} {self._game.wording.unit}, White's view, before any search:"
        return title, parts, unit

    def _think(self, line: Line) -> TournamentResult:
        control = SearchControl()
        try:
            return interruptible(lambda: self._engine.think(line, self._request, control))
        except KeyboardInterrupt:
            control.stop()
            raise

    def _thoughts(self, position: Position, result: TournamentResult) -> str:
        best = result.lines[0]
        moves = []
        for move in best.pv:
            moves.append(self._game.move_text(position, move))
            position = position.after(move)
        return f"{self._score(best)}, depth {result.depth}: {' '.join(moves)}"

    def _score(self, variation: Variation) -> str:
        if variation.mate is None:
            return f"{variation.score / 100:+.2f}"
        wording = self._game.wording
        return f"{wording.win if variation.mate > 0 else wording.loss} in {abs(variation.mate)}"


class SearchOpponent:
    """The training search, for games without dice that have no search for play."""

    def __init__(self, evaluator: Evaluator, limits: Limits) -> None:
        self._evaluator = evaluator
        self._player = player_of(evaluator, "leafstrap")()
        self._limits = limits

    def new_game(self) -> None:
        """Always the same moves in the same game."""
        self._player.new_game(0)

    def choose(self, line: Line) -> tuple[Move, str]:
        """The best move and its score, in the mover's view."""
        choice = self._player.choose(line, self._limits)
        return choice.move, str(choice)

    def advice(self, line: Line) -> str:
        """The same in words."""
        move, thoughts = self.choose(line)
        return f"{self._evaluator.game.move_text(line.position, move)}   ({thoughts})"

    def explanation(self, position: Position) -> tuple[str, Explanation, float]:
        """Feature by feature."""
        parts = self._evaluator.explain(position)
        return f"Evaluation {parts.value:+.2f}, {parts.view}, before any search:", parts, 1.0


class ExpectimaxOpponent:
    """Networks that rank the boards which moves lead to, for games with dice."""

    def __init__(self, evaluator: Evaluator, limits: Limits) -> None:
        self._evaluator = evaluator
        self._player = ExpectimaxPlayer("leafstrap", evaluator)
        self._limits = limits

    def new_game(self) -> None:
        """Nothing to forget."""

    def choose(self, line: Line) -> tuple[Move, str]:
        """The best move and its equity."""
        choice = self._player.choose(line, self._limits)
        return choice.move, str(choice)

    def advice(self, line: Line) -> str:
        """The best moves with their equities."""
        position = line.position
        ranked = self._player.ranked(position, self._limits)[:MOVES]
        return "\n".join(f"{equity:+.3f}  {position.move_text(move)}" for move, equity, _ in ranked)

    def explanation(self, position: Position) -> tuple[str, Explanation, float]:
        """Input by input."""
        parts = self._evaluator.explain(position)
        said = ", ".join(f"{name} {value:.3f}" for name, value in parts.outputs.items())
        title = f"{parts.value:+.3f} points for the side whose turn it is, before the roll ({said}); what it hangs on:"
        return title, parts, 1.0
