"""Runs of backgammon that are stopped or killed within a batch: it is broken off at once, and nothing is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from leafstrap.games.mat import read_mat
from leafstrap.training.store import checkpoint
from leafstrap.training.store.checkpoint import Checkpoint
from leafstrap.training.store.folder import RunFolder
from run_helpers import final_weights, learn, metrics

SLOW = ("backup.name=treestrap-minimax", "search.depth=2", "run.final_games=0")  # many seconds for a game
SOON = 10.0  # seconds for what takes one, on a machine that others use as well
QUICK = (
    "evaluator.kind=network",
    "evaluator.features=tesauro",
    "evaluator.hidden=[8]",
    "run.workers=1",
    "run.games_per_batch=10",
    "run.checkpoint_every=50",
    "run.final_games=0",
    "run.keep_best_every=0",
)


def command(out: Path, *words: str, changes: tuple[str, ...] = ()) -> list[str]:
    """Start the run, or go on with it if there is one."""
    how = ["--resume"] if out.exists() else [word for change in changes for word in ("--set", change)]
    return [sys.executable, "-m", "leafstrap", "learn", "backgammon", "--out", str(out), *how, *words]


def newest(out: Path) -> Checkpoint:
    state, warnings = checkpoint.read_newest(RunFolder(out).checkpoints)
    assert warnings == []
    return state


def check_counts(out: Path) -> None:
    """All games that count were written down."""
    assert newest(out).counters.games == sum(line["games"] for line in metrics(out) if line["kind"] == "game")


@pytest.mark.parametrize("workers", [1, 2])
def test_minutes_end_a_run_within_a_batch(tmp_path: Path, workers: int) -> None:
    out = tmp_path / "run"
    begun = time.monotonic()
    words = command(out, "--minutes", "0.05", changes=(*SLOW, f"run.workers={workers}"))
    done = subprocess.run(words, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert 3 <= time.monotonic() - begun < 3 + SOON
    check_counts(out)
    before = newest(out).counters.games
    assert learn(out, "--resume", "--minutes", "0.06", game="backgammon") == 0
    check_counts(out)
    assert newest(out).counters.games >= before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("changes", [SLOW, QUICK], ids=["within a game", "between games"])
def test_a_signal_ends_a_run_within_a_batch(
    tmp_path: Path, number: signal.Signals, changes: tuple[str, ...]
) -> None:
    out = tmp_path / "run"
    process = subprocess.Popen(
        command(out, "--games", "100000", changes=changes), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    while not (out / "metrics.jsonl").exists():
        assert process.poll() is None
        time.sleep(0.01)
    time.sleep(1)
    os.kill(process.pid, number)
    sent = time.monotonic()
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors.decode()
    assert time.monotonic() - sent < SOON
    assert b"--resume" in errors
    check_counts(out)
    stopped = newest(out).counters
    if changes is SLOW:
        assert learn(out, "--resume", "--minutes", str(stopped.seconds / 60 + 0.02), game="backgammon") == 0
        assert newest(out).counters.games >= stopped.games
    else:
        assert stopped.games > 0
        assert learn(out, "--resume", "--games", str(stopped.games + 5), game="backgammon") == 0
        assert newest(out).counters.games == stopped.games + 5
        assert list(read_mat((out / "games.mat").read_text()))
    check_counts(out)


def test_a_killed_run_ends_with_the_same_bits(tmp_path: Path) -> None:
    whole, killed, rng = tmp_path / "whole", tmp_path / "killed", random.Random(4)
    games = ("--games", "4000")
    assert (
        learn(whole, *(word for change in QUICK for word in ("--set", change)), *games, game="backgammon")
        == 0
    )
    alive = 0
    for _ in range(3):
        process = subprocess.Popen(
            command(killed, *games, changes=QUICK), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        while not killed.exists() and process.poll() is None:
            time.sleep(0.01)
        try:
            process.wait(timeout=rng.uniform(0.3, 1.0))
        except subprocess.TimeoutExpired:
            process.kill()
            alive += 1
        process.wait()
    assert alive == 3
    assert 0 < newest(killed).counters.games < 4000
    assert learn(killed, "--resume", *games, game="backgammon") == 0
    assert final_weights(whole) == final_weights(killed)
    assert metrics(whole) == metrics(killed)
    assert (whole / "games.mat").read_text() == (killed / "games.mat").read_text().replace("killed", "whole")
