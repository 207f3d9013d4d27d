"""The file that games are written to while they are played."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from leafstrap.errors import UsageError


class GameFile:
    """A file of games, or none; use it as a context. Games that are there already may be kept."""

    def __init__(self, path: Path | None, *, keep: bool = False) -> None:
        self._path = path
        try:
            # Without a buffer: nothing is left to write when a full disk ends the match.
            self._file = path.open("ab" if keep else "wb", buffering=0) if path is not None else None
        except OSError as error:
            raise self._not_written(error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    @property
    def wanted(self) -> bool:
        """Whether there is a file."""
        return self._file is not None

    def write(self, text: str) -> None:
        """Write games, if there is a file."""
        if self._file is not None:
            try:
                self._file.write(text.encode())
            except OSError as error:
                raise self._not_written(error) from None

    def _not_written(self, error: OSError) -> UsageError:
        return UsageError(f"The games cannot be written to {self._path}: {error.strerror}.")
