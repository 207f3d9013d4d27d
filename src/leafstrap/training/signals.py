"""Ctrl-C and a polite kill, turned into a request that a run answers between two games."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType, TracebackType

from leafstrap._core import StopFlag

Handler = Callable[[int, FrameType | None], object] | int | None  # of a signal


class Interruption:
    """While it is entered, the first SIGINT or SIGTERM asks for an end and the second one insists.

    Searches under way look at a flag, so games are broken off within milliseconds; everything else goes on
    until the run is saved.
    """

    def __init__(self) -> None:
        self.requested = False
        self._flags: list[StopFlag] = []
        self._before: dict[int, Handler] = {}

    def flag(self) -> StopFlag:
        """Make a flag that is set when an end is asked for; its owner may set it earlier."""
        flag = StopFlag()
        self._flags.append(flag)
        if self.requested:
            flag.set()
        return flag

    def __enter__(self) -> Interruption:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._ask)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def ask(self) -> None:
        """Ask for an end."""
        self.requested = True
        for flag in self._flags:
            flag.set()

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.ask()
