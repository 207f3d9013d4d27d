"""Architecture D of Wiering, Patist & Mannen learned by TreeStrap from self-play, against the same from a database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap import games
from leafstrap.experience import Database
from leafstrap.papers.experiment import Experiment, elo_text, even, figure, percent, register, save
from leafstrap.papers.rating_pool import Milestone, milestones
from leafstrap.papers.trial import Pairing, Trial
from leafstrap.papers.wiering.chess import LEARNED, NODES, SEARCH
from leafstrap.types import JsonObject

MINUTES = 30.0
STAGES = 6  # of self-play that meet the database's network
GAMES = 100  # each
DEPTH = 2  # plies, and on from there while there are captures and checks
DEEPER = (3, 4)  # where the ends meet again


@dataclass(frozen=True, slots=True)
class Meeting:
    """Self-play after some time against the database, at some depth."""

    stage: Milestone
    depth: int
    result: JsonObject

    def as_json(self) -> JsonObject:
        """For the file beside the page."""
        about = {"learned": self.stage.games, "minutes": round(self.stage.minutes, 3), "depth": self.depth}
        return about | self.result


@register(
    "treestrap-network",
    "A network by TreeStrap against the same from a database",
    small=0.02,
    data=("book.pgn",),
    one_run_each=True,
)
def treestrap_network(experiment: Experiment) -> Path:
    """Learn both ways, let self-play meet the database as it goes on and the ends deeper; returns the page."""
    watched, played = _trials(experiment)
    experiment.learn((watched, played))
    stages = milestones("self-play", played, STAGES)

    def meet(item: tuple[Milestone, int]) -> Meeting:
        stage, depth = item
        first, second = (
            f"{weights}{SEARCH}@depth={depth},nodes={NODES}" for weights in (stage.weights, watched.newest)
        )
        pairing = Pairing(first, second, even(experiment.scale * GAMES), None, experiment.seed, search="")
        cache = experiment.work / "matches" / f"{stage.games}-{depth}.json"
        return Meeting(stage, depth, pairing.play(cache, experiment.machine))

    wanted = [(stage, DEPTH) for stage in stages] + [(stages[-1], depth) for depth in DEEPER]
    meetings = experiment.side_by_side(meet, wanted)
    page = _page(experiment, (watched, played), meetings)
    return save(experiment, "treestrap-network", page, _draw(meetings), [each.as_json() for each in meetings])


def _trials(experiment: Experiment) -> tuple[Trial, Trial]:
    """From the database, and by self-play; both with one core."""
    database = experiment.database()
    known = len(Database(database, games.get("chess")))
    watched = Trial(
        experiment.work / "database",
        "wiering-chess-d",
        experiment.seed,
        games=min(max(1, round(experiment.scale * LEARNED)), known),
        settings={"experience.database": str(database.resolve()), "run.final_games": 0},
    )
    played = Trial(
        experiment.work / "self-play",
        "treestrap-network",
        experiment.seed,
        minutes=experiment.scale * MINUTES,
        settings={"run.clock": "processor", "run.checkpoint_every": 100, "run.final_games": 0},
    )
    return watched, played


def _page(experiment: Experiment, trials: tuple[Trial, Trial], meetings: Sequence[Meeting]) -> str:
    watched, played = trials
    rows = [
        f"| {each.stage.minutes:.1f} | {each.stage.games:,} | {each.depth} "
        f"| +{each.result['wins']} ={each.result['draws']} -{each.result['losses']} ({percent(each.result)}) "
        f"| {elo_text(each.result)} |"
        for each in meetings
    ]
    return "\n".join(
        [
            "# A network by TreeStrap, against the same network from a database",
            "",
            "Architecture D of Wiering et al. (three networks by the material left, 311 inputs, 80 hidden units), "
            f"learned twice from random weights: once over {watched.games:,} games of a database by TD(0.9), as in "
            f"their section 5.1, and by TreeStrap(αβ) from self-play alone, {experiment.scale * MINUTES:g} minutes "
            f"(processor time of one core). On the way self-play met the database's network, "
            f"{meetings[0].result['games']} games each time, openings paired, so many plies and on from there while "
            "there are captures and checks.",
            "",
            experiment.provenance("treestrap-network"),
            "",
            "![Score against the network from the database](treestrap-network.png)",
            "",
            "| minutes | games of self-play | plies | against the database's network | Elo, 95 % interval |",
            "|--:|--:|--:|--:|--:|",
            *rows,
            "",
            "The commands:",
            "",
            *(experiment.told(trial.command) for trial in (watched, played)),
            f"    {meetings[-1].result['command']}",
            "",
        ]
    )


def _draw(meetings: Sequence[Meeting]) -> Callable[[Path], None]:
    def draw(target: Path) -> None:
        with figure(target, columns=1, width=7, height=4) as (axes,):
            default = [each for each in meetings if each.depth == DEPTH]
            minutes = [each.stage.minutes for each in default]
            axes.plot(minutes, [100 * each.result["score"] for each in default], marker="o", color="tab:red")
            axes.axhline(50, color="grey", linewidth=0.8)
            axes.set(
                xlabel="minutes of self-play",
                ylabel="score against the network from the database, %",
                ylim=(0, 100),
            )
            axes.grid(alpha=0.3)

    return draw
