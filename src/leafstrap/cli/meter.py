"""Nodes a second of native work."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from leafstrap.cli.common.native_work import interruptible, speed

Result = TypeVar("Result")


class Meter:
    """Adds up the nodes and the seconds of native work."""

    def __init__(self) -> None:
        self._nodes, self._seconds = 0, 0.0

    def run(self, work: Callable[[], Result], nodes: Callable[[Result], int]) -> None:
        """Carry out some work, and ask of its result how many nodes it was."""
        began = time.perf_counter()
        result = interruptible(work)
        self._seconds += time.perf_counter() - began
        self._nodes += nodes(result)

    def rate(self) -> dict[str, float]:
        """What has been measured so far."""
        return speed(self._nodes, self._seconds)
