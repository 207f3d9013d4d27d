"""How strong a run became: its checkpoints against fixed opponents and each other."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leafstrap.arena import Pairing, Standings, round_robin
from leafstrap.evaluators import Evaluator
from leafstrap.players import PlayerSpec, evaluator_spec, parse_player
from leafstrap.training.history import History

# Small random weights play about as a beginner: the fixed point of the ratings in Meep, section 6.
UNTRAINED, UNTRAINED_RATING = "untrained", 250.0


@dataclass(frozen=True, slots=True)
class RatedPool:
    """Who is rated, by whom, and which ratings are known."""

    rated: Sequence[PlayerSpec]
    opponents: Sequence[PlayerSpec]
    anchors: Mapping[str, float]
    games: Mapping[str, int] = field(default_factory=dict)  # after which a checkpoint was made

    def pairings(self) -> list[Pairing]:
        """The rated against all opponents and each other; opponents do not meet, they are measured already."""
        return [*itertools.product(self.rated, self.opponents), *round_robin(self.rated)]

    @property
    def names(self) -> list[str]:
        """Of everybody."""
        return [spec.name for spec in (*self.rated, *self.opponents)]

    def curve(self, standings: Standings) -> list[dict[str, float]]:
        """Ratings over games."""
        points = []
        for name, game in self.games.items():
            rating = standings.ratings.of(name)
            points.append(
                {
                    "game": game,
                    "rating": round(rating.elo, 2),
                    "rating_low": round(rating.low, 2),
                    "rating_high": round(rating.high, 2),
                }
            )
        return points


def run_pool(
    history: History, number: int, opponents: Sequence[PlayerSpec], known: Mapping[str, float]
) -> RatedPool:
    """Some checkpoints of a run, and where it began.

    Without opponents of known strength the untrained player is the fixed point, and stands for the beginning.
    """
    anchors = {spec.name: known[spec.name] for spec in opponents if spec.name in known}
    all_files = history.folder.weights_files()
    files = spread_out(all_files, number)
    if anchors and 0 in all_files:
        files = {0: all_files[0], **files}
    games = {f"game {game}": game for game in files}
    rated = [
        parse_player(str(path), history.game, name) for name, path in zip(games, files.values(), strict=True)
    ]
    if anchors:
        return RatedPool(rated, opponents, anchors, games)
    start = Evaluator(history.architecture, history.architecture.initial_weights("random"))
    untrained = evaluator_spec(start, UNTRAINED)
    return RatedPool(rated, [untrained, *opponents], {UNTRAINED: UNTRAINED_RATING}, {UNTRAINED: 0, **games})


def player_pool(player: PlayerSpec, opponents: Sequence[PlayerSpec], known: Mapping[str, float]) -> RatedPool:
    """One player; where no rating is known the first rung is 0."""
    anchors = {spec.name: known[spec.name] for spec in opponents if spec.name in known}
    return RatedPool([player], opponents, anchors or {opponents[0].name: 0.0})


def spread_out(files: Mapping[int, Path], number: int) -> dict[int, Path]:
    """So many of the files, as evenly over the run as there are any, and always the last.

    The first one, before any game, does not count where there are others: it has learned nothing.

    >>> list(spread_out({0: Path("a"), 10: Path("b"), 20: Path("c"), 30: Path("d"), 40: Path("e")}, 2))
    [20, 40]
    """
    games = [game for game in files if game > 0] or list(files)
    wanted = [games[-1] * (step + 1) / number for step in range(number)]
    chosen = sorted({min(games, key=lambda game: abs(game - target)) for target in wanted})
    return {game: files[game] for game in chosen}
