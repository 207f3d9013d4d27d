"""Debian's GNU Backgammon as a judge: its text mode, one list of commands at a time."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

PROGRAM = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")

needs_gnubg = pytest.mark.skipif(PROGRAM is None, reason="gnubg is not installed")


def run_gnubg(commands: Iterable[str], home: Path) -> str:
    """What it prints, carrying out commands in a folder of its own."""
    assert PROGRAM is not None
    done = subprocess.run(
        [PROGRAM, "-t", "-q", "-r"],
        input="\n".join([*commands, "quit", "y", ""]),
        capture_output=True,
        cwd=home,
        env={"HOME": str(home), "PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
        text=True,
        timeout=60,
    )
    return done.stdout
