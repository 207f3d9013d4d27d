"""Meep's Table 3: TreeStrap(αβ) by self-play, and against a strong partner."""

from __future__ import annotations

from pathlib import Path

from leafstrap.arena.ladder import read_ladder
from leafstrap.papers.contest import Contest, Entry, Rules, over_minutes
from leafstrap.papers.experiment import Experiment, save
from leafstrap.runs.rating import UNTRAINED_RATING

MINUTES = 20.0
SEEDS = 3
NODES = 100_000
LADDER = "own"


def entry(name: str, title: str, recipe: str, published: str, colour: str) -> Entry:
    """One way to find a partner."""
    settings = {
        "backup.step_size": "3e-5",
        "search.nodes": NODES,
        "run.clock": "processor",
        "run.checkpoint_every": 1,
        "run.final_games": 0,
    }
    return Entry(name, title, recipe, colour, MINUTES, settings=settings, published=published)


ENTRIES = (
    entry("self-play", "self-play", "meep-treestrap-ab", "1950-2197", "tab:blue"),
    entry("versus", "a strong partner", "meep-versus", "2154-2338", "tab:red"),
)


def meep_table3(experiment: Experiment) -> Path:
    """Learn with both partners and rate the runs on a ladder; returns the page with the results."""
    ladder = read_ladder(LADDER)
    others = {rung.name: rung.player for rung in ladder.rungs}
    rules = Rules(steps=6, nodes=3_000, games=10, others=others, known=ladder.ratings())
    contest = Contest.hold(experiment, ENTRIES, SEEDS, rules)
    page = _page(experiment, contest, rules)
    return save(
        experiment,
        "meep-table3",
        page,
        over_minutes(contest, f"rating on the ladder {LADDER}"),
        contest.data(),
    )


def _page(experiment: Experiment, contest: Contest, rules: Rules) -> str:
    rows = []
    for each in contest.entries:
        best = contest.best(each)
        rows.append(
            f"| {each.title} | {contest.ends(each)} | {best.elo:.0f} [{best.low:.0f}, {best.high:.0f}] "
            f"| {contest.games_learned(each)} | {each.published} |"
        )
    alone, versus = contest.entries
    return "\n".join(
        [
            "# Meep's Table 3: the training partner",
            "",
            f"TreeStrap(αβ) from random weights, {experiment.scale * MINUTES:g} minutes (processor time of one core), "
            f"{NODES:,} nodes a move, {len(contest.seeds)} seeds: by self-play, and against the weights that come "
            "along, which stand in for Shredder. All runs at several stages of their learning in one pool "
            f"with the ladder `{LADDER}`, whose ratings are known: tournament search, {rules.nodes:,} nodes a move, "
            f"{contest.games} games a pairing, openings paired. The paper's ratings are those of a chess server and "
            f"no measure for ours; what compares is the difference. Head to head the second kind scored "
            f"{contest.share(versus, contest.runs(alone))} games.",
            "",
            experiment.provenance("meep-table3"),
            "",
            "![Ratings over minutes of learning](meep-table3.png)",
            "",
            "| partner | rating at the end, each seed | best of all runs, 95 % interval | games learned from "
            "| Meep, Table 3 |",
            "|---|--:|--:|--:|--:|",
            *rows,
            "",
            f"An untrained player is rated {UNTRAINED_RATING:.0f} elsewhere on these pages; here it has the rating "
            "that the ladder gives it.",
            "",
            "The commands of the first seed:",
            "",
            *contest.commands(experiment),
            "",
        ]
    )
