"""What programs at the other end say, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

LONGEST = 100_000  # bytes of a line; the longest game is far shorter


def whole_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream as they come; those that nobody can mean are passed over, and take no memory."""
    whole = True
    while line := stream.readline(LONGEST):
        ended = line.endswith(b"\n")
        if whole and (ended or len(line) < LONGEST):
            yield line
        whole = ended
