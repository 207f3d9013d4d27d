"""Where a protocol's answers go: whole lines, from any thread."""

from __future__ import annotations

import contextlib
import threading
from typing import TextIO


class Output:
    """Lines to the program at the other end. When it is gone they go nowhere."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def send(self, *lines: str) -> None:
        """Write lines that belong together, and hand them over at once."""
        text = "".join(f"{line}\n" for line in lines)
        with self._lock, contextlib.suppress(BrokenPipeError, ValueError):  # closed at the other end, or here
            self._stream.write(text)
            self._stream.flush()

    def note(self, text: str) -> None:
        """Say something that is no answer, on one line."""
        self.send(f"info string {' '.join(text.split())}")
