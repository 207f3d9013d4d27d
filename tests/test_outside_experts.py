"""Learning from players that have no weights of ours: the games, the targets, and runs that go on exactly."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from leafstrap._core import StopFlag
from leafstrap._core.backgammon import Position
from leafstrap.evaluators import Architecture, NetworkArchitecture
from leafstrap.experience import BatchPlay, BatchSettings, LearningPlayer
from leafstrap.experience.learning_player import follow
from leafstrap.experience.record import Stats
from leafstrap.games.backgammon import BACKGAMMON
from leafstrap.games.mat import read_mat
from leafstrap.learn import RULES, Update, make_rule
from leafstrap.players import Fault, PubevalPlayer
from leafstrap.players.cube import chances_in, outputs_of
from leafstrap.players.external.gnubg import GnubgPlayer
from leafstrap.training.store import checkpoint
from leafstrap.training.store.checkpoint import Checkpoint
from leafstrap.training.store.folder import RunFolder
from run_helpers import learn, metrics
from support.chances import random_chances
from support.gnubg import needs_gnubg

GNUBG = pytest.param("gnubg:0", marks=needs_gnubg)
SMALL = (
    "evaluator.kind=network",
    "evaluator.features=contact",
    "evaluator.hidden=[8]",
    "run.games_per_batch=5",
    "run.checkpoint_every=10",
)


def architecture(outputs: str = "seven") -> Architecture:
    return NetworkArchitecture.of(BACKGAMMON, {"features": "contact", "hidden": [8], "outputs": outputs})


def settings(*more: str) -> list[str]:
    changes = [word for change in (*SMALL, *more) for word in ("--set", change)]
    return ["--recipe", "wiering-backgammon", *changes]


def newest(out: Path) -> Checkpoint:
    return checkpoint.read_newest(RunFolder(out).checkpoints)[0]


class FrozenWeights:
    """Weights that stay while all that would move them is summed up."""

    def __init__(self, architecture: Architecture, seed: int = 5) -> None:
        weights = architecture.initial_weights("random", seed=seed, scale=0.1)
        self.evaluator = architecture.snapshot(weights)
        self.gradient = np.zeros(architecture.size)

    def snapshot(self) -> Any:
        return self.evaluator

    def apply(self, update: Update) -> None:
        self.gradient += update.dense(self.gradient.size)

    def shift(self, displacement: Any) -> None:
        raise AssertionError("nothing is learned online")

    def in_turn(self) -> AbstractContextManager[Any]:
        return nullcontext(self.evaluator)

    def step_size(self) -> tuple[int, float]:
        return 0, 0.01


class Pupil:
    """A rule, with weights that stay, which is shown games in one of two ways."""

    def __init__(self, about: Architecture, name: str, depth: int, *, in_turn: bool, candidates: int) -> None:
        table = {"name": name, "step_size": 0.01, "sensitivity_step": 0.01, "in_turn": in_turn}
        if name.startswith("td"):
            table["lambda"] = 0.6
        self.about, self.depth, self.candidates = about, depth, candidates
        self.rule, self.learns_from = make_rule(table, about), RULES.get(name).learns_from
        self.weights = FrozenWeights(about)
        limits = {"depth": depth} | ({"candidates": candidates} if candidates else {})
        self.player = LearningPlayer(
            self.rule, self.learns_from, about.core.expectimax(), self.weights, limits, StopFlag()
        )

    def play(self, expert: Any = None) -> tuple[Any, Stats]:
        """A game that the core plays, with an expert one of the expert's with what it thinks of the boards."""
        batches = BatchPlay(
            self.about,
            self.rule,
            self.learns_from,
            self.weights,
            self.player,
            BatchSettings(
                "observe" if expert else "self-play",
                self.depth,
                self.candidates,
                expert=expert,
                expert_values=expert is not None,
            ),
            StopFlag(),
        )
        record = batches.play(0, Random(7))
        assert record is not None
        return record.line, record.stats

    def follow(self, line: Any, expert: list[Any] | None = None) -> Stats:
        """The same game, told move by move."""
        self.player.begin(None, Random(1))
        assert follow(self.player, line, [True] * len(line), expert) is not None
        self.player.end(line.outcome())
        return self.player.stats


@pytest.mark.parametrize(
    ("name", "depth", "in_turn"),
    [
        ("td", 1, True),
        ("td", 1, False),
        ("td-directed", 2, True),
        ("td-leaf", 2, True),
        ("rootstrap-minimax", 2, False),
        ("treestrap-minimax", 2, False),
    ],
    ids=str,
)
def test_a_game_that_is_told_teaches_what_it_does_when_played(name: str, depth: int, in_turn: bool) -> None:
    player, student = (Pupil(architecture(), name, depth, in_turn=in_turn, candidates=3) for _ in range(2))
    line, played = player.play()
    told = student.follow(line)
    most = np.abs(player.weights.gradient).max()
    assert most > 0
    np.testing.assert_allclose(student.weights.gradient, player.weights.gradient, atol=1e-5 * most)
    assert told.positions == played.positions
    assert told.squared_error == pytest.approx(played.squared_error, rel=1e-4)


@pytest.mark.parametrize("in_turn", [True, False])
@pytest.mark.parametrize("outputs", ["seven", "five"])
def test_targets_of_an_expert(outputs: str, in_turn: bool) -> None:
    about = architecture(outputs)
    expert: Any = FrozenWeights(about, seed=6).evaluator
    player, student = (Pupil(about, "td", 1, in_turn=in_turn, candidates=0) for _ in range(2))
    line, played = player.play(expert)
    boards = [position.before_roll for position in line.before]
    told = student.follow(line, list(expert.outputs(boards).astype(np.float64)))
    most = np.abs(player.weights.gradient).max()
    np.testing.assert_allclose(student.weights.gradient, player.weights.gradient, atol=1e-5 * most)
    assert told.positions == played.positions == len(line)
    alone = Pupil(about, "td", 1, in_turn=in_turn, candidates=0)
    alone.follow(line)
    assert not np.allclose(alone.weights.gradient, player.weights.gradient, atol=1e-3 * most)


