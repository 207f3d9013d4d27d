"""TreeStrap from the trees of the tournament search: the gradient, its unit, and what guesses count."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from leafstrap.errors import RecipeError
from leafstrap.evaluators import Evaluator, LinearArchitecture
from leafstrap.evaluators.piece_values import centipawns_per_unit, integer
from leafstrap.games.chess import CHESS, Line, Position
from leafstrap.recipes.recipe import Recipe
from leafstrap.search import PlayingSearch
from run_helpers import SMALL, final_weights, learn, recipe_file, same_runs
from support.own import own

MATERIAL = own(CHESS.feature_sets["material"])
ARCHITECTURE = LinearArchitecture(CHESS, MATERIAL)
DEFAULT = np.array([1.0, 3, 3, 5, 9])
HANGING_QUEEN = "r3k3/8/8/3q4/8/2N5/8/4K2R w - - 0 1"
MIDDLE = "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/P1NBB3/1PP1Q1PP/R4RK1 b - - 3 12"

SEARCH = 'variant = "tournament"\nunproven = 0.5\ndepth = 3\ntable_bits = 13'


def test_the_root_learns_what_the_search_found() -> None:
    """At depth 1 the root is the only node: its error is what the capture wins, its features are the position's."""
    linear = Evaluator(ARCHITECTURE, DEFAULT)
    search, line = MATERIAL.tournament(1, 1), Line(Position.parse(HANGING_QUEEN))
    found = search.run(integer(linear), line, depth=1, gather=True)
    delta = search.delta()
    scale = centipawns_per_unit(ARCHITECTURE, DEFAULT)
    error = found.lines[0].score / scale - linear.value(line.position)
    assert error == pytest.approx(9, abs=0.01)
    assert delta.nodes == 1
    assert delta.abs_error == pytest.approx(error, abs=1e-3)
    # White has a knight and a rook, Black a rook and a queen.
    assert delta.gradient == pytest.approx(error * np.array([0, 1, 0, 0, -1]), abs=1e-3)


def test_guesses_count_what_they_are_told_to() -> None:
    linear = Evaluator(ARCHITECTURE, DEFAULT)
    search = MATERIAL.tournament(4, 1)
    search.run(integer(linear), Line(Position.parse(MIDDLE)), depth=9, gather=True)
    none, half, whole = (search.delta(1, unproven).gradient for unproven in (0.0, 0.5, 1.0))
    assert np.any(whole != none)
    np.testing.assert_allclose(half, (none + whole) / 2)
    assert search.delta(4).nodes < search.delta(1).nodes


def test_quiet_nodes_are_those_without_a_capture_that_wins() -> None:
    linear = Evaluator(ARCHITECTURE, DEFAULT)
    search = MATERIAL.tournament(1, 1)
    search.run(integer(linear), Line(Position.parse(HANGING_QUEEN)), depth=1, gather=True)
    assert (search.delta().nodes, search.delta(quiet_nodes=True).nodes) == (1, 0)
    search.run(integer(linear), Line(Position.parse(MIDDLE)), depth=7, gather=True)
    assert 0 < search.delta(quiet_nodes=True).nodes < search.delta().nodes


def test_the_unit_is_that_of_the_weights() -> None:
    """Weights a hundred times as large give errors a hundred times as large: it is one and the same player."""
    deltas = []
    for size in (1.0, 100.0):
        search = PlayingSearch(ARCHITECTURE, "tournament", 13, unproven=1.0)
        search.run(Evaluator(ARCHITECTURE, size * DEFAULT).snapshot(), Line(Position.parse(MIDDLE)), depth=7)
        deltas.append(search.delta(1))
    small, large = deltas
    assert small.nodes == large.nodes > 100
    np.testing.assert_allclose(100 * small.gradient, large.gradient, rtol=1e-5)
    assert 100 * small.abs_error == pytest.approx(large.abs_error, rel=1e-5)


def test_without_gathering_there_is_nothing_to_learn() -> None:
    search = MATERIAL.tournament(1, 1)
    with pytest.raises(ValueError, match="no search has been run"):
        search.delta()
    search.run(integer(Evaluator(ARCHITECTURE, DEFAULT)), Line(), depth=3)
    assert search.delta().nodes == 0
    with pytest.raises(ValueError, match="does not gather"):
        MATERIAL.knightcap(1).run(integer(Evaluator(ARCHITECTURE, DEFAULT)), Line(), depth=3, gather=True)


def test_a_run_learns_with_it_and_goes_on_exactly(tmp_path: Path) -> None:
    recipe = recipe_file(tmp_path, SMALL.replace("depth = 1", SEARCH))
    assert learn(tmp_path / "whole", recipe=recipe) == 0
    assert learn(tmp_path / "parts", "--games", "3", recipe=recipe) == 0
    before = final_weights(tmp_path / "parts")
    assert learn(tmp_path / "parts", "--resume", "--games", "6") == 0
    assert same_runs(tmp_path / "whole", tmp_path / "parts")
    assert final_weights(tmp_path / "whole") != before


@pytest.mark.parametrize("rule", ["treestrap-minimax", "rootstrap-ab"])
def test_other_rules_refuse_it(rule: str) -> None:
    tables = {"backup": {"name": rule}, "search": {"variant": "tournament", "depth": 2}}
    with pytest.raises(RecipeError, match=f"{rule} cannot learn with search.variant tournament"):
        Recipe.from_tables("test", tables)


def test_guesses_have_no_meaning_elsewhere() -> None:
    tables = {"backup": {"name": "treestrap-ab"}, "search": {"unproven": 0.5, "depth": 2}}
    with pytest.raises(RecipeError, match=r"search\.unproven has a meaning for"):
        Recipe.from_tables("test", tables)


def test_fail_soft_bounds_reach_beyond_the_window_and_leave_the_value_alone() -> None:
    """As the page that rejects them has it: the same search, but a refutation tells all that it wins."""
    search = MATERIAL.alphabeta()
    evaluator, line = MATERIAL.linear(DEFAULT), Line(Position.parse(MIDDLE))
    window = search.run(evaluator, line, depth=3, seed=1)
    within, error = search.rows(1), search.delta(1).abs_error
    soft = search.run(evaluator, line, depth=3, seed=1, fail_soft=True)
    beyond = search.rows(1)
    assert (soft.value, soft.nodes, soft.pv) == (window.value, window.nodes, window.pv)
    assert len(beyond.lower) == len(within.lower)
    assert np.all(beyond.lower >= within.lower)
    assert np.all(beyond.upper <= within.upper)
    assert np.any(beyond.lower > within.lower)
    assert search.delta(1).abs_error > error
