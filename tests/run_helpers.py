"""What the tests of runs share: small runs through the command line, and what a run leaves behind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from leafstrap.cli.app import run
from leafstrap.training.store import checkpoint
from leafstrap.training.store.folder import RunFolder

# Deterministic, a few games a second: material values only, one worker, depth 1.
SMALL = """
[evaluator]
features = "material"
initial = "random"
scale = 5.0

[backup]
name = "treestrap-ab"
step_size = 1e-4

[search]
depth = 1

[experience]
max_plies = 60

[run]
games = 6
checkpoint_every = 2
"""


def recipe_file(folder: Path, text: str = SMALL) -> str:
    path = folder / "small.toml"
    path.write_text(text)
    return str(path)


def learn(out: Path, *arguments: str, recipe: str | None = None, game: str = "chess") -> int:
    chosen = ["--recipe", recipe] if recipe else []
    return run(["learn", game, "--out", str(out), *chosen, *arguments])


def final_weights(out: Path) -> bytes:
    """The bits of the newest weights."""
    state, warnings = checkpoint.read_newest(RunFolder(out).checkpoints)
    assert warnings == []
    return state.weights.tobytes()


def metrics(out: Path) -> list[dict[str, Any]]:
    """Everything that was measured, except for how long it took."""
    lines = [json.loads(line) for line in (out / "metrics.jsonl").read_text().splitlines()]
    return [{key: value for key, value in line.items() if key != "seconds"} for line in lines]


def same_runs(a: Path, b: Path) -> bool:
    """Whether two runs came to the same weights to the bit by the same games."""
    games_a, games_b = (
        [line for line in (run / "games.pgn").read_text().splitlines() if not line.startswith("[Event")]
        for run in (a, b)
    )
    files_a, files_b = RunFolder(a).weights_files(), RunFolder(b).weights_files()
    return (
        final_weights(a) == final_weights(b)
        and metrics(a) == metrics(b)
        and games_a == games_b
        and set(files_a) <= set(files_b)  # a run that was stopped has a file more, from where it stopped
        and all(files_a[game].read_bytes() == files_b[game].read_bytes() for game in files_a)
    )
