"""Runs in one pool: which checkpoints take part, who meets whom, and what the ratings are of."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

from leafstrap.papers.experiment import Experiment
from leafstrap.papers.rating_pool import Milestone, RatingPool, milestones, pairings
from leafstrap.papers.trial import Trial


def learned(folder: Path, games: int, seed: int) -> Trial:
    settings = {"search.nodes": 50, "run.checkpoint_every": 1, "run.final_games": 0}
    return Trial(folder, "quick", seed, games=games, settings=settings).run()


def test_milestones_halve_the_games(tmp_path: Path) -> None:
    chosen = milestones("a", learned(tmp_path / "a", 12, seed=1), 4)
    assert [mark.games for mark in chosen] == [0, 3, 6, 12]
    assert chosen[0].minutes == 0
    assert all(one.minutes < other.minutes for one, other in pairwise(chosen))
    assert all(int(mark.weights.stem) == mark.games for mark in chosen)


def test_minutes_are_divided_by_the_nodes_of_the_games(tmp_path: Path) -> None:
    trial = Trial(tmp_path / "run", "quick", seed=1, minutes=6.0)
    (trial.folder / "weights").mkdir(parents=True)
    for game in (0, 1, 2):
        (trial.folder / "weights" / f"{game:06}.safetensors").touch()
    # The first game waited for the machine; it was the shorter one all the same.
    lines = [{"kind": "game", "game": 1, "seconds": 900, "nodes": 10}]
    lines += [{"kind": "game", "game": 2, "seconds": 1, "nodes": 20}]
    (trial.folder / "metrics.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert [mark.minutes for mark in milestones("a", trial, 3)] == [0.0, 2.0, 6.0]


def test_everybody_is_connected_and_nobody_meets_twice() -> None:
    runs = [[Milestone(run, games, 0.0, Path(run)) for games in (0, 5, 10)] for run in "abc"]
    met = [(one.name, other.name) for one, other in pairings(runs)]
    assert len(set(met)) == len(met)
    assert ("a after 10", "c after 10") in met
    assert ("a after 5", "c after 5") not in met
    reached = {"a after 0"}
    for _ in met:
        reached |= {name for pair in met if reached & set(pair) for name in pair}
    assert len(reached) == 9


def test_the_starts_are_the_fixed_points(tmp_path: Path) -> None:
    runs = {name: learned(tmp_path / name, 40, seed) for seed, name in enumerate("ab", start=1)}
    experiment = Experiment(tmp_path / "results", tmp_path / "work", jobs=1, note=lambda _: None)
    pool = RatingPool(
        runs, {"a": 250.0, "b": 250.0}, steps=2, nodes=100, games=4, others={"random": "random"}
    )
    rated = pool.rate(experiment)
    for run in runs:
        curve = rated.curve(run)
        assert [point["games"] for point in curve.as_json()] == [0, 40]
        assert curve.ratings[0].elo == 250
        assert curve.last.low < curve.last.elo < curve.last.high
        assert curve.best.elo == max(rating.elo for rating in curve.ratings)
    points, played = rated.ends(["a", "b"], ["random"])
    assert played == 8
    assert 0 <= points <= 8
    assert rated.ends(["a"], ["b"])[1] == 4
    # Played once, the games are read from the folder.
    log = tmp_path / "work" / "pool" / "results.jsonl"
    before = log.read_bytes()
    assert pool.rate(experiment).curve("a") == rated.curve("a")
    assert log.read_bytes() == before
