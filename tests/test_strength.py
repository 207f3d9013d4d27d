"""Strength while a run learns: rated with the ladder, bounded, repeatable, and without a trace in what is learned."""

from __future__ import annotations

from pathlib import Path

import pytest

from leafstrap.arena import read_ladder
from leafstrap.games import GAMES
from leafstrap.training.history import History
from leafstrap.training.loop import Learner
from leafstrap.training.run import Run
from leafstrap.training.strength import AT_ONCE, StrengthMeter
from leafstrap.training.workers import Finished
from run_helpers import final_weights, learn, metrics, recipe_file

MEASURED = ["--set", "run.final_games=20", "--set", "run.checkpoint_every=20", "--games", "60"]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("strength")
    assert learn(folder / "run", *MEASURED, recipe=recipe_file(folder)) == 0
    return folder / "run"


def strengths(folder: Path) -> list[dict[str, object]]:
    return [line for line in metrics(folder) if line["kind"] == "strength"]


def test_it_is_measured_on_the_way_and_at_the_end(measured: Path) -> None:
    found = History.read(measured).strengths()
    assert [each["game"] for each in found] == [40, 60]
    for each in found:
        assert each["rating_low"] < each["rating"] < each["rating_high"]
        assert each["initial_low"] < each["initial"] < each["initial_high"]
        assert -400 < each["rating"] < 3000, "nobody is so far above everybody"


def test_measuring_costs_a_tenth_of_the_games_at_most(measured: Path) -> None:
    run = Run.resume(measured, "chess")
    run.folder.unlock()
    meter = StrengthMeter(run.builder, run.folder)
    assert meter.last == 60
    assert [meter.games_due(games) for games in (60, 89)] == [0, 0], "half as long again is not reached"
    assert meter.games_due(90) == 0, "a tenth of thirty games is less than are played at once"
    assert meter.games_due(100) == AT_ONCE
    assert meter.games_due(10_000) == AT_ONCE, "a fifth of the closing games at most"


def test_a_run_that_is_gone_on_with_measures_the_same(measured: Path, tmp_path: Path) -> None:
    recipe = recipe_file(tmp_path)
    parts = tmp_path / "parts"
    assert learn(parts, *MEASURED[:-1], "50", recipe=recipe) == 0
    assert learn(parts, "--resume", "--games", "60") == 0
    assert strengths(parts)[-1]["pairs"] == strengths(measured)[-1]["pairs"]
    assert final_weights(parts) == final_weights(measured)


def test_learning_never_hears_of_it(measured: Path, tmp_path: Path) -> None:
    off = ["--set", "run.final_games=0", "--set", "run.checkpoint_every=20", "--games", "60"]
    assert learn(tmp_path / "run", *off, recipe=recipe_file(tmp_path)) == 0
    assert final_weights(tmp_path / "run") == final_weights(measured)


def test_going_on_with_a_finished_run_does_nothing(
    measured: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def content() -> dict[str, bytes]:
        files = (path for path in measured.rglob("*") if path.is_file())
        return {str(path): path.read_bytes() for path in files}

    before = content()
    assert learn(measured, "--resume") == 0
    shown = capsys.readouterr()
    assert "Strength: " in shown.out
    assert shown.err == ""
    assert content() == before


def test_a_run_that_its_time_ended_is_finished_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last game ends before the time does, and a checkpoint remembers both."""
    clock = [0.0]
    take_in = Learner._take_in

    def early(learner: Learner, finished: Finished) -> None:
        clock[0] = 30.0  # whatever comes in, while the time is up when nothing does
        take_in(learner, finished)
        clock[0] = 80.0

    monkeypatch.setattr("leafstrap.training.run._stopwatch", lambda run: lambda: clock[0])
    monkeypatch.setattr(Learner, "_take_in", early)
    recipe = recipe_file(tmp_path)
    timed = ["--minutes", "1", "--set", "run.final_games=4"]
    assert learn(tmp_path / "run", *timed, recipe=recipe) == 0
    events = sorted((tmp_path / "run" / "tensorboard").glob("*"))
    capsys.readouterr()
    assert learn(tmp_path / "run", "--resume") == 0
    assert capsys.readouterr().err == ""
    assert sorted((tmp_path / "run" / "tensorboard").glob("*")) == events


def test_every_game_of_ours_has_a_ladder_of_its_own() -> None:
    for name in ("chess", "draughts", "backgammon"):
        game = GAMES.get(name)
        ladder = read_ladder(game.ladder)
        assert ladder.game is game
        assert len(ladder.ratings()) >= 3
