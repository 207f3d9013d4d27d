"""Meep (Veness, Silver, Uther & Blair): its tables, and what makes them come out so."""

from leafstrap.papers.meep import order, plain, table2, table3

__all__ = [
    "order",
    "plain",
    "table2",
    "table3",
]
