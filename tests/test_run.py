"""Runs: deterministic, exact to the bit after every way of stopping, and honest about what went wrong."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from leafstrap import durable, games
from leafstrap.cli.app import run
from leafstrap.evaluators import LinearArchitecture, save_weights
from leafstrap.games.chess import CHESS
from leafstrap.recipes import library
from leafstrap.recipes.recipe import Recipe
from leafstrap.training.history import History
from leafstrap.training.store import checkpoint
from leafstrap.training.store.folder import RunFolder
from run_helpers import SMALL, final_weights, learn, metrics, recipe_file, same_runs


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of six games that nothing disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    assert learn(folder / "run", recipe=recipe_file(folder)) == 0
    return folder / "run"


def test_the_folder_holds_everything(whole: Path) -> None:
    names = {path.relative_to(whole).as_posix() for path in whole.rglob("*") if path.is_file()}
    weights = {f"weights/{name}.safetensors" for name in ("000000", "000002", "000004", "000006")}
    assert {"run.toml", "metrics.jsonl", "games.pgn", "checkpoints/000006.safetensors", *weights} <= names
    assert (whole / "games.pgn").read_text().count("[Event ") == 6
    assert [line["game"] for line in metrics(whole)] == [1, 2, 3, 4, 5, 6]


def test_the_same_seed_gives_the_same_run_and_another_seed_another(whole: Path, tmp_path: Path) -> None:
    assert learn(tmp_path / "again", recipe=recipe_file(tmp_path)) == 0
    assert same_runs(whole, tmp_path / "again")
    assert learn(tmp_path / "other", "--seed", "2", recipe=recipe_file(tmp_path)) == 0
    assert final_weights(whole) != final_weights(tmp_path / "other")


def test_a_run_in_parts_is_the_run_in_one(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert learn(out, "--games", "1", recipe=recipe_file(tmp_path)) == 0
    assert learn(out, "--resume", "--games", "5") == 0
    assert learn(out, "--resume", "--games", "6") == 0
    assert final_weights(out) == final_weights(whole)
    assert metrics(out) == metrics(whole)


def test_a_finished_run_has_nothing_left_to_do(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = metrics(whole)
    assert learn(whole, "--resume") == 0
    assert f"Nothing was left to do: {whole} had come to its end." in capsys.readouterr().out
    assert metrics(whole) == before


def test_collected_updates_survive_a_stop(tmp_path: Path) -> None:
    recipe = recipe_file(tmp_path, SMALL + "update_every = 4\n")
    assert learn(tmp_path / "whole", "--games", "8", recipe=recipe) == 0
    assert learn(tmp_path / "parts", "--games", "3", recipe=recipe) == 0
    initial, _ = checkpoint.read_newest(RunFolder(tmp_path / "parts").checkpoints)
    assert initial.counters.updates == 0
    assert np.any(initial.pending)
    assert learn(tmp_path / "parts", "--resume", "--games", "8") == 0
    assert final_weights(tmp_path / "whole") == final_weights(tmp_path / "parts")


def test_averaging_shows_the_mean_and_learns_with_the_newest(tmp_path: Path) -> None:
    recipe, every = recipe_file(tmp_path), ("--set", "run.checkpoint_every=1")
    assert learn(tmp_path / "plain", *every, recipe=recipe) == 0
    assert learn(tmp_path / "mean", *every, "--set", "run.averaging=2", recipe=recipe) == 0
    assert final_weights(tmp_path / "plain") == final_weights(tmp_path / "mean")
    _, plain = History.read(tmp_path / "plain").weights()
    _, shown = History.read(tmp_path / "mean").weights()
    # Shares of the weights after each game: each newcomer takes (k + 1) / (n + k), all before it keep the rest.
    shares = np.zeros(len(plain))
    for game in range(1, len(plain)):
        shares *= 1 - 3 / (game + 2)
        shares[game] = 3 / (game + 2)
    assert shares.sum() == pytest.approx(1)
    np.testing.assert_allclose(shown[-1], shares @ plain)
    # In parts it is the same.
    assert learn(tmp_path / "parts", *every, "--set", "run.averaging=2", "--games", "3", recipe=recipe) == 0
    assert learn(tmp_path / "parts", "--resume", "--games", "6") == 0
    _, in_parts = History.read(tmp_path / "parts").weights()
    np.testing.assert_array_equal(in_parts, shown)


def test_fixed_weights_stay(tmp_path: Path) -> None:
    names = CHESS.feature_sets["material"].names
    fixed = f'evaluator.fixed=["{names[0]}"]'
    assert learn(tmp_path / "run", "--set", fixed, "--games", "2", recipe=recipe_file(tmp_path)) == 0
    folder = RunFolder(tmp_path / "run").checkpoints
    before = checkpoint.Checkpoint.from_bytes((folder / "000000.safetensors").read_bytes()).weights
    after = checkpoint.Checkpoint.from_bytes((folder / "000002.safetensors").read_bytes()).weights
    assert before[0] == after[0]
    assert np.all(before[1:] != after[1:])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "is not empty"),
        (["--resume", "--set", "search.depth=2"], "search.depth is 1 in this run and cannot become 2 now."),
        (["--resume", "--seed", "9"], "run.seed is 1 in this run and cannot become 9 now."),
        (["--resume", "--recipe", "td"], "a run keeps its recipe"),
    ],
)
def test_what_would_spoil_a_run_is_refused(
    whole: Path, arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(whole, *arguments) == 2
    assert sentence in capsys.readouterr().err


def test_a_run_of_other_features_is_refused(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    shutil.copytree(whole, out)
    meep = LinearArchitecture.of(CHESS, {"features": "meep"})
    save_weights(out / "weights" / "000000.safetensors", meep, np.zeros(meep.size))
    assert learn(out, "--resume") == 2
    assert "feature set" in capsys.readouterr().err


def test_there_must_be_a_run_to_go_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert learn(tmp_path / "nothing", "--resume") == 2
    assert "holds no run" in capsys.readouterr().err
    assert not (tmp_path / "nothing").exists()


def test_a_second_process_is_kept_out(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = RunFolder(whole)
    first.lock()
    try:
        assert learn(whole, "--resume") == 2
        assert "Another process" in capsys.readouterr().err
    finally:
        first.unlock()


@pytest.mark.parametrize("kept", [0, 100, -40])
def test_a_damaged_newest_checkpoint_costs_some_games_and_nothing_else(
    whole: Path, tmp_path: Path, kept: int, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    shutil.copytree(whole, out)
    newest = out / "checkpoints" / "000006.safetensors"
    content = newest.read_bytes()
    newest.write_bytes(content[:kept] if kept >= 0 else content[:kept] + b"?" * -kept)
    assert learn(out, "--resume") == 0
    shown = capsys.readouterr().err
    assert "000006.safetensors cannot be used" in shown
    assert "Going on from the checkpoint after 4 games" in shown
    assert same_runs(whole, out)


@pytest.mark.parametrize("bytes_left", [300, 2000, 5000, 9000])
def test_a_full_disk_is_one_sentence_and_a_valid_checkpoint(
    whole: Path,
    tmp_path: Path,
    bytes_left: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "run"
    recipe = recipe_file(tmp_path)
    assert learn(out, "--games", "0", recipe=recipe) == 0
    capsys.readouterr()
    left = bytes_left

    class Disk:
        def __getattr__(self, name: str) -> object:
            return getattr(os, name)

        def write(self, descriptor: int, content: memoryview) -> int:
            nonlocal left
            if left <= 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            left -= (written := os.write(descriptor, content[:left]))
            return written

    with monkeypatch.context() as patched:
        patched.setattr(durable, "os", Disk())
        assert learn(out, "--resume", "--games", "6") == 2
    sentence = [line for line in capsys.readouterr().err.splitlines() if line.startswith("leafstrap: ")]
    assert len(sentence) == 1
    assert "No space left on device" in sentence[0]
    assert learn(out, "--resume", "--games", "6") == 0
    assert same_runs(whole, out)


def test_a_step_size_far_too_large_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--set", "backup.step_size=1e305"]
    assert learn(tmp_path / "run", *arguments, recipe=recipe_file(tmp_path)) == 2
    assert "a step size of 1e+305 is too large" in capsys.readouterr().err


def test_two_workers_play_every_game_once(tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert learn(out, "--workers", "2", "--games", "9", recipe=recipe_file(tmp_path)) == 0
    assert sorted(line["number"] for line in metrics(out)) == list(range(9))
    assert [line["game"] for line in metrics(out)] == list(range(1, 10))


def test_the_best_weights_change_only_after_a_won_match(tmp_path: Path) -> None:
    keep = ["--set", "run.keep_best_every=3", "--set", "run.keep_best_games=4"]
    out = tmp_path / "run"
    assert learn(out, *keep, recipe=recipe_file(tmp_path)) == 0
    improvements = [line for line in metrics(out) if line["kind"] == "improvement"]
    assert [improvement["game"] for improvement in improvements] == [3, 6]
    best = 0
    for improvement in improvements:
        assert improvement["against_game"] == best
        assert improvement["won"] == (improvement["score"] > 0.5)
        best = improvement["game"] if improvement["won"] else best
    state, _ = checkpoint.read_newest(RunFolder(out).checkpoints)
    assert state.counters.best_game == best
    stopped = tmp_path / "stopped"
    assert learn(stopped, *keep, "--games", "4", recipe=recipe_file(tmp_path)) == 0
    assert learn(stopped, "--resume", "--games", "6") == 0
    assert metrics(stopped) == metrics(out)


def test_a_run_ends_when_its_minutes_are_over(tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert learn(out, "--minutes", "0.01", recipe=recipe_file(tmp_path)) == 0
    state, _ = checkpoint.read_newest(RunFolder(out).checkpoints)
    assert state.counters.seconds >= 0.6


TWO_GAMES = {
    "chess": "1. e4 e5 2. Nf3 Nc6 1-0\n\n1. d4 d5 2. c4 e6 1/2-1/2\n",
    "draughts": "1. 32-28 19-23 2. 28x19 14x23 2-0\n1. 33-29 20-24 2. 29x20 15x24 1-1\n",
}


def game_of(recipe: Recipe) -> str:
    """The first game that has all that a recipe names."""
    evaluator = recipe.evaluator
    return next(
        game.name
        for game in games.GAMES
        if (evaluator.features is None or evaluator.features in game.feature_sets)
        and (evaluator.classifier is None or evaluator.classifier in game.classifiers)
        and (recipe.run.games_per_batch == 1 or game.play_games is not None)
    )


@pytest.mark.parametrize("name", library.names())
def test_every_shipped_recipe_can_be_carried_out(tmp_path: Path, name: str) -> None:
    recipe = library.load(name)
    small = ["run.games=2", "run.workers=1", "run.final_games=0"]
    game = game_of(recipe)
    if games.get(game).play_games is not None:
        small += ["run.games_per_batch=1"]
    else:
        small += [
            "search.depth=1",
            "experience.max_plies=12",
            *(["search.tablebase=2"] if recipe.search.tablebase else []),
        ]
    if recipe.experience.database:
        games_file = tmp_path / recipe.experience.database
        game = "chess" if games_file.suffix == ".pgn" else "draughts"
        games_file.write_text(TWO_GAMES[game])
        small += [f"experience.database={games_file}"]
    changes = [word for change in small for word in ("--set", change)]
    assert learn(tmp_path / "run", *changes, recipe=name, game=game) == 0
    assert len(metrics(tmp_path / "run")) == 2


@pytest.mark.parametrize("backup", ["td", "td-directed", "td-root", "rootstrap-minimax", "treestrap-minimax"])
def test_every_backup_goes_on_exactly(tmp_path: Path, backup: str) -> None:
    recipe = recipe_file(tmp_path)
    rule = ["--set", f"backup.name={backup}"]
    assert learn(tmp_path / "whole", *rule, "--games", "4", recipe=recipe) == 0
    assert learn(tmp_path / "parts", *rule, "--games", "2", recipe=recipe) == 0
    assert learn(tmp_path / "parts", "--resume", "--games", "4") == 0
    assert same_runs(tmp_path / "whole", tmp_path / "parts")


def test_learning_against_an_opponent_goes_on_exactly(tmp_path: Path) -> None:
    versus = '[experience]\nkind = "versus"\nopponent = "random"\nepsilon = 0.1\n'
    rule = 'name = "td-leaf"\nblunder_filter = "predicted-or-stronger"'
    text = SMALL.replace("[experience]\n", versus).replace('name = "treestrap-ab"', rule)
    recipe = recipe_file(tmp_path, text)
    assert learn(tmp_path / "whole", recipe=recipe) == 0
    assert learn(tmp_path / "parts", "--games", "4", recipe=recipe) == 0
    assert learn(tmp_path / "parts", "--resume", "--games", "6") == 0
    assert same_runs(tmp_path / "whole", tmp_path / "parts")
    lines = metrics(tmp_path / "whole")
    assert {line["opponent_rating"] for line in lines} == {1500.0}, "one opponent counts as usual"
    assert any(line["rating"] != 1500.0 for line in lines) or all(line["result"] is None for line in lines)


def test_a_clock_for_the_whole_game(tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert learn(out, "--set", "search.clock=0.5+0.01", "--games", "1", recipe=recipe_file(tmp_path)) == 0
    (line,) = metrics(out)
    assert line["mean_depth"] > 1


def test_the_strength_at_the_end_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--set", "run.final_games=2", "--games", "1"]
    assert learn(tmp_path / "run", *arguments, recipe=recipe_file(tmp_path)) == 0
    shown = capsys.readouterr().out
    assert "Strength: " in shown
    assert "; it began at " in shown
    assert "Piece values: pawn" in shown
    assert f"leafstrap plot {tmp_path / 'run'}" in shown
    # Going on drops what was measured at the end, which is measured again at the new one.
    assert learn(tmp_path / "run", "--resume", "--games", "2") == 0
    assert [(line["kind"], line["game"]) for line in metrics(tmp_path / "run")] == [
        ("game", 1),
        ("game", 2),
        ("strength", 2),
    ]


def test_a_folder_is_found_where_none_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    recipe = recipe_file(tmp_path)
    small = ["--recipe", recipe, "--games", "0"]
    assert run(["learn", "chess", *small, "--resume"]) == 2
    assert "There is no run of small to go on with" in capsys.readouterr().err
    for _ in range(2):
        assert run(["learn", "chess", *small]) == 0
    assert sorted(path.name for path in Path("runs").iterdir()) == ["chess-small-1", "chess-small-2"]
    assert run(["learn", "chess", "--recipe", recipe, "--games", "1", "--resume"]) == 0
    assert len(metrics(Path("runs/chess-small-2"))) == 1
