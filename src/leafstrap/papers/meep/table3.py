"""Meep's Table 3: TreeStrap(αβ) by self-play, and against a strong partner."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from leafstrap.arena import read_ladder
from leafstrap.papers.contest import Contest, Rules, over_minutes
from leafstrap.papers.experiment import Experiment, counted, register, save
from leafstrap.papers.meep import table2
from leafstrap.papers.meep.table2 import MINUTES, NODES, SEEDS
from leafstrap.training.rating import UNTRAINED_RATING

LADDER = "own"

# Self-play is a row of Table 2 as well.
SELF_PLAY = replace(
    table2.ENTRIES[0],
    title="self-play",
    colour="tab:blue",
    start=None,
    published="1950-2197",
    shared_with="meep-table2",
)
VERSUS = replace(
    SELF_PLAY,
    name="versus",
    title="a strong partner",
    recipe="meep-versus",
    colour="tab:red",
    published="2154-2338",
    shared_with=None,
)
ENTRIES = (SELF_PLAY, VERSUS)


@register("meep-table3", "Self-play beside a strong partner (section 6.2)", small=0.05)
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
            f"TreeStrap(αβ) from random weights, set up as for Table 2, {experiment.scale * MINUTES:g} minutes "
            "(processor time of one core), "
            f"{NODES:,} nodes a move, {counted(len(contest.seeds), 'seed')}: by self-play, and against the "
            "weights that come "
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
