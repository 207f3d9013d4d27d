"""Elo and its interval: against published figures, by simulation, and where everything is won or lost."""

from __future__ import annotations

import math

import numpy as np
import pytest

from leafstrap.arena import Score
from leafstrap.arena.stats.pairs import SCORES, pair_index
from leafstrap.arena.stats.score import elo_interval


@pytest.mark.parametrize(
    ("pairs", "elo"),
    [
        ((177, 1629, 3083, 1780, 221), 6.03),
        ((363, 3205, 5861, 3376, 414), 3.59),
        ((559, 3841, 7174, 3978, 642), 3.25),
    ],
)
def test_elo_as_published(pairs: tuple[int, ...], elo: float) -> None:
    assert elo_interval(pairs)[0] == pytest.approx(elo, abs=0.006)


def test_counts_and_share_of_points() -> None:
    score = Score.of([(1, 1), (1, 0.5), (0, 0.5), (1, 0), (0, 0)], distinct=7)
    assert (score.games, score.wins, score.draws, score.losses, score.distinct) == (10, 4, 2, 4, 7)
    assert score.pairs == (1, 1, 1, 1, 1)
    assert score.score == 0.5
    assert score.elo == pytest.approx(0, abs=1e-9)


def test_every_kind_of_pair_has_its_place() -> None:
    results = (0.0, 0.5, 1.0)
    for first in results:
        for second in results:
            assert SCORES[pair_index(first, second)] == (first + second) / 2


def test_swapped_views_are_mirror_images() -> None:
    elo, low, high = elo_interval((3, 10, 20, 25, 8))
    other, other_low, other_high = elo_interval((8, 25, 20, 10, 3))
    assert (other, other_low, other_high) == pytest.approx((-elo, -high, -low))


@pytest.mark.parametrize("pairs", [10, 50, 5000])
def test_all_won_is_finite_and_its_lower_end_is_earned(pairs: int) -> None:
    score = Score.of([(1.0, 1.0)] * pairs)
    assert score.score == 1.0
    assert score.elo_low < score.elo < score.elo_high
    assert all(math.isfinite(value) for value in (score.elo_low, score.elo, score.elo_high))
    # A player that wins this share of pairs would win them all with a chance of 2.5 %: no claim above that.
    share = 0.025 ** (1 / pairs)
    assert score.elo_low < -400 * math.log10(1 / share - 1)


def test_more_games_narrow_the_interval() -> None:
    widths = []
    for times in (1, 10, 100):
        _, low, high = elo_interval([times * count for count in (2, 5, 10, 6, 3)])
        widths.append(high - low)
    assert widths[0] > widths[1] > widths[2]


def test_pairs_that_depend_on_each_other_say_more_than_games() -> None:
    """Openings that decide the game make every pair even: nothing is uncertain about that."""
    decided = Score.of([(1.0, 0.0)] * 50)
    mixed = Score.of([(1.0, 1.0), (0.0, 0.0)] * 25)
    assert decided.score == mixed.score == 0.5
    assert decided.elo_high < mixed.elo_high / 2


@pytest.mark.parametrize(
    ("win", "draw", "pairs"), [(0.35, 0.3, 50), (0.6, 0.3, 50), (0.85, 0.1, 100), (0.95, 0.03, 100)]
)
def test_interval_holds_the_truth_about_as_often_as_it_says(win: float, draw: float, pairs: int) -> None:
    game = [1 - win - draw, draw, win]
    chances = np.convolve(game, game)
    mean = float(chances @ np.array(SCORES))
    truth = -400 * math.log10(1 / mean - 1)
    samples = np.random.default_rng(7).multinomial(pairs, chances, 3000)
    intervals = np.array([elo_interval(sample.tolist()) for sample in samples])
    assert 0.92 < np.mean((intervals[:, 1] <= truth) & (truth <= intervals[:, 2])) < 0.98
    assert np.mean(intervals[:, 1] > truth) < 0.035, "too strong a claim"


def test_json_has_the_words_of_the_contract() -> None:
    report = Score.of([(1, 0.5)] * 10).as_json()
    words = {"games", "distinct", "wins", "draws", "losses", "score", "elo", "elo_low", "elo_high"}
    assert words <= report.keys()
    assert report["score"] == 0.75


def test_no_games() -> None:
    score = Score()
    assert score.games == 0
    assert score.score == 0.5
    assert score.elo == pytest.approx(0)
