"""KnightCap's section 5.2 and Meep's conclusion: whether looking ahead improves what TD(λ) has learned of backgammon.

From one start, which TD(λ) has learned with falling steps, every rule goes on; so does TD(λ) itself, as the control:
what it gains too is the gain of going on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap.papers.examination import ALONE, Examination, examine
from leafstrap.papers.experiment import Experiment, even, figure, register, save
from leafstrap.papers.trial import Trial
from leafstrap.training.store.metrics import read_metrics
from leafstrap.types import JsonObject, Table

START_GAMES = 200_000  # of TD(λ), where the paper had the weights of a program that played on a server
GAMES = 50_000  # as in the paper
TESTS = 10  # a test every 5,000 games, as in the paper
TEST_GAMES = 1_600  # as in the paper
LAST_GAMES = 20_000  # of the weights in the end, at two plies and at one
STEP = 0.001  # half of what the start ended with; with 0.003, and twenty games an update, TDLeaf diverges
# In a small experiment these shrink so many times less: the start is to be a converged one, and one ply takes no time.
START_SLOWLY, ONE_PLY_SLOWLY = 50, 10


@dataclass(frozen=True, slots=True)
class Arm:
    """A rule that goes on from the start, and how far it looks ahead."""

    rule: str
    title: str
    colour: str
    depth: int = 2

    @property
    def settings(self) -> Table:
        """Of a recipe; without looking ahead there are no candidates."""
        ahead = {"search.candidates": 4} if self.depth > 1 else {}
        return {"backup.name": self.rule, "search.depth": self.depth, **ahead}


CONTROL = Arm("td", "TD(λ) goes on, the control", "black", depth=1)
ARMS = (
    CONTROL,
    Arm("td-leaf", "TDLeaf(λ)", "tab:red"),
    Arm("td-directed", "TD-directed(λ)", "tab:blue"),
    Arm("rootstrap-minimax", "RootStrap towards expectimax", "tab:green"),
    Arm("treestrap-minimax", "TreeStrap towards expectimax", "tab:orange"),
    Arm("treestrap-ab", "TreeStrap towards the bounds of Star2", "tab:purple"),
)


@dataclass(frozen=True, slots=True)
class Course:
    """What became of an arm: tests on the way, and in the end at two plies and at one."""

    arm: Arm
    trial: Trial
    tests: Sequence[Examination]
    two_plies: Examination
    one_ply: Examination

    @property
    def evaluations(self) -> float:
        """A game of learning."""
        records = list(read_metrics(self.trial.folder / "metrics.jsonl", "game"))
        return float(sum(each["nodes"] for each in records) / sum(each["games"] for each in records))

    def as_json(self) -> JsonObject:
        """The numbers behind the page."""
        return {
            "rule": self.arm.rule,
            "command": self.trial.command,
            "evaluations": round(self.evaluations),
            "tests": [test.as_json() for test in self.tests],
            "two_plies": self.two_plies.as_json(),
            "one_ply": self.one_ply.as_json(),
        }


@register(
    "knightcap-backgammon",
    "Whether looking ahead improves what TD(λ) learned of backgammon (section 5)",
    small=0.002,
    one_run_each=True,
)
def knightcap_backgammon(experiment: Experiment) -> Path:
    """Learn a start by TD(λ), go on from it by every rule, and test on the way; returns the page with the results."""
    start = _start(experiment)
    courses = experiment.side_by_side(lambda arm: _go_on(experiment, arm, start.newest), ARMS)

    def draw(target: Path) -> None:
        with figure(target, columns=1, width=8.0, height=5.0) as (axes,):
            for course in courses:
                axes.errorbar(
                    [test.games for test in course.tests],
                    [test.points for test in course.tests],
                    yerr=[test.high - test.points for test in course.tests],
                    color=course.arm.colour,
                    marker="o",
                    markersize=3,
                    capsize=2,
                    linewidth=1,
                    label=course.arm.title,
                )
            axes.axhline(0.0, color="black", linewidth=0.5)
            axes.set(
                xlabel="games learned from", ylabel="points per game against the start, both at two plies"
            )
            axes.grid(alpha=0.3)
            axes.legend(fontsize="small")

    data = [course.as_json() for course in courses]
    return save(experiment, "knightcap-backgammon", _page(experiment, start, courses), draw, data)


def _slow(experiment: Experiment, slowly: int) -> float:
    return max(experiment.scale, min(1.0, slowly * experiment.scale))


def _start(experiment: Experiment) -> Trial:
    number = max(100, round(_slow(experiment, START_SLOWLY) * START_GAMES / 100) * 100)
    settings = {
        "backup.step_size": f"0.02 to 0.002 over {number}",
        "run.checkpoint_every": number,
        "run.final_games": 0,
    }
    folder = experiment.work / "start"
    return Trial(
        folder, "td-gammon", experiment.seed, games=number, settings=settings, game="backgammon"
    ).run(experiment.machine)


def _go_on(experiment: Experiment, arm: Arm, start: Path) -> Course:
    every = max(1, round(experiment.scale * GAMES / TESTS))
    settings = {
        "evaluator.initial": start,
        **arm.settings,
        "backup.step_size": STEP,
        "run.games_per_batch": 1,  # weights move after each game, as in the paper
        "run.checkpoint_every": every,
        "run.final_games": 0,
    }
    folder = experiment.work / arm.rule
    trial = Trial(
        folder, "td-gammon", experiment.seed, games=TESTS * every, settings=settings, game="backgammon"
    ).run(experiment.machine)

    def test(mark: int, games: float, depth: int, seed: int) -> Examination:
        number, weights = even(games), trial.nearest(mark)
        return examine(trial, weights, f"{start}{ALONE}", number, experiment.machine, depth=depth, seed=seed)

    marks, end = [every * (step + 1) for step in range(TESTS)], TESTS * every
    return Course(
        arm,
        trial,
        [test(mark, experiment.scale * TEST_GAMES, 2, mark) for mark in marks],
        test(end, experiment.scale * LAST_GAMES, 2, end + 1),  # other dice than on the way
        test(end, _slow(experiment, ONE_PLY_SLOWLY) * LAST_GAMES, 1, end + 1),
    )


def _answer(courses: Sequence[Course]) -> str:
    """What the figures say, in the paper's words: whether rules that look ahead leave parity, and the control."""
    ahead = [course for course in courses if course.arm is not CONTROL]
    control = next((course for course in courses if course.arm is CONTROL), None)
    above = [course.arm.title for course in ahead if course.two_plies.low > 0]
    below = [course.arm.title for course in ahead if course.two_plies.high < 0]
    verdict = "No rule that looks ahead differs from the start at two plies" if not above + below else ""
    verdict += f"Above the start at two plies: {', '.join(above)}" if above else ""
    verdict += f"{'; b' if above else 'B'}elow it: {', '.join(below)}" if below else ""
    if control is None:
        return f"**{verdict}.**"
    other = control.one_ply
    apart = [c.arm.title for c in ahead if c.one_ply.low > other.high or c.one_ply.high < other.low]
    against = f"apart from it at one ply: {', '.join(apart)}" if apart else "none is apart from it at one ply"
    return (
        f"**{verdict}. TD(λ) that goes on comes to {control.two_plies} at two plies and {other} at one; "
        f"of the others {against}.**"
    )


