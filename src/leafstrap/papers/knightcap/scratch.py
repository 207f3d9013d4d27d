"""KnightCap's section 6 leaves open which converges faster on backgammon, TD(λ) or TDLeaf(λ) at two plies.

By games, or by processor time: from the same random weights both learn for the same time, and weights of the way meet
a fixed player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap.papers.examination import Examination, examine
from leafstrap.papers.experiment import Experiment, even, figure, register, save
from leafstrap.papers.rating_pool import milestones
from leafstrap.papers.trial import Trial
from leafstrap.types import JsonObject, Table

MINUTES = 60.0  # of a processor
STAGES = 14  # of each run that are tested: after all games, half of them, a quarter …
TEST_GAMES, LAST_GAMES = 2_000, 20_000
SLOWLY = 25  # tests take little time: in a small experiment they shrink so many times less
PUBEVAL = "pubeval"


@dataclass(frozen=True, slots=True)
class Arm:
    """A rule with its step, which stays the same: falling ones would have to know how many games there will be."""

    name: str
    rule: str
    title: str
    colour: str
    step: float
    every: int  # games after which weights are kept
    ahead: Table


# TDLeaf diverges with the step of the recipe, 0.01, and swings widely with 0.003; so TD has its own step, and the same.
ONE_PLY: Table = {"search.depth": 1}
ARMS = (
    Arm("td", "td", "TD(λ), one ply, steps of 0.01", "tab:blue", 0.01, 50, ONE_PLY),
    Arm("td-small", "td", "TD(λ), one ply, steps of 0.001", "tab:cyan", 0.001, 50, ONE_PLY),
    Arm(
        "td-leaf",
        "td-leaf",
        "TDLeaf(λ), two plies, steps of 0.001",
        "tab:red",
        0.001,
        10,
        {"search.depth": 2, "search.candidates": 4},
    ),
)


@dataclass(frozen=True, slots=True)
class Stage:
    """Weights of the way, and what they can do."""

    minutes: float
    test: Examination

    def as_json(self) -> JsonObject:
        """The numbers behind the page."""
        return {"minutes": round(self.minutes, 4), **self.test.as_json()}


@dataclass(frozen=True, slots=True)
class Curve:
    """What became of an arm."""

    arm: Arm
    trial: Trial
    stages: Sequence[Stage]
    two_plies: Examination  # in the end, both looking so far; the stages are tested at one

    def as_json(self) -> JsonObject:
        """The numbers behind the page."""
        stages = [stage.as_json() for stage in self.stages]
        about = {"name": self.arm.name, "command": self.trial.command}
        return {**about, "stages": stages, "two_plies": self.two_plies.as_json()}

    def around(self, games: int) -> tuple[Examination, Examination]:
        """The last test up to a number of games, and the first from it on; there may be no later one."""
        tests = [stage.test for stage in self.stages]
        before = [test for test in tests if test.games <= games]
        return before[-1], next((test for test in tests if test.games >= games), before[-1])


@register(
    "backgammon-scratch",
    "TD(λ) beside TDLeaf(λ) on backgammon, from random weights (section 6)",
    small=0.005,
    one_run_each=True,
)
def backgammon_scratch(experiment: Experiment) -> Path:
    """Learn by all of them, then test weights of the way; returns the page with the results."""
    curves = experiment.side_by_side(lambda arm: _learn(experiment, arm), ARMS)

    def draw(target: Path) -> None:
        with figure(target, columns=2, width=12.0, height=5.0) as panels:
            for axes, label in zip(panels, ("games learned from", "minutes of a processor"), strict=True):
                for curve in curves:
                    learned = [stage for stage in curve.stages if stage.test.games]  # 0 has no logarithm
                    axes.errorbar(
                        [stage.test.games if "games" in label else stage.minutes for stage in learned],
                        [stage.test.points for stage in learned],
                        yerr=[stage.test.high - stage.test.points for stage in learned],
                        color=curve.arm.colour,
                        marker="o",
                        markersize=3,
                        capsize=2,
                        linewidth=1,
                        label=curve.arm.title,
                    )
                axes.axhline(0.0, color="black", linewidth=0.5)
                axes.set(xlabel=label, ylabel=f"points per game against {PUBEVAL}, one ply", xscale="log")
                axes.grid(alpha=0.3)
                axes.legend(fontsize="small")

    data = [curve.as_json() for curve in curves]
    return save(experiment, "backgammon-scratch", _page(experiment, curves), draw, data)


def _learn(experiment: Experiment, arm: Arm) -> Curve:
    settings = {
        "backup.name": arm.rule,
        "backup.step_size": arm.step,
        **arm.ahead,
        "run.clock": "processor",
        "run.games_per_batch": 1,  # weights move after each game, as in the paper
        "run.checkpoint_every": arm.every,
        "run.final_games": 0,
    }
    trial = Trial(
        experiment.work / arm.name,
        "td-gammon",
        experiment.seed,
        minutes=experiment.scale * MINUTES,
        settings=settings,
        game="backgammon",
    ).run(experiment.machine)
    found = milestones(arm.name, trial, STAGES)
    last = found[-1].games

    def test(learned: int, games: int, depth: int = 1) -> Examination:
        share = max(experiment.scale, min(1.0, SLOWLY * experiment.scale))
        return examine(
            trial, learned, PUBEVAL, even(share * games), experiment.machine, depth=depth, seed=learned
        )

    stages = [
        Stage(at.minutes, test(at.games, LAST_GAMES if at.games == last else TEST_GAMES)) for at in found
    ]
    return Curve(arm, trial, stages, test(last, TEST_GAMES, depth=2))


def _compared(one: Examination, before: Examination, after: Examination) -> str:
    """One beside another's tests of both sides: after fewer and after more games."""
    if one.low > after.high:
        return "ahead of"
    return "behind" if one.high < before.low else "not apart from"


