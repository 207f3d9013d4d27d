"""Experiments: small ones run whole, and what they write is what they measured."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from leafstrap import games
from leafstrap.cli.app import run
from leafstrap.papers import EXPERIMENTS
from leafstrap.papers.contest import Entry, Rules
from leafstrap.papers.experiment import Experiment
from leafstrap.papers.knightcap import blunder_filter as knightcap_filter
from leafstrap.papers.knightcap import book as knightcap_book
from leafstrap.papers.knightcap import experiments as knightcap
from leafstrap.papers.knightcap import selfplay as knightcap_selfplay
from leafstrap.papers.meep import order as meep_order
from leafstrap.papers.meep import table2 as meep_table2
from leafstrap.papers.meep import table3 as meep_table3
from leafstrap.papers.ours import modern_search, sensitivity, uct_prior
from leafstrap.papers.ours.comparison import comparison, total
from leafstrap.papers.ours.rules import RULES
from leafstrap.papers.trial import Pairing, Trial
from leafstrap.players.books import LearnedBook
from leafstrap.search import Limits
from reproduce import STAND_INS

CHESS = games.get("chess")


def test_piece_values_small(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, work = tmp_path / "results", tmp_path / "runs"
    command = ["reproduce", "beal-smith", "--scale", "0.003", "--out", str(out), "--work", str(work)]
    assert run(command) == 0
    page = (out / "beal-smith.md").read_text()
    data = json.loads((out / "beal-smith.json").read_text())
    assert capsys.readouterr().out.strip() == str(out / "beal-smith.md")
    assert (out / "beal-smith.png").read_bytes().startswith(b"\x89PNG")
    assert [entry["seed"] for entry in data] == [1, 2, 3]
    for entry in data:
        assert entry["command"] in page
        assert f"| {entry['values']['pawn']:.3f} |" in page
    # Done once, an experiment is read from its runs: a second call changes none of them.
    before = {path: path.stat().st_mtime_ns for path in work.rglob("*.safetensors")}
    assert run(command) == 0
    assert {path: path.stat().st_mtime_ns for path in work.rglob("*.safetensors")} == before


def test_as_many_seeds_as_are_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, work = tmp_path / "results", tmp_path / "runs"
    words = ["--scale", "0.003", "--seed", "5", "--seeds", "2", "--out", str(out), "--work", str(work)]
    assert run(["reproduce", "beal-smith", *words]) == 0
    assert [entry["seed"] for entry in json.loads((out / "beal-smith.json").read_text())] == [5, 6]
    assert "--seeds 2" in (out / "beal-smith.md").read_text()
    assert run(["reproduce", "wiering-draughts", *words]) == 2
    assert "has one run of each kind" in capsys.readouterr().err


def test_every_file_of_games_has_a_stand_in() -> None:
    assert {file for kind in EXPERIMENTS for file in kind.data} == set(STAND_INS)
    assert all(0 < kind.small < 1 for kind in EXPERIMENTS)


def test_experiments_are_listed_with_what_they_need(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == sorted(EXPERIMENTS.names())
    assert next(line for line in lines if line.startswith("wiering-data ")).endswith(
        "; --data expert.pdn; --data weak.pdn"
    )


def test_unknown_experiment(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce", "tabel-2"]) == 2
    assert "There is no experiment 'tabel-2'" in capsys.readouterr().err


def test_comparison_needs_step_sizes(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="run leafstrap reproduce step-sizes first"):
        comparison(Experiment(tmp_path, tmp_path))


def test_every_rule_is_a_recipe_that_loads(tmp_path: Path) -> None:
    for rule in RULES:
        trial = rule.trial(tmp_path / rule.name, rule.step_sizes[0], minutes=0.0001, seed=1)
        assert trial.run().initial.exists()


def test_a_failing_run_says_why(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"leafstrap learn chess .* failed: .*beal-smth"):
        Trial(tmp_path / "run", "beal-smth", seed=1, games=1).run()


def test_a_run_of_another_size_is_not_taken_for_this_one(tmp_path: Path) -> None:
    Trial(tmp_path / "run", "beal-smith", seed=1, games=1).run()
    with pytest.raises(ValueError, match=r"run holds a run that was made by another command"):
        Trial(tmp_path / "run", "beal-smith", seed=1, games=2).run()


def test_pairing_is_played_once(tmp_path: Path) -> None:
    pairing = Pairing("material", "untrained", games=2, depth=1, seed=4)
    first = pairing.play(tmp_path / "m.json")
    assert first["games"] == 2
    (tmp_path / "m.json").write_text(json.dumps({**first, "wins": 77}))
    assert pairing.play(tmp_path / "m.json")["wins"] == 77
    assert Pairing("material", "untrained", games=2, depth=2, seed=4).play(tmp_path / "m.json")["wins"] != 77


def test_total_counts_both_sides() -> None:
    results = {("a", "b"): {"score": 0.75}, ("c", "a"): {"score": 1.0}}
    assert total("a", results) == pytest.approx(0.375)
    assert total("b", results) == pytest.approx(0.25)


def reproduced(name: str, scale: float, folder: Path) -> tuple[str, list[dict[str, Any]]]:
    """The page and the numbers of a small experiment; the picture is there too."""
    out = folder / "results"
    command = ["reproduce", name, "--scale", str(scale), "--out", str(out), "--work", str(folder / "work")]
    assert run([*command, "--jobs", "1"]) == 0
    assert (out / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    return (out / f"{name}.md").read_text(), json.loads((out / f"{name}.json").read_text())


def small(entries: Sequence[Entry]) -> list[Entry]:
    """The same with searches that take no time."""
    return [replace(entry, settings={**entry.settings, "search.nodes": 200}) for entry in entries]


def test_meep_table2_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meep_table2, "ENTRIES", small(meep_table2.ENTRIES[::3]))
    monkeypatch.setattr(meep_table2, "SEEDS", 1)
    monkeypatch.setattr(meep_table2, "RULES", Rules(steps=2, nodes=100, games=2))
    page, data = reproduced("meep-table2", 0.001, tmp_path)
    assert [entry["name"] for entry in data] == ["treestrap-ab", "td-leaf"]
    for entry in data:
        assert entry["command"] in page
        assert entry["curve"][0]["rating"] == 250
        end = round(entry["curve"][-1]["rating"])
        assert any(f"| {shown} |" in page for shown in (end - 1, end, end + 1))  # rounded once more there
    assert "| 2157 ± 31 |" in page


def test_knightcap_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knightcap, "ENTRIES", knightcap.ENTRIES[:4:3])
    monkeypatch.setattr(knightcap, "SEEDS", 1)
    monkeypatch.setattr(knightcap, "RULES", replace(knightcap.RULES, steps=2, nodes=50))
    page, data = reproduced("knightcap", 0.001, tmp_path)
    learned, equal = data
    assert (learned["name"], equal["name"]) == ("knightcap-tuned", "knightcap-equal-start")
    assert learned["curve"][0]["rating"] == 1650
    assert equal["curve"][0]["rating"] != 1650
    assert learned["curve"][-1]["games"] == 10
    assert "+500 in 308 games" in page
    assert "% of 2 |" in page


def test_every_entry_of_knightcap_says_what_it_changes() -> None:
    by_name = {entry.name: entry for entry in knightcap.ENTRIES}
    papers = {name for name, entry in by_name.items() if "backup.step_size" not in entry.settings}
    assert papers == {"knightcap", "knightcap-tuned"}
    assert by_name["knightcap-openings"].settings["experience.openings"] == "own"


def test_knightcap_filter_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = knightcap_filter.Size(50, 6, 1)
    monkeypatch.setattr(knightcap_filter, "SIZES", (size,))
    monkeypatch.setattr(knightcap_filter, "WATCHED", (size,))
    monkeypatch.setattr(knightcap_filter, "WARM_UP", 1)
    monkeypatch.setattr(knightcap_filter, "SEARCH", ";search=knightcap@nodes=50")
    page, data = reproduced("knightcap-filter", 0.01, tmp_path)
    watched, *learned = data
    assert (watched["step_size"], watched["result"]) == (0, None)
    assert [(each["step_size"], each["blunder_filter"]) for each in learned] == [
        (1.0, "predicted"),
        (1.0, "none"),
        (0.02, "predicted"),
        (0.02, "none"),
    ]
    assert all(0 < each["foreseen"] < each["replies"] for each in data)
    assert f"| {100 * watched['foreseen'] / watched['replies']:.1f} % |" in page


def test_knightcap_book_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steady, varied = knightcap_book.OPPONENTS
    weak = (replace(steady, players=("hand@nodes=200",)), replace(varied, players=("level:2",)))
    monkeypatch.setattr(knightcap_book, "OPPONENTS", weak)
    monkeypatch.setattr(knightcap_book, "SEEDS", 2)
    monkeypatch.setattr(knightcap_book, "NODES", 100)
    page, data = reproduced("knightcap-book", 0.02, tmp_path / "a")
    assert [(each["opponents"], each["book"], each["seed"], each["games"]) for each in data] == [
        ("steady", False, 1, 6),
        ("steady", True, 1, 6),
        *(("varied", book, seed, 6) for seed in (1, 2) for book in (False, True)),
    ]
    off, on = data[:2]
    assert (off["distinct"], off["book_moves"], off["given_up"]) == (2, 0, 0)  # one game with each colour
    assert off["points"][::2] == 3 * off["points"][:1]
    assert off["points"][:2] == on["points"][:2]  # nothing is known yet
    assert on["book_moves"] > 0
    thirds = [knightcap_book.third_of([off], third) for third in (0, 2)]
    assert thirds[0] == thirds[1]
    assert thirds[0]["games"] == 2
    assert f"| off | 6 | 2 | {100 * thirds[0]['score']:.1f} % |" in page
    # The same seed has the same games, and what was played is not played again.
    again = reproduced("knightcap-book", 0.02, tmp_path / "b")
    assert again[1] == data
    monkeypatch.setattr(knightcap_book.Arm, "_play", lambda *_: pytest.fail("it was played before"))
    assert reproduced("knightcap-book", 0.02, tmp_path / "b") == again


def test_a_learned_book_gives_up_what_loses() -> None:
    learner = knightcap_book.BookLearner("material", "tournament", LearnedBook())
    firsts = []
    for _ in range(6):
        learner.new_game(1)
        firsts.append(str(learner.choose(CHESS.Line(), Limits(depth=3)).move))
        learner.game_over(0.0)
    assert len(set(firsts[:4])) == 1
    assert learner.known == 4  # all but the first search, and the one after four losses
    assert firsts[4] == firsts[5] != firsts[0]


def test_knightcap_selfplay_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knightcap_selfplay, "ENTRIES", small(knightcap_selfplay.ENTRIES))
    monkeypatch.setattr(knightcap_selfplay, "SEEDS", 1)
    monkeypatch.setattr(knightcap_selfplay, "RULES", replace(knightcap_selfplay.RULES, nodes=50))
    page, data = reproduced("knightcap-selfplay", 0.001, tmp_path)
    assert [each["name"] for each in data] == ["knightcap-tuned", "knightcap-selfplay"]
    assert all(0 < each["distinct"][str(plies)] <= 100 for each in data for plies in (8, 20, 40))
    assert "11 % v the first" in page


def test_uct_prior_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uct_prior, "ARMS", uct_prior.ARMS[::3])
    monkeypatch.setattr(uct_prior, "SPEED_POSITIONS", 1)
    monkeypatch.setattr(uct_prior, "SPEED_NODES", 500)
    monkeypatch.setattr(uct_prior, "SECONDS", 0.0002)
    page, data = reproduced("uct-prior", 0.001, tmp_path)
    assert [(each["game"], each["a"], each["b"]) for each in data] == [
        (game, "prior", "plain") for game in ("chess", "draughts")
    ]
    assert all("search=uct" in each["command"] and "nodes=" in each["command"] for each in data)
    assert "## Draughts" in page


def test_meep_table3_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meep_table3, "ENTRIES", small(meep_table3.ENTRIES))
    monkeypatch.setattr(meep_table3, "SEEDS", 1)
    page, data = reproduced("meep-table3", 0.001, tmp_path)
    assert [entry["name"] for entry in data] == ["treestrap-ab", "versus"]
    assert "meep-table2/treestrap-ab-1 " in data[0]["command"], "a run of Table 2"
    assert "the second kind scored" in page
    assert "2154-2338" in page


def test_meep_order_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = [replace(each, entries=small(each.entries[::3])) for each in meep_order.CONDITIONS]
    monkeypatch.setattr(meep_order, "CONDITIONS", few)
    monkeypatch.setattr(meep_order, "RULES", Rules(steps=2, nodes=100, games=2))
    page, data = reproduced("meep-order", 0.001, tmp_path)
    ours, _, paper, leaf = data
    assert "backup.optimiser=adagrad" in ours["command"]
    assert "backup.quiet_nodes=true" in ours["command"]
    for word in ("backup.optimiser", "backup.squash", "backup.quiet_nodes", "run.averaging"):
        assert word not in paper["command"] + leaf["command"]
    assert f"| the paper's rules | TD-Leaf | 0.006 | {leaf['curve'][-1]['games']} |" in page
    assert "% of 2 |" in page


def test_modern_search_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modern_search, "ENTRIES", small(modern_search.ENTRIES[::3]))
    monkeypatch.setattr(modern_search, "SEEDS", 1)
    monkeypatch.setattr(modern_search, "RULES", Rules(steps=2, nodes=100, games=2))
    page, data = reproduced("modern-search", 0.001, tmp_path)
    plain, modern = data
    assert "search.variant=tournament" in modern["command"]
    assert "search.variant" not in plain["command"]
    assert "% of 2 |" in page


def test_sensitivity_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = sensitivity.SUBJECTS[1]
    few = tuple(replace(knob, values=knob.values[:2], default=knob.values[0]) for knob in rule.knobs[1:])
    monkeypatch.setattr(sensitivity, "SUBJECTS", (replace(rule, knobs=few),))
    monkeypatch.setattr(sensitivity, "SEEDS", 1)
    page, data = reproduced("sensitivity", 0.001, tmp_path)
    assert [(cell["setting"], cell["value"]) for cell in data] == [
        ("backup.lambda", 0.0),
        ("backup.lambda", 0.3),
        ("search.nodes", 300),
        ("search.nodes", 1000),
    ]
    # Both sweeps begin with the usual values, and share that run.
    assert data[0]["command"] == data[2]["command"]
    assert data[0]["score"] == data[2]["score"]
    assert f"| td-leaf | λ | 0.3 | {100 * data[1]['score']:.0f} |" in page
