"""A game that the engine plays for somebody else, who alone knows how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leafstrap._core import Outcome, Side
from leafstrap.search.native import TournamentResult
from leafstrap.types import Line, Move

TAKE_BACKS = 2  # moves of ours that may be taken back before it counts as another game
DECISIVE = 600  # centipawns at which a game that is broken off counts as won or lost


@dataclass(frozen=True, slots=True)
class Turn:
    """One move of ours: the line up to it, and what the search found; a move from a book has no search."""

    line: Line
    move: Move
    result: TournamentResult | None
    predicted: bool  # the move of the opponent that led here was the one we expected


class ServedGame:
    """The moves we made in one game, in their order."""

    def __init__(self, line: Line) -> None:
        self.turns: list[Turn] = []
        self._latest = line.copy()

    @property
    def side(self) -> Side | None:
        """The side we play, None before our first move."""
        return self.turns[0].line.position.turn if self.turns else None

    def continues(self, line: Line) -> bool:
        """Whether a line is a later moment of this game; a move or two may have been taken back."""
        if line.start != self._latest.start:
            return False
        common = _common_plies(line.moves, self._latest.moves)
        kept = [turn for turn in self.turns if len(turn.line) < common]
        if len(kept) < len(self.turns) - TAKE_BACKS:
            return False
        self.turns = kept
        self._latest = line.copy()
        return True

    def add(self, line: Line, move: Move, result: TournamentResult | None) -> None:
        """Note the move that we answer with at the end of a line."""
        self.turns.append(Turn(line.copy(), move, result, self._foreseen(line)))
        self._latest = line.copy()
        self._latest.push(move)

    def outcome(self) -> Outcome | None:
        """How the game ended, as far as we can tell.

        UCI never says. The board says it if the last move we know of ended the game; else a last score that leaves no
        doubt counts as the result (the opponent resigned, or mated us with a move that nobody showed us); else we do
        not know.
        """
        if (on_board := self._latest.outcome()) is not None or not self.turns:
            return on_board
        last = self.turns[-1]
        if last.result is None:
            return None
        best = last.result.lines[0]
        score = best.score if best.mate is None else DECISIVE * (1 if best.mate > 0 else -1)
        if abs(score) < DECISIVE:
            return None
        return Outcome(last.line.position.turn.sign * (1 if score > 0 else -1))

    def _foreseen(self, line: Line) -> bool:
        """Whether the opponent's last move is the second of the variation that we expected."""
        if not self.turns or self.turns[-1].result is None or len(line) != len(self.turns[-1].line) + 2:
            return False
        expected = self.turns[-1].result.ponder
        return expected is not None and expected == line.moves[-1]


def _common_plies(first: Sequence[Move], second: Sequence[Move]) -> int:
    pairs = enumerate(zip(first, second, strict=False))
    return next((ply for ply, (a, b) in pairs if a != b), min(len(first), len(second)))
