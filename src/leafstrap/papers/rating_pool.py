"""Runs in one pool of ratings: how strong each was, after how long."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leafstrap import games
from leafstrap.arena import Conditions, Rating, ResultTable, RoundRobin, Standings, TournamentFolder
from leafstrap.papers.experiment import Experiment
from leafstrap.papers.trial import Trial
from leafstrap.players import parse_player
from leafstrap.search import Limits
from leafstrap.training.store.metrics import read_metrics
from leafstrap.types import JsonObject


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

    def as_json(self) -> list[JsonObject]:
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
    # A game is timed by the clock on the wall, a run's minutes may be the processor's: they are divided among its games
    # by the nodes searched, which other work on the machine does not change.
    measure = "seconds" if trial.minutes is None else "nodes"
    spent = dict.fromkeys(files, 0.0)
    total = 0.0
    for record in read_metrics(trial.folder / "metrics.jsonl", "game"):
        total += record[measure]
        if record["game"] in spent:
            spent[record["game"]] = total
    unit = 1 / 60 if trial.minutes is None else trial.minutes / max(total, 1)
    return [Milestone(run, game, unit * spent[game], files[game]) for game in chosen]


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


@dataclass(frozen=True, slots=True)
class RatingPool:
    """How runs are rated: some stages of each, and other players that meet all ends.

    Ratings need fixed points: `starts` says what the initial weights of some runs are rated, `known` what others are.
    """

    runs: Mapping[str, Trial]
    starts: Mapping[str, float]
    steps: int
    nodes: int
    games: int  # of a pairing
    others: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, float] = field(default_factory=dict)  # ratings of some of the others
    settings: str = ""  # of every run's player, as ";search=knightcap"
    game: str = "chess"

    def rate(self, experiment: Experiment) -> Rated:
        """Play all pairings and fit the ratings."""
        game = games.get(self.game)
        marks = {run: milestones(run, trial, self.steps) for run, trial in self.runs.items()}
        everyone = [mark for chosen in marks.values() for mark in chosen]
        texts = {mark.name: str(mark.weights) + self.settings for mark in everyone} | dict(self.others)
        players = {name: parse_player(text, game, name) for name, text in texts.items()}
        met = [(one.name, other.name) for one, other in pairings(list(marks.values()))]
        met += [(chosen[-1].name, other) for other in self.others for chosen in marks.values()]
        limits = Limits(nodes=self.nodes)
        conditions = Conditions(game, limits, concurrency=experiment.jobs, seed=experiment.seed)
        meetings = [(players[a], players[b]) for a, b in met]
        results = _play(experiment, RoundRobin(meetings, conditions, self.games))
        anchors = {chosen[0].name: self.starts[run] for run, chosen in marks.items() if run in self.starts}
        anchors |= self.known
        return Rated(marks, Standings(list(players), results, anchors))


@dataclass(frozen=True, slots=True)
class Rated:
    """What the games of a pool say."""

    milestones: Mapping[str, Sequence[Milestone]]
    standings: Standings

    def curve(self, run: str) -> Curve:
        """The ratings of one run."""
        chosen = self.milestones[run]
        return Curve(chosen, [self.of(mark.name) for mark in chosen])

    def of(self, name: str) -> Rating:
        """The rating of one player."""
        return self.standings.ratings.of(name)

    def ends(self, runs: Sequence[str], others: Sequence[str]) -> tuple[float, int]:
        """Points of the ends of some runs against those of others, or against other players, and the games."""
        points, played = 0.0, 0
        for run, other in itertools.product(runs, others):
            against = self.milestones[other][-1].name if other in self.milestones else other
            score = self.standings.results.between(self.milestones[run][-1].name, against)
            points, played = points + score.wins + score.draws / 2, played + score.games
        return points, played


def _play(experiment: Experiment, tournament: RoundRobin) -> ResultTable:
    path = experiment.work / "pool"
    folder = TournamentFolder(path, tournament, resume=(path / "plan.json").exists())
    results = ResultTable(folder.known)
    try:
        if not tournament.run(results, folder.add, make_runner=experiment.machine.make_runner):
            raise KeyboardInterrupt
    finally:
        folder.close()
    experiment.note(f"{tournament.total_games} games of the pool played")
    return results
