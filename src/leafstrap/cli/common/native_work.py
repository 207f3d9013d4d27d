"""Long native work from the command line: Ctrl-C breaks it off, and all commands report its speed alike."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def interruptible(work: Callable[[], Result]) -> Result:
    """Run work that releases the GIL, so that Ctrl-C ends the command at once instead of after the work.

    Python delivers signals to the main thread between bytecodes, which a long native call does not have.
    The abandoned thread is a daemon: it ends with the process.

    >>> interruptible(lambda: 6 * 7)
    42
    """
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(timeout=0.05)
    if errors:
        raise errors[0]
    return results[0]


def speed(nodes: int, seconds: float) -> dict[str, float]:
    """Nodes, seconds and nodes per second.

    >>> speed(100, 2.0)
    {'nodes': 100, 'seconds': 2.0, 'nps': 50.0}
    """
    return {"nodes": nodes, "seconds": seconds, "nps": nodes / max(seconds, 1e-9)}


class Meter:
    """Adds up the nodes and the seconds of native work."""

    def __init__(self) -> None:
        self._nodes, self._seconds = 0, 0.0

    def run(self, work: Callable[[], Result], nodes: Callable[[Result], int]) -> Result:
        """Carry out some work, and ask of its result how many nodes it was."""
        began = time.perf_counter()
        result = interruptible(work)
        self._seconds += time.perf_counter() - began
        self._nodes += nodes(result)
        return result

    def rate(self) -> dict[str, float]:
        """What has been measured so far."""
        return speed(self._nodes, self._seconds)
