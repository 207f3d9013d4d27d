"""Feature sets written in Python, in every game and everywhere a feature set can be used."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import leafstrap as ls
from leafstrap import games
from leafstrap.errors import FeatureError, LeafstrapError
from leafstrap.evaluators import (
    Architecture,
    Evaluator,
    LinearArchitecture,
    NetworkArchitecture,
    load_evaluator,
)
from leafstrap.evaluators.own_features import FEATURE_SETS, OwnFeatures

GAMES = ("chess", "draughts", "backgammon")


def copied(game: str, name: str) -> Callable[[list[Any]], Any]:
    """The rows of one of our own sets, as if somebody had written them."""
    feature_set = games.get(game).feature_sets[name]
    return lambda positions: feature_set.rows(positions)


COPIED = {"chess": "material", "draughts": "material", "backgammon": "tesauro"}


@pytest.fixture(autouse=True)
def _own_sets() -> Iterator[None]:
    for game, name in COPIED.items():
        ours = games.get(game).feature_sets[name]
        assert ours.stages == 1
        ls.feature_set(
            game,
            "copied",
            ours.names,
            families=ours.families,
            meanings=ours.meanings,
            movers_view=ours.movers_view,
            replace=True,
        )(copied(game, name))
    yield
    for game in COPIED:
        FEATURE_SETS.unregister(f"{game}/copied")
        FEATURE_SETS.unregister(f"{game}/bad")


def some_positions(game: str, count: int = 40) -> list[Any]:
    rules, random = games.get(game), np.random.default_rng(7)
    positions: list[Any] = []
    while len(positions) < count:
        line: Any = rules.Line()
        while line.outcome() is None and len(line) < 60:
            if line.position.is_chance:
                line.roll((int(random.integers(1, 7)), int(random.integers(1, 7))))
                continue
            moves = line.position.legal_moves()
            line.push(moves[int(random.integers(len(moves)))])
            if line.outcome() is None:
                positions.append(getattr(line.position, "before_roll", line.position))
    return positions[:: len(positions) // count][:count]


def both(game: str, make: Callable[[Any, str], Architecture]) -> tuple[Architecture, Architecture]:
    return make(games.get(game), COPIED[game]), make(games.get(game), "copied")


def linear(game: Any, features: str) -> Architecture:
    return LinearArchitecture.of(game, {"features": features})


def network(game: Any, features: str) -> Architecture:
    return NetworkArchitecture.of(game, {"features": features, "hidden": [4]})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("make", [linear, network])
def test_a_copy_of_a_set_of_ours_is_the_same_in_everything(
    game: str, make: Callable[..., Architecture]
) -> None:
    ours, own = both(game, make)
    weights = ours.initial_weights("random", seed=3, scale=0.3)
    positions = some_positions(game)
    one, other = ours.snapshot(weights), own.snapshot(weights)
    assert np.allclose(
        one.values(positions), other.values(positions), rtol=1e-4, atol=1e-4 * games.get(game).win
    )
    assert other.values(positions).tolist() == pytest.approx([other.value(each) for each in positions])
    assert np.allclose(one.outputs(positions), other.outputs(positions), rtol=1e-4, atol=1e-4)
    errors = np.random.default_rng(1).normal(size=(len(positions), len(ours.outputs)))
    (mine, _), (theirs, _) = one.output_gradient(positions, errors), other.output_gradient(positions, errors)
    assert np.allclose(mine, theirs, rtol=1e-4, atol=1e-4)
    rows, own_rows = ours.feature_rows(positions), own.feature_rows(positions)
    assert np.array_equal(rows.inputs, own_rows.inputs)


@pytest.mark.parametrize("game", ["chess", "draughts"])
@pytest.mark.parametrize("make", [linear, network])
def test_searches_find_the_same(game: str, make: Callable[..., Architecture]) -> None:
    ours, own = both(game, make)
    weights = ours.initial_weights("random", seed=5, scale=1.0)
    position = some_positions(game)[5]
    found = [ls.search(Evaluator(each, weights), position, depth=2) for each in (ours, own)]
    assert found[0].value == pytest.approx(found[1].value, rel=1e-4, abs=1e-3)


def test_play_and_threads_and_explanations() -> None:
    own = linear(games.get("chess"), "copied")
    evaluator = Evaluator(own, np.array([1.0, 3, 3, 5, 9]))
    assert ls.match("chess", evaluator, "random", games=2, depth=2).score > 0.5
    parts = ls.explain(evaluator, "4k3/4p3/8/8/8/8/8/R3K3 w - - 0 1")
    assert parts.value == 4
    assert [(term.name, term.share) for term in parts.families[0].terms] == [("rook", 5.0), ("pawn", -1.0)]


RULES = ("td", "td-leaf", "td-root", "rootstrap-ab", "treestrap-ab", "treestrap-minimax")


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("kind", ["linear", "network"])
def test_every_rule_learns_the_same_as_with_our_own_set(tmp_path: Path, rule: str, kind: str) -> None:
    learned = []
    for features in ("material", "copied"):
        run = ls.learn(
            "chess",
            "td",
            out=tmp_path / features,
            games=2,
            seed=4,
            quiet=True,
            settings={
                "backup.name": rule,
                "backup.step_size": 1e-4 if kind == "network" else 1e-6,
                "evaluator.kind": kind,
                "evaluator.features": features,
                "search.depth": 1,
                "search.extend": False,  # quiescence by random weights looks at thousands of positions
                "experience.max_plies": 12,
                "run.final_games": 0,
            }
            | ({"evaluator.hidden": [3]} if kind == "network" else {}),
        )
        learned.append(run.weights.weights)
    first = ls.load(tmp_path / "material" / "weights" / "000000.safetensors")
    assert not np.array_equal(learned[0], first.weights)
    assert learned[1] == pytest.approx(learned[0], rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("kind", ["linear", "network"])
def test_backgammon_learns_over_an_own_set(tmp_path: Path, kind: str) -> None:
    settings = {
        "evaluator.kind": kind,
        "evaluator.features": "copied",
        "run.final_games": 0,
        "run.games_per_batch": 2,
    }
    if kind == "network":
        settings |= {"evaluator.hidden": [3], "evaluator.outputs": "seven"}
    recipe = "td-gammon"
    run = ls.learn("backgammon", recipe, out=tmp_path / "run", games=2, quiet=True, settings=settings)
    assert np.isfinite(run.weights.weights).all()
    assert run.weights.architecture.name.startswith("copied")


def test_weights_files_know_names_and_meanings(tmp_path: Path) -> None:
    chess = games.get("chess")
    own = linear(chess, "copied")
    path = tmp_path / "w.safetensors"
    from leafstrap.evaluators import save_weights

    save_weights(path, own, np.arange(5.0))
    assert load_evaluator(path, chess).weights.tolist() == [0, 1, 2, 3, 4]
    ls.feature_set("chess", "copied", ["a", "b", "c", "d", "e"], replace=True)(copied("chess", "material"))
    with pytest.raises(LeafstrapError, match="another version of the feature set copied"):
        load_evaluator(path, chess)
    FEATURE_SETS.unregister("chess/copied")
    with pytest.raises(LeafstrapError, match="copied"):
        load_evaluator(path, chess)


def bad(told: Any) -> OwnFeatures:
    def function(positions: list[Any]) -> Any:
        return told(positions) if callable(told) else told

    return ls.feature_set("chess", "bad", ["one", "two"], replace=True)(function)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (lambda positions: dict[int, int]()[len(positions)], "failed: KeyError"),
        ([{"three": 1.0}], "there is no feature 'three'"),
        ([{5: 1.0}], "told of feature 5: there are 0 to 1"),
        ([{-1: 1.0}], "told of feature -1"),
        ([{"one": float("nan")}], "told nan of one"),
        ([{"two": float("inf")}], "told inf of two"),
        ([{"one": "much"}], "gave no rows"),
        ([], "gave 0 rows for 1 positions"),
        ([{}, {}], "gave 2 rows for 1 positions"),
        (None, "gave no rows"),
        (3, "gave no rows"),
        (np.zeros((1, 3)), "has 3 numbers, not 2"),
        ((np.array([0, 2]), np.array([0]), np.array([1.0])), "do not belong together"),
        ((np.array([0.0, 1.0]), np.array([0]), np.array([1.0])), "whole numbers"),
    ],
)
def test_what_cannot_be_is_refused_wherever_it_is_asked(told: Any, sentence: str) -> None:
    features = bad(told)
    chess = games.get("chess")
    evaluator = Evaluator(LinearArchitecture(chess, features.core), np.ones(2))
    for ask in (
        lambda: features.core.row(chess.Position()),
        lambda: evaluator.value(chess.Position()),
        lambda: ls.search(evaluator, chess.Position(), depth=1),
        lambda: ls.explain(evaluator, chess.Position()),
    ):
        with pytest.raises(FeatureError, match=sentence):
            ask()


def test_a_failure_deep_in_a_search_has_its_cause_and_the_search_can_be_used_again() -> None:
    left = [300]

    def tired(positions: list[Any]) -> Any:
        left[0] -= len(positions)
        if left[0] < 0:
            raise ZeroDivisionError("tired")
        return [{"one": position.turn.sign} for position in positions]

    features = bad(tired)
    chess = games.get("chess")
    architecture = LinearArchitecture(chess, features.core)
    evaluator = Evaluator(architecture, np.ones(2))
    search = chess.searches["alphabeta"].make(architecture.core, 12)
    for _ in range(2):
        with pytest.raises(FeatureError) as failure:
            search.run(evaluator.snapshot(), chess.Line(), depth=4)
        assert isinstance(failure.value.__cause__, ZeroDivisionError)
    left[0] = 10**9
    assert search.run(evaluator.snapshot(), chess.Line(), depth=2).depth == 2
    tournament: Any = features.core
    left[0] = 300
    playing = tournament.tournament(1, 3)  # helpers fail as well, in threads of their own
    with pytest.raises(FeatureError):
        playing.run(architecture.integer(evaluator.weights, 1.0), chess.Line(), depth=8)


def test_rows_may_be_told_in_any_form() -> None:
    chess = games.get("chess")
    forms: list[Any] = [
        [{"one": 2.0, 1: 3}],
        ({"one": 2.0, "two": 3.0},),
        (row for row in [{"two": 3.0, "one": 2.0}]),
        np.array([[2.0, 3.0]]),
        (np.array([0, 3]), np.array([1, 0, 0]), np.array([3.0, 1.5, 0.5])),  # out of order, and one twice
        # As a matrix of SciPy is made.
        SimpleNamespace(indptr=np.array([0, 2]), indices=np.array([0, 1]), data=np.array([2.0, 3.0])),
    ]
    for form in forms:
        indices, values = bad(form).core.row(chess.Position())
        assert (indices.tolist(), values.tolist()) == ([0, 1], [2.0, 3.0])


def test_names_are_checked() -> None:
    with pytest.raises(FeatureError, match="cannot be called 'meep'"):
        ls.feature_set("chess", "meep", ["a"])(lambda positions: [])
    with pytest.raises(FeatureError, match="each of them once"):
        ls.feature_set("chess", "bad", ["a", "a"])(lambda positions: [])
    with pytest.raises(FeatureError, match="a family and a meaning"):
        ls.feature_set("chess", "bad", ["a", "b"], meanings=["only one"])(lambda positions: [])
    with pytest.raises(LeafstrapError, match="already"):
        ls.feature_set("chess", "copied", ["a"])(lambda positions: [])


FILE = """
import leafstrap as ls

@ls.feature_set("chess", "tempo", ["tempo"])
def tempo(positions):
    return [{"tempo": position.turn.sign} for position in positions]
"""


def test_a_file_brings_a_set_to_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FILE)
    (tmp_path / "broken.py").write_text("1 / 0")
    command = [sys.executable, "-m", "leafstrap", "explain", "chess", "startpos"]
    plugins = f"{tmp_path / 'broken.py'}:{tmp_path / 'mine.py'}"
    import os

    done = subprocess.run(
        [*command, "untrained;features=tempo"],
        env={**os.environ, "LEAFSTRAP_PLUGINS": plugins},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "tempo" in done.stdout
    assert "broken.py of LEAFSTRAP_PLUGINS cannot be loaded: division by zero." in done.stderr
    assert "leaked" not in done.stderr
