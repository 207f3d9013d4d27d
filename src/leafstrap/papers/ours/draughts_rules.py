"""Meep's algorithms on a second game, which its section 6.1 asks for: draughts by self-play, beside a database."""

from __future__ import annotations

from pathlib import Path

from leafstrap import games
from leafstrap.experience import Database
from leafstrap.papers.contest import Contest, Entry, Rules, over_minutes
from leafstrap.papers.experiment import Experiment, counted, elo_text, even, percent, register, save
from leafstrap.papers.trial import Pairing
from leafstrap.training.rating import UNTRAINED_RATING
from leafstrap.types import JsonObject

MINUTES = 6.0
SEEDS = 2
RULES = Rules(steps=6, nodes=2_000, games=40)
TIME = "0.02"  # seconds a move, where the best of each meet at equal time
TIMED_GAMES = 100

SELF_PLAY: JsonObject = {"run.clock": "processor", "run.final_games": 0, "run.averaging": 3}


def entry(name: str, title: str, recipe: str, colour: str) -> Entry:
    """A rule that learns by self-play, with one core."""
    return Entry(
        name,
        title,
        recipe,
        colour,
        MINUTES,
        settings=SELF_PLAY,
        start=UNTRAINED_RATING,
        game="draughts",
    )


RULES_COMPARED = (
    entry("treestrap-ab", "TreeStrap(αβ), self-play", "draughts-treestrap", "tab:red"),
    entry("td-leaf", "TD-Leaf, self-play", "draughts", "tab:green"),
)


@register(
    "draughts-rules", "TreeStrap and TD-Leaf on draughts, beside a database", small=0.05, data=("expert.pdn",)
)
def draughts_rules(experiment: Experiment) -> Path:
    """Learn by self-play and from a database, and rate all runs in one pool; returns the page."""
    database = experiment.database()
    network = Entry(
        "network",
        "NN4, database",
        "wiering-draughts-nn4",
        "tab:blue",
        games=len(Database(database, games.get("draughts"))),
        settings={"experience.database": str(database.resolve()), "run.final_games": 0},
        game="draughts",
    )
    entries = (*RULES_COMPARED, network)
    contest = Contest.hold(experiment, entries, SEEDS, RULES)
    timed = experiment.side_by_side(lambda each: _timed(experiment, contest, each, network), RULES_COMPARED)
    page = _page(experiment, contest, timed)
    data = [*contest.data(), *timed]
    return save(experiment, "draughts-rules", page, over_minutes(contest), data)


def _timed(experiment: Experiment, contest: Contest, one: Entry, other: Entry) -> JsonObject:
    """The first seeds of two ways at equal time a move."""
    seed = contest.seeds[0]
    a, b = (f"{contest.trials[each.run(seed)].newest}@movetime={TIME}" for each in (one, other))
    number = even(experiment.scale * TIMED_GAMES)
    pairing = Pairing(a, b, number, None, experiment.seed, "draughts", search="")
    return {
        "name": one.name,
        **pairing.play(experiment.work / "matches" / f"{one.name}.json", experiment.machine),
    }


def _page(experiment: Experiment, contest: Contest, timed: list[JsonObject]) -> str:
    rows = []
    for each in contest.entries:
        best = contest.best(each)
        rows.append(
            f"| {each.title} | {best.elo:.0f} [{best.low:.0f}, {best.high:.0f}] | {contest.ends(each)} "
            f"| {contest.games_learned(each)} |"
        )
    titles = {each.name: each.title for each in contest.entries}
    meetings = [
        f"| {titles[each['name']]} | {percent(each)} of {each['games']} | {elo_text(each)} |"
        for each in timed
    ]
    return "\n".join(
        [
            "# TreeStrap and TD-Leaf on draughts",
            "",
            f"The feature set `patterns` from random weights by self-play, {experiment.scale * MINUTES:g} minutes "
            f"(processor time of one core), {counted(len(contest.seeds), 'seed')}; beside it Wiering's network "
            "NN4 after one "
            f"pass over a database. All runs at several stages in one pool: tournament search, {RULES.nodes:,} nodes "
            f"a move, {contest.games} games a pairing, openings paired. Untrained players have the rating "
            f"{UNTRAINED_RATING:.0f}.",
            "",
            experiment.provenance("draughts-rules"),
            "",
            "![Ratings over minutes of learning](draughts-rules.png)",
            "",
            "| way | best rating of all runs, 95 % interval | rating at the end, each seed | games learned from |",
            "|---|--:|--:|--:|",
            *rows,
            "",
            f"At equal time, {TIME} s a move, against the network (first seeds):",
            "",
            "| way | score | Elo |",
            "|---|--:|--:|",
            *meetings,
            "",
            "The commands of the first seed:",
            "",
            *contest.commands(experiment),
            "",
        ]
    )
