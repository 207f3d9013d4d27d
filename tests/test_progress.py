"""Live progress: what it says, and that it stays off standard output."""

from __future__ import annotations

import pytest

from leafstrap.experience.record import Stats
from leafstrap.training.progress import Goal, RunProgress


def test_a_run_reports_speed_error_and_gain(capsys: pytest.CaptureFixture[str]) -> None:
    with RunProgress(Goal(10, None)) as progress:
        for _ in range(5):
            progress.games(1, Stats(nodes=1000, positions=4, abs_error=10.0), step_size=1e-6)
        assert progress.share() == 0.5
        progress.improvement("+100 [+50, +150] Elo v game 0")
    shown = capsys.readouterr()
    assert shown.out == ""
    last = shown.err.splitlines()[-1]
    for part in (
        "5/10 games",
        "games/s",
        "nodes/s",
        "left",
        "step 1e-06",
        "error 2.5",
        "+100 [+50, +150] Elo",
    ):
        assert part in last


def test_time_counts_over_all_parts_of_a_run() -> None:
    progress = RunProgress(Goal(None, 100.0), games=7, seconds=50.0, quiet=True)
    assert 50 <= progress.seconds() < 60
    share = progress.share()
    assert share is not None
    assert 0.5 <= share < 0.6


def test_a_run_without_end_has_no_share() -> None:
    assert RunProgress(Goal(None, None), quiet=True).share() is None
    assert "? left" in RunProgress(Goal(None, None), quiet=True).lines()[0]


def test_a_finished_run_without_games_is_whole() -> None:
    assert RunProgress(Goal(0, None), quiet=True).lines()[0].startswith("0")
