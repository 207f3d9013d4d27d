"""NeuroChess (Thrun): Table 1, and what its training needs."""

from leafstrap.papers.neurochess import claims, table1

__all__ = [
    "claims",
    "table1",
]
