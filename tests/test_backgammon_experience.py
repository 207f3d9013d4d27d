"""Backgammon is on the whole grid: every experience, rule, evaluator and optimiser, a few games each."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from leafstrap.evaluators import load_evaluator
from leafstrap.games.backgammon import BACKGAMMON
from leafstrap.games.mat import read_mat
from leafstrap.training.store import checkpoint
from leafstrap.training.store.checkpoint import Checkpoint
from leafstrap.training.store.folder import RunFolder
from run_helpers import learn, metrics

NETWORK = ("evaluator.kind=network", "evaluator.features=tesauro", "evaluator.hidden=[6]")
LINEAR = ("evaluator.kind=linear", "evaluator.features=tesauro", "backup.step_size=1e-4")
AHEAD = ("search.depth=2", "search.candidates=1")
SMALL = (
    "run.workers=1",
    "run.games_per_batch=2",
    "run.checkpoint_every=2",
    "run.final_games=0",
    "run.keep_best_every=0",
)
RULES = (
    ("td", ()),
    ("td-root", AHEAD),
    ("td-directed", AHEAD),
    ("td-leaf", AHEAD),
    ("rootstrap-minimax", AHEAD),
    ("treestrap-minimax", AHEAD),
)


def carry_out(out: Path, *changes: str, games: int = 4) -> Checkpoint:
    """A small run, which must move its weights; what it left behind."""
    words = [word for change in (*SMALL, *changes) for word in ("--set", change)]
    assert learn(out, *words, "--games", str(games), game="backgammon") == 0
    state, warnings = checkpoint.read_newest(RunFolder(out).checkpoints)
    assert not warnings
    assert state.counters.games == games
    start = load_evaluator(out / "weights" / "000000.safetensors", BACKGAMMON).weights
    assert np.isfinite(state.weights).all()
    assert not np.array_equal(state.weights, start)
    lines = metrics(out)
    assert all(line["positions"] > 0 for line in lines)
    return state


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games that an earlier run wrote down."""
    out = tmp_path_factory.mktemp("database") / "run"
    carry_out(out, *NETWORK, "experience.kind=observe", "experience.opponent=pubeval", games=6)
    path = out / "games.mat"
    assert len(list(read_mat(path.read_text()))) == 6
    return path


@pytest.mark.parametrize(("rule", "more"), RULES)
@pytest.mark.parametrize("kind", ["observe", "mixed"])
def test_a_database(tmp_path: Path, database: Path, kind: str, rule: str, more: tuple[str, ...]) -> None:
    experience = (f"experience.kind={kind}", f"experience.database={database}")
    carry_out(tmp_path / "run", *NETWORK, f"backup.name={rule}", *more, *experience)


def test_a_database_ends_with_its_games(tmp_path: Path, database: Path) -> None:
    words = (*NETWORK, "experience.kind=observe", f"experience.database={database}", "experience.passes=2")
    out = tmp_path / "run"
    changes = [word for change in (*SMALL, *words) for word in ("--set", change)]
    assert learn(out, *changes, "--games", "50", game="backgammon") == 0
    assert len(metrics(out)) == 12


@pytest.mark.parametrize(
    "experience",
    [
        ("versus", "random"),
        ("versus", "pubeval"),
        ("versus", "default"),
        ("versus", "untrained;architecture=linear"),
        ("observe", "pubeval"),
        ("observe", "default"),
    ],
    ids="-".join,
)
@pytest.mark.parametrize(("rule", "more"), [RULES[0], RULES[-1]])
def test_others(tmp_path: Path, experience: tuple[str, str], rule: str, more: tuple[str, ...]) -> None:
    kind, opponent = experience
    words = (f"experience.kind={kind}", f"experience.opponent={opponent}", f"backup.name={rule}")
    carry_out(tmp_path / "run", *NETWORK, *words, *more, games=2)


@pytest.mark.parametrize("kind", ["self-play", "versus", "observe"])
def test_values_of_an_expert(tmp_path: Path, kind: str) -> None:
    expert = ("experience.opponent=default", "experience.values=expert")
    taught = carry_out(tmp_path / "taught", *NETWORK, f"experience.kind={kind}", *expert)
    if kind != "self-play":
        alone = carry_out(tmp_path / "alone", *NETWORK, f"experience.kind={kind}", expert[0])
    else:
        alone = carry_out(tmp_path / "alone", *NETWORK)
    assert not np.array_equal(taught.weights, alone.weights)


