"""Tables 7, 8 and 9 of Wiering, Patist & Mannen: draughts learned from a database, with more and more features."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from leafstrap import games
from leafstrap.experience import Database
from leafstrap.papers.experiment import Experiment, even, percent, register, save
from leafstrap.papers.round_robin import Results, bars, points_text
from leafstrap.papers.trial import Pairing, Trial
from leafstrap.types import JsonObject

GAMES = 100  # a pairing
OUTSIDE_GAMES = 40  # against each outside engine, which thinks for much longer; the paper had 10
NODES = 1_000  # a move, among the networks
# In place of the programs GWD and DAM 2.2: an engine from a package registry, at two depths.
OUTSIDE = {"weaker": "turbo@depth=3", "stronger": "turbo@depth=5"}


@dataclass(frozen=True, slots=True)
class Net:
    """One of the paper's five networks, with its results there: wins, losses, draws."""

    name: str
    inputs: str
    weaker: str  # Table 7, against GWD
    stronger: str  # Table 8, against DAM 2.2
    won: float | None  # Table 9, of all points among NN1 to NN4

    @property
    def recipe(self) -> str:
        """The one that trains it."""
        return f"wiering-draughts-{self.name.lower()}"


NETS = (
    Net("NN1", "global features, 23", "3-4-3", "0-9-1", 12 / 30),
    Net("NN2", "and three on a diagonal, 87", "4-1-5", "0-9-1", 11.5 / 30),
    Net("NN3", "all but the squares, 120", "7-3-0", "0-7-3", 19 / 30),
    Net("NN4", "all, 220", "8-1-1", "0-9-1", 17.5 / 30),
    Net("NN5", "all, three networks by the number of pieces", "–", "–", None),
)


@register(
    "wiering-draughts",
    "Tables 7 to 9: five networks of draughts from a database (section 5.2)",
    small=0.05,
    data=("expert.pdn",),
    one_run_each=True,
)
def wiering_draughts(experiment: Experiment) -> Path:
    """Train every network once over the games, let all meet, and each an outside engine; returns the page."""
    database = experiment.database()
    known = len(Database(database, games.get("draughts")))
    number = max(1, round(experiment.scale * known))
    trials = {
        net.name: Trial(
            experiment.work / net.name,
            net.recipe,
            experiment.seed,
            games=number,
            settings={"experience.database": str(database.resolve()), "run.final_games": 0},
            game="draughts",
        )
        for net in NETS
    }
    experiment.learn(trials.values())
    players = {name: f"{trial.newest}" for name, trial in trials.items()}
    meetings = [
        (a, b, f"{players[a]}@nodes={NODES}", f"{players[b]}@nodes={NODES}")
        for a, b in combinations(players, 2)
    ]
    meetings += [
        (name, kind, f"{player}@nodes={NODES}", outside)
        for name, player in players.items()
        for kind, outside in OUTSIDE.items()
    ]

    def meet(meeting: tuple[str, str, str, str]) -> JsonObject:
        a, b, first, second = meeting
        number = even(experiment.scale * (OUTSIDE_GAMES if b in OUTSIDE else GAMES))
        pairing = Pairing(first, second, number, None, experiment.seed, "draughts", search="")
        return {
            "a": a,
            "b": b,
            **pairing.play(experiment.work / "matches" / f"{a}-{b}.json", experiment.machine),
        }

    data = experiment.side_by_side(meet, meetings)
    among = [each for each in data if each["b"] not in OUTSIDE]
    page = _page(experiment, number, trials, data, among)
    return save(experiment, "wiering-draughts", page, bars(among, {net.name: net.won for net in NETS}), data)


def _score(data: Results, a: str, b: str) -> JsonObject:
    return next(each for each in data if (each["a"], each["b"]) == (a, b))


def _page(
    experiment: Experiment, number: int, trials: Mapping[str, Trial], data: Results, among: Results
) -> str:
    names = [net.name for net in NETS]
    rows = []
    for net in NETS:
        cells = []
        for other in names:
            if other == net.name:
                cells.append("–")
            elif names.index(net.name) < names.index(other):
                cells.append(percent(_score(data, net.name, other)))
            else:
                cells.append(f"{100 * (1 - _score(data, other, net.name)['score']):.1f} %")
        published = "–" if net.won is None else f"{100 * net.won:.1f} %"
        rows.append(
            f"| {net.name} | {net.inputs} | {' | '.join(cells)} | {points_text(among, net.name)} | {published} |"
        )
    outside = []
    for net in NETS:
        cells = []
        for kind in OUTSIDE:
            result = _score(data, net.name, kind)
            cells.append(f"+{result['wins']} ={result['draws']} -{result['losses']} ({percent(result)})")
        outside.append(f"| {net.name} | {' | '.join(cells)} | {net.weaker} | {net.stronger} |")
    return "\n".join(
        [
            "# Wiering's draughts: more features, better play?",
            "",
            f"Every network learned once from the same {number:,} games (80 hidden units, TD(0.9), the paper's rates), "
            f"then {data[0]['games']} games a pairing with {NODES:,} nodes a move for each, openings paired, and "
            f"{data[-1]['games']} against each outside engine. The paper's database, Turbo Dambase, is not "
            "free, and its games were 200,000; [data](../data.md) has what ours are.",
            "",
            experiment.provenance("wiering-draughts"),
            "",
            "![Points among the networks](wiering-draughts.png)",
            "",
            "Among themselves (Table 9), points with 95 % intervals:",
            "",
            f"| | inputs | {' | '.join(f'v {name}' for name in names)} | points | the paper |",
            f"|---|---|{'--:|' * (len(names) + 2)}",
            *rows,
            "",
            f"Against an engine of others (Tables 7 and 8), `{OUTSIDE['weaker']}` and `{OUTSIDE['stronger']}`:",
            "",
            "| | weaker | stronger | the paper against GWD, wins-losses-draws | against DAM 2.2 |",
            "|---|--:|--:|--:|--:|",
            *outside,
            "",
            "The commands:",
            "",
            *(experiment.told(trial.command) for trial in trials.values()),
            f"    {data[0]['command']}",
            "",
        ]
    )
