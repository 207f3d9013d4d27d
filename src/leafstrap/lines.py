"""What programs at the other end say, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import BinaryIO

LONGEST = 100_000  # bytes of a line; the longest game is far shorter


def whole_lines(stream: BinaryIO, too_long: Callable[[], None] = lambda: None) -> Iterator[bytes]:
    """The lines of a stream as they come; of one that nobody can mean only `too_long` hears, and it takes no memory."""
    whole = True
    while line := stream.readline(LONGEST):
        ended = line.endswith(b"\n")
        if whole and (ended or len(line) < LONGEST):
            yield line
        elif whole:
            too_long()
        whole = ended
