"""SIGTERM as the end of an engine."""

from __future__ import annotations

import signal
from types import FrameType


def leave_on_sigterm() -> None:
    """Some programs end their engines this way: what there is to save is saved, as after Ctrl-C."""
    signal.signal(signal.SIGTERM, _leave)


def _leave(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
