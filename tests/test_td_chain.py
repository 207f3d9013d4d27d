"""What is left out of a chain of differences: games made up by hand, and eq. (11) over what remains."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from leafstrap._core import WIN, Outcome, Side
from leafstrap.evaluators import LinearArchitecture
from leafstrap.games.chess import CHESS, Position
from leafstrap.learn import Step, make_rule

MATERIAL = CHESS.feature_sets["material"]
PAWNS = (
    "P7",
    "PP6",
    "PPP5",
    "PPPP4",
    "PPPPP3",
)  # so many pawns up: the evaluation of the leaf is their number


@dataclass
class MadeUp:
    """A search result by hand: a value in the mover's view, and a leaf that may have no evaluation."""

    value: float
    leaf: Any
    leaf_evaluated: bool = True


def by_hand(pawns: Sequence[int | None], **flags: list[bool]) -> list[Step]:
    """White to move in every position; each leaf is so many pawns up, None is a mate that White gives."""
    evaluator = MATERIAL.linear(np.array([1.0, 4, 4, 6, 12]))
    steps = []
    for t, count in enumerate(pawns):
        leaf = Position.parse(f"4k3/8/8/8/8/8/{PAWNS[(count or 1) - 1]}/4K3 w - - 0 1")
        result = MadeUp(WIN - 3, leaf, False) if count is None else MadeUp(float(count), leaf)
        given = {name: values[t] for name, values in flags.items()}
        steps.append(Step(Position(), result, None, evaluator, **given))
    return steps


def moved(steps: list[Step], points: int | None, **settings: Any) -> float | None:
    """What the weight of a pawn is to move by; nothing else is on the board."""
    table = {"name": "td-leaf", "lambda": 0.5, "squash": "tanh", **settings}
    game = make_rule(table, LinearArchitecture(CHESS, MATERIAL)).begin(Side.first)
    for step in steps:
        game.observe(step)
    update = game.finish(None if points is None else Outcome(points))
    if update is None:
        return None
    assert not update.gradient[1:].any()
    return float(update.gradient[0])


def expected(pawns: list[int], differences: list[float]) -> float:
    """Eq. (11) for λ = 0.5: Σ_t β(1 - v_t²) pawns_t Σ_{j≥t} λ^{j-t} d_j."""
    beta = math.atanh(0.25)
    sums = [
        sum(0.5 ** (j - t) * d for j, d in enumerate(differences) if j >= t) for t in range(len(differences))
    ]
    input_gradients = [beta * (1 - math.tanh(beta * count) ** 2) * count for count in pawns]
    return sum(slope * total for slope, total in zip(input_gradients, sums, strict=False))


def v(count: int) -> float:
    return math.tanh(math.atanh(0.25) * count)


@pytest.mark.parametrize(
    ("rule", "stronger", "kept"),
    [
        ("none", False, (True, True)),
        ("predicted", False, (False, False)),
        ("predicted", True, (False, False)),
        ("predicted-or-stronger", False, (False, False)),
        ("predicted-or-stronger", True, (True, True)),
    ],
)
def test_rises_that_nobody_foresaw_are_dropped_the_last_one_too(
    rule: str, stronger: bool, kept: tuple[bool, bool]
) -> None:
    pawns = [1, 3, 2, 4]  # up unforeseen, down unforeseen, up foreseen; then the game is won
    flags = {"predicted": [True, False, False, True], "opponent_stronger": [stronger] * 4}
    rise, end = v(3) - v(1), 1 - v(4)
    differences = [rise * kept[0], v(2) - v(3), v(4) - v(2), end * kept[1]]
    update = moved(by_hand(pawns, **flags), 1, blunder_filter=rule)
    assert update == pytest.approx(expected(pawns, differences))
    lost = moved(by_hand(pawns, **flags), -1, blunder_filter=rule)
    assert lost == pytest.approx(expected(pawns, [*differences[:3], -1 - v(4)])), "a fall is never dropped"


def test_the_filter_can_be_told_to_keep_the_result() -> None:
    pawns, flags = [1, 3], {"predicted": [True, False]}
    kept = moved(by_hand(pawns, **flags), 1, blunder_filter="predicted", filter_result=False)
    assert kept == pytest.approx(expected(pawns, [0, 1 - v(3)]))
    assert moved(by_hand(pawns, **flags), 1, blunder_filter="predicted") == pytest.approx(
        expected(pawns, [0, 0])
    )


def test_a_leaf_without_evaluation_is_run_through_or_skipped() -> None:
    pawns = [2, None, 1]
    through = moved(by_hand(pawns), -1)
    assert through == pytest.approx(expected([2, 0, 1], [1 - v(2), v(1) - 1, -1 - v(1)]), rel=1e-6)
    assert moved(by_hand(pawns), -1, unusable_leaf="skip") == pytest.approx(
        expected([2, 1], [v(1) - v(2), -1 - v(1)])
    )
    assert moved(by_hand([None, None]), 1, unusable_leaf="skip") is None


def test_what_is_skipped_still_says_whether_a_move_was_foreseen_or_random() -> None:
    steps = by_hand([1, None, 3], predicted=[True, False, True])
    assert moved(steps, None, unusable_leaf="skip", blunder_filter="predicted") == 0
    steps = by_hand([1, None, 3], explored=[False, True, False])
    assert moved(steps, -1, unusable_leaf="skip") == pytest.approx(expected([0, 3], [0, -1 - v(3)]))
    steps = by_hand([1, 3, None], explored=[False, False, True])
    assert moved(steps, 1, unusable_leaf="skip") == pytest.approx(expected([1], [v(3) - v(1)])), (
        "the end is cut off"
    )
