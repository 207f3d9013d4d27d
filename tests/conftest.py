from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as Leafstrap does; a test may load NumPy before it

from support.engines import is_gone

ROOT = Path(__file__).parents[1]
collect_ignore = ["plugin"]  # a package of its own: test_plugin.py installs it
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


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    """Where fake engines note their process ids; none of them may be left at the end."""
    path = tmp_path / "engine.log"
    yield path
    for line in path.read_text().split():
        assert is_gone(int(line)), "an engine was left behind"
