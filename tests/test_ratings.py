"""Pool ratings against closed forms, by simulation, and where all games are won."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from leafstrap.arena import Ratings, Score, fit_ratings
from leafstrap.arena.stats.ratings import LOGIT_PER_ELO

Counts = dict[tuple[str, str], tuple[int, int, int]]


def simulated(
    elo: dict[str, float], games: int, seed: int, *, advantage: float = 0.0, nu: float = 0.6
) -> Counts:
    """A round robin in which the model is true."""
    random = np.random.default_rng(seed)
    k = LOGIT_PER_ELO * (2 + nu) / 2
    results: Counts = {}
    for a, b in itertools.permutations(elo, 2):
        half = k * (elo[a] - elo[b] + advantage) / 2
        weights = np.array([math.exp(half), nu, math.exp(-half)])
        won, drawn, lost = random.multinomial(games, weights / weights.sum())
        results[a, b] = int(won), int(drawn), int(lost)
    return results


@pytest.mark.parametrize(("won", "drawn", "lost"), [(6000, 2000, 2000), (5000, 0, 5000), (700, 8000, 1300)])
def test_two_players_as_the_closed_form(won: int, drawn: int, lost: int) -> None:
    """The model has as many numbers as the results: it repeats them, ν = drawn / sqrt(won · lost)."""
    nu = drawn / math.sqrt(won * lost)
    expected = math.log(won / lost) / (LOGIT_PER_ELO * (2 + nu) / 2)
    pool = fit_ratings(["a", "b"], {("a", "b"): (won, drawn, lost), ("b", "a"): (lost, drawn, won)})
    assert pool.of("a").elo - pool.of("b").elo == pytest.approx(expected, abs=0.5)
    assert pool.of("a").elo == pytest.approx(-pool.of("b").elo)
    assert pool.draws == pytest.approx(nu / (2 + nu), abs=1e-3)
    assert pool.advantage == pytest.approx(0, abs=1e-6)


def test_first_move_advantage_as_the_closed_form() -> None:
    """Equal players, the first one wins 60 % of decided games."""
    pool = fit_ratings(["a", "b"], {("a", "b"): (6000, 0, 4000), ("b", "a"): (6000, 0, 4000)})
    assert pool.advantage == pytest.approx(400 * math.log10(1.5), abs=0.5)
    assert pool.of("a").elo == pytest.approx(0, abs=1e-6)


def test_small_differences_are_those_of_a_match() -> None:
    """Whatever the draw rate, a rating near 0 means what Elo's formula says of the score."""
    for drawn in (0, 400, 1600):
        rest = 2000 - drawn
        won, lost = round(rest * 0.52), rest - round(rest * 0.52)
        pool = fit_ratings(["a", "b"], {("a", "b"): (won, drawn, lost), ("b", "a"): (lost, drawn, won)})
        score = (won + drawn / 2) / 2000
        assert pool.of("a").elo - pool.of("b").elo == pytest.approx(
            400 * math.log10(score / (1 - score)), rel=0.02
        )


def test_the_interval_is_that_of_the_score_without_draws() -> None:
    """The delta method on a binomial share: sd of the logit is 1 / sqrt(n p (1 - p))."""
    pool = fit_ratings(["a", "b"], {("a", "b"): (700, 0, 300), ("b", "a"): (300, 0, 700)}, {"b": 0.0})
    margin = 1.96 / math.sqrt(2000 * 0.7 * 0.3) / LOGIT_PER_ELO
    assert pool.of("a").high - pool.of("a").elo == pytest.approx(margin, rel=0.01)


def test_known_ratings_are_within_their_intervals() -> None:
    truth = {"a": 0.0, "b": 120.0, "c": 300.0, "d": 420.0, "e": 800.0}
    inside, total = 0, 0
    for seed in range(60):
        results = simulated(truth, 20, seed, advantage=35.0)
        pool = fit_ratings(list(truth), results, {"a": 0.0})
        for name in "bcde":
            rating = pool.of(name)
            inside += rating.low <= truth[name] <= rating.high
            total += 1
    assert 0.91 < inside / total < 0.985


def test_many_games_find_the_truth() -> None:
    truth = {"a": 1000.0, "b": 1150.0, "c": 1500.0}
    pool = fit_ratings(list(truth), simulated(truth, 20_000, 1, advantage=35.0), {"a": 1000.0})
    assert [pool.of(name).elo for name in "abc"] == pytest.approx(list(truth.values()), abs=15)
    assert pool.advantage == pytest.approx(35, abs=5)
    assert pool.draws == pytest.approx(0.6 / 2.6, abs=0.01)
    assert pool.ranked() == ["c", "b", "a"]


