"""An engine that takes no more of the machine than a test should, whatever it is told."""

from __future__ import annotations

from typing import Any

from leafstrap.evaluators import Weighted
from leafstrap.search.engine import Engine


def small_engine(weighted: Weighted, *, megabytes: int, threads: int, **others: Any) -> Engine:
    """An engine with at most two megabytes and two threads."""
    return Engine(weighted, megabytes=min(megabytes, 2), threads=min(threads, 2), **others)
