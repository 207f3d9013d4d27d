"""The steps of the Makefile: one line each, and all of the output where one fails."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

COMPILED = "print('[1/2] Building a.o'); print('[2/2] Linking a')"
INSTALLED = "print('Collecting numpy'); print('Installing collected packages: numpy, rich')"


def step(root: Path, code: str) -> tuple[int, list[str], str]:
    """Exit status, lines and errors of a step that runs some Python."""
    command = [sys.executable, str(root / "tools/step.py"), "[1/1] a test", sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True)
    return (
        done.returncode,
        [re.sub(r"\d+:\d\d$", "0:00", line) for line in done.stdout.splitlines()],
        done.stderr,
    )


def test_it_says_what_was_done(root: Path) -> None:
    begun = "[1/1] a test, 0:00"
    assert step(root, "pass") == (0, [begun, "[1/1] a test: done, 0:00"], "")
    assert step(root, COMPILED) == (0, [begun, "[1/1] a test: 2 files compiled, 0:00"], "")
    both = "[1/1] a test: 2 files compiled, 2 packages, 0:00"
    assert step(root, f"{COMPILED}; {INSTALLED}") == (0, [begun, both], "")


def test_a_failure_is_shown_and_passed_on(root: Path) -> None:
    status, lines, errors = step(root, f"{COMPILED}; import sys; sys.exit('a.cpp:3: error: no')")
    assert status == 1
    assert lines[-1] == "[1/1] a test: failed, 0:00"
    assert "a.cpp:3: error: no" in errors
    assert "build/log" in errors
