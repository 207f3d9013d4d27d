"""Ways of learning side by side: each with several seeds, and all runs at several stages in one pool of ratings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leafstrap.arena import Rating
from leafstrap.papers.experiment import Experiment, even, figure
from leafstrap.papers.rating_pool import Curve, Milestone, Rated, RatingPool
from leafstrap.papers.trial import Trial
from leafstrap.types import Axes, JsonObject, Table


@dataclass(frozen=True, slots=True)
class Entry:
    """One way of learning: a recipe with some of its settings changed, for a time or a number of games."""

    name: str
    title: str
    recipe: str
    colour: str
    minutes: float | None = None
    games: int | None = None
    settings: Table = field(default_factory=dict)  # {games} in one is how many it learns from
    start: float | None = None  # what its initial weights are rated, where that is known
    published: str = ""  # what the paper found
    game: str = "chess"
    shared_with: str | None = None  # an experiment that has the same runs: whichever is first makes them

    def run(self, seed: int) -> str:
        """The name of one of its runs."""
        return f"{self.name}-{seed}"

    def trial(self, experiment: Experiment, seed: int) -> Trial:
        """One of its runs."""
        minutes = None if self.minutes is None else experiment.scale * self.minutes
        games = None if self.games is None else max(10, round(experiment.scale * self.games))
        work = experiment.work.parent / self.shared_with if self.shared_with else experiment.work
        folder = work / self.run(seed)
        settings = {
            key: value.replace("{games}", str(games)) if isinstance(value, str) else value
            for key, value in self.settings.items()
        }
        return Trial(folder, self.recipe, seed, minutes, games, settings, self.game)


@dataclass(frozen=True, slots=True)
class Rules:
    """How the runs are rated."""

    steps: int
    nodes: int
    games: int  # of a pairing, at scale 1
    others: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, float] = field(default_factory=dict)  # ratings of some of the others
    settings: str = ""


@dataclass(frozen=True, slots=True)
class Contest:
    """What came of it."""

    entries: Sequence[Entry]
    seeds: Sequence[int]
    trials: Mapping[str, Trial]
    rated: Rated
    games: int  # of a pairing

    @classmethod
    def hold(cls, experiment: Experiment, entries: Sequence[Entry], seeds: int, rules: Rules) -> Contest:
        """Let everybody learn, then play."""
        numbers = experiment.seeds_of(seeds)
        wanted = [(entry, seed) for seed in numbers for entry in entries]
        done = experiment.side_by_side(
            lambda item: item[0].trial(experiment, item[1]).run(experiment.machine), wanted
        )
        trials = {entry.run(seed): trial for (entry, seed), trial in zip(wanted, done, strict=True)}
        starts = {entry.run(seed): entry.start for entry, seed in wanted if entry.start is not None}
        games = even(experiment.scale * rules.games)
        pool = RatingPool(
            trials,
            starts,
            rules.steps,
            rules.nodes,
            games,
            rules.others,
            rules.known,
            rules.settings,
            entries[0].game,
        )
        return cls(entries, numbers, trials, pool.rate(experiment), games)

    def runs(self, entry: Entry) -> list[str]:
        """The names of its runs."""
        return [entry.run(seed) for seed in self.seeds]

    def curves(self, entry: Entry) -> list[Curve]:
        """The ratings of its runs."""
        return [self.rated.curve(run) for run in self.runs(entry)]

    def best(self, entry: Entry) -> Rating:
        """The highest rating that any of its runs had."""
        return max((curve.best for curve in self.curves(entry)), key=lambda rating: rating.elo)

    def share(self, entry: Entry, others: Sequence[str]) -> str:
        """Its score against the ends of other runs, or against other players."""
        points, played = self.rated.ends(self.runs(entry), others)
        return f"{100 * points / played:.1f} % of {played}" if played else "–"

    def against(self, entry: Entry, measure: Entry) -> str:
        """Its score against another way of learning, which has none against itself."""
        return "–" if entry is measure else self.share(entry, self.runs(measure))

    def ends(self, entry: Entry) -> str:
        """The ratings that its runs ended with."""
        return ", ".join(f"{curve.last.elo:.0f}" for curve in self.curves(entry))

    def games_learned(self, entry: Entry) -> str:
        """How many games each of its runs had."""
        return ", ".join(str(curve.milestones[-1].games) for curve in self.curves(entry))

    def commands(self, experiment: Experiment) -> list[str]:
        """Those of the first seed, as lines of a page."""
        first = [entry.run(self.seeds[0]) for entry in self.entries]
        return [experiment.told(self.trials[run].command) for run in first]

    def data(self) -> list[JsonObject]:
        """The numbers behind the page."""
        return [
            {
                "name": entry.name,
                "seed": seed,
                "command": self.trials[entry.run(seed)].command,
                "curve": self.rated.curve(entry.run(seed)).as_json(),
            }
            for entry in self.entries
            for seed in self.seeds
        ]

    def draw(self, axes: Axes, time: Callable[[Milestone], float], *, from_start: bool) -> None:
        """Ratings with intervals over time, a line for every run; on a logarithmic axis the start has no place."""
        for entry in self.entries:
            for number, curve in enumerate(self.curves(entry)):
                points = list(zip(curve.milestones, curve.ratings, strict=True))[0 if from_start else 1 :]
                axes.errorbar(
                    [time(mark) for mark, _ in points],
                    [rating.elo for _, rating in points],
                    yerr=[rating.high - rating.elo for _, rating in points],
                    color=entry.colour,
                    marker="o",
                    markersize=3,
                    capsize=2,
                    linewidth=1,
                    label=None if number else entry.title,
                )
        axes.grid(alpha=0.3)
        axes.legend(fontsize="small")


def over_minutes(contest: Contest, scale: str = "rating, untrained = 250") -> Callable[[Path], None]:
    """The usual picture: ratings over minutes of learning."""

    def draw(target: Path) -> None:
        with figure(target, columns=1, width=8.0, height=5.0) as (axes,):
            contest.draw(axes, lambda mark: mark.minutes, from_start=False)
            axes.set(xscale="log", xlabel="minutes of learning", ylabel=scale)

    return draw
