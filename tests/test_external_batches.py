"""Learning from players that are no networks of ours: the games, the targets, and runs that go on exactly."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from leafstrap._core.backgammon import Position, Trainer
from leafstrap.evaluators import ModularArchitecture
from leafstrap.games.mat import read_mat
from leafstrap.players import Fault
from leafstrap.players.baselines import PubevalPlayer
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
    "evaluator.architecture=contact",
    "evaluator.hidden=[8]",
    "run.games_per_batch=5",
    "run.checkpoint_every=10",
)
FORM = ModularArchitecture.of("contact", [8])
RATES: dict[str, Any] = {"lambda_": 0.6, "rate": 0.01, "sensitivity_rate": 0.01}


def settings(*more: str) -> list[str]:
    changes = [word for change in (*SMALL, *more) for word in ("--set", change)]
    return ["--recipe", "wiering-backgammon", *changes]


def newest(out: Path) -> Checkpoint:
    return checkpoint.read_newest(RunFolder(out).checkpoints)[0]


@pytest.mark.parametrize(
    ("rule", "plies"), [("td", 0), ("td", 1), ("leaf", 1), ("root", 1), ("tree", 1)], ids=str
)
def test_a_game_that_is_told_teaches_what_it_does_when_played(rule: str, plies: int) -> None:
    start = FORM.networks(FORM.random_weights(5, 0.1))
    player = Trainer(start, None, 7)
    care: dict[str, Any] = {"rule": rule, "plies": plies, "candidates": 3, **RATES}
    played = player.run(1, **care)
    student = Trainer(start, None, 0)
    told = student.study(player.sample(), [], **care)
    assert student.weights().tobytes() == player.weights().tobytes()
    assert (told.games, told.points, told.positions) == (1, played.points, played.positions)
    assert told.squared_error == played.squared_error


@pytest.mark.parametrize("outputs", ["seven", "five"])
def test_targets_of_an_expert(outputs: str) -> None:
    architecture = ModularArchitecture.of("contact", [8], outputs=outputs)
    start, expert = (architecture.networks(architecture.random_weights(seed, 0.1)) for seed in (5, 6))
    player = Trainer(start, expert, 7)
    player.run(1, "observe", expert_values=True, **RATES)
    game = player.sample()
    boards = [Position.parse(position.position_id) for position in game.before]  # each before its roll
    student = Trainer(start, None, 0)
    student.study(game, [expert.outputs(board) for board in boards], **RATES)
    assert student.weights().tobytes() == player.weights().tobytes()
    with pytest.raises(ValueError, match="every board"):
        student.study(game, [expert.outputs(boards[0])], **RATES)
    with pytest.raises(ValueError, match="as many numbers"):
        student.study(game, [[0.5] for _ in boards], **RATES)


def test_chances_as_outputs() -> None:
    random = Random(3)
    for _ in range(100):
        chances = random_chances(random)
        for outputs in ("seven", "five"):
            back = chances_in(outputs_of(chances, outputs))
            assert back.equity == pytest.approx(chances.equity)
            assert back.won == pytest.approx(chances.won)


@pytest.mark.parametrize("kind", ["versus", "observe"])
@pytest.mark.parametrize("opponent", ["pubeval", "random", GNUBG])
def test_others_teach(tmp_path: Path, kind: str, opponent: str) -> None:
    out = tmp_path / "run"
    words = settings(f"experience.kind={kind}", f"experience.opponent={opponent}")
    assert learn(out, *words, "--games", "10", game="backgammon") == 0
    batches = metrics(out)
    assert [games_per_batch["games"] for games_per_batch in batches] == [5, 5]
    assert all(
        games_per_batch["positions"] > 100 and games_per_batch["mean_error"] > 0
        for games_per_batch in batches
    )
    samples = list(read_mat((out / "games.mat").read_text()))
    named = ("learner", opponent) if kind == "versus" else (opponent, opponent)
    assert [game.players for game in samples] == [named, named]
    assert all(game.points for game in samples)


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
    assert "The run cannot go on: pubeval died." in capsys.readouterr().err
    assert newest(tmp_path / "run").counters.games == 10


def test_watching_helps(tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = settings("experience.kind=observe", "experience.opponent=pubeval", "run.games_per_batch=100")
    assert learn(out, *words, "--set", "run.checkpoint_every=500", "--games", "500", game="backgammon") == 0
    state = newest(out)
    networks = FORM.networks(state.weights)
    ahead = Position.parse("XGID=-BCCDC----------c-bbbbb-b-:0:0:1:00:0:0:0:0:10")
    behind = Position.parse("XGID=-BCCDC----------c-bbbbb-b-:0:0:-1:00:0:0:0:0:10")
    assert networks.equity(ahead) > 0.3 > -0.1 > networks.equity(behind)


@needs_gnubg
def test_an_expert_that_only_says_what_it_thinks(tmp_path: Path) -> None:
    out = tmp_path / "run"
    said = "experience.kind=self-play", "experience.opponent=gnubg:0", "experience.values=expert"
    assert learn(out, *settings(*said), "--games", "5", game="backgammon") == 0
    (game,) = read_mat((out / "games.mat").read_text())
    assert game.players == ("learner", "learner")
    assert metrics(out)[0]["positions"] > 200


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
