"""Which learning rule does better depends on how much a move may cost: TreeStrap(αβ) and TD-Leaf at equal time.

With small searches a run has many games and each tree few nodes; with large ones it is the other way round. TD-Leaf
learns from the games, TreeStrap from the nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap.papers.experiment import Experiment, elo_text, fewer, figure, percent, register, save
from leafstrap.papers.ours.rules import BY_NAME
from leafstrap.papers.trial import Pairing, Trial
from leafstrap.types import JsonObject

MINUTES = 6.0
GAMES = 100
DEPTH = 3
TREE, LEAF = "treestrap-ab", "td-leaf"
# Nodes a move, and for each rule the best step size of short runs: the sweep, or two sizes of three minutes.
SIZES = {
    1_000: {TREE: 3e-4, LEAF: 3e-3},
    20_000: {TREE: 1e-4, LEAF: 3e-3},
    100_000: {TREE: 3e-5, LEAF: 3e-3},
}


@dataclass(frozen=True, slots=True)
class Size:
    """One amount of work a move: both runs, and their matches."""

    nodes: int
    trials: dict[str, Trial]
    material: dict[str, JsonObject]
    direct: JsonObject


@register("search-sizes", "TreeStrap and TD-Leaf by nodes a move", small=0.03, one_run_each=True)
def search_sizes(experiment: Experiment) -> Path:
    """Train both rules with each size of search, then let them play; returns the page with the results."""
    wanted = [(nodes, name) for nodes in reversed(SIZES) for name in (TREE, LEAF)]
    runs = experiment.side_by_side(lambda item: _trial(experiment, *item), wanted)
    trials = dict(zip(wanted, runs, strict=True))
    sizes = experiment.side_by_side(lambda nodes: _matches(experiment, nodes, trials), SIZES)
    return save(experiment, "search-sizes", _page(experiment, sizes), _draw(sizes), _data(sizes))


def _trial(experiment: Experiment, nodes: int, name: str) -> Trial:
    folder = experiment.work / f"{name}-{nodes}"
    minutes = experiment.scale * MINUTES
    return (
        BY_NAME[name]
        .trial(folder, SIZES[nodes][name], minutes, experiment.seed, nodes)
        .run(experiment.machine)
    )


def _matches(experiment: Experiment, nodes: int, trials: dict[tuple[int, str], Trial]) -> Size:
    mine = {name: trials[nodes, name] for name in (TREE, LEAF)}
    players = {name: str(trial.newest) for name, trial in mine.items()}

    def play(a: str, b: str, label: str) -> JsonObject:
        cache = experiment.work / "matches" / f"{nodes}-{label}.json"
        return Pairing(a, b, fewer(experiment, GAMES), DEPTH, experiment.seed).play(cache, experiment.machine)

    material = {name: play(player, "material", f"{name}-material") for name, player in players.items()}
    return Size(nodes, mine, material, play(players[TREE], players[LEAF], f"{TREE}-{LEAF}"))


def _page(experiment: Experiment, sizes: Sequence[Size]) -> str:
    rows = [
        f"| {s.nodes:,} | "
        + " | ".join(
            f"{SIZES[s.nodes][name]:g} | {int(s.trials[name].newest.stem)} | {percent(s.material[name])}"
            for name in (TREE, LEAF)
        )
        + f" | {percent(s.direct)} | {elo_text(s.direct)} |"
        for s in sizes
    ]
    return "\n".join(
        [
            "# How large a search to learn from",
            "",
            f"TreeStrap(αβ) and TD-Leaf from the same random weights, {experiment.scale * MINUTES:g} minutes of "
            "self-play (processor time of one core) with searches of different size. Then "
            f"{fewer(experiment, GAMES)} games a pairing at depth {DEPTH}, openings paired.",
            "",
            experiment.provenance("search-sizes"),
            "",
            "![Score by nodes a move](search-sizes.png)",
            "",
            "| nodes a move | TreeStrap: step | games | v `material` | TD-Leaf: step | games | v `material` "
            "| TreeStrap v TD-Leaf | Elo |",
            "|--:|--:|--:|--:|--:|--:|--:|--:|---|",
            *rows,
            "",
            "The commands of the first row; the others differ in nodes, rule and step size:",
            "",
            *(f"    {trial.command}" for trial in sizes[0].trials.values()),
            f"    {sizes[0].direct['command']}",
            "",
        ]
    )


def _draw(sizes: Sequence[Size]) -> Callable[[Path], None]:
    nodes = [size.nodes for size in sizes]

    def draw(target: Path) -> None:
        with figure(target, columns=2, width=10.0, height=4.2) as (absolute, direct):
            for name in (TREE, LEAF):
                scores = [100 * size.material[name]["score"] for size in sizes]
                absolute.plot(nodes, scores, marker="o", label=name)
            absolute.legend()
            absolute.set(title="score against material")
            direct.plot(nodes, [100 * size.direct["score"] for size in sizes], marker="o", color="black")
            direct.axhline(50, color="grey", linewidth=0.8)
            direct.set(title=f"score of {TREE} against {LEAF}")
            for axes in (absolute, direct):
                axes.set(xscale="log", xlabel="nodes a move", ylabel="score, %", ylim=(-3, 103))
                axes.grid(alpha=0.3)

    return draw


def _data(sizes: Sequence[Size]) -> list[JsonObject]:
    return [
        {
            "nodes": size.nodes,
            "games_learned": {name: int(trial.newest.stem) for name, trial in size.trials.items()},
            "commands": [trial.command for trial in size.trials.values()],
            "material": size.material,
            "direct": size.direct,
        }
        for size in sizes
    ]
