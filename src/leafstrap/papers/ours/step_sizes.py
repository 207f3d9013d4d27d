"""How each learning rule does with different step sizes: short runs, each measured against two fixed players."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap.papers.experiment import Experiment, elo_text, fewer, figure, percent, register, save
from leafstrap.papers.ours.rules import NODES, RULES, Rule
from leafstrap.papers.trial import Pairing, Trial
from leafstrap.types import JsonObject

MINUTES = 0.5
GAMES = 40
DEPTH = 2
OPPONENTS = ("initial", "material")


@dataclass(frozen=True, slots=True)
class Cell:
    """One rule with one step size: its run, and its results against each opponent."""

    rule: Rule
    step_size: float
    trial: Trial
    results: dict[str, JsonObject]


@register("step-sizes", "Every learning rule with several step sizes", small=0.02, one_run_each=True)
def step_sizes(experiment: Experiment) -> Path:
    """Run the sweep; returns the page with its results."""
    wanted = [(rule, size) for rule in RULES for size in rule.step_sizes]
    cells = experiment.side_by_side(lambda item: _cell(experiment, *item), wanted)
    return save(experiment, "step-sizes", _page(experiment, cells), _draw(cells), _data(cells))


def best_step_sizes(data: Sequence[JsonObject]) -> dict[str, float]:
    """The step size of each rule that scored most against `material`, then against its own beginning."""

    def merit(cell: JsonObject) -> tuple[float, float]:
        return cell["results"]["material"]["score"], cell["results"]["initial"]["score"]

    by_rule = itertools.groupby(data, key=lambda cell: cell["rule"])
    return {name: max(group, key=merit)["step_size"] for name, group in by_rule}


def _cell(experiment: Experiment, rule: Rule, step_size: float) -> Cell:
    folder = experiment.work / f"{rule.name}-{step_size:g}"
    trial = rule.trial(folder, step_size, experiment.scale * MINUTES, experiment.seed).run(experiment.machine)
    opponents = {"initial": str(trial.initial), "material": "material"}
    results = {
        name: Pairing(str(trial.newest), player, fewer(experiment, GAMES), DEPTH, experiment.seed).play(
            folder / f"v-{name}.json", experiment.machine
        )
        for name, player in opponents.items()
    }
    return Cell(rule, step_size, trial, results)


def _page(experiment: Experiment, cells: Sequence[Cell]) -> str:
    best = best_step_sizes(_data(cells))
    rows = [
        f"| {c.rule.name} | {'**' if best[c.rule.name] == c.step_size else ''}{c.step_size:g}"
        f"{'**' if best[c.rule.name] == c.step_size else ''} | {int(c.trial.newest.stem)} "
        + "".join(f"| {percent(c.results[o])} | {elo_text(c.results[o])} " for o in OPPONENTS)
        + "|"
        for c in cells
    ]
    return "\n".join(
        [
            "# Step sizes",
            "",
            f"Every rule from the same random weights, {experiment.scale * MINUTES:g} minutes of self-play "
            f"(processor time of one core), {NODES} nodes a move (`td`: one ply). Then "
            f"{fewer(experiment, GAMES)} games at depth {DEPTH} against the weights it began with, "
            "and against `material` (1, 4, 4, 6, 12). In bold what did best against `material`.",
            "",
            experiment.provenance("step-sizes"),
            "",
            "![Score against material by step size](step-sizes.png)",
            "",
            "| rule | step size | games learned from | v initial | Elo | v material | Elo |",
            "|---|--:|--:|--:|---|--:|---|",
            *rows,
            "",
            "The first row's commands; the others differ in rule and step size:",
            "",
            f"    {cells[0].trial.command}",
            *(f"    {cells[0].results[o]['command']}" for o in OPPONENTS),
            "",
        ]
    )


def _draw(cells: Sequence[Cell]) -> Callable[[Path], None]:
    def draw(target: Path) -> None:
        with figure(target, columns=2, width=11.0, height=4.6) as panels:
            for axes, opponent in zip(panels, OPPONENTS, strict=True):
                for name, group in itertools.groupby(cells, key=lambda cell: cell.rule.name):
                    mine = list(group)
                    scores = [100 * cell.results[opponent]["score"] for cell in mine]
                    axes.plot([cell.step_size for cell in mine], scores, marker="o", label=name)
                axes.set(
                    xscale="log",
                    xlabel="step size",
                    ylabel="score, %",
                    title=f"against {opponent}",
                    ylim=(-3, 103),
                )
                axes.grid(alpha=0.3)
            panels[-1].legend(fontsize="small")

    return draw


def _data(cells: Sequence[Cell]) -> list[JsonObject]:
    return [
        {
            "rule": cell.rule.name,
            "step_size": cell.step_size,
            "games_learned": int(cell.trial.newest.stem),
            "command": cell.trial.command,
            "results": cell.results,
        }
        for cell in cells
    ]
