"""Backgammon in the terminal: the program throws for both sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from leafstrap._core import Side
from leafstrap.cli.backgammon_board import backgammon_board
from leafstrap.cli.common.playing import GameFile
from leafstrap.cli.session import Session
from leafstrap.evaluators import ModularEvaluator
from leafstrap.evaluators.explain_networks import explain_networks
from leafstrap.evaluators.explanation import Explanation
from leafstrap.games.backgammon import BACKGAMMON, Position
from leafstrap.games.dice import Dice
from leafstrap.players import NetworkPlayer
from leafstrap.search.limits import Limits

MOVES = 5  # that a hint shows


class BackgammonSession(Session):
    """One person against networks."""

    examples = "8/5 6/5, 24/18*/14, bar/20 or 6/off"
    position_word = "id"

    def __init__(
        self,
        evaluator: ModularEvaluator,
        limits: Limits,
        file: GameFile,
        *,
        start: Position,
        side: Side,
        symbols: bool,
        seed: str,
        say: Callable[[str], None] = print,
    ) -> None:
        super().__init__(BACKGAMMON, file, start=start, side=side, say=say)
        self._evaluator = evaluator
        self._player = NetworkPlayer("leafstrap", evaluator)
        self._limits = limits
        self._symbols = symbols
        self._dice = Dice(seed)

    def prompt(self) -> str:
        """What was thrown."""
        if self._outcome is not None:
            return "new or quit? "
        high, low = self._line.position.dice
        return f"{high}-{low}: "

    def _prepare(self) -> None:
        """Throw, and pass for the person where nothing can be moved: there is nothing to type."""
        self._dice.settle(self._line)
        position = self._line.position
        if self._outcome is None and self._is_persons_turn and self._must_pass(position):
            high, low = position.dice
            self._say(f"\n{high}-{low}: you cannot move.")
            self._line.push(position.legal_moves()[0])
            self._dice.settle(self._line)
            if self._outcome is None:
                self._say(f"\n{self._move()}")
            self._prepare()

    def _must_pass(self, position: Position) -> bool:
        moves = position.legal_moves()
        return len(moves) == 1 and str(moves[0]) == "pass"

    def _board(self) -> str:
        return backgammon_board(self._line.position, from_second=self._turned, symbols=self._symbols)

    def _read(self, text: str) -> Any:
        return self._line.position.move(text)

    def _move(self) -> str:
        position = self._line.position
        choice = self._player.choose(self._line, self._limits)
        self._line.push(choice.move)
        high, low = position.dice
        return f"{high}-{low}: {position.move_text(choice.move)}   ({choice})"

    def _advice(self) -> str:
        position = self._line.position
        plies = (self._limits.depth or 1) - 1
        ranked = self._evaluator.snapshot().rank(position, min(plies, 1))[:MOVES]
        return "\n".join(f"{equity:+.3f}  {position.move_text(move)}" for move, equity, _ in ranked)

    def _explanation(self) -> tuple[str, Explanation, float]:
        parts = explain_networks(self._evaluator, self._line.position)
        said = ", ".join(f"{name} {value:.3f}" for name, value in parts.outputs.items())
        title = f"{parts.value:+.3f} points for the side whose turn it is, before the roll ({said}); what it hangs on:"
        return title, parts, 1.0
