from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("LEAFSTRAP_DATA", ROOT.parent / "shared" / "data"))


def pytest_configure() -> None:
    """Let processes that tests start hear Ctrl-C: workers of pytest-xdist ignore it, their children inherit it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def chess_data() -> Path:
    """Public suites and games that are too large to ship; tests that use them skip where they are absent."""
    folder = DATA / "chess"
    if not folder.is_dir():
        pytest.skip("the public chess suites are not here; LEAFSTRAP_DATA names their folder")
    return folder
