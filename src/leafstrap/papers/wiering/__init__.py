"""Wiering, Patist & Mannen: backgammon beside an expert, chess and draughts from databases."""

from leafstrap.papers.wiering import chess, data, draughts, table2, table3, table4

__all__ = [
    "chess",
    "data",
    "draughts",
    "table2",
    "table3",
    "table4",
]
