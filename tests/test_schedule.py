"""Numbers that change over games: the notation, what it means, what is refused."""

from __future__ import annotations

import pytest

from leafstrap._core import Outcome
from leafstrap.errors import RecipeError
from leafstrap.evaluators import LinearArchitecture
from leafstrap.games.chess import CHESS
from leafstrap.learn import Step, make_rule, read_settings
from leafstrap.learn.schedule import Schedule
from leafstrap.recipes.recipe import Recipe
from support.databases import random_line


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.7, {0: 0.7, 10_000: 0.7}),
        ("0.7", {0: 0.7, 10_000: 0.7}),
        ("1 for 3, .7", {0: 1, 2: 1, 3: 0.7, 99: 0.7}),
        ("1 to 0.6 over 4", {0: 1, 1: 0.9, 2: 0.8, 4: 0.6, 99: 0.6}),
        ("0 for 2, 1e-1 to 1e-2 over 9, 1e-3", {1: 0, 2: 0.1, 5: 0.07, 10: 0.02, 11: 0.001}),
        ("0 for 25, 1", {24: 0, 25: 1}),
        ("1 for 0, 0.5", {0: 0.5}),
    ],
)
def test_values_over_games(value: float | str, expected: dict[int, float]) -> None:
    schedule = Schedule.read("backup.lambda", value)
    assert {games: schedule(games) for games in expected} == pytest.approx(expected)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fast",
        "1 for",
        "1 for x, 2",
        "1, 0.7",
        "1 to 0.5",
        "1 to 0.5 for 3",
        "-1",
        "1 for 2.5",
        "1 for 3,",
    ],
)
def test_what_is_no_schedule_is_one_sentence(text: str) -> None:
    with pytest.raises(RecipeError) as caught:
        read_settings({"name": "td-leaf", "lambda": text})
    assert str(caught.value).startswith(
        "backup.lambda must be a number, or stages over games such as '1 for 50,"
    )
    assert str(caught.value).endswith(f"not {text!r}.")


def test_every_value_keeps_the_limits_of_its_setting() -> None:
    with pytest.raises(RecipeError, match=r"backup\.lambda must be at most 1, not 1\.5\."):
        read_settings({"name": "td-leaf", "lambda": "1 for 5, 1.5"})
    assert read_settings({"name": "td-leaf", "step_size": "100 for 5, 1.5"}).steps()(5) == 1.5


def test_annealing_goes_on_under_a_schedule() -> None:
    steps = read_settings({"name": "td-leaf", "step_size": "0 for 10, 4", "halved_after": 10.0}).steps()
    assert [steps(games) for games in (9, 10, 30)] == [0.0, 2.0, 1.0]


def test_a_game_learns_with_the_lambda_of_its_number() -> None:
    material = LinearArchitecture.of(CHESS, {"features": "material"})
    evaluator = material.snapshot(material.initial_weights("material"))

    def learned(lambda_: float | str, games: int) -> list[float]:
        chain = make_rule({"name": "td", "lambda": lambda_}, material).begin(None, games)
        for position in random_line(CHESS, 1, 60).before:
            chain.observe(Step(position, None, None, evaluator))
        update = chain.finish(Outcome(1))
        assert update is not None
        return [float(number) for number in update.gradient]

    assert learned("1 for 3, 0.7", 2) == learned(1.0, 0) != learned(0.7, 0)
    assert learned("1 for 3, 0.7", 3) == learned(0.7, 0)


def test_a_recipe_keeps_the_words() -> None:
    changes = [
        "backup.name=td-leaf",
        "backup.lambda=1 for 50, 0.7",
        "backup.step_size=0 for 25, 1",
        "search.depth=1",
    ]
    recipe = Recipe.from_text("test", "", changes)
    assert recipe.backup["lambda"] == "1 for 50, 0.7"
    assert Recipe.from_text("test", recipe.to_text()) == recipe
