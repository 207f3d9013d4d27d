"""Results as records of games write them."""

from __future__ import annotations

from leafstrap._core import Outcome, Side


def result_text(outcome: Outcome | None) -> str:
    """Who won, as PGN says it; `*` for a game without a result.

    >>> result_text(Outcome(-2)), result_text(None)
    ('0-1', '*')
    """
    if outcome is None:
        return "*"
    return {None: "1/2-1/2", Side.first: "1-0", Side.second: "0-1"}[outcome.winner]
