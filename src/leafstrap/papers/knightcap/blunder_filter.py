"""KnightCap's step size and its filter of blunders, by the size of the search; and how many replies are foreseen.

The paper drops a rise of the evaluation after a reply that KnightCap did not foresee (section 4.1). How much that drops
depends on how much it foresees, and that on how far it looks ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap.papers.experiment import Experiment, counted, elo_text, even, figure, percent, register, save
from leafstrap.papers.trial import Pairing, Trial
from leafstrap.training.store.metrics import read_metrics
from leafstrap.types import JsonObject

GAMES = 100  # against the initial weights
NODES = 2_000  # a move, there
SEARCH = f";search=knightcap@nodes={NODES}"
WARM_UP = 25  # games that only rate the learner, as in the paper
FILTERS = {"predicted": "on", "none": "off"}
STEPS = (1.0, 0.02)  # the paper's, and ours


@dataclass(frozen=True, slots=True)
class Size:
    """A size of the search while learning: the games that a run has, and the runs of a cell."""

    nodes: int
    games: int
    seeds: int


SIZES = (Size(2_000, 333, 3), Size(20_000, 133, 1))
# Nothing is learned: only how often the reply is foreseen is counted.
WATCHED = (Size(2_000, 60, 1), Size(20_000, 30, 1), Size(200_000, 10, 1))


@dataclass(frozen=True, slots=True)
class Cell:
    """One run of the grid."""

    size: Size
    step: float
    blunder_filter: str
    seed: int

    def trial(self, experiment: Experiment) -> Trial:
        """What learns; a step of 0 only watches."""
        settings = {
            "backup.step_size": f"0 for {WARM_UP}, {self.step:g}" if self.step else 0.0,
            "backup.blunder_filter": self.blunder_filter,
            "search.nodes": self.size.nodes,
            "run.checkpoint_every": 1000,
            "run.keep_best_every": 0,
            "run.final_games": 0,
        }
        name = f"{self.size.nodes}-{self.step:g}-{self.blunder_filter}-{self.seed}"
        games = max(5, round(experiment.scale * self.size.games))
        return Trial(experiment.work / name, "knightcap", self.seed, games=games, settings=settings)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a run."""

    cell: Cell
    trial: Trial
    replies: int  # of opponents, where the learner expected one
    foreseen: int
    result: JsonObject | None  # against the initial weights

    def as_json(self) -> JsonObject:
        """The numbers behind the page."""
        about = {
            "nodes": self.cell.size.nodes,
            "step_size": self.cell.step,
            "blunder_filter": self.cell.blunder_filter,
            "seed": self.cell.seed,
            "replies": self.replies,
            "foreseen": self.foreseen,
        }
        return about | {"command": self.trial.command, "result": self.result}


@register(
    "knightcap-filter",
    "Step size and filter of blunders, by the size of the search (section 4.1)",
    small=0.05,
)
def knightcap_filter(experiment: Experiment) -> Path:
    """Learn with every step size, filter and size of search, count what is foreseen; returns the page."""
    watched = [Cell(size, 0.0, "none", experiment.seed) for size in WATCHED]
    cells = [
        Cell(size, step, blunder_filter, seed)
        for size in SIZES
        for seed in experiment.seeds_of(size.seeds)
        for step in STEPS
        for blunder_filter in FILTERS
    ]
    done = experiment.side_by_side(lambda cell: _learn(experiment, cell), [*watched, *cells])
    data = [each.as_json() for each in done]
    return save(experiment, "knightcap-filter", _page(experiment, done), _draw(done), data)


def _learn(experiment: Experiment, cell: Cell) -> Outcome:
    trial = cell.trial(experiment).run(experiment.machine)
    games = list(read_metrics(trial.folder / "metrics.jsonl", "game"))
    replies, foreseen = (sum(game[key] for game in games) for key in ("replies", "predicted"))
    if not cell.step:
        return Outcome(cell, trial, replies, foreseen, None)
    number = even(min(1.0, experiment.scale) * GAMES)
    pairing = Pairing(
        f"{trial.newest}{SEARCH}", f"{trial.initial}{SEARCH}", number, None, cell.seed, search=""
    )
    return Outcome(
        cell, trial, replies, foreseen, pairing.play(trial.folder / "v-initial.json", experiment.machine)
    )


