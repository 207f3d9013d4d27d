"""An engine that takes no more of the machine than a test should, whatever it is told."""

from __future__ import annotations

from typing import Any

from leafstrap.evaluators import Evaluator
from leafstrap.search.engine import Engine


def small_engine(evaluator: Evaluator, *, megabytes: int, threads: int, **others: Any) -> Engine:
    """An engine with at most two megabytes and two threads."""
    return Engine(evaluator, megabytes=min(megabytes, 2), threads=min(threads, 2), **others)
