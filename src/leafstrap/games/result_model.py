"""How often positions with a score are won, drawn and lost: a logistic model, which `leafstrap calibrate` fits."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResultModel:
    """The chances of the side to move, of a score s in hundredths of the game's unit and the pieces on the board.

    With σ the logistic function,

        won = σ((s - a) / b),  lost = σ((-s - a) / b),  drawn = the rest,

    where a, the score at which half of the games are won, and b, by which odds change e-fold, follow from the share of
    the pieces that is left: a = exp(even + even_pieces · share), b = exp(spread + spread_pieces · share).

    >>> model = ResultModel(5.0, 0.0, 4.4, 0.0)
    >>> [round(chance, 2) for chance in model.chances(0, 1.0)]
    [0.14, 0.72, 0.14]
    >>> model.per_mille(300, 1.0)
    (865, 131, 4)
    """

    even: float
    even_pieces: float
    spread: float
    spread_pieces: float

    def chances(self, score: float, share: float) -> tuple[float, float, float]:
        """Won, drawn, lost; the share is that of the pieces at the start."""
        even = math.exp(self.even + self.even_pieces * share)
        spread = math.exp(self.spread + self.spread_pieces * share)
        won, lost = (_logistic((side * score - even) / spread) for side in (1, -1))
        return won, max(0.0, 1 - won - lost), lost

    def per_mille(self, score: float, share: float) -> tuple[int, int, int]:
        """The same in thousandths that sum up to one thousand, as protocols tell them."""
        won, _, lost = self.chances(score, share)
        win, loss = round(1000 * won), round(1000 * lost)
        return win, 1000 - win - loss, loss


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(min(-x, 700.0)))