@pytest.mark.parametrize("experience", [(), ("versus", "default"), ("observe", "default")], ids=str)
def test_online(tmp_path: Path, experience: tuple[str, ...]) -> None:
    pairs = zip(("kind", "opponent"), experience, strict=False)
    others = [f"experience.{key}={value}" for key, value in pairs]
    online = carry_out(tmp_path / "online", *NETWORK, *others, "backup.in_turn=false", "backup.online=true")
    later = carry_out(tmp_path / "later", *NETWORK, *others)
    assert not np.array_equal(online.weights, later.weights)


@pytest.mark.parametrize("evaluator", [NETWORK, LINEAR], ids=["network", "linear"])
def test_adagrad(tmp_path: Path, evaluator: tuple[str, ...]) -> None:
    words = ("backup.in_turn=false",) if evaluator is NETWORK else ()
    plain = carry_out(tmp_path / "plain", *evaluator, *words, "backup.step_size=1e-3")
    adagrad = carry_out(
        tmp_path / "adagrad", *evaluator, *words, "backup.optimiser=adagrad", "backup.step_size=1e-3"
    )
    assert adagrad.squares.any()
    assert not plain.squares.any()
    assert not np.array_equal(adagrad.weights, plain.weights)


@pytest.mark.parametrize("experience", [(), ("versus", "default"), ("versus", "pubeval")], ids=str)
def test_random_moves(tmp_path: Path, experience: tuple[str, ...]) -> None:
    pairs = zip(("kind", "opponent"), experience, strict=False)
    words = [*NETWORK, *(f"experience.{key}={value}" for key, value in pairs)]
    greedy = carry_out(tmp_path / "greedy", *words)
    explored = carry_out(tmp_path / "explored", *words, "experience.epsilon=0.2")
    assert not np.array_equal(greedy.weights, explored.weights)
    if "pubeval" in experience:
        assert sum(line["explored"] for line in metrics(tmp_path / "explored")) > 0


def test_nothing_is_learned_across_moves_that_are_all_random(tmp_path: Path) -> None:
    """Each difference of a chain is across a random move, and so is the end of the game."""
    out = tmp_path / "run"
    words = [word for change in (*SMALL, *NETWORK, "experience.epsilon=1") for word in ("--set", change)]
    for number, more in enumerate([[], ["experience.kind=versus", "experience.opponent=pubeval"]]):
        out = tmp_path / str(number)
        changes = [word for change in more for word in ("--set", change)]
        assert learn(out, *words, *changes, "--games", "2", game="backgammon") == 0
    first, second = (
        checkpoint.read_newest(RunFolder(tmp_path / str(number)).checkpoints)[0].weights for number in (0, 1)
    )
    start = load_evaluator(tmp_path / "0" / "weights" / "000000.safetensors", BACKGAMMON).weights
    assert np.array_equal(first, start)
    assert not np.array_equal(second, start), "the opponent's moves are its own"


def test_the_mean_of_all_weights(tmp_path: Path) -> None:
    state = carry_out(tmp_path / "run", *NETWORK, "run.averaging=1", games=6)
    assert not np.array_equal(state.mean, state.weights)
    written = load_evaluator(tmp_path / "run" / "weights" / "000006.safetensors", BACKGAMMON).weights
    assert np.array_equal(written, state.mean)


@pytest.mark.parametrize(("rule", "more"), RULES)
def test_linear_weights(tmp_path: Path, rule: str, more: tuple[str, ...]) -> None:
    state = carry_out(tmp_path / "run", *LINEAR, f"backup.name={rule}", *more, games=2)
    assert state.weights.size == BACKGAMMON.feature_sets["tesauro"].size


@pytest.mark.parametrize(("rule", "more"), RULES)
@pytest.mark.parametrize("in_turn", [True, False])
def test_classes_of_positions(tmp_path: Path, rule: str, more: tuple[str, ...], in_turn: bool) -> None:
    words = (f"backup.in_turn={str(in_turn).lower()}", "backup.step_size=1e-4", "evaluator.hidden=[4]")
    carry_out(tmp_path / "run", f"backup.name={rule}", *words, *more, games=2)


@pytest.mark.parametrize("outputs", BACKGAMMON.outputs)
@pytest.mark.parametrize(("rule", "more"), RULES)
def test_outputs(tmp_path: Path, outputs: str, rule: str, more: tuple[str, ...]) -> None:
    words = (*NETWORK, f"evaluator.outputs={outputs}", f"backup.name={rule}", "backup.step_size=1e-4")
    carry_out(tmp_path / "run", *words, *more, games=2)
