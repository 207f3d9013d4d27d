"""The training issues of Thrun (1995), section 4, one at a time: discounting, final values, and whose games.

And section 5's complaint: grand-masters bring a queen to the centre when she is safe, NeuroChess brings her always.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import chess

from leafstrap import games
from leafstrap.arena import PlayedGame
from leafstrap.experience import Database
from leafstrap.papers.experiment import Experiment, counted, even, figure, register, save
from leafstrap.papers.neurochess.page import TABLE_1, won
from leafstrap.papers.neurochess.table1 import CUT, MODEL_GAMES
from leafstrap.papers.trial import Pairing, Trial
from leafstrap.types import JsonObject, Table

SEEDS = 3
GAMES = 2_400  # learned from
TEST_GAMES = 400
EARLY = 10  # moves of a player in which a queen in the centre is counted
CENTRE = chess.SquareSet(chess.square(file, rank) for file in range(2, 6) for rank in range(2, 6))


@dataclass(frozen=True, slots=True)
class Arm:
    """EBNN as in Table 1, with one thing changed."""

    name: str
    title: str
    claim: str
    settings: Table = field(default_factory=dict)


ARMS = (
    Arm("paper", "as the paper has it", "–"),
    Arm("undiscounted", "γ = 1", '"learning failed completely"', {"backup.gamma": 1.0}),
    Arm(
        "unamplified",
        "final values count once",
        "× 20 was needed for functions that are not constant",
        {"backup.final_weight": 1.0},
    ),
    Arm(
        "experts",
        "games of experts alone",
        "mixed games were of major importance",
        {"experience.expert_share": 1.0},
    ),
)


@register(
    "neurochess-claims",
    "What its training needs: discounting, final values, whose games (section 4)",
    small=0.02,
    data=("book.pgn",),
)
def neurochess_claims(experiment: Experiment) -> Path:
    """Train every arm with every seed, then test the ends; returns the page."""
    path = experiment.database()
    number = max(1, round(experiment.scale * GAMES))
    shared = {
        "experience.database": str(path.resolve()),
        "run.final_games": 0,
        "evaluator.features": TABLE_1.features,
    }
    model_games = min(MODEL_GAMES, len(Database(path, games.get("chess"))))
    # The model of Table 1: whichever experiment is first makes it.
    model = Trial(
        experiment.work.parent / TABLE_1.name / "model",
        "neurochess",
        experiment.seed,
        games=0,
        settings=shared | {"backup.model_games": model_games},
    ).run(experiment.machine)
    shared |= {"backup.model": str(model.folder / "model.safetensors"), "run.checkpoint_every": number}
    wanted = [(arm, seed) for seed in experiment.seeds_of(SEEDS) for arm in ARMS]

    def learn(item: tuple[Arm, int]) -> JsonObject:
        arm, seed = item
        folder = experiment.work / f"{arm.name}-{seed}"
        trial = Trial(folder, "neurochess", seed, games=number, settings=shared | dict(arm.settings))
        trial.run(experiment.machine)
        games_played = even(min(1.0, experiment.scale) * TEST_GAMES)
        pairing = Pairing(f"{trial.newest}{CUT}", TABLE_1.opponent(2), games_played, None, seed, search="")
        cache = experiment.work / "matches" / f"{folder.name}.json"
        found = pairing.play(cache, experiment.machine, look=early_queens)
        return {"name": arm.name, "seed": seed, "learned": trial.command, **found}

    data = experiment.side_by_side(learn, wanted)
    return save(experiment, "neurochess-claims", _page(experiment, number, data), _draw(data), data)


def early_queens(played: Iterable[PlayedGame]) -> JsonObject:
    """In how many games the first named player, and the other, had a queen in the centre early on."""
    counts: dict[str, int] = {}
    for game in played:
        board = chess.Board(str(game.line.start))
        came = set()
        for move in game.line.moves[: 2 * EARLY]:
            board.push_uci(str(move))
            if board.pieces(chess.QUEEN, not board.turn) & CENTRE:
                came.add(game.second if board.turn == chess.WHITE else game.first)
        for name in (game.first, game.second):
            counts[name] = counts.get(name, 0) + (name in came)
    # In the first game of a match the first named player begins.
    own, other = counts.values()
    return {"queens": own, "queens_of_opponent": other}


def _of(data: Sequence[JsonObject], arm: Arm) -> list[JsonObject]:
    return [each for each in data if each["name"] == arm.name]


def _page(experiment: Experiment, number: int, data: Sequence[JsonObject]) -> str:
    rows = []
    for arm in ARMS:
        mine = _of(data, arm)
        low, share, high = (100 * each for each in won(mine))
        seeds = ", ".join(f"{100 * each['wins'] / each['games']:.0f} %" for each in mine)
        games_played = sum(each["games"] for each in mine)
        queens = " and ".join(
            f"{100 * sum(each[key] for each in mine) / games_played:.0f} %"
            for key in ("queens", "queens_of_opponent")
        )
        rows.append(
            f"| {arm.title} | {share:.1f} % [{low:.1f}, {high:.1f}] | {seeds} | {queens} | {arm.claim} |"
        )
    return "\n".join(
        [
            "# NeuroChess: what its training needs",
            "",
            f"EBNN with the features and the model of [Table 1](neurochess.md), {number:,} games (the paper's runs: "
            f"{GAMES:,}), {counted(len(experiment.seeds_of(SEEDS)), 'seed')}, one thing changed at a time (section 4 "
            f"of the paper). Then {data[0]['games']} games of each seed against the same search, cut at depth 2, with "
            "weights by hand; the share of games won counts, with its 95 % interval by games. And in how many of these "
            f"games a queen stood on the sixteen squares of the centre within the first {EARLY} moves, the learner's "
            'and the opponent\'s: the paper complains of "its queen to the center of the board" (section 5).',
            "",
            experiment.provenance("neurochess-claims"),
            "",
            "![Games won](neurochess-claims.png)",
            "",
            "| | games won | each seed | queen in the centre, its own and the opponent's | the paper's claim |",
            "|---|--:|--:|--:|---|",
            *rows,
            "",
            "The commands of the first seed:",
            "",
            *(experiment.told(_of(data, arm)[0]["learned"]) for arm in ARMS),
            f"    {data[0]['command']}",
            "",
        ]
    )


def _draw(data: Sequence[JsonObject]) -> Callable[[Path], None]:
    def draw(target: Path) -> None:
        with figure(target, columns=1, width=7.0, height=3.2) as (axes,):
            found = [won(_of(data, arm)) for arm in ARMS]
            places = list(range(len(ARMS)))
            below = [100 * (share - low) for low, share, _ in found]
            above = [100 * (high - share) for _, share, high in found]
            axes.barh(places, [100 * share for _, share, _ in found], xerr=[below, above])
            axes.set_yticks(places, [arm.title for arm in ARMS])
            axes.invert_yaxis()
            axes.set(xlabel="games won, %")

    return draw
