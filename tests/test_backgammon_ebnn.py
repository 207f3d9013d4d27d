"""EBNN with dice: several outputs, several networks, examples of a game, and runs of backgammon."""

from __future__ import annotations

import math
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import leafstrap as ls
from leafstrap._core import StopFlag
from leafstrap._core.backgammon import play_games_online
from leafstrap.evaluators import Architecture, ModularArchitecture, NetworkArchitecture, default_weights
from leafstrap.evaluators.feature_rows import FeatureRows
from leafstrap.experience import BatchPlay, BatchSettings, LearningPlayer
from leafstrap.experience.batch_play import WRITTEN_EVERY
from leafstrap.games.backgammon import BACKGAMMON
from leafstrap.learn import Step, Update, make_rule
from leafstrap.learn.ebnn.ring_buffer import Examples
from leafstrap.learn.ebnn.rule import EBNN
from leafstrap.training.store.folder import RunFolder
from run_helpers import final_weights, learn, metrics
from support.backgammon_games import played_game
from support.own import own
from test_board_model import backgammon_models

SEVEN = ModularArchitecture.of(BACKGAMMON, {"classifier": "small", "hidden": [2, 3, 4]})
FIVE = NetworkArchitecture.of(
    BACKGAMMON, {"features": "tesauro", "hidden": [5], "activation": "symmetric", "outputs": "five"}
)


def rule(architecture: Architecture, **settings: Any) -> EBNN:
    backup = make_rule({"name": "ebnn", **settings}, architecture, quiet=False)
    assert isinstance(backup, EBNN)
    return backup


def taught(backup: EBNN, seed: int = 3) -> tuple[Any, Examples]:
    """A game, and the examples that it gives."""
    line = played_game(Random(seed), skill=0.9)
    evaluator = backup.architecture.snapshot(backup.architecture.initial_weights("random", seed=1))
    game = backup.begin(None)
    for position in line.before:
        game.observe(Step(position, None, None, evaluator))
    game.finish(line.outcome())
    arrays = backup.ring.arrays()
    before, after = (FeatureRows(arrays[name], arrays[f"{name}_shares"]) for name in ("before", "after"))
    numbers = arrays["numbers"]
    return line, Examples(before, after, numbers[:, 0], numbers[:, 1:-2], *numbers[:, -2:].T)


def test_a_game_makes_examples_of_both_sides() -> None:
    models = backgammon_models(SEVEN)
    line, examples = taught(replace(rule(SEVEN, batch=1000), model=models))
    boards = SEVEN.feature_rows(line.before)
    assert len(examples) == len(line)
    assert np.array_equal(examples.before.inputs[:-2], boards.inputs[:-2])
    assert np.array_equal(examples.after.inputs[:-2], boards.inputs[2:])
    assert np.array_equal(examples.after.shares[:-2], boards.shares[2:])
    assert examples.discount[:-2] == pytest.approx(0.98)
    assert not examples.reward[:-2].any()
    stays = models.of_boards(examples.before) == models.of_boards(examples.after)
    assert np.array_equal(examples.trust[:-2] > 0, stays[:-2])
    assert 0 < (~stays).sum() < 10
    assert not examples.trust[-2:].any()
    assert examples.weight[-2:] == pytest.approx(20)


@pytest.mark.parametrize("architecture", [SEVEN, FIVE], ids=["seven", "five"])
def test_final_boards_know_the_result_as_the_core_tells_it(architecture: Architecture) -> None:
    """Of the last board of the winner there is a move that ends the game, and the core says what it is worth."""
    for seed in range(3, 9):
        line, examples = taught(rule(architecture, batch=1000), seed)
        winner = line.before[-1].turn
        nothing, search = architecture.snapshot(np.zeros(architecture.size)), architecture.core.expectimax()
        known = {move: outputs for move, _, outputs in search.rank(nothing, line.before[-1])}
        won = line.before[0].turn == winner  # whose last board came in first
        rewards = examples.reward[-2:] if won else examples.reward[-2:][::-1]
        assert rewards[0] == pytest.approx(known[line.moves[-1]])
        lost = architecture.outputs.results[-winner.sign * line.outcome().points]
        assert rewards[1] == pytest.approx(lost)


