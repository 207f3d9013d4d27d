"""Why our Table 2 has another order than Meep's: ten times larger searches, with our changes to the rules and without.

The first condition has the rules and step sizes of our Table 2. The second has the rules of the paper:
values as they are, one step size for all weights, every node of a tree, and the newest weights instead of a mean. Its
step sizes are ours: the paper's are 60 to 600 times smaller, for runs of a thousand games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from leafstrap.papers.contest import Contest, Entry, Rules
from leafstrap.papers.experiment import Experiment, counted, figure, register, save
from leafstrap.papers.meep import table2
from leafstrap.training.rating import UNTRAINED_RATING

MINUTES = 15.0
SEEDS = 1
NODES = 100_000
RULES = Rules(steps=6, nodes=3_000, games=40)
OURS = ("backup.squash", "backup.pawn", "backup.optimiser", "backup.quiet_nodes", "run.averaging")
# One step size for all weights, from short runs; for the last two between the best of thirty games and of five hundred.
PLAIN_STEPS = {"treestrap-ab": 3e-5, "treestrap-minimax": 1e-4, "rootstrap-ab": 6e-3, "td-leaf": 6e-3}


def large(entry: Entry) -> Entry:
    """A row of Table 2 with larger searches."""
    settings = {**entry.settings, "search.nodes": NODES, "run.checkpoint_every": 2}
    return replace(entry, name=f"{entry.name}-large", minutes=MINUTES, settings=settings)


def plain(entry: Entry) -> Entry:
    """The same by the paper's rule."""
    settings = {key: value for key, value in large(entry).settings.items() if key not in OURS}
    settings["backup.step_size"] = f"{PLAIN_STEPS[entry.name]:g}"
    return replace(large(entry), name=f"{entry.name}-plain", settings=settings)


@dataclass(frozen=True, slots=True)
class Condition:
    """Four rules under the same condition."""

    title: str
    entries: Sequence[Entry]


CONDITIONS = (
    Condition("our rules", [large(entry) for entry in table2.ENTRIES]),
    Condition("the paper's rules", [plain(entry) for entry in table2.ENTRIES]),
)


@register(
    "meep-order",
    "Why our Table 2 has another order: 100,000 nodes a move, with our changes and without",
    small=0.05,
)
def meep_order(experiment: Experiment) -> Path:
    """Train the four rules under both conditions and rate all in one pool; returns the page with the results."""
    entries = [entry for condition in CONDITIONS for entry in condition.entries]
    contest = Contest.hold(experiment, entries, SEEDS, RULES)
    return save(experiment, "meep-order", _page(experiment, contest), _draw(contest), contest.data())


def _page(experiment: Experiment, contest: Contest) -> str:
    rows = [
        f"| {condition.title} | {each.title} | {each.settings['backup.step_size']} | {contest.games_learned(each)} "
        f"| {contest.ends(each)} | {contest.against(each, condition.entries[0])} | {each.published} |"
        for condition in CONDITIONS
        for each in condition.entries
    ]
    return "\n".join(
        [
            "# Why Table 2 has another order here",
            "",
            f"The four rules of [Table 2](meep-table2.md) with {NODES:,} nodes a move instead of "
            f"{table2.NODES:,}, {experiment.scale * MINUTES:g} minutes each (processor time of one core), "
            f"{counted(len(contest.seeds), 'seed')}: once with our changes (values squashed, AdaGrad, TreeStrap from "
            "quiet nodes only, the mean of the weights), all else as there, and once by the paper's rules, but "
            "with steps 60 to 600 times the paper's, for runs with fewer games. All runs "
            f"at several stages of their learning in one pool: tournament search, {RULES.nodes:,} nodes a move, "
            f"{contest.games} games a pairing, openings paired; untrained players have {UNTRAINED_RATING:.0f}.",
            "",
            experiment.provenance("meep-order"),
            "",
            "![Ratings over minutes of learning](meep-order.png)",
            "",
            "| condition | method | step size | games learned from | rating at the end "
            f"| score v {contest.entries[0].title} | Meep, Table 2 |",
            "|---|---|--:|--:|--:|--:|--:|",
            *rows,
            "",
            "The commands of the first seed:",
            "",
            *contest.commands(experiment),
            "",
        ]
    )


def _draw(contest: Contest) -> Callable[[Path], None]:
    """Ratings over minutes, a panel for each condition."""

    def draw(target: Path) -> None:
        with figure(target, columns=len(CONDITIONS), width=12.0, height=5.0) as panels:
            for axes, condition in zip(panels, CONDITIONS, strict=True):
                mine = replace(contest, entries=condition.entries)
                mine.draw(axes, lambda mark: mark.minutes, from_start=False)
                axes.set(title=condition.title, xscale="log", xlabel="minutes of learning")
                axes.set(ylabel="rating, untrained = 250")
            low = min(axes.get_ylim()[0] for axes in panels)
            high = max(axes.get_ylim()[1] for axes in panels)
            for axes in panels:
                axes.set_ylim(low, high)

    return draw
