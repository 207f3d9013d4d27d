"""Files of perft counts, in the two notations they come in."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from leafstrap._core.chess import Position


@dataclass(frozen=True)
class Count:
    """What a suite says: so many move sequences of this length."""

    name: str
    fen: str
    depth: int
    nodes: int

    def error(self) -> str | None:
        counted = Position.parse(self.fen).perft(self.depth)
        if counted == self.nodes:
            return None
        return f"{self.name}: perft {self.depth} of {self.fen} is {counted}, not {self.nodes}"


def read_suite(path: Path) -> Iterator[Count]:
    """All counts of a file, `fen; D1 20; D2 400` a line or blocks of `id`, `epd` and `perft` lines."""
    text = path.read_text().replace("\0", "")  # one public suite ends its lines with a zero byte
    return _read_blocks(text) if path.suffix == ".perft" else _read_lines(path.stem, text)


def _read_lines(name: str, text: str) -> Iterator[Count]:
    for number, line in enumerate(text.splitlines(), 1):
        fen, *counts = re.split(r"\s*;\s*", line.partition("#")[0].strip())
        for count in filter(None, counts):
            depth, nodes = count.split()
            yield Count(f"{name}:{number}", " ".join(fen.split()), int(depth[1:]), int(nodes))


def _read_blocks(text: str) -> Iterator[Count]:
    name = fen = ""
    for line in text.splitlines():
        match line.split():
            case ["id", name]:
                pass
            case ["epd", *fields]:
                fen = " ".join(fields)
            case ["perft", depth, nodes]:
                yield Count(name, fen, int(depth), int(nodes))


def wrong_counts(counts: Iterable[Count]) -> list[str]:
    """Count them all, on all processors: perft runs without Python's lock."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [error for error in pool.map(Count.error, counts) if error]
