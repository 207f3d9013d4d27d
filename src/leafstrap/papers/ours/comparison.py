"""A first comparison of the learning rules: equal time, each with its best step size, everybody against everybody."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from leafstrap.errors import UsageError
from leafstrap.papers.experiment import Experiment, elo_text, fewer, figure, percent, register, save
from leafstrap.papers.ours.rules import BY_NAME, NODES
from leafstrap.papers.ours.step_sizes import best_step_sizes
from leafstrap.papers.trial import Pairing, Trial
from leafstrap.types import JsonObject

MINUTES = 10.0
GAMES = 100
DEPTH = 3
UNTRAINED = "untrained"

Results = Mapping[tuple[str, str], JsonObject]


@register(
    "comparison", "Every learning rule for the same time, all against all", small=0.02, one_run_each=True
)
def comparison(experiment: Experiment) -> Path:
    """Train every rule with the step size that the sweep found best, then play; returns the page with the results."""
    sizes = _best_step_sizes(experiment.results / "step-sizes.json")
    trials = dict(
        zip(
            sizes,
            experiment.side_by_side(lambda name: _trial(experiment, name, sizes[name]), sizes),
            strict=True,
        )
    )
    players = {name: str(trial.newest) for name, trial in trials.items()}
    players[UNTRAINED] = str(next(iter(trials.values())).initial)
    pairings = list(itertools.combinations(players, 2))
    played = experiment.side_by_side(lambda pair: _play(experiment, players, pair), pairings)
    results = dict(zip(pairings, played, strict=True))
    data = [{"a": a, "b": b, **result} for (a, b), result in results.items()]
    page = _page(experiment, trials, sizes, results)
    return save(experiment, "comparison", page, _draw(list(players), results), data)


def _best_step_sizes(path: Path) -> dict[str, float]:
    if not path.exists():
        raise UsageError(
            f"The comparison needs the best step sizes from {path}: run leafstrap reproduce step-sizes first."
        )
    return best_step_sizes(json.loads(path.read_text()))


def _trial(experiment: Experiment, name: str, step_size: float) -> Trial:
    folder = experiment.work / name
    return (
        BY_NAME[name]
        .trial(folder, step_size, experiment.scale * MINUTES, experiment.seed)
        .run(experiment.machine)
    )


def _play(experiment: Experiment, players: Mapping[str, str], pair: tuple[str, str]) -> JsonObject:
    a, b = pair
    pairing = Pairing(players[a], players[b], fewer(experiment, GAMES), DEPTH, experiment.seed)
    return pairing.play(experiment.work / "matches" / f"{a}-{b}.json", experiment.machine)


def total(name: str, results: Results) -> float:
    """A player's share of the points in all its games."""
    won: list[float] = [
        r["score"] if name == pair[0] else 1 - r["score"] for pair, r in results.items() if name in pair
    ]
    return sum(won) / len(won)


def _ranked(names: Sequence[str], results: Results) -> list[str]:
    return sorted(names, key=lambda name: -total(name, results))


def _page(
    experiment: Experiment, trials: Mapping[str, Trial], sizes: Mapping[str, float], results: Results
) -> str:
    ranked = _ranked([*trials, UNTRAINED], results)
    rows = []
    for name in ranked:
        learned = f"{sizes[name]:g} | {int(trials[name].newest.stem)}" if name in trials else "– | 0"
        versus = results.get((name, UNTRAINED))
        improvement = f"{percent(versus)} | {elo_text(versus)}" if versus else "– | –"
        rows.append(f"| {name} | {learned} | {100 * total(name, results):.1f} % | {improvement} |")
    pair_rows = [
        f"| {a} | {b} | +{r['wins']} ={r['draws']} -{r['losses']} | {percent(r)} | {elo_text(r)} | {r['distinct']} |"
        for (a, b), r in results.items()
    ]
    first = next(iter(trials.values()))
    return "\n".join(
        [
            "# Learning rules compared",
            "",
            f"Every rule from the same random weights with the best step size of [the sweep](step-sizes.md), "
            f"{experiment.scale * MINUTES:g} minutes of self-play (processor time of one core), {NODES} nodes "
            f"a move (`td`: one ply). Then {fewer(experiment, GAMES)} games a pairing at depth {DEPTH}, "
            "openings paired.",
            "",
            experiment.provenance("comparison"),
            "",
            "![Score of each rule against each other](comparison.png)",
            "",
            "| rule | step size | games learned from | score in all games | v untrained | Elo v untrained |",
            "|---|--:|--:|--:|--:|---|",
            *rows,
            "",
            "## Pairings",
            "",
            "| A | B | A's games | score | Elo, 95 % interval | distinct games |",
            "|---|---|---|--:|---|--:|",
            *pair_rows,
            "",
            "The commands of the first rule and pairing; the others differ in names and step size:",
            "",
            f"    {first.command}",
            f"    {next(iter(results.values()))['command']}",
            "",
        ]
    )


def _draw(names: Sequence[str], results: Results) -> Callable[[Path], None]:
    ranked = _ranked(names, results)

    def score(a: str, b: str) -> float:
        if a == b:
            return float("nan")
        share: float = results[a, b]["score"] if (a, b) in results else 1 - results[b, a]["score"]
        return 100 * share

    def draw(target: Path) -> None:
        with figure(target, columns=1, width=8.5, height=7.0) as (axes,):
            table = [[score(a, b) for b in ranked] for a in ranked]
            axes.imshow(table, cmap="RdYlGn", vmin=0, vmax=100)
            for row, column in itertools.product(range(len(ranked)), repeat=2):
                if row != column:
                    axes.text(column, row, f"{table[row][column]:.0f}", ha="center", va="center")
            axes.set_xticks(range(len(ranked)), ranked, rotation=40, ha="right")
            axes.set_yticks(range(len(ranked)), ranked)
            axes.set_title("score in % of the row against the column")

    return draw
