"""What Meep leaves open at the end of section 6.2: TreeStrap from the trees of a search with all enhancements."""

from __future__ import annotations

from pathlib import Path

from leafstrap.papers.contest import Contest, Entry, Rules, over_minutes
from leafstrap.papers.experiment import Experiment, counted, register, save
from leafstrap.training.rating import UNTRAINED_RATING
from leafstrap.types import JsonObject

MINUTES = 5.0
SEEDS = 2
RECIPE = "treestrap"
RULES = Rules(steps=5, nodes=3_000, games=20)


def entry(name: str, title: str, colour: str, settings: JsonObject) -> Entry:
    """TreeStrap(αβ) with one search or another."""
    default = {"run.clock": "processor", "run.checkpoint_every": 50, "run.final_games": 0}
    return Entry(name, title, RECIPE, colour, MINUTES, settings=default | settings, start=UNTRAINED_RATING)


def modern(unproven: float) -> JsonObject:
    """Settings for the tournament search, bounds that rest on guesses counting so much."""
    return {"search.variant": "tournament", "search.unproven": f"{unproven:g}"}


ENTRIES = (
    entry("training", "training search", "black", {}),
    entry("proven", "tournament search, proven bounds only", "tab:blue", modern(0)),
    entry("half", "tournament search, guesses count 0.3", "tab:orange", modern(0.3)),
    entry("all", "tournament search, all bounds", "tab:red", modern(1)),
)


@register("modern-search", "TreeStrap from the trees of a search with all enhancements", small=0.05)
def modern_search(experiment: Experiment) -> Path:
    """Learn from both kinds of trees for the same time; returns the page with the results."""
    contest = Contest.hold(experiment, ENTRIES, SEEDS, RULES)
    return save(
        experiment, "modern-search", _page(experiment, contest), over_minutes(contest), contest.data()
    )


def _page(experiment: Experiment, contest: Contest) -> str:
    plain = contest.entries[0]
    rows = [
        f"| {each.title} | {contest.ends(each)} | {contest.games_learned(each)} "
        f"| {contest.against(each, plain)} |"
        for each in contest.entries
    ]
    return "\n".join(
        [
            "# TreeStrap with modern search on",
            "",
            f"TreeStrap(αβ) from random weights by the recipe `{RECIPE}`, {experiment.scale * MINUTES:g} minutes "
            f"(processor time of one core), {counted(len(contest.seeds), 'seed')}: from the trees of the training "
            "search, which leaves nothing out, and from those of the tournament search, with bounds that rest on "
            "guesses left out, counting less, or counting in full; always from quiet nodes only. All runs in one "
            f"pool: tournament search, {RULES.nodes:,} nodes a move, {contest.games} games a pairing, openings "
            f"paired; untrained players have {UNTRAINED_RATING:.0f}.",
            "",
            experiment.provenance("modern-search"),
            "",
            "![Ratings over minutes of learning](modern-search.png)",
            "",
            "| learned from | rating at the end, each seed | games learned from | score v the training search |",
            "|---|--:|--:|--:|",
            *rows,
            "",
            "The commands of the first seed:",
            "",
            *contest.commands(experiment),
            "",
        ]
    )
