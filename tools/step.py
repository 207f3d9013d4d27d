"""Run a command as one step of many, and say on one line how far it is.

    python tools/step.py TITLE COMMAND…

On a terminal the line is written over itself every second; elsewhere there is a new one twice a minute. What the
command itself prints goes to a file in build/log, and is shown if it fails. How many files are compiled is read from
ninja's output, packages from pip's. Needs nothing but the standard library: it runs before there is an environment.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

LOGS = Path(__file__).parents[1] / "build/log"
SHOWN = 60  # lines of output that a failure shows
EVERY = 30.0  # seconds between lines where there is no terminal
INTERRUPTED = 130  # 128 + SIGINT, as shells report it

FILES = re.compile(r"\s*\[(\d+)/(\d+)\] ")
PACKAGE = re.compile(r"\s*Collecting ([\w.-]+)")
PACKAGES = re.compile(r"\s*Installing collected packages: (.*)")


class Step:
    """A command that runs, and what its output says of its progress."""

    def __init__(
        self, title: str, command: Sequence[str | Path], environment: Mapping[str, str] | None = None
    ) -> None:
        self.title = title
        self.log = LOGS / (re.sub(r"\W+", "-", title).strip("-") + ".log")
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.began = time.monotonic()
        self.progress = ""  # while it runs
        self.files = self.packages = ""  # at the end
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})},
        )
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.log.open("w") as log:
            for line in self.process.stdout:
                log.write(line)
                if found := FILES.match(line):
                    self.progress = f"{found[1]}/{found[2]} files compiled"
                    self.files = f"{found[2]} files compiled"
                elif found := PACKAGE.match(line):
                    self.progress = found[1]
                elif found := PACKAGES.match(line):
                    count = found[1].count(",") + 1
                    self.progress = self.packages = f"{count} package{'s' * (count > 1)}"

    def line(self, *details: str) -> str:
        """The title, some details, and the time that went by."""
        seconds = int(time.monotonic() - self.began)
        told = [detail for detail in details if detail]
        return ", ".join(
            [": ".join([self.title, *told[:1]]), *told[1:], f"{seconds // 60}:{seconds % 60:02}"]
        )

    def finish(self) -> int:
        """Show progress until the command has ended; its exit status."""
        terminal = sys.stdout.isatty()
        end = "\x1b[K\r" if terminal else "\n"
        print(self.line(), end=end, flush=True)
        shown = time.monotonic()
        while self.reader.is_alive():
            self.reader.join(1.0 if terminal else 0.1)
            if terminal or time.monotonic() - shown > EVERY:
                print(self.line(self.progress), end=end, flush=True)
                shown = time.monotonic()
        status = self.process.wait()
        details = (
            ["failed"] if status else [self.files, self.packages] if self.files or self.packages else ["done"]
        )
        print(self.line(*details), end="\x1b[K\n" if terminal else "\n", flush=True)
        return status


def run(title: str, command: Sequence[str | Path], environment: Mapping[str, str] | None = None) -> None:
    """Carry out a step; if it fails, show what it printed last, and end."""
    step = Step(title, command, environment)
    try:
        status = step.finish()
    except KeyboardInterrupt:
        step.process.wait()
        print()
        sys.exit(INTERRUPTED)
    if status:
        lines = step.log.read_text().splitlines()
        print(*lines[-SHOWN:], f"All of its output is in {step.log}", sep="\n", file=sys.stderr)
        sys.exit(status)


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2:])
