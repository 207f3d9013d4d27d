"""Match equities: worked out by hand near the end, held against published tables, and the cube by them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import product
from pathlib import Path
from random import Random

import pytest

from leafstrap.errors import LeafstrapError
from leafstrap.players.cube import Chances, CubeOwner, MatchGame, MoneyCube, match_decision, match_equity
from leafstrap.players.cube.match import DEFAULT
from support.chances import random_chances

TABLES = Path("/usr/share/gnubg/met")
GAMMONS = 0.252 + 0.011


def test_the_end_of_a_match_by_hand() -> None:
    # After the Crawford game. 2 away: the leader may take a cube that decides the match, or pass: 1/2 either way.
    assert match_equity(1, 1) == match_equity(2, 1, crawford=False) == 0.5
    # 3 away with the cube at 2: half the games are won, a gammon wins the match and a single game leaves 1-1.
    three = (GAMMONS + (1 - GAMMONS) / 2) / 2
    assert match_equity(3, 1, crawford=False) == pytest.approx(three)
    assert match_equity(4, 1, crawford=False) == pytest.approx(three), "it can be passed down to 3 away"
    # In the Crawford game. 2 away: half the games are won, without the cube.
    assert match_equity(2, 1) == pytest.approx(three)
    # 3 away: a single game leaves 2 away, a gammon 1 away, both 1/2, and a backgammon wins.
    assert match_equity(3, 1) == pytest.approx((0.989 * 0.5 + 0.011) / 2)


@pytest.mark.parametrize(
    ("own", "other", "known"),
    [
        (2, 1, 0.32),
        (3, 1, 0.25),
        (4, 4, 0.5),
        (5, 3, 0.345),
        (2, 3, 0.60),
        (2, 4, 0.675),
        (3, 4, 0.57),
        (3, 7, 0.77),
    ],
)
def test_well_known_scores(own: int, other: int, known: float) -> None:
    assert match_equity(own, other) == pytest.approx(known, abs=0.015)


@pytest.mark.parametrize("name", ["Kazaross-XG2", "woolsey", "g11"])
def test_published_tables(name: str) -> None:
    """Within two points in a hundred, up to 11 away."""
    path = TABLES / f"{name}.xml"
    if not path.exists():
        pytest.skip("the tables that come with gnubg are not here")
    tree = ET.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", path.read_text(encoding="utf-8", errors="replace")))
    rows = [[float(cell.text or "nan") for cell in row.iter("me")] for row in tree.iter("row")]
    for own, other in product(range(1, 12), repeat=2):
        assert match_equity(own, other) == pytest.approx(rows[own - 1][other - 1], abs=0.02)
    (table,) = tree.iter("post-crawford-table")
    for own, cell in enumerate(table.iter("me"), start=1):
        assert match_equity(own, 1, crawford=False) == pytest.approx(float(cell.text or "nan"), abs=0.02)


def test_what_must_hold_of_the_table() -> None:
    for own, other in product(range(1, 16), repeat=2):
        here = match_equity(own, other)
        assert here + match_equity(other, own) == pytest.approx(1)
        assert match_equity(own + 1, other) < here < match_equity(own, other + 1)
    assert match_equity(0, 5) == match_equity(-3, 1) == 1
    assert match_equity(5, 0) == 0
    assert match_equity(5, 3, crawford=False) == match_equity(5, 3), "it is only asked at the last point"
    assert 0 < match_equity(64, 63) < 0.5
    with pytest.raises(LeafstrapError, match="up to 64 points"):
        match_equity(65, 3)


def test_take_point_at_two_all() -> None:
    """Passing leaves 2 away in the Crawford game, taking decides the match: the take point is that equity."""
    take_point = match_equity(2, 1)
    for p, take in ((1 - take_point - 0.001, True), (1 - take_point + 0.001, False)):
        decision = match_decision(Chances(p), 2, 2)
        assert decision.take is take
        assert decision.double
        assert decision.double_take == pytest.approx(p)
        assert decision.double_pass == pytest.approx(1 - take_point)


def test_gammons_that_win_nothing_more() -> None:
    """At two all the cube at 2 wins the match, so gammons matter only as long as it is not turned."""
    plain, gammonish = (match_decision(Chances(0.7, gammon), 2, 2) for gammon in (0.0, 0.6))
    assert plain.double_take == gammonish.double_take
    assert plain.no_double < gammonish.no_double


def test_after_the_crawford_game_the_trailing_player_doubles() -> None:
    for away, p in product((2, 3, 4, 5, 8), (0.3, 0.45)):
        assert match_decision(Chances(p, GAMMONS * p), away, 1, crawford=False).double
    assert match_decision(Chances(0.49), 2, 1, crawford=False).take
    assert not match_decision(Chances(0.51), 2, 1, crawford=False).take


def test_the_leader_needs_no_cube() -> None:
    decision = match_decision(Chances(0.6), 1, 5, crawford=False)
    assert not decision.double
    owned = match_decision(Chances(0.7), 2, 5, cube=2, owner=CubeOwner.own)
    assert not owned.double, "the cube as it is wins the match"


def test_long_matches_are_like_money() -> None:
    """Far from the end of a match the live cube is turned and taken where it is at money play."""
    game = MatchGame(40, 40, match_equity, DEFAULT, DEFAULT)
    points = sum(points * share for points, share in enumerate(DEFAULT, start=1))
    money = MoneyCube(points, points, 1)
    assert game.cash_point(1) == pytest.approx(money.cash_point, abs=0.01)
    assert game.take_point(1) == pytest.approx(money.take_point, abs=0.01)


def test_what_must_hold_of_decisions() -> None:
    random = Random(3)
    for _ in range(1500):
        chances = random_chances(random)
        own, other = random.randrange(1, 12), random.randrange(1, 12)
        cube = random.choice((1, 1, 2, 4))
        crawford = min(own, other) > 1 or own == other
        owner = random.choice((CubeOwner.nobody, CubeOwner.own))
        decision = match_decision(chances, own, other, crawford=crawford, cube=cube, owner=owner)
        for value in (decision.no_double, decision.double_take, decision.double_pass):
            assert -1e-12 <= value <= 1 + 1e-12
        assert not (decision.double and decision.too_good)


@pytest.mark.parametrize(
    ("own", "other", "crawford", "cube", "owner", "words"),
    [
        (1, 3, True, 1, CubeOwner.nobody, "In the Crawford game nobody may double"),
        (3, 1, True, 1, CubeOwner.nobody, "In the Crawford game nobody may double"),
        (0, 3, True, 1, CubeOwner.nobody, "must still need points"),
        (3, 3, True, 0, CubeOwner.nobody, "at least 1"),
        (3, 3, True, 2, CubeOwner.other, "belongs to the other side"),
        (70, 3, True, 1, CubeOwner.nobody, "up to 64 points"),
    ],
)
def test_decisions_that_do_not_exist(
    own: int, other: int, crawford: bool, cube: int, owner: CubeOwner, words: str
) -> None:
    with pytest.raises(LeafstrapError, match=words):
        match_decision(Chances(0.6), own, other, crawford=crawford, cube=cube, owner=owner)
