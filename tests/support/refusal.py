"""Wrong use of the command line: one sentence on standard error, nothing on standard output, status 2."""

from __future__ import annotations

import pytest

from leafstrap.cli.app import run


def assert_refused(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> str:
    """Check all that, and give the sentence."""
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("leafstrap: ")
    assert words in captured.err
    assert captured.err.count("\n") == 1
    sentence: str = captured.err
    return sentence
