"""Studies, experiments that change one thing at a time: their entries are recipes, and a small one runs whole."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from leafstrap.papers import EXPERIMENTS
from leafstrap.papers.contest import Rules
from leafstrap.papers.experiment import Experiment
from leafstrap.papers.meep.plain import meep_changes
from leafstrap.papers.study import Study
from leafstrap.recipes.check import check_recipe
from leafstrap.recipes.library import load

STUDIES = {name: kind.make for name, kind in EXPERIMENTS.items() if isinstance(kind.make, Study)}


def test_studies_are_known_by_their_names() -> None:
    assert {"meep-steps", "meep-changes", "meep-plain", "knightcap-long", "lambda-annealed"} <= set(STUDIES)
    assert all(study.name == name for name, study in STUDIES.items())


@pytest.mark.parametrize("name", STUDIES)
def test_every_entry_is_a_recipe_of_its_own(name: str) -> None:
    entries = STUDIES[name].entries
    for entry in entries:
        settings = entry.trial(Experiment(Path(), Path()), seed=1).settings
        check_recipe(load(entry.recipe, [f"{key}={value}" for key, value in settings.items()]))
    asked = [(entry.recipe, str(entry.settings), entry.games) for entry in entries]
    assert len(set(asked)) == len(asked) == len({entry.name for entry in entries})


def test_schedules_are_as_long_as_a_run() -> None:
    annealed = next(each for each in STUDIES["lambda-annealed"].entries if each.name == "lambda-falling")
    trial = annealed.trial(Experiment(Path(), Path(), scale=0.1), seed=1)
    assert (trial.games, trial.settings["backup.lambda"]) == (200, "1 to 0.3 over 200")


def test_the_rules_of_meep_are_changed_in_one_thing_at_a_time() -> None:
    by_name = {entry.name: entry for entry in meep_changes.entries}
    plain = by_name["treestrap-ab-plain"].settings
    ours = ("backup.squash", "backup.optimiser", "backup.quiet_nodes", "run.averaging")
    assert not set(ours) & set(plain)
    for change, key in zip(("tanh", "adagrad", "quiet", "mean"), ours, strict=True):
        settings = by_name[f"treestrap-ab-{change}"].settings
        assert set(settings) & set(ours) == {key}
    assert "td-leaf-quiet" not in by_name


def test_a_small_study(tmp_path: Path) -> None:
    study = STUDIES["treestrap-start"]
    entries = [replace(each, settings={**each.settings, "search.nodes": 50}) for each in study.entries[:2]]
    small = replace(
        study, entries=entries, rules=Rules(steps=2, nodes=50, games=2, others={"random": "random"})
    )
    page = small(Experiment(tmp_path, tmp_path / "work", scale=0.001, jobs=1, seeds=1)).read_text()
    data = json.loads((tmp_path / "treestrap-start.json").read_text())
    assert (tmp_path / "treestrap-start.png").read_bytes().startswith(b"\x89PNG")
    assert [each["name"] for each in data] == ["start-random", "start-zero"]
    assert data[0]["curve"][0]["rating"] == 250
    for each, entry in zip(data, entries, strict=True):
        assert each["command"] in page
        assert f"| {entry.title} | {each['curve'][-1]['games']} | {each['curve'][-1]['rating']:.0f} |" in page
    assert "v `random`" in page
    assert page.count("% of 2 |") == 3  # the second against the first, and both against random
