"""Games that are ended early, because what the players say leaves no doubt about the result."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from leafstrap._core import Outcome
from leafstrap.errors import UsageError

Judgement = tuple[Outcome, str]  # the result, and the reason for it


@dataclass(frozen=True, slots=True)
class WinRule:
    """A game is won once both sides have seen the same one ahead by `score` centipawns for `moves` moves each."""

    score: int
    moves: int

    @classmethod
    def parse(cls, text: str) -> WinRule:
        """`SCORE,MOVES`, such as `900,4`."""
        return cls(*_numbers(text, "SCORE,MOVES", "900,4"))

    def judge(self, heard: Sequence[int]) -> Judgement | None:
        """The judgement on what was said, in the first player's view."""
        reason = f"side ahead by {self.score} centipawns for {self.moves} moves"
        if min(heard) >= self.score:
            return Outcome(1), f"first {reason}"
        return (Outcome(-1), f"second {reason}") if max(heard) <= -self.score else None


@dataclass(frozen=True, slots=True)
class DrawRule:
    """From `ply` on, a game is drawn once nobody has been ahead by more than `score` for `moves` moves each."""

    ply: int
    moves: int
    score: int

    @classmethod
    def parse(cls, text: str) -> DrawRule:
        """`PLY,MOVES,SCORE`, such as `80,8,10`."""
        return cls(*_numbers(text, "PLY,MOVES,SCORE", "80,8,10"))

    def judge(self, heard: Sequence[int]) -> Judgement | None:
        """The judgement on what was said, in anybody's view."""
        reason = f"nobody ahead by more than {self.score} centipawns for {self.moves} moves"
        return (Outcome(0), reason) if max(map(abs, heard)) <= self.score else None


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Which games end early; none, unless told."""

    win: WinRule | None = None
    draw: DrawRule | None = None


NO_ADJUDICATION = Adjudication()


class Judge:
    """Hears every move of one game.

    A player that says nothing of its thoughts has no say, as long as the other one speaks.
    """

    def __init__(self, rules: Adjudication) -> None:
        self._rules = rules
        longest = max((rule.moves for rule in (rules.win, rules.draw) if rule is not None), default=0)
        self._leads: deque[int | None] = deque(maxlen=2 * longest)

    def hear(self, ply: int, lead: int | None) -> Judgement | None:
        """Hear what the mover of a ply said, in centipawns and the first player's view; judge if that is enough."""
        self._leads.append(lead)
        win, draw = self._rules.win, self._rules.draw
        if win is not None and (heard := self._last(win.moves)) and (judgement := win.judge(heard)):
            return judgement
        if draw is not None and ply >= draw.ply and (heard := self._last(draw.moves)):
            return draw.judge(heard)
        return None

    def _last(self, moves: int) -> list[int]:
        """What was said in the last so many moves of each side; nothing if that is too little to judge by."""
        window = list(self._leads)[-2 * moves :]
        heard = [lead for lead in window if lead is not None]
        return heard if len(window) == 2 * moves and len(heard) >= moves else []


def _numbers(text: str, shape: str, example: str) -> list[int]:
    try:
        numbers = [int(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != shape.count(",") + 1 or min(numbers) < 0 or numbers[1] < 1:
        raise UsageError(f"An adjudication is {shape} such as {example}, not {text!r}.")
    return numbers
