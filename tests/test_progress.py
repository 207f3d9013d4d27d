"""Live progress: what it says, and that it stays off standard output."""

from __future__ import annotations

import sys
from random import Random
from threading import Event, Thread
from typing import Any, cast

import pytest

from leafstrap._core import StopFlag
from leafstrap.experience.record import Stats
from leafstrap.training.gate import Gate
from leafstrap.training.progress import Goal, RunProgress
from leafstrap.training.workers import Shared, ThreadWorkers, UnderWay


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
        "step size 1e-06",
        "error 2.5",
        "+100 [+50, +150] Elo",
    ):
        assert part in last


def test_a_line_says_what_is_known_and_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    with RunProgress(Goal(10, None)) as progress:
        progress.show(force=True)
        assert "step" not in capsys.readouterr().err, "there was no step yet"
        progress.games(1, Stats(nodes=1000, positions=4, abs_error=10.0), step_size=1.0)
        progress.strength("strength 1500")
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("columns", [40, 80])
def test_a_narrow_terminal_cuts_nothing(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in (("COLUMNS", str(columns)), ("FORCE_COLOR", "1"), ("TERM", "xterm")):
        monkeypatch.setenv(name, value)
    with RunProgress(Goal(300, None)) as progress:
        progress.games(28, Stats(nodes=1000, positions=4, abs_error=10.0), step_size=1.0)
        progress.tell(lambda: "pawn 1.00, knight 3.00, bishop 3.25, rook 5.00, queen 9.75")
    shown = capsys.readouterr().err
    assert "9.75" in shown
    assert "left" in shown
    assert "…" not in shown


def test_time_counts_over_all_parts_of_a_run() -> None:
    progress = RunProgress(Goal(None, 100.0), games=7, seconds=50.0, quiet=True)
    assert 50 <= progress.seconds() < 60
    share = progress.share()
    assert share is not None
    assert 0.5 <= share < 0.6


def test_progress_is_read_while_games_come_in() -> None:
    progress, over = RunProgress(Goal(None, None), quiet=True), Event()

    def play() -> None:
        while not over.is_set():
            progress.games(1, Stats(nodes=1, positions=1, abs_error=1.0), step_size=1.0)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    player = Thread(target=play)
    player.start()
    try:
        assert all("games" in " ".join(progress.lines()) for _ in range(3000))
    finally:
        over.set()
        player.join()
        sys.setswitchinterval(interval)


def test_a_run_without_end_has_no_share() -> None:
    assert RunProgress(Goal(None, None), quiet=True).share() is None
    assert "? left" in RunProgress(Goal(None, None), quiet=True).lines()[0]


def test_a_finished_run_without_games_is_whole() -> None:
    assert RunProgress(Goal(0, None), quiet=True).lines()[0].startswith("0")


def test_a_long_game_is_seen_before_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("leafstrap.training.progress.time.monotonic", lambda: now[0])
    progress = RunProgress(Goal(None, 30.0), quiet=True)
    progress.under_way(UnderWay(1, False, 2.0, 17))
    now[0] += 2
    assert "under way" not in progress.lines()[0], "games come often enough"
    now[0] += 10
    progress.under_way(UnderWay(2, False, 12.0, 57))
    assert progress.lines()[0].endswith("(2 games under way for 0:12, 57 moves)")
    progress.under_way(UnderWay(200, True, 12.0, None))
    assert progress.lines()[0].endswith("(up to 200 games under way for 0:12)")
    progress.games(3, Stats(), step_size=1.0)
    assert "under way" not in progress.lines()[0]


class Unhurried:
    """A game whose moves are made one by one, when the test says so."""

    def __init__(self) -> None:
        self.moves = 0
        self.moved, self.over = Event(), Event()

    def play(self, number: int, random: Random, most: int = 1) -> None:
        self.moves = 5
        self.moved.set()
        assert self.over.wait(10)

    def moves_under_way(self) -> int:
        return self.moves

    def game_under_way(self) -> None:
        return None

    def close(self) -> None:
        self.over.set()


def test_workers_say_what_they_are_at() -> None:
    game, gate = Unhurried(), Gate(0, (), 0, 1)
    workers = ThreadWorkers(Shared(gate, cast("Any", None), None, StopFlag()), lambda: game, seed=1)
    assert workers.under_way() is None
    workers.start(1)
    assert game.moved.wait(10)
    playing = workers.under_way()
    assert playing is not None
    assert (playing.games, playing.batches, playing.moves) == (1, False, 5)
    workers.stop()
    assert workers.under_way() is None
