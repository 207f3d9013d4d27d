"""Outside engines for tests: how they are called, and whether they are gone."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

FAKE_ENGINE = Path(__file__).parent / "fake_engine.py"


def command(protocol: str, mode: str, log: Path) -> str:
    """What starts the engine that misbehaves on demand."""
    return f"'{sys.executable}' '{FAKE_ENGINE}' {protocol} {mode} '{log}'"


def is_gone(pid: int) -> bool:
    """Whether a process has ended, or does so within seconds."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False
