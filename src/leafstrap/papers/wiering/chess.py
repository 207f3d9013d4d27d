"""Tables 5 and 6 of Wiering, Patist & Mannen: chess learned from a database by seven architectures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from leafstrap import games
from leafstrap.experience import Database
from leafstrap.papers.experiment import Experiment, elo_text, even, percent, register, save
from leafstrap.papers.round_robin import bars, points, points_text
from leafstrap.papers.trial import PLAIN, Pairing, Trial
from leafstrap.types import JsonObject

LEARNED = 50_000  # games, each once
GAMES = 100  # a pairing
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
    """Train every architecture once over the games, let all meet all; returns the page."""
    database = experiment.database()
    number = min(max(1, round(experiment.scale * LEARNED)), len(Database(database, games.get("chess"))))
    trials = {
        program.name: Trial(
            experiment.work / program.name,
            program.recipe,
            experiment.seed,
            games=number,
            settings={"experience.database": str(database.resolve()), "run.final_games": 0},
        )
        for program in LEARNERS
    }
    experiment.learn(trials.values())
    players = {name: f"{trial.newest}" for name, trial in trials.items()} | {BY_HAND.name: HAND}

    def meet(names: tuple[str, str]) -> JsonObject:
        a, b = names
        first, second = (f"{players[name]}{SEARCH}@depth={DEPTH},nodes={NODES}" for name in names)
        pairing = Pairing(first, second, even(experiment.scale * GAMES), None, experiment.seed, search="")
        return {
            "a": a,
            "b": b,
            **pairing.play(experiment.work / "matches" / f"{a}-{b}.json", experiment.machine),
        }

    data = experiment.side_by_side(meet, combinations(players, 2))
    page = _page(experiment, number, trials, data)
    theirs = {program.name: program.won / POINTS for program in PROGRAMS}
    return save(experiment, "wiering-chess", page, bars(data, theirs), data)


def _page(
    experiment: Experiment, number: int, trials: Mapping[str, Trial], data: Sequence[JsonObject]
) -> str:
    rows = [
        f"| {program.name} | {program.networks} | {program.inputs} | {points_text(data, program.name)} "
        f"| {100 * program.won / POINTS:.1f} % |"
        for program in sorted(PROGRAMS, key=lambda each: -points(data, each.name)[0])
    ]
    against = {each["a"]: each for each in data if each["b"] == BY_HAND.name}
    by_hand = [
        f"| {program.name} | +{result['wins']} ={result['draws']} -{result['losses']} ({percent(result)}) "
        f"| {elo_text(result)} | {program.against_hand} |"
        for program in LEARNERS
        for result in (against[program.name],)
    ]
    return "\n".join(
        [
            "# Wiering's chess: one network or three, and how much of the board",
            "",
            f"Every architecture learned once from the same {number:,} games (80 hidden units, TD(0.9), the paper's "
            f"rates), then all met all: {data[0]['games']} games a pairing, openings paired, {DEPTH} plies and on from "
            "there while there are captures and checks. H is the hand-coded evaluation of tscp 1.81, as in the paper, "
            "as far as [our features](../features/chess-classical.md#the-figures-of-tscp) can say it, with our search. "
            "The paper played 10 games a pairing, and its 50,000 games are not known; [data](../data.md) has what ours "
            "are.",
            "",
            experiment.provenance("wiering-chess"),
            "",
            "![Points of all programs](wiering-chess.png)",
            "",
            "All against all (Table 5), with 95 % intervals:",
            "",
            "| | networks | inputs | points | the paper |",
            "|---|---|---|--:|--:|",
            *rows,
            "",
            "Against the hand-coded evaluation (Table 6):",
            "",
            "| | games | Elo, 95 % interval | the paper |",
            "|---|--:|--:|--:|",
            *by_hand,
            "",
            "The commands:",
            "",
            *(experiment.told(trial.command) for trial in trials.values()),
            f"    {data[0]['command']}",
            "",
        ]
    )
