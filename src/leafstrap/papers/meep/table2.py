"""Meep's Table 2 and figure 2: four ways to learn from self-play, for the same time from the same random weights."""

from __future__ import annotations

from pathlib import Path

from leafstrap.papers.contest import Contest, Entry, Rules, over_minutes
from leafstrap.papers.experiment import Experiment, counted, register, save
from leafstrap.training.rating import UNTRAINED_RATING

MINUTES = 20.0
SEEDS = 3
NODES = 10_000  # the more, the fewer games, and the nearer to the paper, which had a second and more a move
RULES = Rules(steps=9, nodes=3_000, games=20)


def entry(
    rule: str, title: str, recipe: str, step_size: float, published: str, colour: str, **backup: object
) -> Entry:
    """A learning rule; all of them squash their values and give every weight a step size of its own."""
    settings = {
        "backup.name": rule,
        "backup.squash": "tanh",
        "backup.pawn": 100,
        "backup.optimiser": "adagrad",
        "backup.step_size": f"{step_size:g}",
        **{f"backup.{key}": value for key, value in backup.items()},
        "search.nodes": NODES,
        "run.clock": "processor",
        "run.averaging": 3,
        "run.checkpoint_every": 20,
        "run.keep_best_every": 0,
        "run.final_games": 0,
    }
    return Entry(
        rule, title, recipe, colour, MINUTES, settings=settings, start=UNTRAINED_RATING, published=published
    )


QUIET = {"quiet_nodes": "true"}
ENTRIES = (
    entry("treestrap-ab", "TreeStrap(αβ)", "meep-treestrap-ab", 10, "2157 ± 31", "tab:red", **QUIET),
    entry(
        "treestrap-minimax",
        "TreeStrap(minimax)",
        "meep-treestrap-minimax",
        3,
        "1807 ± 32",
        "tab:orange",
        **QUIET,
    ),
    entry("rootstrap-ab", "RootStrap(αβ)", "meep-rootstrap", 10, "1362 ± 59", "tab:blue"),
    entry("td-leaf", "TD-Leaf", "meep-tdleaf", 10, "1068 ± 36", "tab:green"),
)


@register("meep-table2", "Four learning rules by self-play (section 6.1)", small=0.05)
def meep_table2(experiment: Experiment) -> Path:
    """Train every method with several seeds and rate all runs in one pool; returns the page with the results."""
    contest = Contest.hold(experiment, ENTRIES, SEEDS, RULES)
    return save(experiment, "meep-table2", _page(experiment, contest), over_minutes(contest), contest.data())


def _page(experiment: Experiment, contest: Contest) -> str:
    rows = []
    first = contest.entries[0]
    for each in contest.entries:
        best = contest.best(each)
        rows.append(
            f"| {each.title} | {best.elo:.0f} [{best.low:.0f}, {best.high:.0f}] | {contest.ends(each)} "
            f"| {contest.against(each, first)} | {contest.games_learned(each)} "
            f"| {each.settings['backup.step_size']} | {each.published} |"
        )
    return "\n".join(
        [
            "# Meep's Table 2: learning by self-play",
            "",
            f"Each method from random weights, {experiment.scale * MINUTES:g} minutes (processor time of one core), "
            f"{NODES:,} nodes a move, {counted(len(contest.seeds), 'seed')}. **Not by the paper's rules**: values are "
            "squashed (tanh), every weight has a step size of its own (AdaGrad), the mean of the weights plays, and "
            "TreeStrap learns from quiet nodes only. All runs at several stages of "
            f"their learning in one pool: tournament search, {RULES.nodes:,} nodes a move, {contest.games} games a "
            f"pairing, openings paired. Untrained players have the rating {UNTRAINED_RATING:.0f}, as in the paper.",
            "",
            experiment.provenance("meep-table2"),
            "",
            "![Ratings over minutes of learning](meep-table2.png)",
            "",
            "| method | best rating of all runs, 95 % interval | rating at the end, each seed "
            f"| score v {first.title} | games learned from | step size | Meep, Table 2 |",
            "|---|--:|--:|--:|--:|--:|--:|",
            *rows,
            f"| Untrained | {UNTRAINED_RATING:.0f} | | | 0 | | 250 ± 63 |",
            "",
            "The commands of the first seed:",
            "",
            *contest.commands(experiment),
            "",
        ]
    )
