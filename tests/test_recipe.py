"""Recipes: what comes along is valid, what is wrong is named, what is written reads back the same."""

from __future__ import annotations

import re

import pytest

from leafstrap.errors import RecipeError
from leafstrap.recipes import library
from leafstrap.recipes.recipe import Recipe

SMALLEST = '[backup]\nname = "treestrap-ab"\n[search]\ndepth = 2\n'


@pytest.mark.parametrize("name", library.names())
def test_shipped_recipe_reads_back_the_same(name: str) -> None:
    recipe = library.load(name)
    assert Recipe.from_text(name, recipe.to_text()) == recipe
    assert library.summary(name).endswith(".")


@pytest.mark.parametrize("name", library.names())
def test_every_number_of_a_shipped_recipe_says_where_it_comes_from(name: str) -> None:
    for line in library.text(name).splitlines():
        if re.match(r"\w+ = (\[|[\d.-]|true|false)", line):
            assert re.search(r"# .*(section|equation|figure|Table|ours|Beal|its program)", line), line


def test_all_recipes_are_there() -> None:
    expected = """beal-smith meep-rootstrap meep-tdleaf meep-treestrap-ab meep-treestrap-minimax meep-versus
    quick samuel strong td knightcap knightcap-tuned knightcap-directed knightcap-selfplay knightcap-equal-start
    knightcap-free-pawn knightcap-from-hand"""
    assert set(expected.split()) <= set(library.names())


def test_knightcaps_recipe_is_the_papers_and_ours_has_another_name() -> None:
    paper, ours = (library.load(name) for name in ("knightcap", "knightcap-tuned"))
    table = paper.tables()["backup"]
    assert (table["step_size"], table["blunder_filter"]) == ("0 for 25, 1.0", "predicted")
    differ = {key for key in table if table[key] != ours.tables()["backup"].get(key)}
    assert differ == {"step_size", "blunder_filter", "filter_result"}
    for name in ("directed", "equal-start", "free-pawn", "from-hand"):
        assert library.load(f"knightcap-{name}").tables()["backup"]["blunder_filter"] == "predicted"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[backup]\nname = "td"\n[search]\ndepth = 3', "td looks one ply ahead: set search.depth to 1"),
        ("[search]\nfail_soft = true\ndepth = 2\n[backup]\nname = 'td-leaf'", "search.fail_soft has a meaning for"),
        ("[search]\ndepth = 2\n[backup]\nname = 'td-leaf'\nfilter_result = false", "filter_result has no meaning"),
        ("[search]\ndept = 2", "search.dept is not a setting; did you mean search.depth?"),
        ("[serach]\ndepth = 2", "serach is not a setting; did you mean search?"),
        ("[search]\ndepth = 'two'", "search.depth must be a whole number, not 'two'."),
        ("[search]\ndepth = true", "search.depth must be a whole number, not True."),
        ("[search]\ndepth = 2.5", "search.depth must be a whole number, not 2.5."),
        ("[search]\ndepth = 0", "search.depth must be at least 1, not 0."),
        ("[experience]\nepsilon = nan", "experience.epsilon must be at least 0, not nan."),
        ("[experience]\nkind = 'selfplay'", "cannot be 'selfplay'; did you mean 'self-play'?"),
        ("[experience]\nkind = 'versus'\n[search]\ndepth=1", "experience.opponent must name a player"),
        ("[experience]\nopponent = 'random'\n[search]\ndepth=1", "has no meaning in self-play"),
        ("[experience]\npool = ['own']\n[search]\ndepth=1", "experience.pool has no meaning in self-play"),
        ("[experience]\nrating = 9\n[search]\ndepth=1", "experience.rating has no meaning in self-play"),
        ("[experience]\nkind='versus'\npool=['own']\nopponent='random'\n[search]\ndepth=1", "exclude each other"),
        ("[experience]\npool = 'own'\n[search]\ndepth=1", "experience.pool must be a list of texts, not 'own'."),
        ("[experience]\nmin_moves = 6\n[search]\ndepth=1", "experience.min_moves has no meaning for treestrap-ab"),
        ("[evaluator]\nfixed = [1]", "evaluator.fixed must be a list of texts, not [1]."),
        ("[run]\nkeep_best_games = 5\n[search]\ndepth=1", "must be even"),
        ("[run]\ngames = 5", "search has no limit"),
        ("[search]\nmovetime = 1\nclock = '60+1'", "exclude each other"),
        ("search = 3", "search must be a table of settings"),
        ("[search", "is not valid TOML"),
    ],
)  # fmt: skip
def test_a_wrong_recipe_is_refused_with_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RecipeError) as caught:
        Recipe.from_text("test", text)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_changes_replace_single_values() -> None:
    changes = ["search.depth=4", "experience.openings=none", 'evaluator.fixed=["a", "b"]', "run.minutes=0.5"]
    recipe = Recipe.from_text("test", SMALLEST, changes)
    assert recipe.search.depth == 4
    assert recipe.experience.openings == "none"
    assert recipe.evaluator.fixed == ("a", "b")
    assert recipe.run.minutes == 0.5


