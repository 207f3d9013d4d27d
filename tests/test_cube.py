"""The cube at money play: known take points, numbers worked out by hand, and what must hold everywhere."""

from __future__ import annotations

from random import Random

import pytest

from leafstrap.errors import LeafstrapError
from leafstrap.players.cube import (
    Chances,
    CubeDecision,
    CubeOwner,
    MoneyCube,
    on_line,
    simple_double,
    simple_take,
)
from support.chances import random_chances

EVEN = MoneyCube(1, 1)


@pytest.mark.parametrize(
    ("equity", "double"), [(0.4999, False), (0.5, True), (0.8, True), (1.0, True), (1.0001, False)]
)
def test_simple_double(equity: float, double: bool) -> None:
    """Wiering et al., section 4.1: between 0.5 and 1.0."""
    assert simple_double(equity) is double


@pytest.mark.parametrize(("equity", "take"), [(-0.51, False), (-0.5, False), (-0.49, True), (0.3, True)])
def test_simple_take(equity: float, take: bool) -> None:
    """The same section: higher than -0.5."""
    assert simple_take(equity) is take


@pytest.mark.parametrize(
    ("x", "take", "double", "redouble", "cash", "too_good"),
    [
        # Nobody turns the cube again, as before the last roll: double from 1/2, take from 1/4.
        (0, 0.25, 0.5, 0.5, 0.75, 1.0),
        # Keeler and Spencer's continuous game (1975): double where the other may as well pass, at 4/5.
        (1, 0.2, 0.8, 0.8, 0.8, 0.8),
        # Worked out by hand: each is (1 + y) / 2.34.
        (0.68, 0.5 / 2.34, 1.5975758 / 2.34, 1.68 / 2.34, 1.84 / 2.34, 2 / 2.34),
    ],
)
def test_points_without_gammons(
    x: float, take: float, double: float, redouble: float, cash: float, too_good: float
) -> None:
    cube = MoneyCube(1, 1, x)
    assert cube.take_point == pytest.approx(take)
    assert cube.double_point == pytest.approx(double)
    assert cube.redouble_point == pytest.approx(redouble)
    assert cube.cash_point == pytest.approx(cash)
    assert cube.too_good_point == pytest.approx(too_good)


def test_points_with_gammons() -> None:
    """60 % wins, a third of them gammons, a quarter of the losses gammons: W = 4/3, L = 5/4."""
    chances = Chances(0.6, 0.2, 0.0, 0.1, 0.0)
    dead = MoneyCube.of(chances, 0)
    assert pytest.approx((4 / 3, 5 / 4)) == (dead.W, dead.L)
    assert dead.take_point == pytest.approx((5 / 4 - 1 / 2) / (4 / 3 + 5 / 4))
    assert dead.equity(0.6, CubeOwner.nobody) == pytest.approx(0.3) == pytest.approx(chances.equity)
    live = MoneyCube.of(chances, 1)
    assert live.take_point == pytest.approx(0.75 / (4 / 3 + 5 / 4 + 1 / 2))
    assert live.cash_point == pytest.approx(2.25 / (4 / 3 + 5 / 4 + 1 / 2))


def test_what_owning_the_cube_is_worth() -> None:
    """At even chances, by hand: 0.5 * 2.34 - 1 = 0.17 for the owner, nothing in the middle."""
    assert EVEN.equity(0.5, CubeOwner.own) == pytest.approx(0.17)
    assert EVEN.equity(0.5, CubeOwner.nobody) == pytest.approx(0)
    assert EVEN.equity(0.5, CubeOwner.other) == pytest.approx(-0.17)
    # Janowski's formula for the cube in the middle: 4 / (4 - x) * (p (W + L + x/2) - L - x/4).
    assert EVEN.equity(0.7, CubeOwner.nobody) == pytest.approx(4 / 3.32 * (0.7 * 2.34 - 1 - 0.17))


