"""Learning as processes of their own: started with the command that people type, stopped as by Ctrl-C."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from leafstrap.web.common.fields import WebError

STARTED_WITHIN = 60.0  # seconds until the folder of a run is there
STOPPED_WITHIN = 20.0
LOOK_EVERY = 0.1
LOG_LINES = 30
LEFT_TO_THEMSELVES: list[subprocess.Popen[bytes]] = []  # runs that outlive the server which started them
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class RunProcesses:
    """The runs that this server has started. They go on when it ends."""

    def __init__(self, logs: Path, most: int) -> None:
        self._logs = logs
        self._most = most
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._told_to_stop: set[str] = set()  # since they were started

    def learning(self, name: str) -> bool:
        """Whether a run that was started here still learns."""
        process = self._running.get(name)
        if process is not None and process.poll() is not None:
            del self._running[name]
            return False
        return process is not None

    def check(self) -> None:
        """Refuse one more if there are too many."""
        if sum(self.learning(name) for name in list(self._running)) >= self._most:
            raise WebError(f"{self._most} runs are learning already: stop one of them first.", 429)

    def start(self, name: str, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
        """Begin to learn; what the run says goes to a file."""
        self._logs.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self._log_path(name).open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "leafstrap", "learn", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C for the server is not for the runs
            )
        self._running[name] = process
        self._told_to_stop.discard(name)
        return process

    async def until_started(self, name: str, ready: Callable[[], bool]) -> None:
        """Wait until the folder shows that the run has begun; if the process ends instead, unasked, say why."""
        process = self._running[name]
        for _ in range(round(STARTED_WITHIN / LOOK_EVERY)):
            if ready() or process.poll() == 0:
                return
            if process.poll() is not None and name in self._told_to_stop:
                return
            if process.poll() is not None:
                raise WebError(self._last_words(name), 409)
            await asyncio.sleep(LOOK_EVERY)
        raise WebError("The run has not begun in time: look at its log.", 503)

    async def stop(self, name: str, worker: int | None) -> None:
        """Ask a run to save itself and end, and wait for it."""
        process = self._running.get(name)
        if process is not None and process.poll() is None:
            pid = process.pid
        elif worker and _is_learning(worker):
            pid = worker
        else:
            raise WebError("Nobody learns in this run, or it is not known which process does.", 409)
        self._told_to_stop.add(name)
        try:
            os.kill(pid, signal.SIGINT)
        except OSError:
            raise WebError(
                "The run cannot be stopped: it belongs to somebody else, or has ended.", 409
            ) from None
        for _ in range(round(STOPPED_WITHIN / LOOK_EVERY)):
            if process is not None:
                if process.poll() is not None:
                    return
            elif not _is_learning(pid):
                return
            await asyncio.sleep(LOOK_EVERY)

    def log(self, name: str) -> str:
        """The last lines that a run has said."""
        try:
            with self._log_path(name).open("rb") as file:
                file.seek(max(0, file.seek(0, os.SEEK_END) - 16_384))
                text = file.read().decode(errors="replace")
        except OSError:
            return ""
        lines = [line.rstrip() for line in ESCAPES.sub("", text).replace("\r", "\n").splitlines()]
        return "\n".join([line for line in lines if line][-LOG_LINES:])

    def close(self) -> None:
        """The server ends, its runs do not."""
        LEFT_TO_THEMSELVES.extend(process for process in self._running.values() if process.poll() is None)

    def _last_words(self, name: str) -> str:
        lines = self.log(name).splitlines()
        said = next((line for line in reversed(lines) if line.startswith("leafstrap: ")), "")
        return said.removeprefix("leafstrap: ") or "The run ended before it began: look at its log."

    def _log_path(self, name: str) -> Path:
        return self._logs / f"{name}.log"


def _is_learning(pid: int) -> bool:
    """Whether a process is one of ours that learns: nothing else is ever sent a signal."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        own = Path(f"/proc/{pid}").stat().st_uid == os.getuid()
    except OSError:
        return False
    return own and b"learn" in words and any(b"leafstrap" in word for word in words)
