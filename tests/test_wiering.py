"""The experiments with backgammon, as small as they go."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from leafstrap import games
from leafstrap.papers.experiment import Experiment
from leafstrap.papers.knightcap import backgammon as knightcap_backgammon
from leafstrap.papers.knightcap import scratch as backgammon_scratch
from leafstrap.papers.ours import backgammon_curve
from leafstrap.papers.wiering import table2 as wiering_table2
from leafstrap.papers.wiering import table3 as wiering_table3
from leafstrap.papers.wiering import table4 as wiering_table4
from leafstrap.papers.wiering.classroom import Classroom, Course, Mark, Way, at, smoothed
from leafstrap.recipes import library
from leafstrap.training.builder import Builder

TINY = Course(games=200, every=100, test_games=2, seeds=2)


@pytest.fixture
def experiment(tmp_path: Path) -> Experiment:
    return Experiment(tmp_path / "results", tmp_path / "work", note=lambda text: None)


@pytest.mark.parametrize(
    "way",
    [
        *wiering_table2.WAYS,
        *wiering_table3.ways("small"),
        *wiering_table3.ways("large"),
        *wiering_table4.WAYS,
    ],
    ids=lambda way: way.name,
)
def test_every_way_of_learning_makes_sense(way: Way) -> None:
    recipe = library.load(way.recipe, [f"{key}={value}" for key, value in way.settings.items()])
    assert Builder.of(games.get("backgammon"), recipe).initial_weights().size > 1000


def test_tests_of_all_seeds_make_a_curve(experiment: Experiment) -> None:
    way = wiering_table2.WAYS[0]
    classroom = Classroom.hold(experiment, [way], TINY, TINY.seeds)
    first, second = classroom.tests[way.name]
    assert classroom.curve(way)[1].score == (first[1].score + second[1].score) / 2
    assert [entry["name"] for entry in classroom.data()] == [way.name] * 2
    # Nothing is learned or played again.
    again = Classroom.hold(experiment, [way], TINY, TINY.seeds)
    assert again.tests == classroom.tests


def test_smoothing() -> None:
    curve = [Mark(1, 0.0, 0.0), Mark(2, 0.3, 0.3), Mark(3, 0.6, -0.3)]
    assert [round(test.score, 3) for test in smoothed(curve)] == [0.15, 0.3, 0.45]
    assert at(curve, 2.4).games == 2


@pytest.mark.parametrize("table", [wiering_table2, wiering_table4], ids=["table2", "table4"])
def test_pages_of_tables(experiment: Experiment, monkeypatch: pytest.MonkeyPatch, table: Any) -> None:
    monkeypatch.setattr(table, "COURSE", replace(TINY, games=100, seeds=1))
    monkeypatch.setattr(table, "WAYS", table.WAYS[:1])
    if table is wiering_table4:
        monkeypatch.setattr(table, "ROWS", table.ROWS[:1])
        check(wiering_table4.wiering_table4(experiment))
    else:
        check(wiering_table2.wiering_table2(experiment))


def test_page_of_two_architectures(experiment: Experiment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiering_table3, "COURSE", replace(TINY, games=100, seeds=1))
    monkeypatch.setattr(wiering_table3, "ROWS", wiering_table3.ROWS[:1])
    check(wiering_table3.wiering_table3(experiment))


def test_page_of_the_curve(experiment: Experiment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backgammon_curve, "TESTS", 1)
    monkeypatch.setattr("shutil.which", lambda name: None)  # gnubg would take longer than all the rest
    check(backgammon_curve.backgammon_curve(replace(experiment, scale=0.0001)))


def test_page_of_looking_ahead(experiment: Experiment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knightcap_backgammon, "TESTS", 1)
    arms = [arm for arm in knightcap_backgammon.ARMS if arm.rule in ("td", "treestrap-ab")]
    monkeypatch.setattr(knightcap_backgammon, "ARMS", arms)
    page = knightcap_backgammon.knightcap_backgammon(replace(experiment, scale=0.0001))
    check(page)
    found = json.loads(page.with_suffix(".json").read_text())
    assert [arm["rule"] for arm in found] == ["td", "treestrap-ab"]
    assert [arm["two_plies"]["test_games"] for arm in found] == [2, 2]
    assert [arm["one_ply"]["test_games"] for arm in found] == [20, 20]
    assert found[1]["evaluations"] > 10 * found[0]["evaluations"] > 0
    assert "**" in page.read_text()


def test_page_from_scratch(experiment: Experiment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backgammon_scratch, "STAGES", 3)
    monkeypatch.setattr(backgammon_scratch, "MINUTES", 20.0)
    page = backgammon_scratch.backgammon_scratch(replace(experiment, scale=0.001))
    check(page)
    found = json.loads(page.with_suffix(".json").read_text())
    assert [curve["name"] for curve in found] == ["td", "td-small", "td-leaf"]
    for curve in found:
        stages = curve["stages"]
        assert stages[0]["games"] == stages[0]["minutes"] == 0
        assert stages[-1]["minutes"] == pytest.approx(0.02, rel=0.1)
    assert found[0]["stages"][-1]["games"] > 5 * found[2]["stages"][-1]["games"] > 0
    assert "by processor time" in page.read_text()


def check(page: Path) -> None:
    assert page.read_text().startswith("# ")
    assert page.with_suffix(".png").stat().st_size > 1000
    assert page.with_suffix(".json").exists()