@pytest.mark.parametrize(
    ("p", "owner", "double", "take", "too_good"),
    [
        (0.67, CubeOwner.nobody, False, True, False),
        (0.69, CubeOwner.nobody, True, True, False),
        (0.70, CubeOwner.own, False, True, False),
        (0.73, CubeOwner.own, True, True, False),
        (0.80, CubeOwner.nobody, True, False, False),
        (0.95, CubeOwner.nobody, False, False, True),
    ],
)
def test_decisions(p: float, owner: CubeOwner, double: bool, take: bool, too_good: bool) -> None:
    """Windows without gammons: from 0.683 (0.718 if owned) to 0.786. Far beyond, there is nothing to play on for."""
    decision = EVEN.decision(p, owner)
    if too_good:
        decision = MoneyCube(1.5, 1).decision(p, owner)
    assert (decision.double, decision.take, decision.too_good) == (double, take, too_good)


def test_decisions_change_at_the_points() -> None:
    random = Random(1)
    for _ in range(2000):
        chances = random_chances(random)
        cube = MoneyCube.of(chances, random.random())
        p = random.random()
        first, again = cube.decision(p), cube.decision(p, CubeOwner.own)
        assert first.take == (p <= cube.cash_point) or p == pytest.approx(cube.cash_point)
        if p < cube.cash_point - 1e-6 and abs(p - cube.double_point) > 1e-6:
            assert first.double == (p > cube.double_point)
        if p < cube.cash_point - 1e-6 and abs(p - cube.redouble_point) > 1e-6:
            assert again.double == (p > cube.redouble_point)


def test_what_must_hold_everywhere() -> None:
    """Two sides of one board; more wins are better; a cube that one may turn is better than one that the other may."""
    random = Random(2)
    for _ in range(2000):
        chances = random_chances(random)
        cube = MoneyCube.of(chances, random.random())
        mirror = MoneyCube(cube.L, cube.W, cube.efficiency)
        p, q = sorted((random.random(), random.random()))
        own, middle, other = (cube.equity(p, CubeOwner(owner)) for owner in (1, 0, -1))
        assert own >= middle - 1e-12 >= other - 2e-12
        assert middle == pytest.approx(-mirror.equity(1 - p, CubeOwner.nobody))
        assert own == pytest.approx(-mirror.equity(1 - p, CubeOwner.other))
        assert -cube.L - 1e-12 <= other <= own <= cube.W + 1e-12
        for owner in CubeOwner:
            assert cube.equity(p, owner) <= cube.equity(q, owner) + 1e-12


def test_shares_and_equity_of_chances() -> None:
    chances = Chances(0.5, 0.2, 0.05, 0.1, 0.02)
    assert chances.won == pytest.approx((0.6, 0.3, 0.1))
    assert chances.lost == pytest.approx((0.8, 0.16, 0.04))
    assert chances.equity == pytest.approx(0.25 - 0.12)
    assert Chances(0.0).won == (1.0, 0.0, 0.0)
    assert Chances(1.0).lost == (1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    "numbers",
    [(1.1,), (-0.1,), (0.5, 0.6), (0.5, 0.2, 0.3), (0.5, 0, 0, 0.6), (0.5, 0, 0, 0.1, 0.2), (float("nan"),)],
)
def test_what_are_no_chances(numbers: tuple[float, ...]) -> None:
    with pytest.raises(LeafstrapError, match="These are no chances of a game"):
        Chances(*numbers)


def test_the_cube_of_the_other_side() -> None:
    with pytest.raises(LeafstrapError, match="belongs to the other side"):
        EVEN.decision(0.7, CubeOwner.other)


def test_a_decision_is_made_by_the_worse_answer() -> None:
    assert CubeDecision(0.5, 0.6, 1.0).double
    assert not CubeDecision(0.5, 0.4, 1.0).double
    assert not CubeDecision(1.1, 1.6, 1.0).double
    assert CubeDecision(1.1, 1.6, 1.0).too_good


def test_lines() -> None:
    corners = [(0.0, 0.0), (0.5, 1.0), (0.5, 2.0), (1.0, 3.0)]
    assert [on_line(corners, p) for p in (0.0, 0.25, 0.75, 1.0)] == [0.0, 0.5, 2.5, 3.0]
