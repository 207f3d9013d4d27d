"""From the outputs of networks to the chances of a game, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple

from leafstrap.players.cube import Chances

SEVEN = 7  # outputs: the mean result, then a share for each; else there are five, the chances themselves


def chances_in(outputs: Sequence[float]) -> Chances:
    """How a game will end, in the view that the outputs have; what is no chance is brought into order.

    >>> chances_in([0.6, 0.2, 1.2, 0.1, 0.0])
    Chances(win=0.6, win_gammon=0.2, win_backgammon=0.2, lose_gammon=0.1, lose_backgammon=0.0)
    """
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


def outputs_of(chances: Chances, outputs: str) -> list[float]:
    """What networks with these outputs would have to say.

    >>> outputs_of(Chances(0.75, 0.25, 0.0, 0.125, 0.0), "seven")
    [0.625, 0.5, 0.25, 0.0, 0.125, 0.125, 0.0]
    """
    if outputs == "five":
        return list(astuple(chances))
    won, lost = (
        [share * part for part in parts]
        for share, parts in ((chances.win, chances.won), (1 - chances.win, chances.lost))
    )
    return [chances.equity, *won, *lost]
