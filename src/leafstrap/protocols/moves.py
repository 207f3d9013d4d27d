"""The moves that follow a position in what another program says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from leafstrap.errors import UsageError


def push_moves(line: Any, texts: Iterable[str]) -> None:
    """Play moves at the end of a line; a UsageError names the first that is not legal."""
    for number, text in enumerate(texts, start=1):
        try:
            line.push(line.position.move(text))
        except ValueError:
            raise UsageError(f"move {number}, {_short(text)}, is not legal there.") from None


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else f"{text[:20]}...")
