"""*-minimax on backgammon: what expectimax finds, with less work; and TreeStrap towards its bounds."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from leafstrap._core import Side
from leafstrap._core.backgammon import play_games
from leafstrap.errors import RecipeError
from leafstrap.evaluators import ModularArchitecture, NetworkArchitecture
from leafstrap.games.backgammon import BACKGAMMON, Line
from leafstrap.games.outputs import turns_of
from leafstrap.learn import Step, Trajectories, make_rule
from leafstrap.learn.trajectories import Nodes
from leafstrap.recipes.recipe import Recipe
from leafstrap.training.builder import Builder
from support.backgammon_games import played_game
from support.literal import DICE_CASES, Literal, literal
from support.own import own
from support.star import Star

NETWORKS = {
    outputs: Literal(
        NetworkArchitecture.of(BACKGAMMON, {"features": "tesauro", "hidden": [4], "outputs": outputs}), 0.2
    )
    for outputs in ("one", "five", "seven")
}


def rolled_lines(seed: int, count: int) -> list[Any]:
    """Random boards of played games, the dice rolled."""
    random = Random(seed)
    boards = [board for board in played_game(random, skill=0.5).before if board.legal_moves()]
    return [Line(board) for board in random.sample(boards, min(count, len(boards)))]


def searches(known: Literal) -> tuple[Any, Any]:
    return known.search("minimax"), known.search("alphabeta")


@pytest.mark.parametrize("outputs", NETWORKS)
@pytest.mark.parametrize("probing", [False, True], ids=["star1", "star2"])
def test_what_it_finds_is_what_expectimax_finds(outputs: str, probing: bool) -> None:
    known = NETWORKS[outputs]
    plain, star = searches(known)
    for depth, candidates, count in ((2, 0, 12), (3, 2, 3)):
        for line in rolled_lines(depth, count):
            for root in (line, Line(own(line).position.before_roll)):
                if depth == 3 and root is not line:
                    continue  # some hundred thousand boards
                expected = plain.run(known.evaluator, root, depth=depth, candidates=candidates)
                found = star.run(known.evaluator, root, depth=depth, candidates=candidates, probing=probing)
                assert found.value == pytest.approx(expected.value, abs=1e-5)
                np.testing.assert_allclose(found.outputs, expected.outputs, atol=1e-5)
                assert found.move == expected.move


def test_it_evaluates_less() -> None:
    known = NETWORKS["one"]
    plain, star = searches(known)
    total = np.zeros(3)
    for line in rolled_lines(7, 6):
        counts = [
            plain.run(known.evaluator, line, depth=3, candidates=3).nodes,
            star.run(known.evaluator, line, depth=3, candidates=3, probing=False).nodes,
            star.run(known.evaluator, line, depth=3, candidates=3).nodes,
        ]
        assert counts[1] <= counts[0]
        total += counts
    assert total[2] < total[1] < total[0]


@pytest.mark.parametrize("probing", [False, True], ids=["star1", "star2"])
@pytest.mark.parametrize("fail_soft", [False, True], ids=["hard", "soft"])
def test_its_bounds_hold(probing: bool, fail_soft: bool) -> None:
    known = NETWORKS["five"]
    plain, star = searches(known)
    kinds = np.zeros(3, dtype=int)
    for line in rolled_lines(3, 4):
        star.run(known.evaluator, line, depth=3, candidates=2, probing=probing, fail_soft=fail_soft)
        boards, lower, upper = star.bounds(min_depth=2)
        assert len(boards) == min(2, len(own(line).position.legal_moves()))
        deep = [plain.run(known.evaluator, Line(board), depth=3).value for board in boards]
        assert (lower - 1e-5 <= deep).all()
        assert (np.array(deep) <= upper + 1e-5).all()
        every, lower, upper = star.bounds()
        assert len(every) > len(boards)
        kinds += (lower == upper).sum(), (lower > -3).sum(), (upper < 3).sum()
        deeper = set(boards)
        below = [i for i, board in enumerate(every) if board not in deeper]
        for i in Random(1).sample(below, 40):
            value = plain.run(known.evaluator, Line(every[i]), depth=2).value
            assert lower[i] - 1e-5 <= value <= upper[i] + 1e-5
    assert (kinds > 0).all()


@pytest.mark.parametrize("name", DICE_CASES)
@pytest.mark.parametrize("probing", [False, True], ids=["star1", "star2"])
def test_treestrap_moves_values_that_bounds_contradict(name: str, probing: bool) -> None:
    """Meep's one-sided sum, over a search that is written out plainly; the network has seven outputs."""
    known = literal(name)
    rule = make_rule({"name": "treestrap-ab"}, known.architecture).begin(None)
    search = known.search("alphabeta")
    left_alone = bounded = 0
    for line in rolled_lines(5, 5):
        result = search.run(known.evaluator, line, depth=2, probing=probing)
        update = rule.observe(Step(own(line).position, result, search, known.evaluator))
        assert update is not None
        plain = Star(known, probing)
        assert plain.choose(own(line).position, 2) == pytest.approx(result.value, abs=1e-5)
        total, errors = np.zeros(known.architecture.size), 0.0
        for board, bounds in plain.nodes:
            said = known.said(board)
            H = float(said @ known.worth)  # noqa: N806
            if bounds.lower == bounds.upper:  # as TreeStrap(minimax)
                error = bounds.outputs - said
            else:
                delta = min(bounds.upper - H, 0.0) + max(bounds.lower - H, 0.0)
                error = delta * known.worth / (known.worth @ known.worth)
                bounded += delta != 0
                left_alone += delta == 0
                np.testing.assert_allclose(error @ known.worth, delta)
            total += known.pull(board, error)
            errors += abs(float(error @ known.worth))
        assert update.positions == len(plain.nodes)
        np.testing.assert_allclose(
            update.dense(known.architecture.size), total, rtol=1e-3, atol=1e-4 * np.abs(total).max()
        )
        assert update.abs_error == pytest.approx(errors, rel=1e-3)
    assert bounded > 0
    # A network that knows nothing thinks the same of both sides, and every bound contradicts it.
    assert (left_alone > 0) == (not known.several)


