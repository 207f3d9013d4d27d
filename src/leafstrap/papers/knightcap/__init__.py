"""KnightCap (Baxter, Tridgell & Weaver): the experiments of the paper, and what it left open."""

from leafstrap.papers.knightcap import (
    backgammon,
    blunder_filter,
    book,
    experiments,
    scratch,
    selfplay,
    studies,
)

__all__ = [
    "backgammon",
    "blunder_filter",
    "book",
    "experiments",
    "scratch",
    "selfplay",
    "studies",
]
