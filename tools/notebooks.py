"""Write the examples that are notebooks too, from their scripts: `python tools/notebooks.py`.

A script is cut at its lines `# %%`; a cell that begins with `# %% [markdown]` is text. A test compares what is there
with what this would write, and runs every script.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
NOTEBOOKS = ("1_learn_and_match", "2_compare_rules", "5_tune_an_evaluation")
CELL = re.compile(r"^# %%( \[markdown\])?\n", re.MULTILINE)


def notebook(script: str) -> str:
    """A script as a notebook without outputs."""
    _, *parts = CELL.split(script)
    cells = []
    for number, (markdown, body) in enumerate(zip(parts[::2], parts[1::2], strict=True)):
        text = body.strip("\n")
        if markdown:
            text = re.sub(r"^# ?", "", text, flags=re.MULTILINE)
        cell: dict[str, object] = {"cell_type": "markdown" if markdown else "code", "id": f"cell-{number}"}
        cell |= {"metadata": {}, "source": text.splitlines(keepends=True)}
        if not markdown:
            cell |= {"execution_count": None, "outputs": []}
        cells.append(cell)
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    book = {"cells": cells, "metadata": {"kernelspec": python}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write all of them."""
    for name in NOTEBOOKS:
        script = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
        (EXAMPLES / f"{name}.ipynb").write_text(notebook(script), encoding="utf-8")


if __name__ == "__main__":
    main()
