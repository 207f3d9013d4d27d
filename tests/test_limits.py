"""Limits and clocks as people write them, and how a clock is shared out."""

from __future__ import annotations

import pytest

from leafstrap.errors import UsageError
from leafstrap.search import Clock, Limits, TimeControl
from leafstrap.search.limits import seconds_to_spend


def test_parse() -> None:
    assert Limits.parse("depth=4") == Limits(depth=4)
    assert Limits.parse("nodes=10000,movetime=0.1") == Limits(nodes=10_000, movetime=0.1)
    assert Limits.parse("tc=60+1") == Limits(clock=TimeControl(60, 1))
    assert TimeControl.parse("5") == TimeControl(5, 0)


@pytest.mark.parametrize("text", ["depth=4", "nodes=7,movetime=0.25", "tc=10+0.1"])
def test_text_and_back(text: str) -> None:
    assert str(Limits.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "4", "depth", "depth=", "depth=x", "depth=0", "nodes=-1", "movetime=nan", "movetime=inf", "speed=3"],
)
def test_limits_that_are_none(text: str) -> None:
    with pytest.raises(UsageError, match=r"\.$"):
        Limits.parse(text)


@pytest.mark.parametrize("text", ["", "+", "0+0", "-1+1", "a+b", "60+1+1", "inf", "nan+1"])
def test_clocks_that_are_none(text: str) -> None:
    with pytest.raises(UsageError, match=r"\.$"):
        TimeControl.parse(text)


def test_what_counts_as_timed() -> None:
    assert not Limits(depth=3, nodes=100).timed
    assert Limits(movetime=1).timed
    assert Limits(clock=TimeControl(1)).timed
    assert not Limits().any


def test_clock_adds_the_increment_only_in_time() -> None:
    clock = Clock(TimeControl(2, 1))
    seen = []
    for spent in (1.5, 2.0):
        clock.spend(spent)
        seen.append((clock.left, clock.flagged))
    assert seen == [(1.5, False), (-0.5, True)]


def test_clock_without_control_never_flags() -> None:
    clock = Limits(depth=3).new_clock()
    clock.spend(1e9)
    assert not clock.flagged
    assert Limits(depth=3).with_clocks(clock, clock).seconds_for_move() == 0
    assert Limits(movetime=0.5).seconds_for_move() == 0.5
    both = Limits(movetime=0.5, clock=TimeControl(1000, 10))
    assert both.with_clocks(both.new_clock(), both.new_clock()).seconds_for_move() == 0.5


@pytest.mark.parametrize(
    "control", [TimeControl(1, 0), TimeControl(60, 1), TimeControl(0.2, 0.1), TimeControl(0, 0.2)]
)
def test_a_player_that_obeys_does_not_flag(control: TimeControl) -> None:
    clock = Clock(control)
    # Every move takes what was granted and the overhead that is kept back for it.
    for _ in range(500):
        granted = Limits(clock=control).with_clocks(clock, clock).seconds_for_move()
        assert granted > 0
        if clock.left > 0.05:
            clock.spend(granted + 0.01)
            assert not clock.flagged


def test_more_time_means_longer_thought() -> None:
    assert seconds_to_spend(10, 0) < seconds_to_spend(60, 0) < seconds_to_spend(60, 1)


def test_both_clocks_reach_the_player() -> None:
    limits = Limits(clock=TimeControl(10, 1))
    own, other = limits.new_clock(), Limits(clock=TimeControl(20, 2)).new_clock()
    own.spend(4)
    left = limits.with_clocks(own, other).left
    assert left is not None
    assert (left.own, left.own_increment, left.other, left.other_increment) == (7, 1, 20, 2)
    assert Limits(depth=1).with_clocks(Limits(depth=1).new_clock(), other).left is None
