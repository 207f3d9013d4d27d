"""Writing that survives: files that are whole or absent, logs that can be cut back, folders with one writer."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from leafstrap.errors import RunError


def write_whole(path: Path, content: bytes) -> None:
    """Put `content` at `path`: after a crash at any instant the old or the new file is there, whole.

    A pipe or a device, as /dev/stdout, is written to; only a file is replaced.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    temporary = path.with_name(f".{path.name}.new")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        try:
            write_all(descriptor, content)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)  # on a full disk the half-written file would keep the space it took
        raise
    sync_folder(path.parent)


def write_all(descriptor: int, content: bytes) -> None:
    """Write every byte.

    A nearly full disk takes part of a write without complaint; only asking for the rest raises the error.
    """
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]


def sync_folder(folder: Path) -> None:
    """Sync the names in `folder`: a rename is on the disk only when the folder that holds the name is."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class AppendLog:
    """A text file that only grows, until it is cut back to a byte that `sync` once gave.

    A run that goes on from a checkpoint opens its logs with the bytes the checkpoint remembers; what was
    written later is cut off, so that nothing appears twice.
    """

    def __init__(self, path: Path, keep: int | None = None) -> None:
        self.path = path
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        self.missing = 0  # bytes the checkpoint remembers that are no longer in the file
        if keep is not None:
            size = os.fstat(self._descriptor).st_size
            self.missing = max(0, keep - size)
            os.ftruncate(self._descriptor, min(keep, size))

    def append(self, text: str | bytes) -> None:
        """Write `text` at the end."""
        write_all(self._descriptor, text.encode() if isinstance(text, str) else text)

    def sync(self) -> int:
        """Bring everything to the disk and give the size."""
        os.fsync(self._descriptor)
        return os.fstat(self._descriptor).st_size

    def close(self) -> None:
        """Close the file; more than once does no harm."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


class FolderLock:
    """Keeps other processes out of a folder until it is released, or this process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        self._descriptor = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.release()
            raise RunError(f"Another process is working in {folder}.") from None

    def release(self) -> None:
        """Let others in again; more than once does no harm."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
