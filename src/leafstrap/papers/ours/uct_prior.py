"""Meep's conclusion, tried: an evaluation that TreeStrap learned as the prior knowledge of UCT, on chess and draughts.

New positions of the tree start from the evaluation, or from nothing; a simulation comes to what the evaluation says, or
to the end of random play. All have the same processor time a move, told in nodes, so that other work on the machine
changes no game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path

from leafstrap import games
from leafstrap.papers.experiment import Experiment, elo_text, even, figure, percent, register, save
from leafstrap.papers.round_robin import Results, points, points_text
from leafstrap.papers.trial import Pairing, Trial
from leafstrap.players import parse_player
from leafstrap.search import Limits
from leafstrap.types import JsonObject

MINUTES = 3.0  # of TreeStrap
GAMES = 60  # a pairing
SECONDS = 0.01  # of a processor, a move
SPEED_NODES = 20_000  # a move, where speed is measured
SPEED_POSITIONS = 12


@dataclass(frozen=True, slots=True)
class Arm:
    """A way of looking ahead with the same weights."""

    name: str
    title: str
    settings: str


ARMS = (
    Arm("prior", "UCT, prior, evaluation", ";search=uct"),
    Arm("prior-playout", "UCT, prior, random play", ";search=uct;playout=300"),
    Arm("evaluation", "UCT, no prior, evaluation", ";search=uct;prior=0"),
    Arm("plain", "UCT, no prior, random play", ";search=uct;prior=0;playout=300"),
    Arm("alphabeta", "the training alpha-beta", ";search=training"),
)
RECIPES = {"chess": "treestrap", "draughts": "draughts-treestrap"}


@register(
    "uct-prior", "A learned evaluation as the prior of UCT, chess and draughts", small=0.03, one_run_each=True
)
def uct_prior(experiment: Experiment) -> Path:
    """Learn weights by TreeStrap, then let all ways of using them meet; returns the page."""
    data: list[JsonObject] = []
    trials, nodes = {}, {}
    for game, recipe in RECIPES.items():
        settings = {"run.clock": "processor", "run.final_games": 0}
        minutes = experiment.scale * MINUTES
        folder = experiment.work / game
        trials[game] = Trial(
            folder, recipe, experiment.seed, minutes=minutes, settings=settings, game=game
        ).run()
        nodes[game] = {arm.name: _nodes(trials[game], arm) for arm in ARMS}
        meet = partial(_meet, experiment, trials[game], nodes[game])
        data += experiment.side_by_side(meet, combinations(ARMS, 2))
    page = _page(experiment, trials, nodes, data)
    return save(experiment, "uct-prior", page, _draw(data), data)


def _nodes(trial: Trial, arm: Arm) -> int:
    """How many nodes it looks at in that time, measured once a run."""
    cache = trial.folder / f"speed-{arm.name}.txt"
    if not cache.exists():
        game = games.get(trial.game)
        player = parse_player(f"{trial.newest}{arm.settings}", game).build()
        line, spent, seen = game.Line(), 0.0, 0
        for _ in range(SPEED_POSITIONS):
            begin = time.process_time()
            choice = player.choose(line, Limits(nodes=SPEED_NODES))
            spent += time.process_time() - begin
            seen += choice.nodes or 0
            line.push(choice.move)
        player.close()
        cache.write_text(f"{max(1, round(seen / max(spent, 1e-9) * SECONDS))}\n")
    return int(cache.read_text())


def _meet(
    experiment: Experiment, trial: Trial, nodes: Mapping[str, int], pair: tuple[Arm, Arm]
) -> JsonObject:
    a, b = (f"{trial.newest}{arm.settings}@nodes={nodes[arm.name]}" for arm in pair)
    number = even(min(1.0, experiment.scale) * GAMES)
    cache = trial.folder / "matches" / f"{pair[0].name}-{pair[1].name}.json"
    found = Pairing(a, b, number, None, experiment.seed, trial.game, search="").play(cache)
    return {"game": trial.game, "a": pair[0].name, "b": pair[1].name, **found}


def _of(data: Sequence[JsonObject], game: str) -> Results:
    return [each for each in data if each["game"] == game]


def _page(
    experiment: Experiment,
    trials: Mapping[str, Trial],
    nodes: Mapping[str, Mapping[str, int]],
    data: Sequence[JsonObject],
) -> str:
    lines = []
    for game in trials:
        mine = _of(data, game)
        against = {each["b"]: each for each in mine if each["a"] == ARMS[0].name}
        lines += [
            f"## {game.capitalize()}",
            "",
            f"| | nodes a move | points of all | {ARMS[0].title} v it | Elo |",
        ]
        lines += ["|---|--:|--:|--:|---|"]
        for arm in ARMS:
            beside = against.get(arm.name)
            met = f"{percent(beside)} of {beside['games']} | {elo_text(beside)}" if beside else "– | –"
            lines.append(
                f"| {arm.title} | {nodes[game][arm.name]:,} | {points_text(mine, arm.name)} | {met} |"
            )
        lines.append("")
    return "\n".join(
        [
            "# UCT with a learned prior",
            "",
            f"Weights from {experiment.scale * MINUTES:g} minutes of TreeStrap(αβ) (processor time of one core, from "
            "random weights, by the recipes below), looked ahead with in five ways. All have the same processor time "
            f"a move, {SECONDS:g} s, measured at {SPEED_POSITIONS} positions before the games and told in nodes; "
            f"{data[0]['games']} games a pairing, openings paired. *Prior*: a new position starts with ten visits of "
            "what the evaluation says of it, captures and checks followed; else with none. *Evaluation*: what a "
            "simulation comes to is that evaluation; *random play*: the end of a random game, a draw after 300 "
            "plies.",
            "",
            experiment.provenance("uct-prior"),
            "",
            "![Points of all ways of looking ahead](uct-prior.png)",
            "",
            *lines,
            "The commands:",
            "",
            *(f"    {trial.command}" for trial in trials.values()),
            *(f"    {_of(data, game)[0]['command']}" for game in trials),
            "",
        ]
    )


def _draw(data: Sequence[JsonObject]) -> Callable[[Path], None]:
    def draw(target: Path) -> None:
        with figure(target, columns=len(RECIPES), width=10.0, height=3.6) as panels:
            for axes, game in zip(panels, RECIPES, strict=True):
                shares, halves = zip(*(points(_of(data, game), arm.name) for arm in ARMS), strict=True)
                places = list(range(len(ARMS)))
                axes.barh(places, [100 * share for share in shares], xerr=[100 * half for half in halves])
                axes.set_yticks(places, [arm.title for arm in ARMS])
                axes.axvline(50, color="grey", linewidth=0.8)
                axes.invert_yaxis()
                axes.set(title=game, xlabel="points among all, %", xlim=(0, 100))

    return draw
