"""The sequential test against published values, and where results are one-sided."""

from __future__ import annotations

import math

import numpy as np
import pytest

from leafstrap.arena import Sprt
from leafstrap.arena.stats.pairs import normalised_elo
from leafstrap.errors import UsageError

# Pentanomial counts of finished tests on a public testing framework, their bounds, and the values it shows.
PUBLISHED = [
    ((379, 10170, 21828, 10640, 343), (0, 2), 2.946, 3.05, 2.31),
    ((177, 1629, 3083, 1780, 221), (0, 3), 2.91, 10.01, 5.80),
    ((363, 3205, 5861, 3376, 414), (0, 3), 2.91, 5.93, 4.19),
    ((559, 3841, 7174, 3978, 642), (0, 3), 2.98, None, None),
]


@pytest.mark.parametrize(("pairs", "bounds", "llr", "nelo", "margin"), PUBLISHED)
def test_published(
    pairs: tuple[int, ...], bounds: tuple[float, float], llr: float, nelo: float | None, margin: float | None
) -> None:
    assert Sprt(*bounds).llr(pairs) == pytest.approx(llr, abs=0.006)
    if nelo is not None and margin is not None:
        assert list(normalised_elo(pairs)) == pytest.approx([nelo, margin], abs=0.006)


def test_bounds_are_those_of_five_percent() -> None:
    test = Sprt(0, 5)
    assert test.upper == pytest.approx(2.944, abs=1e-3)
    assert test.lower == pytest.approx(-2.944, abs=1e-3)


def test_views_and_hypotheses_swap() -> None:
    pairs = (10, 40, 100, 60, 20)
    assert Sprt(0, 10).llr(pairs) == pytest.approx(-Sprt(-10, 0).llr(pairs[::-1]))


@pytest.mark.parametrize("count", [1, 20, 100_000])
@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("bounds", [(0, 2), (-5, 0), (0, 100), (300, 600)])
def test_one_sided_results_have_an_answer(count: int, place: int, bounds: tuple[float, float]) -> None:
    pairs = [0] * 5
    pairs[place] = count
    llr = Sprt(*bounds).llr(pairs)
    assert math.isfinite(llr)
    if bounds[0] == 0:
        assert (llr > 0) == (place > 2)


def test_all_won_and_all_lost_decide() -> None:
    test = Sprt(0, 50)
    assert test.verdict((0, 0, 0, 0, 30)) == "accept H1"
    assert test.verdict((30, 0, 0, 0, 0)) == "accept H0"
    assert test.verdict((0, 0, 0, 0, 0)) == "continue"
    assert test.llr((0, 0, 0, 0, 0)) == 0


def test_errors_are_as_rare_as_promised() -> None:
    """Simulated matches between equal players must rarely pass a test for a gain."""
    random = np.random.default_rng(3)
    equal = np.convolve([0.3, 0.4, 0.3], [0.3, 0.4, 0.3])
    passed = 0
    test = Sprt(0, 60)
    for _ in range(300):
        pairs = np.zeros(5, dtype=int)
        while test.verdict(pairs.tolist()) == "continue":
            pairs += random.multinomial(4, equal)
        passed += test.verdict(pairs.tolist()) == "accept H1"
    assert passed / 300 < 0.09


@pytest.mark.parametrize("text", ["", "5", "0,5,7", "a,b", "5,0", "3,3", "nan,1", "0,inf"])
def test_meaningless_bounds(text: str) -> None:
    with pytest.raises(UsageError, match=r"\.$"):
        Sprt.parse(text)


def test_parse() -> None:
    assert Sprt.parse("0,5") == Sprt(0, 5)
    assert Sprt.parse("-2.5, 2.5") == Sprt(-2.5, 2.5)
