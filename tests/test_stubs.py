"""The committed stubs are what the compiled module gives."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def texts(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.pyi")}


def test_stubs_match_the_core(root: Path, tmp_path: Path) -> None:
    pytest.importorskip("nanobind", reason="the stub generator comes with nanobind")
    stubgen = [sys.executable, "-m", "nanobind.stubgen", "-q", "-r", "-m", "leafstrap._core"]
    patterns = root / "core/bindings/stubs.pattern"
    subprocess.run([*stubgen, "-p", patterns, "-O", tmp_path], check=True)
    committed, generated = texts(root / "src/leafstrap/_core"), texts(tmp_path / "_core")
    assert committed == generated, "run `make stubs`"
    assert "class Position:" in committed["chess.pyi"]
