"""Levels 1 to 10 for people to play against: any weights, looking less far ahead, and not always at their best move.

A level is a limit of the search and a temperature: of the moves that were looked at, one with a value v below the best
is played with a probability proportional to exp(-v / temperature). What is random follows from a seed and the number of
the move, so that the same game has the same answers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from leafstrap._core import SearchControl
from leafstrap.errors import UsageError
from leafstrap.evaluators import Evaluator, default_weights
from leafstrap.games import Game
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.games.match_score import MatchScore
from leafstrap.players.expectimax_player import ExpectimaxPlayer
from leafstrap.players.kind import Builder, PlayerKind, PlayerText, register
from leafstrap.players.own import EvaluatorPlayer
from leafstrap.players.player import Choice
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.limits import Limits
from leafstrap.search.native import TournamentReport, TournamentResult, Variation
from leafstrap.search.told import result_with
from leafstrap.types import Line, Position

MEGABYTES = 8
MATE = 3000.0  # centipawns that it counts: who errs much overlooks it too
Progress = Callable[[TournamentReport], None]


@dataclass(frozen=True, slots=True)
class Level:
    """How far a level looks and how often it errs, in games without dice and with."""

    number: int
    name: str
    nodes: int  # the search completes its first ply whatever it takes
    temperature: float  # centipawns
    lines: int  # moves that are compared
    points: float = 0.0  # the temperature in games with dice
    rolls: int = 1  # the depth in games with dice

    def request(self, within: SearchRequest, moves: int) -> SearchRequest:
        """The search of this level: within limits of others too, and with a score for every move to choose among."""
        nodes = min(self.nodes, within.nodes or self.nodes)
        lines = min(self.lines, moves) if self.temperature else 1
        return replace(within, nodes=nodes, multipv=max(lines, 1))

    def result(self, found: TournamentResult, random: Random) -> TournamentResult:
        """What was found, with the line of play that this level takes."""
        if not self.temperature:
            return found
        lines = [variation for variation in found.lines if variation.pv]
        return result_with(found, [lines[drawn([*map(_centipawns, lines)], self.temperature, random)]])


LEVELS = (
    Level(1, "Beginner", 1, 1200, 64, points=1.0),
    Level(2, "Novice", 1, 400, 64, points=0.6),
    Level(3, "Learner", 1, 180, 64, points=0.4),
    Level(4, "Casual player", 1, 80, 64, points=0.28),
    Level(5, "Club player", 200, 40, 32, points=0.2),
    Level(6, "Strong club player", 1_000, 15, 8, points=0.13),
    Level(7, "Expert", 2_000, 6, 4, points=0.08),
    Level(8, "Master", 4_000, 3, 3, points=0.04),
    Level(9, "Grandmaster", 8_000, 1, 2),
    Level(10, "Champion", 12_000, 0, 1, rolls=2),
)


def level_of(number: int) -> Level:
    """The level of that number.

    >>> level_of(10).name
    'Champion'
    """
    if not 1 <= number <= len(LEVELS):
        raise UsageError(f"There are levels 1 to {len(LEVELS)}, and no level {number}.")
    return LEVELS[number - 1]


def level_ratings(game: Game) -> tuple[int, ...]:
    """The measured ratings of all levels with the default weights; a UsageError where nobody has measured them."""
    if len(game.level_ratings) != len(LEVELS):
        raise UsageError(f"The levels of {game.name} have no ratings.")
    return game.level_ratings


def level_at(game: Game, rating: float) -> Level:
    """A level between two others: their numbers in the proportion of the ratings, beyond the ends the ends themselves.

    >>> from leafstrap import games
    >>> chess = games.get("chess")
    >>> level_at(chess, level_ratings(chess)[4]) == level_of(5)
    True
    """
    ratings = level_ratings(game)
    above = next((place for place, each in enumerate(ratings) if each > rating), len(ratings))
    if above in (0, len(ratings)):
        return LEVELS[min(above, len(ratings) - 1)]
    low, high = LEVELS[above - 1], LEVELS[above]
    part = (rating - ratings[above - 1]) / (ratings[above] - ratings[above - 1])
    return replace(
        low,
        nodes=round(low.nodes ** (1 - part) * high.nodes**part),
        temperature=low.temperature + part * (high.temperature - low.temperature),
        points=low.points + part * (high.points - low.points),
    )


def drawn(values: Sequence[float], temperature: float, random: Random) -> int:
    """The place of a value that is drawn: the best one at temperature 0, else the more often the better it is.

    >>> drawn([0.1, 0.5, 0.4], 0.0, Random(1))
    1
    """
    best = max(values)
    if temperature <= 0:
        return list(values).index(best)
    weights = [math.exp(max((value - best) / temperature, -700.0)) for value in values]
    return random.choices(range(len(values)), weights)[0]


class LevelPlayer:
    """An evaluator at a level. `progress` hears how far a search for play has come."""

    def __init__(
        self,
        name: str,
        evaluator: Evaluator,
        level: Level,
        *,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> None:
        self.name = name
        self._game, self._level, self._seed = evaluator.game, level, seed
        self.progress = progress
        self._control = SearchControl()
        self._expectimax = self._engine = self._training = None
        if evaluator.game.played_by == "expectimax":
            self._expectimax = ExpectimaxPlayer(name, evaluator)
        elif evaluator.game.played_by == "tournament":
            self._engine = Engine(evaluator, megabytes=MEGABYTES)
        else:
            self._training = EvaluatorPlayer(name, evaluator, seed=seed)

    def new_game(self, seed: int) -> None:
        """Forget the last game."""
        self._seed = seed
        if self._engine is not None:
            self._engine.new_game()

    def choose(self, line: Line, limits: Limits) -> Choice:
        """A move of this level; of the limits only those of time count."""
        random = Random(f"level {self._seed} {len(line)}")
        if self._expectimax is not None:
            return self._with_dice(self._expectimax, line, random)
        timed = Limits(movetime=limits.movetime, clock=limits.clock, left=limits.left)
        if self._engine is None:
            return self._without_ranking(line, replace(timed, nodes=self._level.nodes), random)
        return self._among_variations(self._engine, line, timed, random)

    def doubles(self, position: Position, cube: DoublingCube, score: MatchScore | None = None) -> bool:
        """As at full strength."""
        return self._cube().doubles(position, cube, score)

    def takes(self, position: Position, cube: DoublingCube, score: MatchScore | None = None) -> bool:
        """The same."""
        return self._cube().takes(position, cube, score)

    def choose_at(self, line: Line, limits: Limits, cube: DoublingCube, score: MatchScore) -> Choice:
        """A level that errs knows no score."""
        if self._level.points:
            return self.choose(line, limits)
        return self._cube().choose_at(line, Limits(depth=self._level.rolls), cube, score)

    def stop(self) -> None:
        """End the search that is under way, from any thread; it answers at once with what it has."""
        self._control.stop()
        if self._expectimax is not None:
            self._expectimax.stop()

    def close(self) -> None:
        """The same for good."""
        self.stop()
        if self._training is not None:
            self._training.close()

    def _cube(self) -> ExpectimaxPlayer:
        if self._expectimax is None:
            raise UsageError(f"There is no cube in {self._game.name}.")
        return self._expectimax

    def _with_dice(self, player: ExpectimaxPlayer, line: Line, random: Random) -> Choice:
        if not self._level.points:
            return player.choose(line, Limits(depth=self._level.rolls))
        ranked = player.ranked(line.position, Limits(depth=self._level.rolls))
        move, equity, _ = ranked[drawn([each[1] for each in ranked], self._level.points, random)]
        return Choice(move, round(100 * equity), depth=self._level.rolls, nodes=len(ranked))

    def _among_variations(self, engine: Engine, line: Line, limits: Limits, random: Random) -> Choice:
        self._control = SearchControl()
        request = self._level.request(SearchRequest.within(limits), len(line.position.legal_moves()))
        found = self._level.result(engine.think(line, request, self._control, self.progress), random)
        best = found.lines[0]
        score = None if best.mate is not None else best.score
        return Choice(found.move, score, best.mate, found.depth, found.nodes)

    def _without_ranking(self, line: Line, limits: Limits, random: Random) -> Choice:
        """Where a search names one move only, others are played at random."""
        assert self._training is not None
        if random.random() * 100 < self._level.temperature / 2:
            return Choice(random.choice(list(line.position.legal_moves())))
        return self._training.choose(line, limits)


def _centipawns(variation: Variation) -> float:
    if variation.mate is None:
        return float(variation.score)
    # A win that is nearer is better, and a loss that is farther.
    return math.copysign(MATE, variation.mate) - 10.0 * float(variation.mate)


def _build(text: PlayerText) -> Builder:
    text.options(known=())
    if not text.argument.isascii() or not text.argument.isdigit():
        raise UsageError(f"A level is level:N with N from 1 to {len(LEVELS)}, not {text.head!r}.")
    level, evaluator = level_of(int(text.argument[:6])), default_weights(text.game)
    return lambda: LevelPlayer(text.name, evaluator, level)


register(
    PlayerKind(
        "level",
        f"the weights that come with the game, at a level for people from 1 to {len(LEVELS)}",
        _build,
        argument="N",
        plays=lambda game: game.default_weights is not None,
        refusal="No weights come with {game}: there are no levels.",
    )
)
