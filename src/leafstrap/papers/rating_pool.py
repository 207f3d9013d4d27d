"""Runs in one pool of ratings: how strong each was, after how long."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from leafstrap import games
from leafstrap.arena import Conditions
from leafstrap.arena.ratings import Rating
from leafstrap.arena.results import ResultTable
from leafstrap.arena.standings import Standings
from leafstrap.arena.tournament import Tournament
from leafstrap.arena.tournament_folder import TournamentFolder
from leafstrap.papers.experiment import Experiment
from leafstrap.papers.trial import Trial
from leafstrap.players import parse_player
from leafstrap.runs.metrics import read_metrics
from leafstrap.runs.rating import UNTRAINED_RATING
from leafstrap.search import Limits


@dataclass(frozen=True, slots=True)
class Milestone:
    """The weights that a run had after so many games and so many minutes of learning."""

    run: str
    games: int
    minutes: float
    weights: Path

    @property
    def name(self) -> str:
        """Its name in the pool."""
        return f"{self.run} after {self.games}"


@dataclass(frozen=True, slots=True)
class Curve:
    """A run's ratings, from before its first game to its end."""

    milestones: Sequence[Milestone]
    ratings: Sequence[Rating]

    @property
    def best(self) -> Rating:
        """The highest it had."""
        return max(self.ratings, key=lambda rating: rating.elo)

    @property
    def last(self) -> Rating:
        """The one it ended with."""
        return self.ratings[-1]

    def as_json(self) -> list[dict[str, Any]]:
        """The points of the curve."""
        return [
            {
                "games": at.games,
                "minutes": round(at.minutes, 3),
                "rating": round(rating.elo, 1),
                "low": round(rating.low, 1),
                "high": round(rating.high, 1),
            }
            for at, rating in zip(self.milestones, self.ratings, strict=True)
        ]


def milestones(run: str, trial: Trial, number: int) -> list[Milestone]:
    """The initial weights, the last ones, and between them some after half, a quarter … of the games."""
    files = {int(path.stem): path for path in (trial.folder / "weights").glob("[0-9]*.safetensors")}
    last = max(files)
    wanted = [0.0, *(last / 2**halvings for halvings in range(number - 2, -1, -1))]
    chosen = sorted({min(files, key=lambda game: abs(game - target)) for target in wanted})
    minutes = dict.fromkeys(files, 0.0)
    total = 0.0
    for record in read_metrics(trial.folder / "metrics.jsonl", "game"):
        total += record["seconds"] / 60
        if record["game"] in minutes:
            minutes[record["game"]] = total
    return [Milestone(run, game, minutes[game], files[game]) for game in chosen]


def pairings(runs: Sequence[Sequence[Milestone]]) -> list[tuple[Milestone, Milestone]]:
    """Who meets whom: neighbours in time of one run, runs next to each other at the same step, and all ends.

    Ratings hang together through games between players of like strength; everybody against everybody would spend most
    games on foregone results.
    """
    met: dict[tuple[str, str], tuple[Milestone, Milestone]] = {}
    for steps in runs:
        for pair in itertools.pairwise(steps):
            met[pair[0].name, pair[1].name] = pair
    for one, other in itertools.pairwise(runs):
        for pair in zip(one[1:], other[1:], strict=False):
            met[pair[0].name, pair[1].name] = pair
    for one, other in itertools.combinations(runs, 2):
        met[one[-1].name, other[-1].name] = (one[-1], other[-1])
    return list(met.values())


def rate(
    experiment: Experiment, runs: Mapping[str, Trial], *, steps: int, nodes: int, games_each: int
) -> dict[str, Curve]:
    """Play all pairings in tournament mode and fit the ratings; an untrained player has 250, as in Meep."""
    chess = games.get("chess")
    marks = {run: milestones(run, trial, steps) for run, trial in runs.items()}
    everyone = [mark for chosen in marks.values() for mark in chosen]
    players = {mark.name: parse_player(str(mark.weights), chess, mark.name) for mark in everyone}
    conditions = Conditions(chess, Limits(nodes=nodes), concurrency=experiment.jobs, seed=experiment.seed)
    meetings = [(players[a.name], players[b.name]) for a, b in pairings(list(marks.values()))]
    results = _play(experiment, Tournament(meetings, conditions, games_each))
    anchors = {mark.name: UNTRAINED_RATING for mark in everyone if mark.games == 0}
    standings = Standings(list(players), results, anchors)
    return {
        run: Curve(chosen, [standings.ratings.of(mark.name) for mark in chosen])
        for run, chosen in marks.items()
    }


def _play(experiment: Experiment, tournament: Tournament) -> ResultTable:
    path = experiment.work / "pool"
    folder = TournamentFolder(path, tournament, resume=(path / "plan.json").exists())
    results = ResultTable(folder.known)
    try:
        if not tournament.run(results, folder.add):
            raise KeyboardInterrupt
    finally:
        folder.close()
    experiment.note(f"{tournament.total_games} games of the pool played")
    return results
