"""How a clock is shared out: never more than there is, whatever it says."""

from __future__ import annotations

import itertools

import pytest

from leafstrap.search import Limits
from leafstrap.search.engine import SearchRequest
from leafstrap.search.limits import LEAST, Budget, TimeLeft, budget, fixed_budget


def test_no_clock_is_ever_overdrawn() -> None:
    lefts = (-10.0, 0.0, 0.001, 0.05, 0.5, 3.0, 60.0, 7200.0)
    increments = (0.0, 0.01, 1.0, 30.0)
    moves = (None, 1, 2, 10, 40, 10_000)
    for left, increment, moves_to_go, overhead in itertools.product(
        lefts, increments, moves, (0.0, 0.03, 5.0)
    ):
        share = budget(left, increment, moves_to_go, overhead)
        assert LEAST <= share.soft <= share.hard
        assert share.hard <= max(LEAST, left - overhead)


@pytest.mark.parametrize("moves", [1, 2, 20, 40])
def test_moves_to_the_next_control_fit_on_the_clock_however_long_they_take(moves: int) -> None:
    left = 60.0
    for to_go in range(moves, 0, -1):
        left -= budget(left, 0.0, to_go, 0.03).hard + 0.03
        assert left > 0


@pytest.mark.parametrize("increment", [0.0, 0.01, 0.1, 2.0])
def test_a_long_game_fits_on_the_clock(increment: float) -> None:
    left = 60.0
    for _ in range(100):
        left -= budget(left, increment, None, 0.03).soft + 0.03
        assert left > 0
        left += increment


def test_more_time_and_fewer_moves_give_longer_thoughts() -> None:
    assert budget(60, 0, None, 0.03).soft < budget(120, 0, None, 0.03).soft
    assert budget(60, 0, None, 0.03).soft < budget(60, 2, None, 0.03).soft
    assert budget(60, 0, 40, 0.03).soft <= budget(60, 0, 10, 0.03).soft < budget(60, 0, 1, 0.03).soft


def test_a_fixed_time_is_used_up() -> None:
    assert fixed_budget(1.0, 0.03) == Budget(soft=0.0, hard=0.97)
    assert fixed_budget(0.0, 0.03).hard == LEAST


def test_limits_of_players_as_an_assignment() -> None:
    assert SearchRequest.within(Limits(depth=4, nodes=100)) == SearchRequest(depth=4, nodes=100)
    assert not SearchRequest.within(Limits()).limited
    assert SearchRequest.within(Limits(movetime=0.5)).budget.hard == 0.5
    left = TimeLeft(own=60.0, own_increment=0.0, other=60.0, other_increment=0.0)
    clocked = SearchRequest.within(Limits(left=left)).budget
    assert 0 < clocked.soft < clocked.hard < 60
    assert SearchRequest.within(Limits(movetime=0.01, left=left)).budget.hard == 0.01