def test_an_expert_has_the_learners_outputs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = settings("experience.values=expert", "evaluator.outputs=five", "experience.opponent=untrained")
    assert learn(tmp_path / "run", *words, "--games", "5", game="backgammon") == 2
    assert "set evaluator.outputs" in capsys.readouterr().err


def test_chances_as_outputs() -> None:
    random = Random(3)
    for _ in range(100):
        chances = random_chances(random)
        for outputs in ("seven", "five", "one"):
            said = outputs_of(chances, len(BACKGAMMON.outputs[outputs]))
            assert float(BACKGAMMON.outputs[outputs].worth @ said) - (outputs == "five") == pytest.approx(
                chances.equity
            )
            if outputs != "one":
                assert chances_in(said).equity == pytest.approx(chances.equity)
                assert chances_in(said).won == pytest.approx(chances.won)


@pytest.mark.parametrize("kind", ["versus", "observe"])
@pytest.mark.parametrize("opponent", ["pubeval", "random", GNUBG])
def test_others_teach(tmp_path: Path, kind: str, opponent: str) -> None:
    out = tmp_path / "run"
    words = settings(f"experience.kind={kind}", f"experience.opponent={opponent}")
    assert learn(out, *words, "--games", "10", game="backgammon") == 0
    lines = metrics(out)
    assert len(lines) == 10
    assert all(line["positions"] > 20 and line["mean_error"] > 0 for line in lines)
    played = list(read_mat((out / "games.mat").read_text()))
    first, second = ("learner", opponent) if kind == "versus" else (opponent, opponent)
    assert [game.players for game in played] == [(first, second), (second, first)] * 5
    assert all(game.points for game in played)


@pytest.mark.parametrize(
    ("opponent", "values"), [("pubeval", "own"), pytest.param("gnubg:0", "expert", marks=needs_gnubg)]
)
def test_a_run_goes_on_exactly(tmp_path: Path, opponent: str, values: str) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    words = settings(f"experience.opponent={opponent}", f"experience.values={values}")
    assert learn(whole, *words, "--games", "30", game="backgammon") == 0
    assert learn(parts, *words, "--games", "10", game="backgammon") == 0
    assert learn(parts, "--resume", "--games", "30", game="backgammon") == 0
    assert newest(whole).weights.tobytes() == newest(parts).weights.tobytes()
    assert (whole / "games.mat").read_text() == (parts / "games.mat").read_text().replace("parts", "whole")


def test_an_expert_that_fails_ends_the_run_with_all_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = []

    def new_game(player: PubevalPlayer, seed: int) -> None:
        games.append(seed)
        if len(games) > 12:
            raise Fault("pubeval died", "abandoned")

    monkeypatch.setattr(PubevalPlayer, "new_game", new_game)
    words = settings("experience.opponent=pubeval")
    assert learn(tmp_path / "run", *words, "--games", "30", game="backgammon") == 2
    said = capsys.readouterr().err
    assert "pubeval died: a game without a result." in said
    assert "No opponent is left to play against: pubeval is left out: it failed 3 times in a row." in said
    assert newest(tmp_path / "run").counters.games == 15
    positions = [line["positions"] for line in metrics(tmp_path / "run") if "positions" in line]
    assert all(positions[:12])
    assert not any(positions[12:])


def test_watching_helps(tmp_path: Path) -> None:
    words = settings("experience.kind=observe", "experience.opponent=pubeval", "run.checkpoint_every=500")

    def equities(seed: int) -> list[float]:
        """What is thought of a board of one who is ahead, and of the same when it is the other's turn."""
        out = tmp_path / str(seed)
        assert learn(out, *words, "--seed", str(seed), "--games", "500", game="backgammon") == 0
        evaluator = architecture().snapshot(newest(out).weights)
        texts = [f"XGID=-BCCDC----------c-bbbbb-b-:0:0:{turn}:00:0:0:0:0:10" for turn in (1, -1)]
        boards = [Position.parse(text) for text in texts]
        return [board.turn.sign * evaluator.value(board) for board in boards]

    ahead, behind = np.mean([equities(seed) for seed in range(1, 5)], axis=0)
    assert ahead > 0.3 > -0.1 > behind


@needs_gnubg
def test_an_expert_that_only_says_what_it_thinks(tmp_path: Path) -> None:
    out = tmp_path / "run"
    said = "experience.kind=self-play", "experience.opponent=gnubg:0", "experience.values=expert"
    assert learn(out, *settings(*said), "--games", "5", game="backgammon") == 0
    played = list(read_mat((out / "games.mat").read_text()))
    assert [game.players for game in played] == [("learner", "learner")] * 5
    assert sum(line["positions"] for line in metrics(out)) > 200


@needs_gnubg
def test_what_gnubg_expects() -> None:
    player = GnubgPlayer("gnubg:0")
    try:
        start = player.chances(Position())
        assert start.equity == pytest.approx(0.067, abs=0.01)
        assert 0.1 < start.win_gammon < 0.2
        lost = Position.parse("XGID=-B-----------------eee----:0:0:-1:00:0:0:0:0:10")
        assert player.chances(lost).win < 0.001
    finally:
        player.close()
