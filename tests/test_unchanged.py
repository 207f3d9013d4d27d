"""What was learned before is learned still, to the bit: short runs of every rule, evaluator and experience.

`data/unchanged.json` holds the words of each command and a digest of the weights it ended with. Such weights are
the same wherever NumPy and the processor are the same, and elsewhere these tests are skipped. Where a change is
meant, `python test_unchanged.py --write [ID]...` runs the commands (of these ids, or all) and writes the digests anew.
"""

from __future__ import annotations

import hashlib
import json
import platform
import shlex
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file

from leafstrap.cli import main

DATA = Path(__file__).parent / "data"
FILE = DATA / "unchanged.json"
KNOWN: dict[str, Any] = json.loads(FILE.read_text())
RUNS: dict[str, dict[str, str]] = KNOWN["runs"]


def environment() -> dict[str, str]:
    """What the last bits of a weight depend on besides the code."""
    features: dict[str, bool] = np._core._multiarray_umath.__cpu_features__  # type: ignore[attr-defined]
    return {
        "machine": platform.machine(),
        "numpy": np.__version__,
        "cpu features": " ".join(sorted(name for name, there in features.items() if there)),
    }


def differences() -> str:
    """In what this environment differs from that of the digests; empty: in nothing."""
    made, here = KNOWN["environment"], environment()
    return "; ".join(
        f"{key}: {' '.join(sorted(set(made[key].split()) ^ set(here[key].split())))}"
        for key in here
        if made[key] != here[key]
    )


def words(command: str, folder: Path) -> list[str]:
    """A command of the file, with the paths it leaves open; what all of them have in common is added."""
    recipe = folder / "plain.toml"
    recipe.write_text("[search]\ndepth = 1\n\n[experience]\nmax_plies = 60\n")
    paths = {"{plain}": recipe, "{chess}": DATA / "unchanged.pgn", "{draughts}": DATA / "unchanged.pdn"}
    for name, path in paths.items():
        command = command.replace(name, shlex.quote(str(path)))
    common = ["--out", str(folder / "run"), "--seed", "1", "--workers", "1", "--set", "run.final_games=0"]
    return ["learn", *shlex.split(command), *common]


def weights(file: Path) -> bytes:
    (tensor,) = load_file(file).values()
    return np.ascontiguousarray(tensor, dtype=np.float64).tobytes()


def learned(command: str, folder: Path) -> str:
    """The digest of the weights that a command ends with."""
    with pytest.raises(SystemExit) as status:
        main(words(command, folder))
    assert not status.value.code
    files = sorted((folder / "run" / "weights").glob("[0-9]*.safetensors"))
    assert weights(files[0]) != weights(files[-1]), "nothing was learned"
    return hashlib.sha256(weights(files[-1])).hexdigest()


@pytest.mark.skipif(bool(differences()), reason=f"digests were made elsewhere: {differences()}")
@pytest.mark.parametrize("name", RUNS)
def test_the_weights_are_the_same(name: str, tmp_path: Path) -> None:
    assert learned(RUNS[name]["command"], tmp_path) == RUNS[name]["digest"]


def write(names: list[str]) -> None:
    """Run these commands, or all, and write what they end with, and where."""
    for name in names or RUNS:
        with TemporaryDirectory() as folder:
            RUNS[name]["digest"] = learned(RUNS[name]["command"], Path(folder))
    FILE.write_text(json.dumps({"environment": environment(), "runs": RUNS}, indent=1) + "\n")


if __name__ == "__main__":
    assert sys.argv[1:2] == ["--write"], __doc__
    write(sys.argv[2:])