@pytest.mark.parametrize("outputs", NETWORKS)
@pytest.mark.parametrize("probing", [False, True], ids=["star1", "star2"])
def test_games_in_batches_teach_the_same(outputs: str, probing: bool) -> None:
    known = NETWORKS[outputs]
    rule = make_rule({"name": "treestrap-ab"}, known.architecture)
    played = play_games(
        known.evaluator,
        known.evaluator,
        1,
        seed=4,
        depth=2,
        candidates=3,
        record="tree",
        most_plies=6,
        search="star-minimax",
        probing=probing,
    )
    turns = turns_of(played.node_positions)
    seen = known.architecture.outputs.seen_by
    nodes = Nodes(
        played.node_positions,
        turns,
        seen(played.node_values.astype(np.float64), turns),
        seen(played.node_targets.astype(np.float64), turns),
    )
    line = played.line(0)
    steps = [Step(position, None, None, known.evaluator) for position in line.before]
    games = Trajectories.of_steps(steps, known.architecture.outputs, line.outcome(), None)
    object.__setattr__(games, "nodes", lambda: nodes)
    batch = rule.learn(games)
    assert batch is not None
    search, total, count, errors = known.search("alphabeta"), np.zeros(known.architecture.size), 0, 0.0
    for position in line.before:
        found = search.run(known.evaluator, Line(position), depth=2, candidates=3, probing=probing)
        update = rule.begin(None).observe(Step(position, found, search, known.evaluator))
        assert update is not None
        total += update.dense(known.architecture.size)
        count, errors = count + update.positions, errors + update.abs_error
    np.testing.assert_allclose(batch.dense(known.architecture.size), total, atol=1e-5 * np.abs(total).max())
    assert batch.positions == count
    assert batch.abs_error == pytest.approx(errors, rel=1e-4)


@pytest.mark.parametrize("in_turn", [False, True])
def test_where_every_value_lies_within_its_bounds_nothing_is_learned(in_turn: bool) -> None:
    known = NETWORKS["seven"]
    table = {"name": "treestrap-ab", "in_turn": in_turn, "step_size": 0.1}
    board = BACKGAMMON.Position()
    said = known.architecture.outputs.said(known.evaluator, [board], [Side.first])
    games = Trajectories.of_steps(
        [Step(board, None, None, known.evaluator)], known.architecture.outputs, None, None
    )
    object.__setattr__(games, "nodes", lambda: Nodes([board], np.ones(1), said, said))
    update = make_rule(table, known.architecture).learn(games)
    assert update is not None
    assert update.positions == 1
    assert not update.dense(known.architecture.size).any()


def test_a_run_learns_by_it(tmp_path: Any) -> None:
    made = ModularArchitecture.of(BACKGAMMON, {"classifier": "small"})
    assert len(made.outputs) == 7
    tables: dict[str, dict[str, Any]] = {
        "evaluator": {"kind": "modular", "classifier": "small"},
        "backup": {"name": "treestrap-ab", "step_size": 0.01},
        "search": {"depth": 2, "candidates": 2, "probing": False, "fail_soft": True},
        "run": {"games": 2},
    }
    builder = Builder.of(BACKGAMMON, Recipe.from_tables("star", tables))
    assert builder.kind.search == "alphabeta"
    for rule, key, words in (
        ("treestrap-minimax", "probing", "search.probing has no meaning for the expectimax of backgammon"),
        ("rootstrap-ab", "fail_soft", "search.fail_soft has a meaning for rules that learn from trees"),
    ):
        search = {"depth": 2, key: key != "probing"}
        with pytest.raises(RecipeError, match=words):
            Builder.of(
                BACKGAMMON,
                Recipe.from_tables("star", tables | {"backup": {"name": rule}, "search": search}),
            )
