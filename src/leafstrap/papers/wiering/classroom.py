"""Learners of backgammon measured against an expert while they learn, as in Wiering, Patist & Mannen, section 4.2."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from leafstrap.papers.examination import ALONE, Examination, examine
from leafstrap.papers.experiment import Experiment, even, figure
from leafstrap.papers.trial import Trial
from leafstrap.types import JsonObject, Table

EXPERT = "default"
# Self-play has a recipe of its own, where nobody is to be named; here it has the steps of all others.
SELF_PLAY_RECIPE = "backgammon"
SELF_PLAY = {"backup.step_size": "0.01", "backup.sensitivity_step": "0.01"}
UNIT = 100  # numbers of games are multiples of it
GAMES_AT_ONCE = 1  # the paper learns from a game before it plays the next


@dataclass(frozen=True, slots=True)
class Way:
    """A way of learning, and what the paper found at some numbers of games."""

    name: str
    title: str
    colour: str
    settings: Table
    published: Mapping[int, float]
    recipe: str = "wiering-backgammon"


@dataclass(frozen=True, slots=True)
class Course:
    """How long they learn, how often they are tested, and by how many games; all as in the paper at scale 1."""

    games: int
    every: int  # games between two tests
    test_games: int
    seeds: int


@dataclass(frozen=True, slots=True)
class Mark:
    """How some learners did against the expert after so many games: the share of games won, and points per game."""

    games: int
    score: float
    points: float

    @staticmethod
    def mean(tests: Sequence[Mark | Examination], games_learned: int) -> Mark:
        """Several tests as one."""
        scores, points = ([getattr(test, name) for test in tests] for name in ("score", "points"))
        return Mark(games_learned, float(np.mean(scores)), float(np.mean(points)))


@dataclass(frozen=True, slots=True)
class Classroom:
    """All ways, each with several seeds, and their tests."""

    ways: Sequence[Way]
    course: Course  # scaled
    trials: Mapping[str, Sequence[Trial]]
    tests: Mapping[str, Sequence[Sequence[Examination]]]  # by way, then seed

    @classmethod
    def hold(cls, experiment: Experiment, ways: Sequence[Way], course: Course, seeds: int) -> Classroom:
        """Let everybody learn, with tests along the way. With a smaller scale there are fewer games between tests."""
        every = max(UNIT, round(experiment.scale * course.every / UNIT) * UNIT)
        number = course.games // course.every
        numbers = experiment.seeds_of(seeds)
        scaled = Course(every * number, every, even(experiment.scale * course.test_games), len(numbers))
        wanted = [(way, seed) for seed in numbers for way in ways]
        done = experiment.side_by_side(lambda item: _learn(experiment, scaled, *item), wanted)
        trials: dict[str, list[Trial]] = {way.name: [] for way in ways}
        tests: dict[str, list[Sequence[Examination]]] = {way.name: [] for way in ways}
        for (way, _), (trial, found) in zip(wanted, done, strict=True):
            trials[way.name].append(trial)
            tests[way.name].append(found)
        return cls(ways, scaled, trials, tests)

    def curve(self, way: Way) -> list[Mark]:
        """The mean over the seeds, test by test."""
        return [Mark.mean(same, same[0].games) for same in zip(*self.tests[way.name], strict=True)]

    def margin(self) -> float:
        """Half the width of the 95 % interval of a mean score, by the number of test games alone."""
        return float(1.96 * 0.5 / np.sqrt(self.course.test_games * self.course.seeds))

    def commands(self) -> list[str]:
        """Those of the first seed, as lines of a page."""
        return [f"    {self.trials[way.name][0].command}" for way in self.ways]

    def data(self) -> list[JsonObject]:
        """The numbers behind the page."""
        return [
            {
                "name": way.name,
                "command": trial.command,
                "tests": [test.as_json() for test in tests],
            }
            for way in self.ways
            for trial, tests in zip(self.trials[way.name], self.tests[way.name], strict=True)
        ]


def _learn(
    experiment: Experiment, course: Course, way: Way, seed: int
) -> tuple[Trial, Sequence[Examination]]:
    settings = {"run.games_per_batch": GAMES_AT_ONCE, "run.checkpoint_every": course.every, **way.settings}
    trial = Trial(
        experiment.work / f"{way.name}-{seed}",
        way.recipe,
        seed,
        games=course.games,
        settings=settings,
        game="backgammon",
    ).run(experiment.machine)
    marks = range(course.every, course.games + 1, course.every)
    # Other dice for every test, the same for all ways.
    return trial, [
        examine(
            trial,
            trial.nearest(mark),
            EXPERT + ALONE,
            course.test_games,
            experiment.machine,
            seed=1000 * seed + mark,
        )
        for mark in marks
    ]


def smoothed(curve: Sequence[Mark]) -> list[Mark]:
    """Each test as the mean of itself and its neighbours."""
    return [Mark.mean(curve[max(0, i - 1) : i + 2], test.games) for i, test in enumerate(curve)]


def at(curve: Sequence[Mark], games_learned: float) -> Mark:
    """The test nearest to a number of games."""
    return min(curve, key=lambda test: abs(test.games - games_learned))


def beside_paper(
    curve: Sequence[Mark],
    course: Course,
    marks: Sequence[int],
    published: Mapping[int, float],
    digits: int = 2,
) -> list[str]:
    """The scores after as many games as the paper tells of, with the paper's, and the one at the end.

    A run that is shorter than the paper's is not compared with what the paper's had come to later.
    """
    cells = []
    for mark in marks:
        paper = f" ({published[mark]:.{digits}f})" if mark in published else ""
        cells.append(f"{at(curve, mark).score:.3f}{paper}" if mark <= course.games else f"–{paper}")
    return [*cells, f"{curve[-1].score:.3f}"]


def draw_curves(
    classroom: Classroom, change: Callable[[Sequence[Mark]], Sequence[Mark]] = list
) -> Callable[[Path], None]:
    """Scores and points per game against the expert over games, one line for each way."""

    def draw(target: Path) -> None:
        with figure(target, columns=2, width=12.0, height=5.0) as (scores, points):
            for way in classroom.ways:
                curve = change(classroom.curve(way))
                learned = [test.games for test in curve]
                look = {
                    "color": way.colour,
                    "marker": "o",
                    "markersize": 3,
                    "linewidth": 1,
                    "label": way.title,
                }
                scores.plot(learned, [test.score for test in curve], **look)
                points.plot(learned, [test.points for test in curve], **look)
            scores.axhline(0.5, color="black", linewidth=0.5)
            points.axhline(0.0, color="black", linewidth=0.5)
            scores.set(xlabel="games learned from", ylabel="share of games won against the expert")
            points.set(xlabel="games learned from", ylabel="points per game against the expert")
            for axes in (scores, points):
                axes.grid(alpha=0.3)
                axes.legend(fontsize="small")

    return draw
