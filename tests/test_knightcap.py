"""KnightCap's search from Python: its face, its leaves, and learning with it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from leafstrap._core import EVALUATION_LIMIT, WIN, SearchControl, StopFlag
from leafstrap.errors import RecipeError
from leafstrap.evaluators import Evaluator, LinearArchitecture
from leafstrap.evaluators.piece_values import integer
from leafstrap.games.chess import CHESS, Line, Position
from leafstrap.recipes.recipe import Recipe
from leafstrap.search import PlayingSearch
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.native import TournamentReport
from run_helpers import final_weights, learn, metrics, recipe_file, same_runs
from support.own import own

MATERIAL = own(CHESS.feature_sets["material"])
MEEP = CHESS.feature_sets["meep"]
ARCHITECTURE = LinearArchitecture(CHESS, MATERIAL)
DEFAULT = np.array([1.0, 3, 3, 5, 9])
HANGING_QUEEN = "r3k3/8/8/3q4/8/2N5/8/4K2R w - - 0 1"
LEAVES = ["td-leaf", "td-root", "td-directed"]

SMALL = """
[evaluator]
features = "material"
initial = "random"
scale = 5.0

[backup]
name = "td-leaf"
step_size = 1e-4

[search]
variant = "knightcap"
depth = 2
table_bits = 13

[experience]
max_plies = 40

[run]
games = 6
checkpoint_every = 2
"""


def test_the_face_is_that_of_the_tournament_search() -> None:
    reports: list[TournamentReport] = []
    search = MATERIAL.knightcap(megabytes=1)
    whole = integer(Evaluator(ARCHITECTURE, DEFAULT))
    result = search.run(whole, Line(Position.parse(HANGING_QUEEN)), depth=4, progress=reports.append)
    assert str(result.move) == "c3d5"
    assert [report.depth for report in reports] == [1, 2, 3, 4]
    assert result.leaf_exact
    assert result.lines[0].score == round(whole.value(result.leaf))
    search.clear()
    again = search.run(whole, Line(Position.parse(HANGING_QUEEN)), depth=4, multipv=3)
    assert (again.nodes, len(again.lines)) == (result.nodes, 1)
    with pytest.raises(ValueError, match="megabytes"):
        MATERIAL.knightcap(megabytes=0)
    with pytest.raises(ValueError, match="integer"):
        search.run(MATERIAL.linear(DEFAULT), Line(), depth=1)


def test_an_engine_can_play_with_it() -> None:
    engine = Engine(Evaluator(ARCHITECTURE, DEFAULT), megabytes=1, variant="knightcap")
    line = Line(Position.parse(HANGING_QUEEN))
    assert str(engine.think(line, SearchRequest(nodes=2000)).move) == "c3d5"
    control = SearchControl()
    control.stop()
    assert engine.think(line, SearchRequest(), control).depth >= 1, (
        "what the first search found is still known"
    )


def test_values_are_those_of_the_leaves_in_the_unit_of_the_weights() -> None:
    random = np.random.default_rng(5)
    search = PlayingSearch(LinearArchitecture(CHESS, MEEP), "knightcap", table_bits=13)
    line, evaluated = Line(), 0
    evaluator = MEEP.linear(random.normal(size=MEEP.size))
    for _ in range(60):
        result = search.run(evaluator, line, nodes=400)
        if result.leaf_evaluated:
            evaluated += 1
            mover = line.position.turn
            assert result.value == pytest.approx(mover.sign * evaluator.value(result.leaf))
            assert abs(result.value) <= EVALUATION_LIMIT
        line.push(own(result.move))
        if line.outcome() is not None:
            break
    assert evaluated > 40


@pytest.mark.parametrize(
    ("fen", "value"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", WIN - 1),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", WIN - 3),
        ("6k1/R7/1R6/8/8/8/8/6K1 b - - 0 1", 2 - WIN),
        ("7k/8/8/8/8/8/5q2/7K b - - 99 80", 0),
    ],
)
def test_mates_and_draws_have_no_leaf(fen: str, value: float) -> None:
    line = Line(Position.parse(fen))
    evaluator = MATERIAL.linear(DEFAULT)
    result = PlayingSearch(ARCHITECTURE, "knightcap", table_bits=13).run(evaluator, line, depth=5)
    assert (result.value, result.leaf_evaluated) == (value, False)
    assert MATERIAL.alphabeta().run(evaluator, line, depth=5).value == value


def test_a_flag_stops_it() -> None:
    flag = StopFlag()
    flag.set()
    result = PlayingSearch(ARCHITECTURE, "knightcap", table_bits=13).run(
        MATERIAL.linear(DEFAULT), Line(), depth=30, stop=flag
    )
    assert result.depth <= 2


@pytest.mark.parametrize("rule", ["treestrap-ab", "treestrap-minimax", "rootstrap-ab", "rootstrap-minimax"])
def test_rules_that_need_a_tree_refuse_it(rule: str) -> None:
    with pytest.raises(
        RecipeError, match=f"{rule} cannot learn with search.variant knightcap: it needs a training"
    ):
        Recipe.from_text("x", f'[backup]\nname = "{rule}"\n[search]\ndepth = 2\nvariant = "knightcap"\n')


@pytest.mark.parametrize("rule", LEAVES)
def test_rules_that_need_a_leaf_learn_with_it_and_go_on_exactly(tmp_path: Path, rule: str) -> None:
    recipe = recipe_file(tmp_path, SMALL.replace("td-leaf", rule))
    whole, parts, training = tmp_path / "whole", tmp_path / "parts", tmp_path / "training"
    assert learn(whole, recipe=recipe) == 0
    assert learn(parts, "--games", "3", recipe=recipe) == 0
    assert learn(parts, "--resume", "--games", "6") == 0
    assert same_runs(whole, parts)
    assert learn(training, "--set", "search.variant=training", recipe=recipe) == 0
    assert final_weights(whole) != final_weights(training)
    assert metrics(whole)[-1]["positions"] > 0
