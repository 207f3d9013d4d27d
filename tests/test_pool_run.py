"""Runs against a rated pool: exact after a stop, whatever opponents do, and their rating in log, line and picture."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from leafstrap.cli.app import run
from leafstrap.games.chess import CHESS
from leafstrap.recipes import library
from leafstrap.training.history import History
from leafstrap.training.store import checkpoint
from leafstrap.training.store.folder import RunFolder
from run_helpers import learn, metrics, recipe_file, same_runs

FAKE = Path(__file__).parent / "support" / "fake_engine.py"
POOL = """
[evaluator]
features = "material"
initial = "material"
fixed = ["pawn"]

[backup]
name = "td-leaf"
lambda = "1 for 4, 1 to 0.5 over 6"
squash = "tanh"
step_size = "0 for 2, 0.5"
blunder_filter = "predicted-or-stronger"
unusable_leaf = "skip"

[search]
variant = "knightcap"
nodes = 60

[experience]
kind = "versus"
pool = ["900 random", "1100 untrained;seed=2@depth=1", "1300 material@depth=1", "1500 default@depth=1"]
rating = 1200
rating_spread = 200
min_moves = 6
max_plies = 80

[run]
games = 16
update_every = 3
checkpoint_every = 2
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of sixteen games that nothing disturbed."""
    folder = tmp_path_factory.mktemp("pool")
    assert learn(folder / "run", recipe=recipe_file(folder, POOL)) == 0
    return folder / "run"


@pytest.mark.parametrize("stops", [(1, 2, 16), (5, 16), (8, 9, 10, 16)])
def test_a_run_in_parts_is_the_run_in_one_to_the_bit(
    whole: Path, tmp_path: Path, stops: tuple[int, ...]
) -> None:
    out, recipe = tmp_path / "run", recipe_file(tmp_path, POOL)
    assert learn(out, "--games", str(stops[0]), recipe=recipe) == 0
    for games in stops[1:]:
        assert learn(out, "--resume", "--games", str(games)) == 0
    assert same_runs(whole, out)
    states = [checkpoint.read_newest(RunFolder(path).checkpoints)[0].counters for path in (whole, out)]
    assert states[0].rating == states[1].rating != 1200.0
    assert states[0].rating_deviation == states[1].rating_deviation


def test_what_is_written_about_every_game(whole: Path) -> None:
    lines = metrics(whole)
    assert {line["opponent"] for line in lines} > {"random"}
    assert {line["opponent_rating"] for line in lines} <= {900.0, 1100.0, 1300.0, 1500.0}
    assert [line["step_size"] for line in lines] == [0.0] * 2 + [0.5] * 14
    assert all(0 <= line["predicted"] <= line["replies"] for line in lines)
    assert len({line["rating"] for line in lines}) > 2
    for before, line in zip([1200.0] + [line["rating"] for line in lines], lines, strict=False):
        if line["result"] is None:
            assert line["rating"] == before


def test_the_rating_is_in_the_line_of_progress_and_at_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(tmp_path / "run", "--games", "2", recipe=recipe_file(tmp_path, POOL)) == 0
    shown = capsys.readouterr()
    state, _ = checkpoint.read_newest(RunFolder(tmp_path / "run").checkpoints)
    rating = f"{state.counters.rating:.0f} ± {state.counters.rating_deviation:.0f}"
    assert f"rating {rating}" in shown.err
    assert f"Rating among its opponents: {rating}" in shown.out


def test_the_rating_is_drawn(whole: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    games, ratings = History.read(whole).ratings()
    assert games.tolist() == list(range(1, 17))
    assert ratings.tolist() == [line["rating"] for line in metrics(whole)]
    assert run(["plot", str(whole), "--out", str(tmp_path / "x.png")]) == 0


def test_several_workers_share_one_rating(tmp_path: Path) -> None:
    assert learn(tmp_path / "run", "--workers", "3", recipe=recipe_file(tmp_path, POOL)) == 0
    assert sorted(line["number"] for line in metrics(tmp_path / "run")) == list(range(16))


def test_engines_that_fail_are_events_and_never_the_end_of_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = [f"1200 uci:{sys.executable} {FAKE} uci {mode}" for mode in ("doomed", "illegal")]
    pool = ["1200 random", "1200 uci:no-such-engine", *bad]
    recipe = recipe_file(tmp_path, POOL)
    assert learn(tmp_path / "run", "--set", f"experience.pool={pool}", "--games", "24", recipe=recipe) == 0
    lines = metrics(tmp_path / "run")
    assert len([line for line in lines if line["kind"] == "game"]) == 24
    events = " ".join(line["text"] for line in lines if line["kind"] == "event")
    for words in ("died 3 times on one move", "made an illegal move", "no-such-engine", "in a row"):
        assert words in events
    assert "uci:no-such-engine is left out" in capsys.readouterr().err
    assert {line["opponent"] for line in lines[-5:] if line["kind"] == "game"} == {"random"}


def test_without_anybody_left_the_run_is_saved_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    doomed = f"1200 uci:{sys.executable} {FAKE} uci doomed"
    recipe = recipe_file(tmp_path, POOL)
    assert learn(tmp_path / "run", "--set", f"experience.pool=['{doomed}']", recipe=recipe) == 2
    assert "No opponent is left to play against: " in capsys.readouterr().err
    assert checkpoint.read_newest(RunFolder(tmp_path / "run").checkpoints)[0].counters.games == 3


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("experience.pool=['strong random']", "There is no ladder strong random"),
        ("experience.pool=['stockfish']", "L1 of the ladder stockfish has no rating"),
        ("experience.pool=[1200]", "experience.pool must be a list of texts"),
        ("backup.lambda=1 until 5", "backup.lambda must be a number, or stages"),
    ],
)
def test_a_wrong_pool_or_schedule_is_one_sentence(
    tmp_path: Path, change: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(tmp_path / "run", "--set", change, recipe=recipe_file(tmp_path, POOL)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert sentence in line
    assert not (tmp_path / "run").exists()


def test_a_run_of_before_keeps_the_numbers_it_began_with(tmp_path: Path) -> None:
    """The recipe `knightcap` had our step size and no filter once; a run says itself what it goes on with."""
    run, few = tmp_path / "run", ["--set", "search.nodes=50", "--set", "run.final_games=0"]
    ours = ["--set", "backup.step_size=0 for 25, 0.02", "--set", "backup.blunder_filter=none"]
    assert learn(run, *few, *ours, "--games", "1", recipe="knightcap") == 0
    assert learn(run, "--resume", "--games", "2", recipe="knightcap") == 0
    described = (run / "run.toml").read_text()
    assert 'step_size = "0 for 25, 0.02"' in described
    assert 'blunder_filter = "none"' in described


@pytest.mark.parametrize("name", [name for name in library.names() if name.startswith("knightcap")])
def test_knightcaps_recipes_learn_with_other_features_too(tmp_path: Path, name: str) -> None:
    changes = ["evaluator.features=meep", "search.nodes=100", "experience.max_plies=120", "run.final_games=0"]
    changes += ["evaluator.initial=material", "backup.step_size=1", "run.games=8"]
    words = [word for change in changes for word in ("--set", change)]
    assert learn(tmp_path / "run", *words, recipe=name) == 0
    numbers, weights = History.read(tmp_path / "run").weights()
    assert numbers.tolist() == [0, 8]
    names = list(CHESS.feature_sets["meep"].names)
    changed = dict(zip(names, weights[0] != weights[1], strict=True))
    assert np.any(list(changed.values()))
    assert changed["pawn.opening"] == (name == "knightcap-free-pawn")
