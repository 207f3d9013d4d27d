"""The rating that follows the learner, and whom it meets."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from leafstrap.arena import read_ladder
from leafstrap.errors import LeafstrapError
from leafstrap.experience import GlickoRating, Opponent, Standing, read_pool
from leafstrap.experience.pool import choose
from leafstrap.experience.rating import LEAST
from leafstrap.games.chess import CHESS
from leafstrap.players import parse_player
from leafstrap.search import Limits


def opponent(rating: float) -> Opponent:
    return Opponent(parse_player("random", CHESS, f"r{rating:g}"), rating, None)


def test_glickmans_rule_with_opponents_of_known_rating() -> None:
    # The example of Glickman's paper, game by game: the opponents' deviations are 0 here, so numbers are a bit larger.
    rating, q = GlickoRating(1500.0, 200.0), math.log(10) / 400
    for score, other in [(1.0, 1400.0), (0.0, 1550.0), (0.0, 1700.0)]:
        expected = 1 / (1 + 10 ** (-(rating.points - other) / 400))
        d2 = 1 / (q**2 * expected * (1 - expected))
        after = rating.after(score, other)
        change = q / (1 / rating.deviation**2 + 1 / d2) * (score - expected)
        assert after.points == pytest.approx(rating.points + change)
        assert after.deviation == pytest.approx(math.sqrt(1 / (1 / rating.deviation**2 + 1 / d2)))
        rating = after
    assert 1440 < rating.points < 1475


def test_a_rating_finds_the_strength_and_never_stands_still() -> None:
    random, standing = Random(1), Standing(GlickoRating(1000.0))
    for _ in range(400):
        other = random.uniform(1200, 1800)
        wins = random.random() < 1 / (1 + 10 ** ((other - 1600) / 400))
        standing.take_in(float(wins), other)
    assert abs(standing.rating.points - 1600) < 3 * LEAST
    assert standing.rating.deviation == LEAST
    before = standing.rating.points
    assert standing.take_in(1.0, before).points == pytest.approx(before + 7, abs=0.5)
    assert standing.take_in(None, 3000.0) == standing.rating


def test_opponents_near_the_rating_are_met_most() -> None:
    pool = [opponent(rating) for rating in (1000, 1150, 1300, 1450, 1900)]
    random, games = Random(3), 20_000
    met = Counter(choose(pool, 1300.0, 150.0, random).rating for _ in range(games))
    weights = {one.rating: math.exp(-(((one.rating - 1300) / 150) ** 2) / 2) for one in pool}
    for rating, weight in weights.items():
        share = weight / sum(weights.values())
        assert met[rating] / games == pytest.approx(share, abs=4 * math.sqrt(share / games) + 1e-4)


@pytest.mark.parametrize(("rating", "nearest"), [(90_000.0, 1900), (-90_000.0, 1000)])
def test_far_from_everybody_the_nearest_is_met(rating: float, nearest: float) -> None:
    pool = [opponent(each) for each in (1000, 1450, 1900)]
    assert {choose(pool, rating, 150.0, Random(seed)).rating for seed in range(50)} == {nearest}


def test_a_pool_of_players_and_ladders(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('limits = "depth=2"\n[[rung]]\nname = "counter"\nplayer = "material"\nrating = 1500\n')
    pool = read_pool(["-20 random", f"{file}", "1700.5 material@depth=4"], CHESS)
    assert [(one.name, one.rating, one.limits) for one in pool] == [
        ("random", -20.0, None),
        ("counter", 1500.0, Limits(depth=2)),
        ("material@depth=4", 1700.5, Limits(depth=4)),
    ]


@pytest.mark.parametrize("name", ["own", "stockfish-rated"])
def test_pools_that_come_along_have_ratings(name: str) -> None:
    pool = read_pool([name], CHESS)
    ratings = [one.rating for one in pool]
    assert len(pool) >= 5
    assert ratings == sorted(ratings)
    assert max(b - a for a, b in pairwise(ratings)) < 500
    assert all(one.limits is not None and not one.limits.timed for one in pool), "fixed work only"


def test_everybody_in_the_own_pool_plays_on_any_machine() -> None:
    for one in read_pool(["own"], CHESS):
        player = one.spec.build()
        line, limits = CHESS.Line(), one.limits
        assert limits is not None
        assert player.choose(line, limits).move in line.position.legal_moves()
        player.close()
    assert all(not rung.player.startswith(("uci:", "xboard:")) for rung in read_ladder("own").rungs)


@pytest.mark.parametrize(
    ("items", "sentence"),
    [
        ([], "experience.pool names nobody to play against."),
        (["own", "own"], "experience.pool has 'Random' more than once."),
        (["1200 rndom"], "There is no player 'rndom'; did you mean random?"),
        (["stockfish"], "L1 of the ladder stockfish has no rating: everybody in experience.pool needs one."),
        (["onw"], "There is no ladder onw; did you mean own?"),
        (["nowhere.toml"], "The ladder nowhere.toml cannot be read"),
        (["1200 random@depth=x"], "The limit depth must be a number, not 'x'."),
    ],
)
def test_a_pool_that_means_nothing_is_one_sentence(items: list[str], sentence: str) -> None:
    with pytest.raises(LeafstrapError) as caught:
        read_pool(items, CHESS)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
