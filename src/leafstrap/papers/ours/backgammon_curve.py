"""How good self-play gets at backgammon, and how fast: a run against two fixed yardsticks, over games and over time."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from leafstrap.papers.examination import Examination, examine
from leafstrap.papers.experiment import Experiment, even, figure, register, save
from leafstrap.papers.trial import Trial
from leafstrap.training.store.metrics import read_metrics

GAMES = 200_000
TESTS = 20
TEST_GAMES, LAST_GAMES = 2_000, 20_000
PUBEVAL, GNUBG = "pubeval", "gnubg:0"


@register(
    "backgammon", "Self-play from random weights against two fixed opponents", small=0.02, one_run_each=True
)
def backgammon_curve(experiment: Experiment) -> Path:
    """Learn by the recipe `backgammon`, then test weights of the way; returns the page with the results."""
    every = max(100, round(experiment.scale * GAMES / TESTS / 100) * 100)
    settings = {
        "run.checkpoint_every": every,
        "run.keep_best_every": 0,
        "run.final_games": 0,
        "backup.step_size": f"0.02 to 0.001 over {TESTS * every}",
    }
    trial = Trial(
        experiment.work / "run",
        "backgammon",
        experiment.seed,
        games=TESTS * every,
        settings=settings,
        game="backgammon",
    ).run(experiment.machine)
    names = [PUBEVAL, *([GNUBG] if shutil.which("gnubg") else [])]
    marks = [every * (number + 1) for number in range(TESTS)]
    seconds = _seconds(trial)
    wanted = [(name, mark) for name in names for mark in marks]
    found = experiment.side_by_side(lambda item: _test(experiment, trial, *item, marks[-1]), wanted)
    curves = {name: found[i * TESTS : (i + 1) * TESTS] for i, name in enumerate(names)}

    def draw(target: Path) -> None:
        with figure(target, columns=2, width=12.0, height=5.0) as panels:
            for axes, label in zip(panels, ("games", "seconds"), strict=True):
                for name, colour in zip(curves, ("tab:blue", "tab:red"), strict=False):
                    axes.errorbar(
                        [point.games if label == "games" else seconds[point.games] for point in curves[name]],
                        [point.points for point in curves[name]],
                        yerr=[point.high - point.points for point in curves[name]],
                        color=colour,
                        marker="o",
                        markersize=3,
                        capsize=2,
                        linewidth=1,
                        label=name,
                    )
                axes.axhline(0.0, color="black", linewidth=0.5)
                what = "games learned from" if label == "games" else "seconds of learning, one worker"
                axes.set(xlabel=what, ylabel="points per game")
                axes.grid(alpha=0.3)
                axes.legend(fontsize="small")

    data = [{"opponent": name, "tests": [test.as_json() for test in curve]} for name, curve in curves.items()]
    return save(experiment, "backgammon", _page(experiment, trial, curves, seconds), draw, data)


def _seconds(trial: Trial) -> dict[int, float]:
    """Seconds of learning by the number of games, as the run has noted them lot by lot."""
    total, seconds = 0.0, {}
    for record in read_metrics(trial.folder / "metrics.jsonl", "game"):
        total += record["seconds"]
        seconds[record["game"]] = total
    return seconds


def _test(experiment: Experiment, trial: Trial, name: str, mark: int, last: int) -> Examination:
    """The last weights are tested by more games."""
    number = even(experiment.scale * (LAST_GAMES if mark == last else TEST_GAMES))
    return examine(trial, mark, name, number, experiment.machine, seed=mark)


def _page(
    experiment: Experiment,
    trial: Trial,
    curves: Mapping[str, Sequence[Examination]],
    seconds: Mapping[int, float],
) -> str:
    rows = [
        f"| {points[0].games:,} | {seconds[points[0].games]:,.0f} s | "
        + " | ".join(f"{point} in {point.test_games:,}" for point in points)
        + " |"
        for points in zip(*curves.values(), strict=True)
    ]
    return "\n".join(
        [
            "# Backgammon by self-play",
            "",
            "The recipe `backgammon`, three networks with 20, 20 and 40 hidden units, from random weights by self-play "
            "with one worker. Points per game against fixed players, the same dice for both sides, no cube, no looking "
            f"ahead. `{PUBEVAL}` is Tesauro's public evaluator, `{GNUBG}` is GNU Backgammon's evaluation.",
            "",
            experiment.provenance("backgammon"),
            "",
            "![Points per game over games and over time](backgammon.png)",
            "",
            f"| games | learning | {' | '.join(f'against `{name}`' for name in curves)} |",
            f"|--:|--:|{'--:|' * len(curves)}",
            *rows,
            "",
            "The command:",
            "",
            f"    {trial.command}",
            "",
        ]
    )
