"""How strong a run is on its way: few games now and then, rated together with players of known strength.

The newest weights play the rungs of the game's ladder that are nearest to them, and the weights that were measured
before; all games of the run so far give one set of ratings, on the scale of the ladder. Nobody is too weak to be
measured by for long, so no match ends 60 : 0.

It costs little: of the games that are learned from since the last time at most a tenth are played, and the next time
is when the run is half as long again. When that is depends on games alone, and what is played on the weights and the
run's seed, so that a run which is gone on with measures the same. Learning never hears of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import StopFlag
from leafstrap.arena.schedule.ladder import Ladder, Rung, read_ladder
from leafstrap.arena.schedule.match import Match
from leafstrap.arena.schedule.pairs import Conditions
from leafstrap.arena.stats.ratings import Rating, Ratings, fit_ratings
from leafstrap.arena.stats.standings import PairResult, ResultTable
from leafstrap.errors import PlayerError
from leafstrap.evaluators import load_weights
from leafstrap.players import PlayerSpec, parse_player
from leafstrap.training.builder import Builder
from leafstrap.training.store.folder import RunFolder
from leafstrap.training.store.metrics import read_metrics
from leafstrap.types import JsonObject

SHARE = 0.1  # of the games that are learned from: as many at most are played to measure
GROWTH = 1.5  # by which a run is longer when it is measured again
ON_THE_WAY = 5  # the closing games are this many times those of a measurement on the way
AT_ONCE = 4  # games against one opponent before another may be nearer
RECORD = "strength"  # the kind of its records in the metrics

Weights = NDArray[np.float64]


def ladder_of(builder: Builder) -> Ladder:
    """The ladder of the game; where there is none it is one rung, which everybody who learned stands above."""
    game = builder.game
    if game.ladder:
        return read_ladder(game.ladder)
    return Ladder(game, None, (Rung("Random", "random@depth=1", 0.0),))


@dataclass(frozen=True, slots=True)
class Strength:
    """Where weights stand on a ladder, and the weights that the run began with."""

    game: int  # after how many games of the run
    rating: Rating
    initial: Rating
    below: (
        str  # the strongest rung that is not stronger, and the weakest that is; nothing where there is none
    )
    above: str
    games: int  # that were played to know it, by all weights of the run
    distinct: int

    @property
    def gain(self) -> float:
        """What was learned since the beginning."""
        return self.rating.elo - self.initial.elo

    def record(self) -> JsonObject:
        """What the metrics of a run say about it."""
        return {
            "rating": round(self.rating.elo, 1),
            "rating_low": round(self.rating.low, 1),
            "rating_high": round(self.rating.high, 1),
            "initial": round(self.initial.elo, 1),
            "initial_low": round(self.initial.low, 1),
            "initial_high": round(self.initial.high, 1),
            "games": self.games,
            "distinct": self.distinct,
        }

    def __str__(self) -> str:
        return f"strength {_text(self.rating)}"

    def sentence(self) -> str:
        """What the summary of a run says."""
        places = [f"above {self.below}"] * bool(self.below) + [f"below {self.above}"] * bool(self.above)
        return (
            f"Strength: {_text(self.rating)}, {' and '.join(places)}; it began at {_text(self.initial)} "
            f"({self.games} games, {self.distinct} distinct)"
        )


class StrengthMeter:
    """Measures a run, and remembers what its metrics say that was measured."""

    def __init__(self, builder: Builder, folder: RunFolder) -> None:
        self._builder, self._folder = builder, folder
        self._ladder = ladder_of(builder)
        self._rungs = {
            f"{rung.name} ({rung.rating:.0f})": (rung.rating, rung.player)
            for rung in self._ladder.rungs
            if rung.rating is not None
        }
        self._on_the_way = max(AT_ONCE, builder.recipe.run.final_games // ON_THE_WAY)
        self._results = ResultTable()
        self._measured: list[int] = []
        for record in read_metrics(folder.metrics, RECORD):
            self._take_in(record["game"], map(PairResult.from_json, record["pairs"]))

    def games_due(self, games: int) -> int:
        """How many to play after so many games of the run: 0 if it is not time yet."""
        last = self._measured[-1] if self._measured else 0
        if games < GROWTH * last or games == last:
            return 0
        return min(self._on_the_way, int(SHARE * (games - last))) // AT_ONCE * AT_ONCE

    def measure(
        self, game: int, weights: Weights, games: int, stop: StopFlag
    ) -> tuple[Strength, JsonObject] | None:
        """Let weights play so many games; where they stand, and the record of it. None if stopped."""
        played: list[PairResult] = []
        if not self._measured:
            # Where it began belongs on the scale as well.
            start = load_weights(self._folder.weights_after(0), self._builder.architecture)
            if not self._play(0, start, self._on_the_way, stop, played):
                return None
        if not self._play(game, weights, games, stop, played):
            return None
        if game not in self._measured:
            self._measured.append(game)
        strength = self.strength(game)
        return strength, {**strength.record(), "pairs": [result.as_json() for result in played]}

    def strength(self, game: int | None = None) -> Strength:
        """Where the weights after so many games stand, or the last that were measured."""
        game = self._measured[-1] if game is None else game
        ratings = self._ratings()
        rating = ratings.of(_name(game))
        height = {name: known for name, (known, _) in self._rungs.items()}
        stronger = [name for name in height if height[name] > rating.elo]
        weaker = [name for name in height if name not in stronger]
        scores = [self._results.between(a, b) for a, b in self._results.meetings()]
        return Strength(
            game,
            rating,
            ratings.of(_name(0)),
            max(weaker, key=height.__getitem__, default=""),
            min(stronger, key=height.__getitem__, default=""),
            sum(score.games for score in scores),
            sum(score.distinct for score in scores),
        )

    @property
    def last(self) -> int | None:
        """After how many games the run was last measured."""
        return self._measured[-1] if self._measured else None

    def _take_in(self, game: int, results: Iterable[PairResult]) -> None:
        for result in results:
            self._results.add(result)
        if game not in self._measured:
            self._measured.append(game)

    def _play(
        self, game: int, weights: Weights, games: int, stop: StopFlag, played: list[PairResult]
    ) -> bool:
        """Play the nearest, a few games each; whether all were played."""
        builder, name = self._builder, _name(game)
        own = PlayerSpec(name, builder.limits, lambda: builder.player(name, weights))
        run = builder.recipe.run
        for number in range(max(1, games // AT_ONCE)):
            opponent = self._opponent(game, number)
            seed = Random(f"strength {run.seed} {game} {number}").getrandbits(32)
            conditions = Conditions(
                builder.game, self._ladder.limits or builder.limits, run.workers, seed=seed
            )
            result = Match(own, opponent, conditions, AT_ONCE).run(stop=stop)
            if result.interrupted:
                return False
            for pair in result.pairs:
                # Numbers tell pairs of the same two players apart.
                known = next(n for n in count() if (name, opponent.name, n) not in self._results)
                played.append(replace(PairResult.of(pair), number=known))
                self._results.add(played[-1])
        return True

    def _opponent(self, game: int, number: int) -> PlayerSpec:
        """Every other time the weights measured last, which hold the curve together, else the nearest rung."""
        earlier = [measured for measured in self._measured if measured != game]
        if number % 2 and earlier:
            return self._checkpoint(earlier[-1])
        met = {name for meeting in self._results.meetings() for name in meeting}
        nearest = self._ratings().of(_name(game)).elo if _name(game) in met else self._guess(earlier)
        return self._rung(nearest)

    def _rung(self, nearest: float) -> PlayerSpec:
        """The nearest player of the ladder that this machine has."""
        name, (_, player) = min(self._rungs.items(), key=lambda rung: abs(rung[1][0] - nearest))
        try:
            spec = parse_player(player, self._ladder.game, name)
            spec.build().close()
        except PlayerError:
            if len(self._rungs) == 1:
                raise
            del self._rungs[name]
            return self._rung(nearest)
        return spec

    def _guess(self, earlier: list[int]) -> float:
        """Of weights that have not played yet: those before them, or the weakest rung."""
        if earlier:
            return self._ratings().of(_name(earlier[-1])).elo
        return min(rating for rating, _ in self._rungs.values())

    def _checkpoint(self, game: int) -> PlayerSpec:
        builder, name = self._builder, _name(game)
        weights = load_weights(self._folder.weights_after(game), builder.architecture)
        return PlayerSpec(name, builder.limits, lambda: builder.player(name, weights))

    def _ratings(self) -> Ratings:
        names = dict.fromkeys(name for meeting in self._results.meetings() for name in meeting)
        anchors = {name: rating for name, (rating, _) in self._rungs.items() if name in names}
        return fit_ratings(list(names), self._results.by_first_move(), anchors)


def measured_strengths(metrics: Path) -> list[JsonObject]:
    """What the metrics of a run say of its strength, without the games behind it."""
    return [
        {name: value for name, value in record.items() if name != "pairs"}
        for record in read_metrics(metrics, RECORD)
    ]


def _name(game: int) -> str:
    return f"game {game}"


def _text(rating: Rating) -> str:
    return f"{rating.elo:.0f} [{rating.low:.0f}, {rating.high:.0f}]"
