"""How good self-play gets at backgammon, and how fast: a run against two fixed yardsticks, over games and over time."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from leafstrap import games
from leafstrap.arena import Conditions, Match
from leafstrap.papers.experiment import Experiment, even, figure, save
from leafstrap.papers.trial import Trial
from leafstrap.players import parse_player
from leafstrap.runs.metrics import read_metrics
from leafstrap.search import Limits

GAMES = 200_000
TESTS = 20
TEST_GAMES, LAST_GAMES = 2_000, 20_000
PUBEVAL, GNUBG = "pubeval", "gnubg:0"


@dataclass(frozen=True, slots=True)
class Point:
    """Points per game against a yardstick after so many games, and seconds of learning."""

    games: int
    seconds: float
    points: float
    low: float
    high: float
    test_games: int

    def __str__(self) -> str:
        return f"{self.points:+.3f} [{self.low:+.3f}, {self.high:+.3f}] in {self.test_games:,} games"


def backgammon_curve(experiment: Experiment) -> Path:
    """Learn by the recipe `backgammon`, then test weights of the way; returns the page with the results."""
    every = max(100, round(experiment.scale * GAMES / TESTS / 100) * 100)
    settings = {
        "run.checkpoint_every": every,
        "run.keep_best_every": 0,
        "run.final_games": 0,
        "backup.step_size": f"0.02 to 0.001 over {TESTS * every}",
    }
    trial = Trial(
        experiment.work / "run",
        "backgammon",
        experiment.seed,
        games=TESTS * every,
        settings=settings,
        game="backgammon",
    ).run()
    names = [PUBEVAL, *([GNUBG] if shutil.which("gnubg") else [])]
    marks = [every * (number + 1) for number in range(TESTS)]
    seconds = _seconds(trial)
    wanted = [(name, mark) for name in names for mark in marks]
    found = experiment.side_by_side(lambda item: _test(experiment, trial, *item, marks[-1], seconds), wanted)
    curves = {name: found[i * TESTS : (i + 1) * TESTS] for i, name in enumerate(names)}

    def draw(target: Path) -> None:
        with figure(target, columns=2, width=12.0, height=5.0) as panels:
            for axes, label in zip(panels, ("games", "seconds"), strict=True):
                for name, colour in zip(curves, ("tab:blue", "tab:red"), strict=False):
                    axes.errorbar(
                        [getattr(point, label) for point in curves[name]],
                        [point.points for point in curves[name]],
                        yerr=[point.high - point.points for point in curves[name]],
                        color=colour,
                        marker="o",
                        markersize=3,
                        capsize=2,
                        linewidth=1,
                        label=name,
                    )
                axes.axhline(0.0, color="black", linewidth=0.5)
                what = "games learned from" if label == "games" else "seconds of learning, one worker"
                axes.set(xlabel=what, ylabel="points per game")
                axes.grid(alpha=0.3)
                axes.legend(fontsize="small")

    data = [{"opponent": name, "points": [_as_json(p) for p in curve]} for name, curve in curves.items()]
    return save(experiment, "backgammon", _page(experiment, trial, curves), draw, data)


def _seconds(trial: Trial) -> dict[int, float]:
    """Seconds of learning by the number of games, as the run has noted them lot by lot."""
    total, seconds = 0.0, {}
    for record in read_metrics(trial.folder / "metrics.jsonl", "game"):
        total += record["seconds"]
        seconds[record["game"]] = total
    return seconds


def _test(
    experiment: Experiment, trial: Trial, name: str, mark: int, last: int, seconds: dict[int, float]
) -> Point:
    """The last weights are tested by more games."""
    number = even(experiment.scale * (LAST_GAMES if mark == last else TEST_GAMES))
    cache = trial.folder / "tests" / f"{name.replace(':', '-')}-{mark:06}-{number}.json"
    if not cache.exists():
        game = games.get("backgammon")
        weights = trial.folder / "weights" / f"{mark:06}.safetensors"
        players = parse_player(str(weights), game), parse_player(name, game)
        score = Match(*players, Conditions(game, Limits(depth=1), seed=mark), number).run().score
        cache.parent.mkdir(exist_ok=True)
        cache.write_text(json.dumps(score.as_json()) + "\n")
    found = json.loads(cache.read_text())
    figures = (found["points_per_game"], found["ppg_low"], found["ppg_high"])
    return Point(mark, seconds[mark], *figures, number)


def _as_json(point: Point) -> dict[str, Any]:
    return {"games": point.games, "seconds": point.seconds, "points": point.points, "high": point.high}


def _page(experiment: Experiment, trial: Trial, curves: Mapping[str, Sequence[Point]]) -> str:
    rows = [
        f"| {points[0].games:,} | {points[0].seconds:,.0f} s | " + " | ".join(map(str, points)) + " |"
        for points in zip(*curves.values(), strict=True)
    ]
    return "\n".join(
        [
            "# Backgammon by self-play",
            "",
            "The recipe `backgammon`, three networks with 20, 20 and 40 hidden units, from random weights by self-play "
            "with one worker. Points per game against fixed players, the same dice for both sides, no cube, no looking "
            f"ahead. `{PUBEVAL}` is Tesauro's public evaluator, `{GNUBG}` is GNU Backgammon's evaluation.",
            "",
            experiment.provenance("backgammon"),
            "",
            "![Points per game over games and over time](backgammon.png)",
            "",
            f"| games | learning | {' | '.join(f'against `{name}`' for name in curves)} |",
            f"|--:|--:|{'--:|' * len(curves)}",
            *rows,
            "",
            "The command:",
            "",
            f"    {trial.command}",
            "",
        ]
    )
