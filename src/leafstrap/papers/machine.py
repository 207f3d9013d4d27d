"""What carries out the parts of an experiment: this machine, or whatever stands in for it, as a cluster does."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from leafstrap.arena import MakeRunner, MatchRunner
from leafstrap.errors import RunError


class Machine(Protocol):
    """Learns and plays."""

    @property
    def make_runner(self) -> MakeRunner:
        """What plays games."""

    def learn(self, words: Sequence[str], folder: Path, files: Mapping[str, Path]) -> None:
        """Carry out `leafstrap learn` with these words, which write to a folder, or go on there.

        `files` are those that some of the words end with; a RunError says why it failed.
        """

    def stop(self) -> None:
        """Break off all that is under way, as far as Ctrl-C did not; what was learned is saved."""


class ThisMachine:
    """Learns in a process of its own, and plays in threads."""

    make_runner: MakeRunner = staticmethod(MatchRunner)

    def learn(self, words: Sequence[str], folder: Path, files: Mapping[str, Path]) -> None:
        """Wait for the process."""
        command = [sys.executable, "-m", "leafstrap", *words]
        process = subprocess.run(
            command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
        )
        if process.returncode != 0:
            raise failed(process.stderr)

    def stop(self) -> None:
        """Processes of a terminal hear of Ctrl-C themselves."""


def failed(output: str) -> RunError:
    """The error of a process, by the last line that it said."""
    return RunError((output.strip().splitlines() or ["no message"])[-1])


THIS_MACHINE = ThisMachine()
