"""An engine that takes no more of the machine than a test should, whatever it is told."""

from __future__ import annotations

from leafstrap.evaluators import Linear
from leafstrap.search.engine import Engine


def small_engine(linear: Linear, *, megabytes: int, threads: int, variant: str) -> Engine:
    """An engine with at most two megabytes and two threads."""
    return Engine(linear, megabytes=min(megabytes, 2), threads=min(threads, 2), variant=variant)
