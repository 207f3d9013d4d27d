"""Games of backgammon with moves at random."""

from __future__ import annotations

from random import Random

from leafstrap._core.backgammon import Line, Position, pubeval


def roll(random: Random) -> tuple[int, int]:
    return random.randrange(1, 7), random.randrange(1, 7)


def played_game(random: Random, start: Position | None = None, skill: float = 0.0) -> Line:
    """A whole game. Of its moves, that share is chosen by pubeval, and the rest at random."""
    line = Line(start or Position())
    while line.outcome() is None:
        if line.position.is_chance:
            line.roll(roll(random))
        position = line.position
        expert = random.random() < skill
        line.push(pubeval(position) if expert else random.choice(position.legal_moves()))
    return line
