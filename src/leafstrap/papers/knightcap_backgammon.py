"""KnightCap's section 5.2: whether looking ahead improves what TD(λ) has learned of backgammon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap.papers.examination import ALONE, Examination, examine
from leafstrap.papers.experiment import Experiment, even, figure, save
from leafstrap.papers.trial import Trial

START_GAMES = 200_000  # of TD(λ), where the paper had the weights of a program that played on a server
GAMES = 50_000
TESTS = 10  # a test every 5,000 games
TEST_GAMES = 1_600
GAMES_AT_ONCE = 20
STEP = 0.003  # the start has been learned with steps that fall to a tenth of its first ones


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that looks ahead."""

    name: str
    title: str
    colour: str


RULES = (
    Rule("td-leaf", "TDLeaf(λ)", "tab:red"),
    Rule("td-directed", "TD-directed(λ)", "tab:blue"),
    Rule("rootstrap-minimax", "RootStrap towards expectimax", "tab:green"),
    Rule("treestrap-minimax", "TreeStrap towards expectimax", "tab:orange"),
)


def knightcap_backgammon(experiment: Experiment) -> Path:
    """Learn a start by TD(λ), go on from it by every rule, and test on the way; returns the page with the results."""
    start = _start(experiment)
    done = experiment.side_by_side(lambda rule: _go_on(experiment, rule, start.newest), RULES)
    trials, curves = zip(*done, strict=True)

    def draw(target: Path) -> None:
        with figure(target, columns=1, width=8.0, height=5.0) as (axes,):
            for rule, curve in zip(RULES, curves, strict=True):
                axes.errorbar(
                    [test.games for test in curve],
                    [test.points for test in curve],
                    yerr=[test.high - test.points for test in curve],
                    color=rule.colour,
                    marker="o",
                    markersize=3,
                    capsize=2,
                    linewidth=1,
                    label=rule.title,
                )
            axes.axhline(0.0, color="black", linewidth=0.5)
            axes.set(
                xlabel="games learned from", ylabel="points per game against the start, both at two plies"
            )
            axes.grid(alpha=0.3)
            axes.legend(fontsize="small")

    data = [
        {"rule": rule.name, "command": trial.command, "tests": [test.as_json() for test in curve]}
        for rule, trial, curve in zip(RULES, trials, curves, strict=True)
    ]
    page = _page(experiment, start, trials, curves)
    return save(experiment, "knightcap-backgammon", page, draw, data)


def _start(experiment: Experiment) -> Trial:
    number = max(100, round(experiment.scale * START_GAMES / 100) * 100)
    settings = {
        "backup.step_size": f"0.02 to 0.002 over {number}",
        "run.checkpoint_every": number,
        "run.final_games": 0,
    }
    folder = experiment.work / "start"
    return Trial(
        folder, "td-gammon", experiment.seed, games=number, settings=settings, game="backgammon"
    ).run(experiment.machine)


def _go_on(experiment: Experiment, rule: Rule, start: Path) -> tuple[Trial, Sequence[Examination]]:
    every = max(GAMES_AT_ONCE, round(experiment.scale * GAMES / TESTS / GAMES_AT_ONCE) * GAMES_AT_ONCE)
    settings = {
        "evaluator.initial": start,
        "backup.name": rule.name,
        "backup.step_size": STEP,
        "search.depth": 2,
        "search.candidates": 4,
        "run.games_per_batch": GAMES_AT_ONCE,
        "run.checkpoint_every": every,
        "run.final_games": 0,
    }
    folder = experiment.work / rule.name
    trial = Trial(
        folder, "td-gammon", experiment.seed, games=TESTS * every, settings=settings, game="backgammon"
    ).run(experiment.machine)
    number = even(experiment.scale * TEST_GAMES)
    marks = [every * (step + 1) for step in range(TESTS)]
    return trial, [
        examine(trial, trial.nearest(mark), f"{start}{ALONE}", number, experiment.machine, depth=2, seed=mark)
        for mark in marks
    ]


def _page(
    experiment: Experiment, start: Trial, trials: Sequence[Trial], curves: Sequence[Sequence[Examination]]
) -> str:
    rows = []
    for rule, curve in zip(RULES, curves, strict=True):
        last = curve[-1]
        mean = sum(test.points for test in curve) / len(curve)
        rows.append(f"| {rule.title} | {mean:+.3f} | {last} | {100 * last.score:.1f} % |")
    return "\n".join(
        [
            "# KnightCap's experiment with backgammon",
            "",
            f"A network of 198 inputs and 40 hidden units learned by TD(λ) from {start.games:,} games of self-play. "
            f"From it every rule went on for {curves[0][-1].games:,} games of self-play with moves chosen at two plies "
            f"(a roll and the best answer to it, four candidates), and {TESTS} times on the way met the start, both "
            f"at two plies with five candidates, {even(experiment.scale * TEST_GAMES):,} games with the same dice for "
            "both sides. The paper had the weights of LGammon, 50,000 games and tests of 1,600: results fluctuated "
            "around parity.",
            "",
            experiment.provenance("knightcap-backgammon"),
            "",
            "![Points per game against the start](knightcap-backgammon.png)",
            "",
            "| rule | mean of all tests | points per game at the end, 95 % interval | games won |",
            "|---|--:|--:|--:|",
            *rows,
            "",
            "The commands:",
            "",
            f"    {start.command}",
            *(f"    {trial.command}" for trial in trials),
            "",
        ]
    )
