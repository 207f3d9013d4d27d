"""Chances of games that nobody has played."""

from __future__ import annotations

from random import Random

from leafstrap.players.cube import Chances


def random_chances(random: Random) -> Chances:
    win = random.random()
    gammon, lost = win * random.random() ** 2, (1 - win) * random.random() ** 2
    return Chances(win, gammon, gammon * random.random() ** 3, lost, lost * random.random() ** 3)