def _page(experiment: Experiment, start: Trial, courses: Sequence[Course]) -> str:
    rows = [
        f"| {course.arm.title} | {sum(test.points for test in course.tests) / len(course.tests):+.3f} | "
        f"{course.two_plies} | {100 * course.two_plies.score:.1f} % | {course.one_ply} | {course.evaluations:,.0f} |"
        for course in courses
    ]
    first = courses[0]
    size = f"{first.tests[-1].games:,} games"
    more = (
        ""
        if experiment.scale >= 1
        else " A small run: the whole is `leafstrap reproduce knightcap-backgammon`."
    )
    return "\n".join(
        [
            "# KnightCap's experiment with backgammon",
            "",
            f"A network of 198 inputs and 40 hidden units learned by TD(λ) from {start.games:,} games of self-play "
            f"with falling steps (ours; the paper had the weights of LGammon). From it every rule went on for {size} "
            f"of self-play, one seed, steps of {STEP:g} after each game, with moves chosen at two plies (a roll and "
            "the best answer to it, four candidates; the control at one). "
            f"{TESTS} times on the way it met the start, both at two plies with five candidates, "
            f"{first.tests[-1].test_games:,} games with the same dice for both sides; in the end "
            f"{first.two_plies.test_games:,} games at two plies and {first.one_ply.test_games:,} at one. The paper "
            "had 50,000 games, tests of 1,600, and no control: results fluctuated around parity. Meep's conclusion "
            "names TreeStrap towards expectimax and towards the bounds of *-minimax, and has no results.",
            "",
            _answer(courses) + more,
            "",
            experiment.provenance("knightcap-backgammon"),
            "",
            "![Points per game against the start](knightcap-backgammon.png)",
            "",
            "| rule | mean of all tests | at the end, two plies: points per game, 95 % interval | games won | "
            "at the end, one ply | evaluations a game of learning |",
            "|---|--:|--:|--:|--:|--:|",
            *rows,
            "",
            "The commands:",
            "",
            f"    {start.command}",
            *(f"    {course.trial.command}" for course in courses),
            "",
        ]
    )
