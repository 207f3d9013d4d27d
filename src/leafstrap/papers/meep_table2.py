"""Meep's Table 2 and figure 2: four ways to learn from self-play, for the same time from the same random weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap.papers.experiment import Experiment, even, figure, save
from leafstrap.papers.rating_pool import Curve, Pool
from leafstrap.papers.rules import BY_NAME
from leafstrap.papers.trial import Trial
from leafstrap.runs.rating import UNTRAINED_RATING

MINUTES = 20.0
SEEDS = 3
# A search of Meep's training games was of this order: some seconds at some ten thousand nodes a second.
TRAINING_NODES = 100_000
POOL_NODES = 3_000
POOL_GAMES = 20  # a pairing
STEPS = 7


@dataclass(frozen=True, slots=True)
class Method:
    """A way to learn: its step size at this size of search, its rating in the paper, its colour in the picture."""

    rule: str
    title: str
    step_size: float
    published: str
    colour: str


METHODS = (
    Method("treestrap-ab", "TreeStrap(αβ)", 3e-5, "2157 ± 31", "tab:red"),
    Method("treestrap-minimax", "TreeStrap(minimax)", 1e-4, "1807 ± 32", "tab:orange"),
    Method("rootstrap-ab", "RootStrap(αβ)", 3e-3, "1362 ± 59", "tab:blue"),
    Method("td-leaf", "TD-Leaf", 3e-3, "1068 ± 36", "tab:green"),
)

Curves = Mapping[tuple[str, int], Curve]


def meep_table2(experiment: Experiment) -> Path:
    """Train every method with several seeds and rate all runs in one pool; returns the page with the results."""
    seeds = range(experiment.seed, experiment.seed + SEEDS)
    wanted = [(method, seed) for seed in seeds for method in METHODS]
    trials = experiment.side_by_side(lambda item: _trial(experiment, *item).run(), wanted)
    runs = {trial.folder.name: trial for trial in trials}
    starts = dict.fromkeys(runs, UNTRAINED_RATING)
    rated = Pool(runs, starts, STEPS, POOL_NODES, even(experiment.scale * POOL_GAMES)).rate(experiment)
    curves = {
        (method.rule, seed): rated.curve(trial.folder.name)
        for (method, seed), trial in zip(wanted, trials, strict=True)
    }
    data = [
        {"rule": rule, "seed": seed, "command": runs[f"{rule}-{seed}"].command, "curve": curve.as_json()}
        for (rule, seed), curve in curves.items()
    ]
    return save(experiment, "meep-table2", _page(experiment, trials, curves), _draw(curves), data)


def _trial(experiment: Experiment, method: Method, seed: int) -> Trial:
    folder = experiment.work / f"{method.rule}-{seed}"
    minutes = experiment.scale * MINUTES
    trial = BY_NAME[method.rule].trial(folder, method.step_size, minutes, seed, TRAINING_NODES)
    # Games are few and long here: every one may be a milestone.
    return Trial(folder, trial.recipe, seed, minutes, settings={**trial.settings, "run.checkpoint_every": 1})


def of_rule(curves: Curves, rule: str) -> list[Curve]:
    """The runs of one rule."""
    return [curve for (name, _), curve in curves.items() if name == rule]


def _page(experiment: Experiment, trials: Sequence[Trial], curves: Curves) -> str:
    rows = []
    for method in METHODS:
        mine = of_rule(curves, method.rule)
        best = max((curve.best for curve in mine), key=lambda rating: rating.elo)
        ends = ", ".join(f"{curve.last.elo:.0f}" for curve in mine)
        learned = ", ".join(str(curve.milestones[-1].games) for curve in mine)
        rows.append(
            f"| {method.title} | {best.elo:.0f} [{best.low:.0f}, {best.high:.0f}] | {ends} | {learned} "
            f"| {method.step_size:g} | {method.published} |"
        )
    games = even(experiment.scale * POOL_GAMES)
    return "\n".join(
        [
            "# Meep's Table 2: learning by self-play",
            "",
            f"Each method from random weights, {experiment.scale * MINUTES:g} minutes (processor time of one core), "
            f"{TRAINING_NODES:,} nodes a move, {SEEDS} seeds. All runs at several stages of their learning in one "
            f"pool: tournament search, {POOL_NODES:,} nodes a move, {games} games a pairing, "
            f"openings paired. Untrained players have the rating {UNTRAINED_RATING:.0f}, as in the paper.",
            "",
            experiment.provenance("meep-table2"),
            "",
            "![Ratings over minutes of learning](meep-table2.png)",
            "",
            "| method | best rating of all runs, 95 % interval | rating at the end, each seed | games learned from "
            "| step size | Meep, Table 2 |",
            "|---|--:|--:|--:|--:|--:|",
            *rows,
            f"| Untrained | {UNTRAINED_RATING:.0f} | | 0 | | 250 ± 63 |",
            "",
            "The commands of the first seed:",
            "",
            *(f"    {trial.command}" for trial in trials[: len(METHODS)]),
            "",
        ]
    )


def _draw(curves: Curves) -> Callable[[Path], None]:
    def draw(target: Path) -> None:
        with figure(target, columns=1, width=8.0, height=5.0) as (axes,):
            for method in METHODS:
                for number, curve in enumerate(of_rule(curves, method.rule)):
                    points = list(zip(curve.milestones, curve.ratings, strict=True))[1:]
                    elo = [rating.elo for _, rating in points]
                    axes.errorbar(
                        [mark.minutes for mark, _ in points],
                        elo,
                        yerr=[rating.high - rating.elo for _, rating in points],
                        color=method.colour,
                        marker="o",
                        markersize=3,
                        capsize=2,
                        linewidth=1,
                        label=None if number else method.title,
                    )
            axes.axhline(UNTRAINED_RATING, color="grey", linewidth=0.8, linestyle="--")
            axes.set(xscale="log", xlabel="minutes of learning", ylabel="rating, untrained = 250")
            axes.grid(alpha=0.3)
            axes.legend()

    return draw