def test_chances_are_discounted_towards_an_even_game() -> None:
    _, examples = taught(rule(FIVE, gamma=0.9, batch=1000))
    assert examples.reward[0] == pytest.approx([0.05, 0, 0, 0, 0])


def some_examples(architecture: Architecture) -> Examples:
    random = np.random.default_rng(1)
    models = backgammon_models(architecture)
    _, found = taught(replace(rule(architecture, batch=1000), model=models))
    boards = [
        FeatureRows(each.inputs.astype(np.float64), each.shares.astype(np.float64))
        for each in (found.before, found.after)
    ]
    weight = random.uniform(1, 3, len(found))
    trust = np.where(found.trust > 0, random.uniform(0.1, 1, len(found)), 0.0)
    discount, reward = (each.astype(np.float64) for each in (found.discount, found.reward))
    return Examples(boards[0], boards[1], discount, reward, weight, trust)


@pytest.mark.parametrize("architecture", [SEVEN, FIVE], ids=["three networks", "one network"])
def test_the_update_is_the_gradient_of_the_loss_written_out(architecture: Architecture) -> None:
    """Half the squared errors of values and of slopes, for every output."""
    models, examples = backgammon_models(architecture), some_examples(architecture)
    theta = np.random.default_rng(2).normal(0, 0.1, architecture.size)
    most = 0.2  # so that some of the values that targets are made of are cut
    V = architecture.tangents(theta)  # noqa: N806
    after, slopes_after = np.clip(V.values(examples.after), -most, most), V.input_gradients(examples.after)
    kinds = models.of_boards(examples.before)
    targets, target_slopes = examples.reward + examples.discount[:, None] * after, []
    for i in range(len(examples)):
        model = models.models[kinds[i]]
        width = len(model.mean)
        row, steps = examples.before.inputs[i : i + 1, :width], np.eye(width) * 1e-5
        jacobian = (model.foreseen(row + steps) - model.foreseen(row - steps)).T / 2e-5  # ∂M_o/∂s_i
        target_slopes.append(examples.discount[i] * slopes_after[i, :, :width] @ jacobian)

    def loss(weights: Any) -> float:
        V = architecture.tangents(weights)  # noqa: N806
        values, input_gradients = V.values(examples.before), V.input_gradients(examples.before)
        total = 0.0
        for i in range(len(examples)):
            model = models.models[kinds[i]]
            missed = model.deviation * (target_slopes[i] - input_gradients[i, :, : len(model.mean)])
            total += examples.weight[i] * np.sum((targets[i] - values[i]) ** 2) / 2
            total += 0.7 * examples.trust[i] * np.sum(missed**2) / 2
        return total / len(examples)

    ebnn = replace(rule(architecture, input_gradient_weight=0.7), model=models)
    gradient, errors = ebnn.gradient(V, examples, most)
    assert errors == pytest.approx(targets - V.values(examples.before))
    for weight in [*range(0, architecture.size, architecture.size // 40), architecture.size - 1]:
        step = np.zeros(architecture.size)
        step[weight] = 1e-5
        slow = (loss(theta - step) - loss(theta + step)) / 2e-5
        assert gradient[weight] == pytest.approx(slow, rel=1e-4, abs=1e-6)


@pytest.mark.parametrize("architecture", [SEVEN, FIVE], ids=["three networks", "one network"])
def test_without_slopes_it_is_back_propagation_as_the_core_does_it(architecture: Architecture) -> None:
    """With λ = 1 the core moves all boards of a game towards its result, by steps so small that they add up."""
    theta, rate = architecture.initial_weights("random", seed=1), 1e-5
    start: Any = architecture.snapshot(theta)
    played, weights = play_games_online(start, 1, seed=5, lambda_=1.0, step_size=rate)
    line = played.line(0)
    outcome = line.outcome()
    assert outcome is not None
    boards, nothing = architecture.feature_rows(line.before), np.zeros(len(line))
    results = architecture.outputs.results
    rewards = [results[position.turn.sign * outcome.points] for position in line.before]
    examples = Examples(boards, boards, nothing, np.array(rewards), nothing + 1, nothing)
    V = architecture.tangents(theta)  # noqa: N806
    gradient, _ = rule(architecture, input_gradient_weight=0.0).gradient(V, examples, 3.0)
    gradient[architecture.sensitivities] = 0.0
    moved = (weights - start.weights()) / rate / len(line)
    assert moved == pytest.approx(gradient, rel=0.02, abs=2e-3)
    assert np.abs(moved).max() > 0.2


SMALL = (
    "backup.name=ebnn",
    "backup.batch=8",
    "backup.ring=400",
    "run.workers=1",
    "run.games_per_batch=5",
    "run.checkpoint_every=10",
    "run.final_games=0",
    "run.keep_best_every=0",
    "evaluator.hidden=[6]",
)
WATCHING = ("experience.kind=observe", "experience.opponent=default")
MODEL = ("backup.model_hidden=4", "backup.model_games=41")


def words(*changes: str) -> list[str]:
    return [word for change in (*SMALL, *changes) for word in ("--set", change)]


def run(out: Path, *changes: str, games: int = 10, more: tuple[str, ...] = ()) -> int:
    arguments = (*words(*changes), "--games", str(games), *more)
    return learn(out, *arguments, recipe="td-gammon", game="backgammon")


@pytest.mark.parametrize(
    "changes",
    [
        (
            "evaluator.kind=modular",
            "evaluator.classifier=small",
            "evaluator.hidden=[3, 3, 6]",
            *WATCHING,
            *MODEL,
        ),
        ("evaluator.outputs=five", "backup.input_gradient_weight=0", "backup.sensitivity_step=0.01"),
        # Looking ahead ends batches early, and where a batch is cut in two by the number of games the rest is another.
        (
            "backup.optimiser=adagrad",
            "search.depth=2",
            "search.candidates=2",
            "run.games_per_batch=2",
            *MODEL,
        ),
    ],
    ids=["three networks", "back-propagation", "looking ahead"],
)
def test_a_run_in_parts_is_the_run_in_one(tmp_path: Path, changes: tuple[str, ...]) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert run(whole, *changes, games=20) == 0
    assert run(parts, *changes, games=10) == 0
    has_model = (parts / "model.safetensors").exists()
    assert has_model is ("backup.input_gradient_weight=0" not in changes)
    made = (parts / "model.safetensors").stat().st_mtime_ns if has_model else None
    assert learn(parts, "--resume", "--games", "20", game="backgammon") == 0
    if has_model:
        assert (parts / "model.safetensors").stat().st_mtime_ns == made, "it is not made again"
    assert final_weights(whole) == final_weights(parts)
    assert metrics(whole) == metrics(parts)
    first_games = (whole / "games.mat").read_text()
    batches = sum("points_per_game" in line for line in metrics(whole))
    assert batches == (10 if "run.games_per_batch=2" in changes else 4)
    names = first_games.count("default" if WATCHING[0] in changes else "learner")
    assert names == 2 * math.ceil(batches / WRITTEN_EVERY)


class Unmoved:
    """Weights that nothing changes."""

    def snapshot(self) -> Any:
        return FIVE.snapshot(FIVE.initial_weights("random", seed=1))

    def apply(self, update: Update) -> None:
        raise AssertionError("there are too few examples to learn from")

    def shift(self, displacement: Any) -> None:
        raise AssertionError("it does not learn online")

    def in_turn(self) -> AbstractContextManager[Any]:
        raise AssertionError("it does not learn in turn")

    def step_size(self) -> tuple[int, float]:
        return 0, 0.1


def batches(stop: StopFlag) -> BatchPlay:
    """Of games against the default weights."""
    ebnn, weights = rule(FIVE, batch=1000), Unmoved()
    player = LearningPlayer(ebnn, "board", own(FIVE.core).expectimax(), weights, {"depth": 1}, stop)
    expert = default_weights(BACKGAMMON).snapshot()
    settings = BatchSettings("versus", depth=1, expert=expert, expert_name="default")
    return BatchPlay(FIVE, ebnn, "board", weights, player, settings, stop)


def test_points_are_the_learners_whoever_begins() -> None:
    """Who has learned nothing loses all six games, and most of them double or more."""
    played = batches(StopFlag()).play(0, Random(1), most=6)
    assert played is not None
    assert (played.names, played.games) == (("learner", "default"), 6)
    assert played.points < -1.3
    assert played.summary()["plies"] > 30


def test_a_batch_is_broken_off_when_the_run_is_stopped() -> None:
    stop = StopFlag()
    stop.set()
    assert batches(stop).play(0, Random(1), most=6) is None


@pytest.mark.parametrize("kind", ["versus", "observe"])
def test_an_expert_plays_and_its_games_make_the_model(tmp_path: Path, kind: str) -> None:
    expert = "experience.opponent=untrained;architecture=tesauro;seed=3"
    out = tmp_path / "run"
    assert run(out, f"experience.kind={kind}", expert, *MODEL, more=("--set", "run.workers=2")) == 0
    assert all(line["positions"] > 0 and line["mean_error"] > 0 for line in metrics(out))
    own = tmp_path / "own"
    assert run(own, *MODEL, games=0) == 0
    models = [(folder / "model.safetensors").read_bytes() for folder in (out, own)]
    assert models[0] != models[1], "in self-play it is made of games of the default weights"


@pytest.mark.parametrize("kind", ["versus", "observe"])
def test_opponents_that_are_no_networks_are_learned_from(tmp_path: Path, kind: str) -> None:
    changes = (f"experience.kind={kind}", "experience.opponent=pubeval", "run.games_per_batch=1")
    assert run(tmp_path / "run", *changes, *MODEL, games=2) == 0
    found = [line for line in metrics(tmp_path / "run") if line["kind"] == "game"]
    assert len(found) == 2
    assert all(line["positions"] > 0 for line in found)


def test_runs_share_a_model_by_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "first", *MODEL, games=0) == 0
    named = f"backup.model={tmp_path / 'first' / 'model.safetensors'}"
    assert run(tmp_path / "second", named, "evaluator.outputs=five") == 0
    assert not (tmp_path / "second" / "model.safetensors").exists()
    other = ("evaluator.features=contact", named)
    assert run(tmp_path / "third", *other) == 2
    assert "where one of backgammon by contact is needed" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (["backup.lambda=0.5"], "backup.lambda has no meaning for ebnn"),
        (["backup.online=true"], "backup.online has no meaning for ebnn"),
        (
            ["backup.input_gradient_weight=0", "backup.model_games=5"],
            "no meaning with backup.input_gradient_weight 0",
        ),
        (
            ["experience.values=expert", "experience.opponent=default"],
            "experience.values expert has no meaning for ebnn",
        ),
        (["experience.quiet=false"], "experience.quiet has no meaning in backgammon"),
        (["experience.kind=mixed"], "experience.database must name a file of games"),
        (["search.depth=5"], "at most 4"),
    ],
)
def test_what_has_no_meaning_is_refused(
    tmp_path: Path, changes: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path / "run", *changes) == 2
    assert sentence in capsys.readouterr().err


def test_without_slopes_what_is_for_the_model_is_left_out(tmp_path: Path) -> None:
    changes = ("--set", "backup.input_gradient_weight=0", "--games", "0")
    assert learn(tmp_path / "run", *changes, recipe="backgammon-ebnn", game="backgammon") == 0
    assert not (tmp_path / "run" / "model.safetensors").exists()


@pytest.mark.parametrize("input_gradients", [0.0, 0.2], ids=["values", "slopes too"])
def test_it_learns(tmp_path: Path, input_gradients: float) -> None:
    """A hundred games of an expert, with large steps, teach enough to beat who has learned nothing by far."""
    out = tmp_path / "run"
    steps = ("backup.step_size=0.1", "backup.final_weight=5", "backup.gamma=1", "backup.ring=1000")
    model = () if input_gradients == 0 else MODEL
    changes = (
        f"backup.input_gradient_weight={input_gradients}",
        *model,
        "evaluator.hidden=[10]",
    )
    assert run(out, *WATCHING, *changes, *steps, games=100) == 0
    score = ls.match("backgammon", out, RunFolder(out).weights_after(0), games=100)
    assert score.points_score is not None
    assert score.points_score.low > 0.5