def _answer(curves: Sequence[Curve]) -> str:
    """Where TDLeaf, the last, stands beside each of the others, after the same games and after the same time."""
    *others, leaf = curves
    end, parts = leaf.stages[-1].test, []
    for other in others:
        before, after = other.around(end.games)
        last = other.stages[-1].test
        parts.append(
            f"By games it is {_compared(end, before, after)} {other.arm.title} ({before} after {before.games:,}, "
            f"{after} after {after.games:,}), by processor time {_compared(end, last, last)} it ({last} after "
            f"{last.games:,})."
        )
    return f"**{leaf.arm.title}, comes to {end} in {end.games:,} games. {' '.join(parts)}**"


def _page(experiment: Experiment, curves: Sequence[Curve]) -> str:
    rows = [
        f"| {curve.arm.title} | {stage.test.games:,} | {stage.minutes:.2f} | {stage.test} | {stage.test.test_games:,} |"
        for curve in curves
        for stage in curve.stages
    ]
    ends = "; ".join(f"{curve.arm.title} {curve.two_plies}" for curve in curves)
    more = (
        ""
        if experiment.scale >= 1
        else " A small run: the whole is `leafstrap reproduce backgammon-scratch`."
    )
    return "\n".join(
        [
            "# Backgammon from scratch: TD(λ) and TDLeaf(λ)",
            "",
            "KnightCap's section 6 leaves open which of the two converges faster where both are feasible, and suspects "
            "TDLeaf(λ) by games and TD(λ) by processor time. The paper has no such experiment; this one is ours: a "
            "network of 198 inputs and 40 hidden units, the same random weights, λ = 0.6, self-play, weights that move "
            f"after each game, {experiment.scale * MINUTES:g} minutes of one processor each, one seed. TDLeaf(λ) "
            "chooses moves at two plies (four candidates) and learns from the expected leaves; with TD(λ)'s steps of "
            "0.01 it diverges within ten games, with 0.003 it swings widely, so it has 0.001, and TD(λ) both. "
            f"Points per game against `{PUBEVAL}`, Tesauro's public evaluator, both at one ply, the same dice for both "
            "sides.",
            "",
            _answer(curves) + more,
            "",
            experiment.provenance("backgammon-scratch"),
            "",
            "![Points per game over games and over processor time](backgammon-scratch.png)",
            "",
            "| rule | games | minutes of a processor | points per game, 95 % interval | test games |",
            "|---|--:|--:|--:|--:|",
            *rows,
            "",
            f"In the end with the learner at two plies, {curves[0].two_plies.test_games:,} games each: {ends}.",
            "",
            "The commands:",
            "",
            *(f"    {curve.trial.command}" for curve in curves),
            "",
        ]
    )
