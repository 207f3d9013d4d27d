"""What a database is worth (Wiering, Patist & Mannen, sections 5.2 and 6): whose games, how often, and what follows.

The paper supposes that games of weaker players, several passes and self-play after the database might help, and leaves
it there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from leafstrap import games
from leafstrap.experience import Database
from leafstrap.papers.experiment import Experiment, counted, even, register, save
from leafstrap.papers.round_robin import Results, bars, points_text
from leafstrap.papers.trial import Pairing, Trial
from leafstrap.types import JsonObject

RECIPE = "wiering-draughts-nn4"
SEEDS = 3
GAMES = 100  # a pairing
NODES = 1_000
SELF_PLAY = {"experience.kind": "self-play", "experience.epsilon": 0.05}


@dataclass(frozen=True, slots=True)
class Arm:
    """A way through the games: which file, how much of it, from whose weights on."""

    name: str
    title: str
    file: int | None  # of the two that are named; none: its own games
    share: int = 1  # of as many games as the smaller file has
    after: str | None = None  # the arm whose weights it begins with; every arm reads its file from the start


ARMS = (
    Arm("strong", "games of a strong program", 0),
    Arm("more", "twice as many of them", 0, 2),
    Arm("twice", "the same games twice", 0, after="strong"),
    Arm("weak", "games of a weak program", 1),
    Arm("weak, strong", "weak games, then strong ones", 0, after="weak"),
    Arm("strong, own", "strong games, then self-play", None, after="strong"),
    Arm("own", "self-play alone, twice as many games", None, 2),
)


@register(
    "wiering-data",
    "What a database is worth: whose games, how often, what follows (section 5.2)",
    small=0.2,
    data=("expert.pdn", "weak.pdn"),
)
def wiering_data(experiment: Experiment) -> Path:
    """Learn along every arm with every seed, then let all of a seed meet; returns the page."""
    files = experiment.databases(2)
    known = min(len(Database(path, games.get("draughts"))) for path in files)
    number = max(1, round(experiment.scale * known))
    seeds = experiment.seeds_of(SEEDS)
    learned = experiment.side_by_side(lambda seed: _learn(experiment, files, number, seed), seeds)
    met = [
        (seed, trials, *pair)
        for seed, trials in zip(seeds, learned, strict=True)
        for pair in combinations(ARMS, 2)
    ]
    data = experiment.side_by_side(lambda item: _meet(experiment, *item), met)
    page = _page(experiment, number, learned[0], data)
    return save(
        experiment, "wiering-data", page, bars(data, dict.fromkeys((arm.name for arm in ARMS), None)), data
    )


def _learn(experiment: Experiment, files: Sequence[Path], number: int, seed: int) -> Mapping[str, Trial]:
    """The runs of a seed, in turn: some begin where others end."""
    trials: dict[str, Trial] = {}
    for arm in ARMS:
        source = SELF_PLAY if arm.file is None else {"experience.database": str(files[arm.file].resolve())}
        settings = {"run.final_games": 0, **source}
        if arm.after is not None:
            settings["evaluator.initial"] = str(trials[arm.after].newest)
        folder = experiment.work / f"{arm.name.replace(', ', '-')}-{seed}"
        trials[arm.name] = Trial(
            folder, RECIPE, seed, games=arm.share * number, settings=settings, game="draughts"
        ).run(experiment.machine)
    return trials


def _meet(experiment: Experiment, seed: int, trials: Mapping[str, Trial], a: Arm, b: Arm) -> JsonObject:
    first, second = (f"{trials[arm.name].newest}@nodes={NODES}" for arm in (a, b))
    pairing = Pairing(
        first, second, even(min(1.0, 2 * experiment.scale) * GAMES), None, seed, "draughts", search=""
    )
    cache = experiment.work / "matches" / f"{a.name}-{b.name}-{seed}.json"
    return {"a": a.name, "b": b.name, "seed": seed, **pairing.play(cache, experiment.machine)}


def _between(data: Results, a: str, b: str) -> str:
    """The score of one against another over all seeds."""
    points, played = 0.0, 0
    for each in data:
        if {each["a"], each["b"]} == {a, b}:
            score = each["score"] if each["a"] == a else 1 - each["score"]
            points, played = points + score * each["games"], played + each["games"]
    return f"{100 * points / played:.1f} %" if played else "–"


def _page(experiment: Experiment, number: int, trials: Mapping[str, Trial], data: Results) -> str:
    strong, weak = (path.name for path in experiment.databases(2))
    return "\n".join(
        [
            "# What a database of games is worth",
            "",
            f"The network NN4 of [Wiering's draughts](wiering-draughts.md) (220 inputs, 80 hidden units, TD(0.9), "
            f"the paper's rates, an update after each position), {number:,} games an arm unless said, "
            f"{counted(len(experiment.seeds_of(SEEDS)), 'seed')}; then {data[0]['games']} games a pairing and seed, "
            f"{NODES:,} nodes a move, openings paired. The strong program's games are `{strong}`, the weak one's "
            f"`{weak}` ([data](../data.md)), each from its start on; self-play looks one ply ahead and makes a random "
            "move in twenty. The paper has one pass over 200,000 games of people and only supposes the rest.",
            "",
            experiment.provenance("wiering-data"),
            "",
            "![Points among all](wiering-data.png)",
            "",
            f"| | learned from | {' | '.join(f'v {arm.name}' for arm in ARMS)} | points |",
            f"|---|---|{'--:|' * (len(ARMS) + 1)}",
            *(
                f"| {arm.name} | {arm.title} | {' | '.join(_between(data, arm.name, other.name) for other in ARMS)} "
                f"| {points_text(data, arm.name)} |"
                for arm in ARMS
            ),
            "",
            "The commands of the first seed:",
            "",
            *(experiment.told(trial.command) for trial in trials.values()),
            f"    {data[0]['command']}",
            "",
        ]
    )