def test_anchors_stay_and_only_shift() -> None:
    results = simulated({"a": 0.0, "b": 100.0, "c": 200.0}, 50, 3)
    free = fit_ratings(["a", "b", "c"], results)
    held = fit_ratings(["a", "b", "c"], results, {"b": 2000.0})
    assert np.sum(free.elo) == pytest.approx(0, abs=1e-6)
    assert (held.of("b").low, held.of("b").elo, held.of("b").high) == (2000.0, 2000.0, 2000.0)
    assert held.elo - held.elo[1] == pytest.approx(free.elo - free.elo[1], abs=0.05)


def test_several_anchors_bracket_a_player() -> None:
    results = {("a", "x"): (2, 6, 12), ("x", "b"): (3, 6, 11)}
    pool = fit_ratings(["a", "x", "b"], results, {"a": 2000.0, "b": 2400.0})
    assert 2050 < pool.of("x").elo < 2350
    assert pool.los("b", "a") == 1.0


@pytest.mark.parametrize("games", [1, 50, 5000])
def test_all_won_is_finite(games: int) -> None:
    pool = fit_ratings(["a", "b"], {("a", "b"): (games, 0, 0), ("b", "a"): (0, 0, games)}, {"b": 250.0})
    rating = pool.of("a")
    assert 250 < rating.elo < 3500
    assert all(map(math.isfinite, (rating.low, rating.high)))
    assert pool.los("a", "b") > 0.5


def test_a_chain_of_lopsided_results_adds_up() -> None:
    names = ["a", "b", "c", "d"]
    results: Counts = {}
    for weak, strong in itertools.pairwise(names):
        results[strong, weak], results[weak, strong] = (48, 2, 0), (0, 2, 48)
    pool = fit_ratings(names, results, {"a": 250.0})
    gaps = np.diff([pool.of(name).elo for name in names])
    assert gaps.min() > 400
    assert gaps.max() - gaps.min() < 60
    widths = [pool.of(name).high - pool.of(name).low for name in names]
    assert widths == sorted(widths)


def test_players_without_a_common_opponent_have_no_known_difference() -> None:
    results: Counts = {("a", "b"): (5, 5, 5), ("c", "d"): (5, 5, 5)}
    pool = fit_ratings(["a", "b", "c", "d"], results, {"a": 0.0})
    assert pool.of("b").high < 400
    assert pool.of("c").high > 3000
    nobody = fit_ratings(["a", "b"], {})
    assert nobody.of("a").elo == pytest.approx(0)


def test_likelihood_of_superiority() -> None:
    results = {("a", "b"): (60, 0, 40), ("b", "a"): (40, 0, 60)}
    pool = fit_ratings(["a", "b"], results)
    assert pool.los("a", "b") == pytest.approx(1 - pool.los("b", "a"))
    # 120 of 200 decided games: 1 - Φ(-20 / sqrt(50)) = 0.9977 of the classical formula for a match.
    assert pool.los("a", "b") == pytest.approx(0.9977, abs=0.001)
    assert Score.of([(1.0, 0.0)] * 80 + [(1.0, 1.0)] * 20).los == pytest.approx(1.0, abs=1e-3)
    assert Score().los == pytest.approx(0.5)
    even = Score.of([(1.0, 0.0), (0.5, 0.5)])
    assert even.los == pytest.approx(0.5)


def test_order_of_names_does_not_matter() -> None:
    results = simulated({"a": 0.0, "b": 100.0, "c": 200.0}, 30, 9)
    one: Ratings = fit_ratings(["a", "b", "c"], results, {"a": 0.0})
    other = fit_ratings(["c", "a", "b"], results, {"a": 0.0})
    for name in "abc":
        assert one.of(name).elo == pytest.approx(other.of(name).elo, abs=1e-6)


def test_anchors_that_contradict_the_games_are_no_reason_to_fail() -> None:
    """A player that draws with everybody, between opponents whose ratings lie far apart."""
    names = ["x", *"abcde"]
    anchors = dict(zip("abcde", (2200.0, 2500.0, 2800.0, 3100.0, 3500.0), strict=True))
    results = {("x", name): (0, 2, 0) for name in "abcde"}
    pool = fit_ratings(names, results, anchors)
    rating = pool.of("x")
    assert 2400 < rating.elo < 3300
    assert 50 < rating.high - rating.low < 3000
