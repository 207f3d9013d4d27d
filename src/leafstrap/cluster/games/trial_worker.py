"""One process of a cluster that lets another learn: a run of an experiment, far from where its folder is kept.

As a program this is `leafstrap` for a parent that may be gone at any time: it ends, with all saved, when its standard
input does.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

LAST_WORDS = 20.0  # seconds for a run to save


@dataclass(frozen=True, slots=True)
class RunNews:
    """What has changed in the folder of a run."""

    files: dict[str, bytes]  # new or other than before, by their places in the folder
    names: list[str]  # of all there are
    status: int | None  # with which the run has ended; None: it goes on
    message: str  # what it said then


class TrialWorker:
    """Has a copy of the folder of a run, and tells what becomes of it."""

    def __init__(self, words: Sequence[str], home: str, kept: Mapping[str, bytes]) -> None:
        """Begin with what is kept at `home`, the folder that the words name."""
        self._scratch = tempfile.TemporaryDirectory(prefix="leafstrap-run-")
        self._folder = Path(self._scratch.name) / "run"
        self._words, self._home = words, home
        self._seen: dict[str, tuple[int, int]] = {}
        self._places = {home: str(self._folder)}
        self._kept = kept

    def begin(self, files: Mapping[str, tuple[str, bytes]]) -> None:
        """Start to learn, with files that words end with; each has a name and its content."""
        for word, (name, content) in files.items():
            place = Path(self._scratch.name) / name
            place.write_bytes(content)
            self._places[word] = str(place)
        for name, content in self._kept.items():
            target = self._folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(self._moved(content, out=True) if name == "run.toml" else content)
            self._seen[name] = _state(target)
        words = [self._elsewhere(word) for word in self._words]
        self._said = (Path(self._scratch.name) / "said").open("w+", encoding="utf-8")
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=self._said,
            start_new_session=True,  # Ctrl-C is for whoever started all this
        )

    def news(self) -> RunNews:
        """What has changed since the last time; nothing before there is a checkpoint to go on from."""
        status = self._process.poll()
        found = [path for path in sorted(self._folder.rglob("*")) if path.is_file()]
        checkpoints = [path for path in found if path.parent.name == "checkpoints"]
        if status is None and not checkpoints:
            return RunNews({}, [], None, "")
        files: dict[str, bytes] = {}
        # Checkpoints first: logs may be ahead of the newest one, but not behind.
        for path in dict.fromkeys((*checkpoints, *found)):
            name = str(path.relative_to(self._folder))
            try:
                state, content = _state(path), path.read_bytes()
            except FileNotFoundError:
                continue  # an old checkpoint, or a file that got its last name meanwhile
            if state != self._seen.get(name):
                files[name] = self._moved(content, out=False) if name == "run.toml" else content
                self._seen[name] = state
        names = [str(path.relative_to(self._folder)) for path in found]
        return RunNews(files, names, status, self._message() if status else "")

    def end(self) -> None:
        """Ask the run to save and end, and wait for it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(LAST_WORDS)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def forget(self) -> None:
        """Remove the copy."""
        self._scratch.cleanup()

    def _elsewhere(self, word: str) -> str:
        """A word with what is here in the place of what it ends with."""
        for there, here in self._places.items():
            if word == there or word.endswith(f"={there}"):
                return word.removesuffix(there) + here
        return word

    def _moved(self, content: bytes, *, out: bool) -> bytes:
        for there, here in self._places.items():
            old, new = (there, here) if out else (here, there)
            content = content.replace(old.encode(), new.encode())
        return content

    def _message(self) -> str:
        self._said.seek(0)
        return self._said.read()


def _state(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def _end_with_parent() -> None:
    def wait() -> None:
        while os.read(0, 1):  # not by sys.stdin, which could not be closed at the end
            pass
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=wait, name="waits for the parent", daemon=True).start()


if __name__ == "__main__":
    from leafstrap.cli import main

    _end_with_parent()
    main()
