"""Backgammon learned in runs: batches of games, champions, files, and recipes that make no sense."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import leafstrap as ls
from leafstrap import games
from leafstrap.arena import Score
from leafstrap.cli.app import run
from leafstrap.errors import RecipeError, WeightsError
from leafstrap.evaluators import NetworkArchitecture, load_evaluator
from leafstrap.experience import batch_play
from leafstrap.recipes import library
from leafstrap.training.builder import Builder
from leafstrap.training.improvement import Improvement, after_test
from leafstrap.training.store import checkpoint
from leafstrap.training.store.checkpoint import Checkpoint, Counters
from leafstrap.training.store.folder import RunFolder
from leafstrap.training.store.metrics import read_metrics
from run_helpers import learn, metrics

BACKGAMMON = games.get("backgammon")
SMALL = (
    "run.workers=1",
    "run.games_per_batch=10",
    "run.checkpoint_every=20",
    "run.final_games=0",
    "run.keep_best_every=0",
)


def settings(*more: str) -> list[str]:
    return [word for change in (*SMALL, *more) for word in ("--set", change)]


def newest(out: Path) -> Checkpoint:
    return checkpoint.read_newest(RunFolder(out).checkpoints)[0]


def test_a_run_goes_on_exactly(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert learn(whole, *settings(), "--games", "60", game="backgammon") == 0
    assert learn(parts, *settings(), "--games", "20", game="backgammon") == 0
    assert learn(parts, "--resume", "--games", "60", game="backgammon") == 0
    assert newest(whole).weights.tobytes() == newest(parts).weights.tobytes()
    assert [line["games"] for line in metrics(whole)] == [10] * 6
    assert newest(whole).counters.games == 60
    record = (whole / "games.mat").read_text()
    assert record.count("learner") == 4  # the first game of every fifth batch, two names each


def test_games_that_would_not_end_are_broken_off(tmp_path: Path) -> None:
    """With these random weights a game would go on for ever; it is learned from as far as it goes."""
    out = tmp_path / "run"
    words = settings("run.games_per_batch=5", "evaluator.classifier=small")
    assert learn(out, *words, "--seed", "4", "--games", "2", game="backgammon") == 0
    (batch,) = metrics(out)
    assert 10_000 < batch["positions"] < 20_000


def test_the_last_batch_is_as_large_as_the_games_that_are_left(tmp_path: Path) -> None:
    assert learn(tmp_path / "run", *settings(), "--games", "15", game="backgammon") == 0
    assert [line["games"] for line in metrics(tmp_path / "run")] == [10, 5]
    assert newest(tmp_path / "run").counters.games == 15


def test_a_batch_ends_where_it_would_take_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_play, "MOST_EVALUATIONS", 100)  # fewer than a game takes
    assert learn(tmp_path / "run", *settings(), "--games", "4", game="backgammon") == 0
    assert [line["games"] for line in metrics(tmp_path / "run")] == [1] * 4


def test_learning_helps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    assert learn(out, *settings("run.final_games=200"), "--games", "400", game="backgammon") == 0
    assert "Strength: " in capsys.readouterr().out
    *_, strength = read_metrics(RunFolder(out).metrics, "strength")
    assert strength["rating"] > strength["initial"]
    score = ls.match("backgammon", out, RunFolder(out).weights_after(0), games=200)
    assert score.points_score is not None
    assert score.points_score.low > 0


@pytest.mark.parametrize("kind", ["versus", "observe"])
@pytest.mark.parametrize("values", ["own", "expert"])
def test_an_expert_teaches(tmp_path: Path, kind: str, values: str) -> None:
    expert = tmp_path / "expert"
    assert learn(expert, *settings(), "--games", "20", game="backgammon") == 0
    taught = settings(
        f"experience.kind={kind}", f"experience.opponent={expert}", f"experience.values={values}"
    )
    assert learn(tmp_path / "run", *taught, "--seed", "2", "--games", "20", game="backgammon") == 0
    state = newest(tmp_path / "run")
    assert state.counters.games == 20
    assert not np.array_equal(state.weights, newest(expert).weights)


@pytest.mark.parametrize("rule", ["td-directed", "td-leaf", "rootstrap-minimax", "treestrap-minimax"])
def test_rules_that_look_ahead(tmp_path: Path, rule: str) -> None:
    ahead = settings(
        f"backup.name={rule}",
        "search.depth=2",
        "search.candidates=2",
        "run.games_per_batch=2",
        "evaluator.kind=network",
        "evaluator.features=tesauro",
    )
    out = tmp_path / "run"
    assert learn(out, *ahead, "--set", "run.checkpoint_every=2", "--games", "4", game="backgammon") == 0
    before = load_evaluator(out / "weights" / "000000.safetensors", BACKGAMMON).weights
    assert not np.array_equal(before, newest(out).weights)
    assert all(line["mean_error"] > 0 for line in metrics(out))


def test_learning_online(tmp_path: Path) -> None:
    online, offline = tmp_path / "online", tmp_path / "offline"
    small = settings("evaluator.kind=network", "evaluator.features=tesauro", "evaluator.hidden=[8]")
    assert learn(offline, *small, "--games", "20", game="backgammon") == 0
    assert learn(online, *small, "--set", "backup.online=true", "--games", "20", game="backgammon") == 0
    assert not np.array_equal(newest(online).weights, newest(offline).weights)


def state(games_played: int, lead: float = 0.0) -> Checkpoint:
    arrays = {name: np.full(2, float(number)) for number, name in enumerate(checkpoint.ARRAYS)}
    return Checkpoint(Counters(games=games_played, best_lead=lead), **arrays, memory={})


def improvement(points: int) -> Improvement:
    return Improvement("champion", 0, Score().with_pair(1, 0, 2, stakes=(points, 0)))


def test_whoever_beats_the_champion_takes_its_place() -> None:
    before = state(10)
    after = after_test(before, improvement(1), champion_every=0)
    assert after.champion is before.mean
    assert after.weights is before.weights
    assert (after.counters.champion_game, after.counters.best_game, after.counters.best_lead) == (10, 10, 0.0)
    beaten = after_test(before, improvement(-1), champion_every=0)
    assert beaten == replace(before, counters=replace(before.counters, measured=10))


def test_a_champion_stays_and_the_best_are_gone_on_from() -> None:
    before = state(10)
    first = after_test(before, improvement(1), champion_every=20)
    assert first.best is before.mean
    assert first.champion is before.champion
    second = after_test(
        replace(first, counters=replace(first.counters, games=20)), improvement(-1), champion_every=20
    )
    assert second.champion is second.weights is second.mean is first.best
    assert second.counters.champion_game == 10
    assert not second.counters.exhausted


def test_a_run_that_nothing_improves_is_over() -> None:
    assert after_test(state(20), improvement(-1), champion_every=20).counters.exhausted


def test_a_run_with_champions_goes_on_exactly(tmp_path: Path) -> None:
    keep = settings(
        "run.keep_best_every=20", "run.keep_best_games=20", "run.champion_every=40", "backup.step_size=0.05"
    )
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert learn(whole, *keep, "--seed", "2", "--games", "120", game="backgammon") == 0
    assert learn(parts, *keep, "--seed", "2", "--games", "60", game="backgammon") == 0
    assert learn(parts, "--resume", "--games", "120", game="backgammon") == 0
    assert newest(whole).weights.tobytes() == newest(parts).weights.tobytes()
    assert newest(whole).counters.champion_game > 0


def test_a_champion_ends_a_run_that_learns_nothing(tmp_path: Path) -> None:
    keep = settings(
        "run.keep_best_every=20", "run.keep_best_games=2", "run.champion_every=40", "backup.step_size=0"
    )
    assert learn(tmp_path / "run", *keep, "--games", "400", game="backgammon") == 0
    assert newest(tmp_path / "run").counters.games == 40


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (["search.depth=2"], "set search.depth to 1"),
        (["backup.name=td-leaf", "search.depth=5"], "search.depth is at most 4 with expectimax"),
        (
            ["backup.name=treestrap-ab", "search.depth=2", "search.variant=tournament"],
            "search.variant has no meaning for the star-minimax of backgammon",
        ),
        (["search.nodes=1000", "backup.name=td-leaf"], "search.nodes has no meaning for the expectimax"),
        (
            ["backup.online=true", "backup.name=td-leaf", "search.depth=2"],
            "backup.online has no meaning for td-leaf",
        ),
        (
            ["backup.online=true", "experience.values=expert", "experience.opponent=default"],
            "own evaluations",
        ),
        (["backup.squash=tanh", "backup.in_turn=false"], "7 outputs that are expected results already"),
        (["backup.optimiser=adagrad"], "backup.in_turn goes without squash and with the plain optimiser"),
        (["experience.values=expert"], "must name one"),
        (["evaluator.hidden=[20, 20]"], "2 numbers of hidden units for 3 networks"),
        (["evaluator.hidden=[20, 20, 400]"], "0 to 256 hidden units"),
        (["evaluator.classifier=huge"], "backgammon has no classifier 'huge': there are small, large"),
        (["evaluator.kind=linear", "backup.in_turn=true"], "has a meaning for networks only"),
        (["experience.kind=observe"], "must name a player"),
        (["experience.kind=versus", "experience.opponent=nobody"], "There is no player 'nobody'"),
        (["experience.kind=versus", "experience.opponent=pubeval", "backup.online=true"], "when over"),
        (
            ["experience.kind=observe", "experience.opponent=pubeval", "experience.values=expert"],
            "does not say how often each result comes",
        ),
    ],
)
def test_recipes_that_make_no_sense(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: list[str], words: str
) -> None:
    assert learn(tmp_path / "run", *settings("run.games=10", *changes), game="backgammon") == 2
    assert words in capsys.readouterr().err


def test_settings_of_networks_have_no_meaning_for_linear_weights_of_chess() -> None:
    for name, change, words in [
        ("quick", "run.games_per_batch=2", "run.games_per_batch has no meaning in chess"),
        ("td", "backup.sensitivity_step=0.1", "has no meaning for evaluator.kind linear"),
    ]:
        with pytest.raises(RecipeError, match=words):
            Builder.of(games.get("chess"), library.load(name, [change]))


def test_chess_does_not_have_the_classes_of_backgammon(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["learn", "chess", "--recipe", "backgammon", "--out", str(tmp_path / "run")]) == 2
    assert "chess has no classifier 'small'" in capsys.readouterr().err


def test_weights_files_tell_what_they_are(tmp_path: Path) -> None:
    architecture = NetworkArchitecture.of(
        BACKGAMMON, {"features": "tesauro", "hidden": [8], "activation": "symmetric", "outputs": "five"}
    )
    assert (
        learn(
            tmp_path / "run",
            *settings(
                "evaluator.kind=network",
                "evaluator.features=tesauro",
                "evaluator.hidden=[8]",
                "evaluator.outputs=five",
            ),
            "--set",
            "evaluator.activation=symmetric",
            "--games",
            "20",
            game="backgammon",
        )
        == 0
    )
    loaded = load_evaluator(tmp_path / "run" / "weights" / "000020.safetensors", BACKGAMMON)
    assert loaded.architecture == architecture
    assert loaded.weights.size == architecture.size == 198 * 8 + 2 * 8 + 5 * 8 + 5 == len(architecture.names)
    with pytest.raises(WeightsError, match="backgammon"):
        load_evaluator(tmp_path / "run" / "weights" / "000020.safetensors", games.get("chess"))


def test_a_run_has_a_name_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["learn", "backgammon", *settings(), "--games", "10"]) == 0
    assert (tmp_path / "runs" / "backgammon-quick-1" / "run.toml").exists()
    assert run(["learn", "backgammon", "--resume", "--games", "20"]) == 0
    assert newest(tmp_path / "runs" / "backgammon-quick-1").counters.games == 20
