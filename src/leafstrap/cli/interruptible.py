"""Native work that Ctrl-C can break off."""

from __future__ import annotations

import threading
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