def test_a_changed_limit_takes_the_place_of_the_recipes_own() -> None:
    recipe = Recipe.from_text("test", SMALLEST, ["search.nodes=1000"])
    assert (recipe.search.depth, recipe.search.nodes) == (None, 1000)
    both = Recipe.from_text("test", SMALLEST, ["search.nodes=1000", "search.depth=3"])
    assert (both.search.depth, both.search.nodes) == (3, 1000)


@pytest.mark.parametrize("change", ["depth=2", "search.depth", "search.depht=2", "=", "search.=2"])
def test_a_wrong_change_is_refused(change: str) -> None:
    with pytest.raises(RecipeError):
        Recipe.from_text("test", SMALLEST, [change])


def test_deterministic_means_one_worker_and_no_clock() -> None:
    assert Recipe.from_text("test", SMALLEST).deterministic()
    assert not Recipe.from_text("test", SMALLEST, ["run.workers=2"]).deterministic()
    assert not Recipe.from_text("test", SMALLEST, ["search.movetime=0.1"]).deterministic()


def test_an_unknown_recipe_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(RecipeError, match="did you mean quick"):
        library.load("quik")


def test_another_kind_of_evaluator_drops_what_only_the_recipes_own_has() -> None:
    recipe = library.load("wiering-backgammon", ["evaluator.kind=linear"])
    assert {key: value for key, value in recipe.tables()["evaluator"].items() if value} == {
        "kind": "linear",
        "initial": "random",
        "scale": 0.1,
    }
    assert recipe.backup["sensitivity_step"] == 0
    assert not recipe.backup["in_turn"]
    network = library.load("wiering-backgammon", ["evaluator.kind=network"])
    assert network.evaluator.classifier is None
    assert network.evaluator.outputs == "seven"
    assert network.backup["in_turn"]
    with pytest.raises(RecipeError, match=r"classifier has a meaning for evaluator\.kind modular only"):
        library.load("wiering-backgammon", ["evaluator.kind=network", "evaluator.classifier=small"])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["evaluator.architecture=tesauro"], ["evaluator.kind=network", "evaluator.features=tesauro"]),
        (["evaluator.architecture=large"], ["evaluator.classifier=large"]),
        (["evaluator.heads=five"], ["evaluator.outputs=five"]),
        (["run.lot=7"], ["run.games_per_batch=7"]),
    ],
)
def test_keys_of_earlier_versions_mean_what_they_did(before: list[str], after: list[str]) -> None:
    assert library.load("wiering-backgammon", before) == library.load("wiering-backgammon", after)


def test_a_recipe_with_others_can_be_asked_for_self_play() -> None:
    for name in ("wiering-draughts-nn4", "knightcap-tuned"):
        experience = library.load(name, ["experience.kind=self-play"]).experience
        assert (experience.opponent, experience.database, experience.rating) == (None, None, None)
        assert not experience.pool
    expert = library.load(
        "wiering-backgammon", ["experience.kind=self-play", "experience.values=expert"]
    ).experience
    assert expert.opponent is not None
    with pytest.raises(RecipeError, match=r"experience\.database has no meaning in self-play"):
        library.load("td", ["experience.kind=self-play", "experience.database=games.pgn"])
