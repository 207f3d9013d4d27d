"""Weights for the feature set `classical` from the published evaluation of tscp 1.81: the H of Wiering et al.

The figures are tscp's, where a pawn is 100, as its public port kristopherjohnson/tscp-rust has them (the version of
the original is not told there; where the port treats the colours apart, a shield pawn beyond rank 3, they are
Black's); here they are pawns. Values of pieces, tables of squares, doubled and isolated pawns and what rooks like are
its terms as they are, and so are a king's table and shelter with all of the enemy's pieces on the board. What differs
is in the features:

- backward pawns here are those that an enemy pawn stops as well, and a passed pawn with an own one before it is none;
- tscp weighs a king's safety by the enemy's material and changes to the table of endings at once, at 12 pawns of it or
  less; here the two fade into each other by quarters;
- an enemy pawn on rank 2 counts as one on rank 3, of doubled enemy pawns the nearest counts, and a king in the middle
  minds files without an own pawn, where tscp minds those without any.
"""

from __future__ import annotations

from collections.abc import Callable

PAWN = 100  # of the figures

SINGLE = {
    "pawn": 100,
    "knight": 300,
    "bishop": 300,
    "rook": 500,
    "queen": 900,
    "bishop-pair": 0,
    "rook-half-open": 10,
    "rook-open": 15,
    "rook-seventh": 20,
    "doubled": -10,
    "isolated.opposed": -20,
    "isolated.open": -20,
    "backward.opposed": -8,
    "backward.open": -8,
    "exposed": -10,
}

# By rank from the own side, and in it by the file from the edge; those of the king by all files.
EDGE = (-10, -10, -10, -10)
INNER = ((-10, 0, 0, 0), (-10, 0, 5, 5), (-10, 0, 5, 10), (-10, 0, 5, 10), (-10, 0, 5, 5), (-10, 0, 0, 0))
SQUARES: dict[str, tuple[tuple[int, ...], ...]] = {
    "pawn": (
        (0, 0, 0, 0),
        (0, 0, 0, -40),
        (1, 2, 3, -10),
        (2, 4, 6, 8),
        (3, 6, 9, 12),
        (4, 8, 12, 16),
        (5, 10, 15, 20),
        (0, 0, 0, 0),
    ),
    "knight": ((-10, -30, -10, -10), *INNER, EDGE),
    "bishop": ((-10, -10, -20, -10), *INNER, EDGE),
    "rook": 8 * ((0, 0, 0, 0),),
    "queen": 8 * ((0, 0, 0, 0),),
    "king": ((0, 20, 40, -20, 0, -20, 40, 20), 8 * (-20,), *(6 * (8 * (-40,),))),
    "king-ending": (
        (0, 10, 20, 30),
        (10, 20, 30, 40),
        (20, 30, 40, 50),
        (30, 40, 50, 60),
        (30, 40, 50, 60),
        (20, 30, 40, 50),
        (10, 20, 30, 40),
        (0, 10, 20, 30),
    ),
}

PASSED = 20  # a rank, from the first
SHARE = {"a": 1.0, "b": 1.0, "c": 0.5}  # of a file's shelter
SHIELD = {"second": 0, "third": -10, "far": -20, "none": -25}
STORM = {"open": -15, "near": -10, "coming": -5}


def weight(name: str, stage: int) -> float:
    """The weight of a concept in pawns; there is one stage.

    >>> weight("rook", 0), weight("pawn.d2", 0), weight("king.g1", 0), weight("shield.c.none", 0)
    (5.0, -0.4, 0.4, -0.125)
    """
    group, *parts = name.split(".")
    figure = (
        SINGLE[name] if name in SINGLE else RULES[group](parts) if group in RULES else _on(group, parts[0])
    )
    return round(figure / PAWN, 4)


def _on(group: str, square: str) -> int:
    return SQUARES[group][int(square[1]) - 1][ord(square[0]) - ord("a")]


RULES: dict[str, Callable[[list[str]], float]] = {
    "passed": lambda parts: PASSED * (int(parts[0]) - 1),
    "shield": lambda parts: SHARE[parts[0]] * SHIELD[parts[1]],
    "storm": lambda parts: SHARE[parts[0]] * STORM[parts[1]],
}
