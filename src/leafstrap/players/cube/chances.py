"""The chances of a game: how it will end, as players judge it and as networks say it in their outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from leafstrap.errors import LeafstrapError

SEVEN = 7  # outputs: the mean result, then a share for each; else there are five, the chances themselves
SLACK = 1e-9


@dataclass(frozen=True)
class Chances:
    """How a game will end. A gammon is also a win, and a backgammon also a gammon, as in GNU Backgammon.

    >>> Chances(0.75, 0.25, 0.0, 0.125, 0.0).equity
    0.625
    """

    win: float
    win_gammon: float = 0.0
    win_backgammon: float = 0.0
    lose_gammon: float = 0.0
    lose_backgammon: float = 0.0

    def __post_init__(self) -> None:
        won, lost = (self.win, self.win_gammon, self.win_backgammon), (1 - self.win, *self._gammons_lost)
        for chain in (won, lost):
            falls = all(more >= less - SLACK for more, less in zip((1.0, *chain), (*chain, 0.0), strict=True))
            if not falls:
                raise LeafstrapError(f"These are no chances of a game: {self}.")

    @property
    def _gammons_lost(self) -> tuple[float, float]:
        return self.lose_gammon, self.lose_backgammon

    @property
    def equity(self) -> float:
        """Points per game where there is no cube."""
        return 2 * self.win - 1 + self.win_gammon + self.win_backgammon - sum(self._gammons_lost)

    @property
    def won(self) -> tuple[float, float, float]:
        """Of the games won, the shares that are single games, gammons and backgammons."""
        return _shares(self.win, self.win_gammon, self.win_backgammon)

    @property
    def lost(self) -> tuple[float, float, float]:
        """The same of the games lost."""
        return _shares(1 - self.win, *self._gammons_lost)


def _shares(any_: float, gammon: float, backgammon: float) -> tuple[float, float, float]:
    if any_ <= SLACK:
        return 1.0, 0.0, 0.0
    return 1 - gammon / any_, (gammon - backgammon) / any_, backgammon / any_


def chances_in(outputs: Sequence[float]) -> Chances:
    """How a game will end, in the view that the outputs have; what is no chance is brought into order.

    >>> chances_in([0.6, 0.2, 1.2, 0.1, 0.0])
    Chances(win=0.6, win_gammon=0.2, win_backgammon=0.2, lose_gammon=0.1, lose_backgammon=0.0)
    """
    outputs = [float(output) for output in outputs]  # the core's have single precision only
    if len(outputs) == 1:  # the points to expect: how often a gammon is among them nobody says
        win = min(max((outputs[0] + 1) / 2, 0.0), 1.0)
        return Chances(win, 0.0, 0.0, 0.0, 0.0)
    if len(outputs) == SEVEN:
        shares = [max(share, 0.0) for share in outputs[1:]]
        whole = sum(shares) or 1.0
        won, lost = ([sum(side[i:]) / whole for i in range(3)] for side in (shares[:3], shares[3:]))
    else:
        win = min(max(outputs[0], 0.0), 1.0)
        won, lost = [win, *outputs[1:3]], [1 - win, *outputs[3:]]
        for side in (won, lost):
            for i in (1, 2):
                side[i] = min(max(side[i], 0.0), side[i - 1])
    return Chances(won[0], won[1], won[2], lost[1], lost[2])


def outputs_of(chances: Chances, count: int) -> list[float]:
    """What networks with so many outputs would have to say.

    >>> outputs_of(Chances(0.75, 0.25, 0.0, 0.125, 0.0), 7)
    [0.625, 0.5, 0.25, 0.0, 0.125, 0.125, 0.0]
    """
    if count == 1:
        return [chances.equity]
    if count != SEVEN:
        return list(astuple(chances))
    won, lost = (
        [share * part for part in parts]
        for share, parts in ((chances.win, chances.won), (1 - chances.win, chances.lost))
    )
    return [chances.equity, *won, *lost]
