"""How the searches of the core behave as Python objects: limits, flags, threads, errors, lifetimes."""

from __future__ import annotations

import gc
import threading
import time
from typing import Any

import numpy as np
import pytest

from leafstrap._core import StopFlag
from leafstrap.games.chess import CHESS, Line, Position
from support.own import own

FEATURES = own(CHESS.feature_sets["meep"])
BUSY = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"


def evaluator(seed: int = 0) -> Any:
    return FEATURES.linear(np.random.default_rng(seed).normal(0, 50, FEATURES.size))


def line() -> Line:
    return Line(Position.parse(MIDDLEGAME))


@pytest.fixture(params=["alphabeta", "minimax"])
def search(request: pytest.FixtureRequest) -> Any:
    return getattr(FEATURES, request.param)()


def seen(result: Any) -> tuple[Any, ...]:
    return result.value, result.move, result.pv, result.leaf, result.depth, result.nodes


def test_same_seed_same_search(search: Any) -> None:
    first = search.run(evaluator(), line(), nodes=5000, seed=4)
    gradient = search.delta().gradient
    search.run(evaluator(1), Line(), depth=2)
    again = search.run(evaluator(), line(), nodes=5000, seed=4)
    assert seen(first) == seen(again)
    np.testing.assert_array_equal(gradient, search.delta().gradient)


def test_a_node_limit_shows_the_last_complete_iteration(search: Any) -> None:
    limited = search.run(evaluator(), line(), nodes=4000, seed=1)
    assert limited.nodes <= 4000
    gradient = search.delta().gradient
    whole = search.run(evaluator(), line(), depth=limited.depth, seed=1)
    assert seen(limited)[:5] == seen(whole)[:5]
    np.testing.assert_array_equal(gradient, search.delta().gradient)


def test_the_first_iteration_is_completed_whatever_the_limits(search: Any) -> None:
    assert search.run(evaluator(), line(), nodes=1).depth == 1
    assert search.run(evaluator(), line(), seconds=1e-9).depth == 1


def test_the_first_iteration_does_not_look_into_captures_far_beyond_its_limit(search: Any) -> None:
    busy = Line(Position.parse(BUSY))
    assert search.run(evaluator(), busy, depth=1).nodes > 10_000  # to such weights every capture looks good
    limited = search.run(evaluator(), busy, nodes=50)
    assert limited.depth == 1
    assert limited.nodes < 1000


def test_a_flag_stops_a_search_without_other_limits(search: Any) -> None:
    stop = StopFlag()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    result = search.run(evaluator(), line(), stop=stop)
    timer.join()
    assert stop.is_set
    assert result.depth >= 1
    assert result.seconds >= 0.04
    stop.clear()
    assert search.run(evaluator(), line(), depth=2, stop=stop).depth == 2


def test_a_flag_that_is_set_still_gives_the_best_move_of_depth_1(search: Any) -> None:
    stop = StopFlag()
    stop.set()
    quiet = FEATURES.linear(np.zeros(FEATURES.size))
    assert seen(search.run(quiet, line(), depth=3, stop=stop)) == seen(search.run(quiet, line(), depth=1))
    result = search.run(evaluator(), Line(Position.parse(BUSY)), depth=3, stop=stop)
    assert result.depth == 1
    assert result.nodes < 4000  # and not 10,000, as it would be without the flag


def test_what_cannot_be_searched_is_refused_in_a_sentence(search: Any) -> None:
    with pytest.raises(ValueError, match="no search has been run"):
        search.delta()
    with pytest.raises(ValueError, match="needs a limit"):
        search.run(evaluator(), line())
    with pytest.raises(ValueError, match="negative"):
        search.run(evaluator(), line(), depth=-1)
    with pytest.raises(ValueError, match="the game is over"):
        search.run(evaluator(), Line(Position.parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), depth=1)
    with pytest.raises(ValueError, match="feature set material, not over meep"):
        search.run(CHESS.feature_sets["material"].linear(np.ones(5)), line(), depth=1)
    search.run(evaluator(), line(), depth=1)
    with pytest.raises(ValueError, match="min_depth"):
        search.delta(0)
    with pytest.raises(ValueError, match="table_bits"):
        FEATURES.alphabeta(99)


def test_one_search_in_two_threads_is_refused(search: Any) -> None:
    stop = StopFlag()
    thread = threading.Thread(target=search.run, args=(evaluator(), line()), kwargs={"stop": stop})
    thread.start()
    refused = None
    for _ in range(1000):  # until the other thread is in the middle of it
        time.sleep(0.001)
        try:
            search.run(evaluator(), line(), depth=1)
        except RuntimeError as error:
            refused = error
            break
    stop.set()
    thread.join()
    assert refused is not None
    assert "another thread" in str(refused)


def test_two_searches_share_an_evaluator_in_two_threads() -> None:
    shared = evaluator()
    alone = FEATURES.alphabeta().run(shared, line(), depth=4, seed=2)
    results: list[Any] = []

    def run() -> None:
        results.append(FEATURES.alphabeta().run(shared, line(), depth=4, seed=2))

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [seen(result) for result in results] == [seen(alone)] * 4


def test_a_search_outlives_its_evaluator_and_arrays_their_owner() -> None:
    search = FEATURES.alphabeta()
    search.run(evaluator(), line(), depth=2)
    gc.collect()
    expected = search.delta().gradient.copy()
    gradient = search.delta().gradient
    rows = search.rows().values
    del search
    gc.collect()
    np.testing.assert_array_equal(gradient, expected)
    assert np.isfinite(rows).all()


def test_arrays_have_the_types_that_learners_expect() -> None:
    search = FEATURES.alphabeta()
    search.run(evaluator(), line(), depth=3)
    rows = search.rows(2)
    types = {
        name: getattr(rows, name).dtype for name in ("indptr", "indices", "values", "lower", "depth", "turn")
    }
    assert types == {
        "indptr": np.int64,
        "indices": np.int32,
        "values": np.float32,
        "lower": np.float32,
        "depth": np.int32,
        "turn": np.int8,
    }
    assert search.delta().gradient.dtype == np.float64
    assert rows.indptr[-1] == len(rows.indices) == len(rows.values)
    assert set(rows.turn.tolist()) <= {-1, 1}


def test_repeating_the_game_is_a_draw_for_who_is_losing() -> None:
    material = own(CHESS.feature_sets["material"])
    game = Line(Position.parse("6k1/5ppp/8/8/8/8/q7/6K1 w - - 0 1"))
    for move in ("g1h1", "g8h8", "h1g1", "h8g8", "g1h1", "g8h8"):
        game.push(game.position.move(move))
    result = material.alphabeta().run(material.linear(np.array([1.0, 3, 3, 5, 9])), game, depth=1)
    assert (str(result.move), result.value, result.leaf_evaluated) == ("h1g1", 0, False)
