"""The numbered examples run, from first to last line, and the notebooks are what their scripts are."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from notebooks import EXAMPLES, NOTEBOOKS, notebook

SCRIPTS = sorted(EXAMPLES.glob("*.py"))


def test_there_are_five() -> None:
    assert [script.name[0] for script in SCRIPTS] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    "script", [script for script in SCRIPTS if script.stem not in NOTEBOOKS], ids=lambda script: script.stem
)
def test_an_example_runs(script: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", script], cwd=tmp_path, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_its_script(name: str) -> None:
    written = (EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8")
    assert written == notebook((EXAMPLES / f"{name}.py").read_text(encoding="utf-8")), (
        "python tools/notebooks.py writes it anew"
    )
    cells = json.loads(written)["cells"]
    assert {cell["cell_type"] for cell in cells} == {"markdown", "code"}


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_cells_of_a_notebook_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {"__name__": "__main__"}
    for cell in json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), name, "exec"), scope)
