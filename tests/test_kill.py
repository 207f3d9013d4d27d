"""Runs that are killed: whatever the moment, they end with the bits of the run that was left alone."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from run_helpers import SMALL, learn, recipe_file, same_runs

LONGER = (
    SMALL.replace("games = 6", "games = 30") + "update_every = 3\nkeep_best_every = 15\nkeep_best_games = 2\n"
)


def start(out: Path, recipe: str) -> subprocess.Popen[bytes]:
    """Start the run, or go on with it if there is one."""
    how = ["--resume"] if out.exists() else ["--recipe", recipe]
    command = [sys.executable, "-m", "leafstrap", "learn", "chess", "--out", str(out), *how]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)


def kill_until_done(out: Path, recipe: str, kills: int, seed: int) -> int:
    """Kill the run `kills` times at random moments, then let it end; gives how often it was killed alive."""
    rng = random.Random(seed)
    killed = 0
    begun = time.monotonic()
    for _ in range(kills):
        process = start(out, recipe)
        # From before the first line of Python to some games past the last checkpoint.
        try:
            process.wait(timeout=rng.uniform(0.02, 2.0))
        except subprocess.TimeoutExpired:
            process.kill()
            killed += 1
        process.communicate()
        assert time.monotonic() - begun < 1800
    last = start(out, recipe)
    _, errors = last.communicate()
    assert last.returncode == 0, errors.decode()
    return killed


@pytest.mark.parametrize("kills", [3, pytest.param(50, marks=pytest.mark.soak)])
def test_a_killed_run_ends_with_the_same_bits(tmp_path: Path, kills: int) -> None:
    # Far more games than a machine can play in the time until the last kill: each of them must meet a live run.
    recipe = recipe_file(tmp_path, LONGER.replace("games = 30", f"games = {300 * kills}"))
    assert learn(tmp_path / "whole", recipe=recipe) == 0
    assert kill_until_done(tmp_path / "killed", recipe, kills, seed=kills) == kills
    assert same_runs(tmp_path / "whole", tmp_path / "killed")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run that nobody stopped."""
    folder = tmp_path_factory.mktemp("whole")
    assert learn(folder / "run", recipe=recipe_file(folder, LONGER)) == 0
    return folder / "run"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_saves_and_exits_with_130(whole: Path, tmp_path: Path, number: signal.Signals) -> None:
    recipe = recipe_file(tmp_path, LONGER)
    out = tmp_path / "stopped"
    process = start(out, recipe)
    while not (out / "metrics.jsonl").exists() or not (out / "metrics.jsonl").stat().st_size:
        assert process.poll() is None
        time.sleep(0.01)
    os.kill(process.pid, number)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert b"--resume" in errors
    assert learn(out, "--resume") == 0
    assert same_runs(whole, out)