def _share(outcomes: Sequence[Outcome]) -> float:
    return 100 * sum(each.foreseen for each in outcomes) / max(1, sum(each.replies for each in outcomes))


def _page(experiment: Experiment, done: Sequence[Outcome]) -> str:
    watched = [each for each in done if not each.cell.step]
    rows = []
    for size in SIZES:
        for step in STEPS:
            for blunder_filter, word in FILTERS.items():
                same = [e for e in done if (e.cell.size, e.cell.step) == (size, step)]
                cell = [e for e in same if e.cell.blunder_filter == blunder_filter]
                found = [e.result for e in cell if e.result is not None]
                rows.append(
                    f"| {size.nodes:,} | {cell[0].trial.games} | {step:g} | {word} | {_share(cell):.0f} % | "
                    f"{', '.join(percent(r) for r in found)} | {'; '.join(elo_text(r) for r in found)} |"
                )
    seen = [
        f"| {e.cell.size.nodes:,} | {e.trial.games} | {e.replies:,} | {_share([e]):.1f} % |" for e in watched
    ]
    runs = " and ".join(
        f"{counted(len(experiment.seeds_of(size.seeds)), 'seed')} at {size.nodes:,} nodes" for size in SIZES
    )
    return "\n".join(
        [
            "# KnightCap's filter of blunders",
            "",
            "The recipe `knightcap`, from material values against the rated pool `own`, with the paper's step size "
            f"({STEPS[0]:g}) and ours ({STEPS[-1]:g}), with the paper's filter (a rise after a reply that was not "
            f"foreseen counts nothing) and without; {runs}. Then {even(min(1.0, experiment.scale) * GAMES)} games "
            f"against the weights it began with, KnightCap's search at {NODES:,} nodes a move for both. The first "
            f"{WARM_UP} games of a run only rate the learner.",
            "",
            experiment.provenance("knightcap-filter"),
            "",
            "![Score against the start](knightcap-filter.png)",
            "",
            "| nodes a move | games | step size | filter | replies foreseen | score v its start, each seed "
            "| Elo, 95 % interval |",
            "|--:|--:|--:|---|--:|--:|---|",
            *rows,
            "",
            "How many replies of the opponent were the second move of the learner's variation, with material values "
            "and nothing learned:",
            "",
            "| nodes a move | games | replies | foreseen |",
            "|--:|--:|--:|--:|",
            *seen,
            "",
            "The commands of the first runs; the others differ in nodes, step size, filter and seed:",
            "",
            f"    {watched[0].trial.command}",
            f"    {done[len(watched)].trial.command}",
            "",
        ]
    )


def _draw(done: Sequence[Outcome]) -> Callable[[Path], None]:
    def draw(target: Path) -> None:
        with figure(target, columns=len(SIZES), width=9.0, height=4.0) as panels:
            for axes, size in zip(panels, SIZES, strict=True):
                for blunder_filter, word in FILTERS.items():
                    mine = [e for e in done if e.result is not None and e.cell.size == size]
                    mine = [e for e in mine if e.cell.blunder_filter == blunder_filter]
                    scores = [100 * e.result["score"] for e in mine if e.result is not None]
                    axes.plot([e.cell.step for e in mine], scores, "o", label=f"filter {word}", alpha=0.7)
                axes.axhline(50, color="grey", linewidth=0.8)
                axes.set(title=f"{size.nodes:,} nodes a move", xscale="log", xlabel="step size")
                axes.set(ylabel="score against its start, %", ylim=(-3, 103))
                axes.grid(alpha=0.3)
                axes.legend(fontsize="small")

    return draw
