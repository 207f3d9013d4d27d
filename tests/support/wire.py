"""An engine of ours in this process, and what it has written."""

from __future__ import annotations

import io
import time
from typing import Any, TextIO

from leafstrap.protocols.hub import HubServer
from leafstrap.protocols.hub.server import HubOutput
from leafstrap.protocols.server import Output
from leafstrap.protocols.uci import UciServer

PATIENCE = 60.0  # seconds; only a hang comes near it


class Wire:
    """Commands in, lines out."""

    def __init__(self, weights: str = "material") -> None:
        self.stream = io.StringIO()
        self.server = self._serve(self.stream, weights)

    def _serve(self, stream: TextIO, weights: str) -> Any:
        return UciServer(Output(stream), weights)

    def __call__(self, *lines: str) -> list[str]:
        """Send lines; gives the whole lines written since the last call."""
        at = len(self.stream.getvalue())
        for line in lines:
            assert self.server.obey(line)
        return self.stream.getvalue()[at:].splitlines()

    def until(self, word: str, *lines: str) -> list[str]:
        """Send lines and wait for one that begins with a word."""
        at = len(self.stream.getvalue())
        for line in lines:
            self.server.obey(line)
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            text = self.stream.getvalue()[at:]
            found = text[: text.rfind("\n") + 1].splitlines()
            if any(line.startswith(word) for line in found):
                return found
            time.sleep(0.001)
        raise AssertionError(f"no {word} within {PATIENCE} s: {self.stream.getvalue()[at:]}")


class HubWire(Wire):
    """The same for the Hub engine."""

    def _serve(self, stream: TextIO, weights: str) -> Any:
        return HubServer(HubOutput(stream), weights)
