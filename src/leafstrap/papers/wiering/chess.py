"""Tables 5 and 6 of Wiering, Patist & Mannen: chess learned from a database by seven architectures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from leafstrap import games
from leafstrap.arena.stats.score import elo_interval
from leafstrap.experience import Database
from leafstrap.papers.experiment import Experiment, counted, even, percent, register, save
from leafstrap.papers.round_robin import bars, points, points_text
from leafstrap.papers.trial import PLAIN, Pairing, Trial
from leafstrap.types import JsonObject

SEEDS = 3
LEARNED = 50_000  # games, each once
GAMES = 100  # a pairing, with each seed
SEARCH = PLAIN
DEPTH = 2  # plies, and on from there while there are captures and checks
# A network that has learned little may see a gain in every capture, and its searches would hardly end.
NODES = 50_000
HAND = "published;features=classical"


@dataclass(frozen=True, slots=True)
class Program:
    """One of the paper's eight, with its results there: points won in the tournament, and against H."""

    name: str
    networks: str
    inputs: str
    won: float  # Table 5, of 70
    against_hand: str = "–"  # Table 6, turned round: its own points first

    @property
    def recipe(self) -> str:
        """The one that trains it."""
        return f"wiering-chess-{self.name.lower()}"


LEARNERS = (
    Program("A", "one", "general, 71", 39, "4.5-5.5"),
    Program("B", "three", "general, 71", 39.5, "6-4"),
    Program("C", "one", "general, kings and pawns, 311", 42, "6-4"),
    Program("D", "three", "general, kings and pawns, 311", 51.5, "7-3"),
    Program("E", "one", "general and full board, 831", 15.5, "3-7"),
    Program("F", "three", "general and full board, 831", 20.5, "2.5-7.5"),
    Program("G", "linear", "general, kings and pawns, 311", 37.5, "6.5-3.5"),
)
BY_HAND = Program("H", "hand-coded", "–", 34.5)
PROGRAMS = (*LEARNERS, BY_HAND)
POINTS = 70  # that each could win in the paper's tournament


@register(
    "wiering-chess",
    "Tables 5 and 6: seven architectures of chess from a database (section 5.1)",
    small=0.02,
    data=("book.pgn",),
)
def wiering_chess(experiment: Experiment) -> Path:
    """Train every architecture once over the games with every seed, let all of a seed meet all; returns the page."""
    database = experiment.database()
    number = min(max(1, round(experiment.scale * LEARNED)), len(Database(database, games.get("chess"))))
    seeds = experiment.seeds_of(SEEDS)
    trials = {
        (program.name, seed): Trial(
            experiment.work / f"{program.name}-{seed}",
            program.recipe,
            seed,
            games=number,
            settings={"experience.database": str(database.resolve()), "run.final_games": 0},
        )
        for seed in seeds
        for program in LEARNERS
    }
    experiment.learn(trials.values())
    players = {key: f"{trial.newest}" for key, trial in trials.items()}
    players |= {(BY_HAND.name, seed): HAND for seed in seeds}

    def meet(meeting: tuple[str, str, int]) -> JsonObject:
        a, b, seed = meeting
        first, second = (f"{players[name, seed]}{SEARCH}@depth={DEPTH},nodes={NODES}" for name in (a, b))
        pairing = Pairing(first, second, even(experiment.scale * GAMES), None, seed, search="")
        cache = experiment.work / "matches" / f"{a}-{b}-{seed}.json"
        return {"a": a, "b": b, "seed": seed, **pairing.play(cache, experiment.machine)}

    pairs = list(combinations([program.name for program in PROGRAMS], 2))
    data = experiment.side_by_side(meet, [(a, b, seed) for seed in seeds for a, b in pairs])
    page = _page(experiment, number, list(trials.values()), data)
    theirs = {program.name: program.won / POINTS for program in PROGRAMS}
    return save(experiment, "wiering-chess", page, bars(data, theirs), data)


def _won(data: Sequence[JsonObject], program: Program, seed: int) -> str:
    share, _ = points([each for each in data if each["seed"] == seed], program.name)
    return f"{100 * share:.1f} %"


def _against_hand(data: Sequence[JsonObject], program: Program) -> str:
    """A row of Table 6: all seeds together, and each."""
    met = [each for each in data if (each["a"], each["b"]) == (program.name, BY_HAND.name)]
    wins, draws, losses = (sum(each[key] for each in met) for key in ("wins", "draws", "losses"))
    elo, low, high = elo_interval(
        [sum(counts) for counts in zip(*(each["pairs"] for each in met), strict=True)]
    )
    share = 100 * (wins + draws / 2) / (wins + draws + losses)
    return (
        f"| {program.name} | +{wins} ={draws} -{losses} ({share:.1f} %) | {', '.join(map(percent, met))} "
        f"| {elo:+.0f} [{low:+.0f}, {high:+.0f}] | {program.against_hand} |"
    )


def _page(experiment: Experiment, number: int, trials: Sequence[Trial], data: Sequence[JsonObject]) -> str:
    seeds = experiment.seeds_of(SEEDS)
    rows = [
        f"| {program.name} | {program.networks} | {program.inputs} | {points_text(data, program.name)} "
        f"| {', '.join(_won(data, program, seed) for seed in seeds)} | {100 * program.won / POINTS:.1f} % |"
        for program in sorted(PROGRAMS, key=lambda each: -points(data, each.name)[0])
    ]
    return "\n".join(
        [
            "# Wiering's chess: one network or three, and how much of the board",
            "",
            f"Every architecture learned once from the same {number:,} games (80 hidden units, TD(0.9), the paper's "
            f"rates) with {counted(len(seeds), 'seed')}, then all of a seed met all: {data[0]['games']} games a "
            f"pairing, openings paired, {DEPTH} plies and on from there while there are captures and checks. H is the "
            "hand-coded evaluation of tscp 1.81, as in the paper, as far as [our features]"
            "(../features/chess-classical.md#the-figures-of-tscp) can say it, with our search. The paper trained once "
            "and played 10 games a pairing, and its 50,000 games are not known; [data](../data.md) has what ours are.",
            "",
            experiment.provenance("wiering-chess"),
            "",
            "![Points of all programs](wiering-chess.png)",
            "",
            "All against all (Table 5), with 95 % intervals:",
            "",
            "| | networks | inputs | points | each seed | the paper |",
            "|---|---|---|--:|--:|--:|",
            *rows,
            "",
            "Against the hand-coded evaluation (Table 6):",
            "",
            "| | games | each seed | Elo, 95 % interval | the paper |",
            "|---|--:|--:|--:|--:|",
            *(_against_hand(data, program) for program in LEARNERS),
            "",
            "The commands of the first seed:",
            "",
            *(experiment.told(trial.command) for trial in trials if trial.seed == experiment.seed),
            f"    {data[0]['command']}",
            "",
        ]
    )
