"""KnightCap's section 4.2, "Self-play": games against itself from the start position, beside games against others.

KnightCap blamed "a large number of substantially similar games". How similar they are is counted too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from leafstrap import games
from leafstrap.experience import Database
from leafstrap.papers.contest import Contest, Entry, Rules
from leafstrap.papers.experiment import Experiment, counted, figure, register, save
from leafstrap.papers.knightcap import experiments
from leafstrap.papers.trial import Trial
from leafstrap.types import JsonObject

SEEDS = 3
RULES = Rules(steps=2, nodes=2_000, games=30, settings=";search=knightcap")
ENTRIES = tuple(
    entry for entry in experiments.ENTRIES if entry.name in ("knightcap-tuned", "knightcap-selfplay")
)
SIMILAR = (8, 20, 40)  # plies that games have in common


@register("knightcap-selfplay", "Self-play from the start position (section 4.2)", small=0.05)
def knightcap_selfplay(experiment: Experiment) -> Path:
    """Learn against others and by self-play, then let all ends meet; returns the page."""
    contest = Contest.hold(experiment, ENTRIES, SEEDS, RULES)
    data = [
        {**each, "distinct": _distinct(contest.trials[f"{each['name']}-{each['seed']}"])}
        for each in contest.data()
    ]

    def draw(target: Path) -> None:
        with figure(target, columns=1, width=7.0, height=4.4) as (axes,):
            contest.draw(axes, lambda mark: mark.games, from_start=True)
            axes.set(xlabel="games", ylabel=f"rating, material alone = {experiments.START_RATING:.0f}")

    return save(experiment, "knightcap-selfplay", _page(experiment, contest, data), draw, data)


def _distinct(trial: Trial) -> dict[str, float]:
    """Of a hundred games, how many begin differently, by the plies looked at."""
    lines = list(_moves(trial))
    return {
        str(plies): 100 * len({moves[:plies] for moves in lines}) / max(1, len(lines)) for plies in SIMILAR
    }


def _moves(trial: Trial) -> Iterator[tuple[str, ...]]:
    game = games.get(trial.game)
    played = Database(trial.folder / f"games.{game.record_suffix}", game)
    for number in range(len(played)):
        yield tuple(str(move) for move in played.game(number).line.moves)


def _row(contest: Contest, each: Entry, data: list[JsonObject]) -> str:
    first = contest.entries[0]
    gains = [curve.last.elo - curve.ratings[0].elo for curve in contest.curves(each)]
    mine = [found["distinct"] for found in data if found["name"] == each.name]
    shares = ", ".join(f"{sum(d[str(p)] for d in mine) / len(mine):.0f} %" for p in SIMILAR)
    return (
        f"| {each.title} | {contest.games_learned(each)} | {contest.ends(each)} | {sum(gains) / len(gains):+.0f} "
        f"| {contest.against(each, first)} | {shares} | {each.published} |"
    )


def _page(experiment: Experiment, contest: Contest, data: list[JsonObject]) -> str:
    return "\n".join(
        [
            "# KnightCap by self-play, without openings",
            "",
            f"TDLeaf(0.7) from material values, {counted(len(contest.seeds), 'seed')}, with our step size of 0.02 (the "
            "paper: 1.0) and no filter of blunders: against the rated pool `own`, whose games begin from a set of "
            "openings, and by self-play from the start position, as in the paper (section 4.2; the "
            "[other page](knightcap.md) has self-play from openings). All initial weights and all ends in one pool: "
            f"KnightCap's search, {RULES.nodes:,} nodes a move, {contest.games} games a pairing, openings paired.",
            "",
            experiment.provenance("knightcap-selfplay"),
            "",
            "![Ratings at the start and at the end](knightcap-selfplay.png)",
            "",
            "| experiment | games | rating at the end, each seed | mean gain | score v the first | different in the "
            f"first {', '.join(map(str, SIMILAR))} plies | KnightCap |",
            "|---|--:|--:|--:|--:|--:|---|",
            *(_row(contest, each, data) for each in contest.entries),
            "",
            "The commands of the first seed:",
            "",
            *contest.commands(experiment),
            "",
        ]
    )
