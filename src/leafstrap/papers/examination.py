"""A match that weights of a run of backgammon have played, remembered in the run's folder."""

from __future__ import annotations

import json
from dataclasses import dataclass

from leafstrap import games
from leafstrap.arena import Conditions, Match
from leafstrap.papers.machine import Machine
from leafstrap.papers.trial import Trial
from leafstrap.players import parse_player
from leafstrap.search import Limits
from leafstrap.types import JsonObject

# Networks without tables of endgames: what they have learned is to be seen.
ALONE = ";bear-off=best"


@dataclass(frozen=True, slots=True)
class Examination:
    """What came of it: the share of games won, and points per game with their 95 % interval."""

    games: int  # learned from before it
    score: float
    points: float
    low: float
    high: float
    test_games: int

    def __str__(self) -> str:
        return f"{self.points:+.3f} [{self.low:+.3f}, {self.high:+.3f}]"

    def as_json(self) -> JsonObject:
        """The numbers behind a page."""
        return {
            name: getattr(self, name) for name in ("games", "score", "points", "low", "high", "test_games")
        }


def examine(
    trial: Trial,
    learned: int,
    opponent: str,
    number: int,
    machine: Machine,
    *,
    depth: int = 1,
    seed: int = 0,
) -> Examination:
    """Let the weights after so many games play an opponent; the same match is not played twice."""
    name = f"{learned:06} {opponent} {number} {depth} {seed}".replace("/", "_").replace(":", "-")
    cache = trial.folder / "tests" / f"{name}.json"
    if not cache.exists():
        game = games.get("backgammon")
        weights = trial.folder / "weights" / f"{learned:06}.safetensors"
        players = parse_player(f"{weights}{ALONE}", game), parse_player(opponent, game)
        match = Match(*players, Conditions(game, Limits(depth=depth), seed=seed), number)
        result = match.run(make_runner=machine.make_runner)
        if result.interrupted:
            raise KeyboardInterrupt
        score = result.score
        cache.parent.mkdir(exist_ok=True)
        cache.write_text(json.dumps(score.as_json()) + "\n")
    found = json.loads(cache.read_text())
    figures = (found["score"], found["points_per_game"], found["ppg_low"], found["ppg_high"])
    return Examination(learned, *figures, number)
