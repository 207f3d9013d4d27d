"""`leafstrap uci`: the engine for graphical programs."""

from __future__ import annotations

import signal
from types import FrameType

from leafstrap.cli.arguments import Weights
from leafstrap.protocols.uci import serve


def uci(weights: Weights = "default") -> None:
    """Serve chess programs that speak UCI, until they say quit."""
    signal.signal(signal.SIGTERM, _leave)
    serve(weights)


def _leave(number: int, frame: FrameType | None) -> None:
    """Some programs end their engines this way: what was learned is saved, as after Ctrl-C."""
    raise KeyboardInterrupt
