"""A database: a file of games that others played, in the notation of the game's own records."""

from __future__ import annotations

import bz2
import gzip
import lzma
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path
from typing import IO

from leafstrap.errors import UsageError
from leafstrap.games import Game
from leafstrap.types import RecordedGame


class Database:
    """The games of a file that are whole and have a result, in one or several passes. Threads may share it."""

    def __init__(self, path: Path, game: Game, passes: int = 1) -> None:
        if game.GameFile is None:
            raise UsageError(f"There are no files of games to learn from in {game.name}.")
        self.kind = game  # chess, or draughts
        self._path = path
        self._passes = passes
        try:
            with _plain(path) as plain:
                self._file = game.GameFile(str(plain))
        except (OSError, EOFError) as error:
            raise UsageError(f"The games in {path} cannot be read: {_reason(error)}.") from None
        if not len(self._file):
            reason = next(iter(self.faults()), "it has no games")
            raise UsageError(f"There is no whole game with a result in {path}: {reason}.")

    def __len__(self) -> int:
        return len(self._file) * self._passes

    @property
    def distinct(self) -> int:
        """How many games there are in one pass."""
        return len(self._file)

    def game(self, number: int) -> RecordedGame:
        """The game of a number; every pass goes through the file from its start."""
        return self._file.game(number % len(self._file))

    def faults(self) -> list[str]:
        """What is wrong with the games that are left out, the first ones by their lines."""
        file = self._file
        said = [f"{self._path}, line {line}: {sentence}" for line, sentence in file.faults]
        if file.broken:
            said.append(f"{self._path}: {file.broken} games are broken, and left out")
        if file.without_result:
            said.append(f"{self._path}: {file.without_result} games have no result, and are left out")
        return said


def _zstandard(path: Path) -> BufferedIOBase:
    try:
        import zstandard
    except ImportError:
        raise UsageError(f"{path} is compressed by zstd: decompress it, or install zstandard.") from None
    opened: BufferedIOBase = zstandard.open(path, "rb")
    return opened


OPEN: dict[str, Callable[[Path], BufferedIOBase]] = {
    ".gz": gzip.GzipFile,
    ".bz2": bz2.BZ2File,
    ".xz": lzma.LZMAFile,
    ".zst": _zstandard,
}


def opened(path: Path) -> IO[bytes] | BufferedIOBase:
    """The bytes of a file, or of what it is a compressed form of."""
    return OPEN[path.suffix](path) if path.suffix in OPEN else path.open("rb")


@contextmanager
def _plain(path: Path) -> Iterator[Path]:
    """The file itself, or what it is a compressed form of, on the disk for as long as it takes to map it."""
    if path.suffix not in OPEN:
        yield path
        return
    with OPEN[path.suffix](path) as packed, tempfile.NamedTemporaryFile() as plain:
        shutil.copyfileobj(packed, plain)
        plain.flush()
        yield Path(plain.name)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
