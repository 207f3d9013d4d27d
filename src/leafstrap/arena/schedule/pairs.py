"""Pairs of games: under which conditions they are played, whoever plays them, and how both are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from leafstrap.arena.games.adjudication import NO_ADJUDICATION, Adjudication
from leafstrap.arena.games.openings import NONE, OWN, Opening
from leafstrap.arena.games.play import Participant, play_game
from leafstrap.arena.games.played import Pair, Played
from leafstrap.arena.games.points_match import play_points_match
from leafstrap.errors import UsageError
from leafstrap.games import Game
from leafstrap.games.dice import Dice
from leafstrap.players import Player, PlayerSpec
from leafstrap.players.cube import LONGEST
from leafstrap.search.limits import Limits, check_limits


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a match and a tournament have in common."""

    game: Game
    limits: Limits  # for a player without limits of its own
    concurrency: int = 1
    openings: str = OWN
    seed: int = 0
    max_plies: int | None = None  # the game's own
    adjudication: Adjudication = NO_ADJUDICATION
    cube: bool = False  # games are for money, with the doubling cube
    points: int | None = None  # what is played are matches to so many

    def __post_init__(self) -> None:
        check_limits(self.game, self.limits)
        if self.cube and not self.game.cube:
            raise UsageError(f"There is no cube in {self.game.name}.")
        if self.concurrency < 1:
            raise UsageError(f"At least one game is played at a time, not {self.concurrency}.")
        if self.points is not None:
            self._check_points(self.points)

    def _check_points(self, points: int) -> None:
        if not (self.game.counts_points and self.game.cube):
            raise UsageError(
                f"Matches to points are for backgammon: in {self.game.name} every game counts one."
            )
        if not 1 <= points <= LONGEST:
            raise UsageError(f"A match has 1 to {LONGEST} points, not {points}.")
        if self.cube:
            raise UsageError("A match to points has the cube, and is not for money: leave --cube out.")
        if self.openings not in (OWN, NONE):
            raise UsageError("The games of a match to points begin as usual: leave --openings out.")
        if self.max_plies is not None or self.adjudication != NO_ADJUDICATION:
            raise UsageError(
                "The games of a match to points are played to their end: leave --max-plies, --resign and --draw out."
            )


def check_games(games: int) -> None:
    """Refuse a number of games that does not come in pairs."""
    if games < 2 or games % 2:
        raise UsageError(f"A match has an even number of games, each opening from both sides, not {games}.")


@dataclass(frozen=True, slots=True)
class Task:
    """One pair of games that is to be played; pairs of the same two players are numbered from 0."""

    a: PlayerSpec
    b: PlayerSpec
    number: int
    opening: Opening


def play_pair(
    conditions: Conditions, task: Task, a: Player, b: Player, cancelled: Callable[[], bool]
) -> Pair | None:
    """Play both games of a task, or both matches, with sides swapped; None if cancelled."""
    random = Random(f"pair {conditions.seed} {task.number}")
    side_a, side_b = (
        Participant(player, spec.limits or conditions.limits) for player, spec in ((a, task.a), (b, task.b))
    )
    one = _play_one(conditions, task, side_a, side_b, random.getrandbits(32), cancelled)
    if one is None:
        return None
    other = _play_one(conditions, task, side_b, side_a, random.getrandbits(32), cancelled)
    return None if other is None else Pair(task.number, (one, other))


def _play_one(
    conditions: Conditions,
    task: Task,
    first: Participant,
    second: Participant,
    seed: int,
    cancelled: Callable[[], bool],
) -> Played | None:
    rolls = f"dice {conditions.seed} {task.number}"  # of both games: luck counts for each side once
    if conditions.points is not None:
        return play_points_match(
            conditions.game,
            first,
            second,
            conditions.points,
            seed=seed,
            dice_seed=rolls,
            cancelled=cancelled,
        )
    return play_game(
        conditions.game,
        first,
        second,
        task.opening.line(),
        opening=task.opening.name,
        seed=seed,
        dice=Dice(rolls),
        cube=conditions.cube,
        max_plies=conditions.max_plies,
        adjudication=conditions.adjudication,
        cancelled=cancelled,
    )
