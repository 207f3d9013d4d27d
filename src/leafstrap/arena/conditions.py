"""Under which conditions games are played, whoever plays them."""

from __future__ import annotations

from dataclasses import dataclass

from leafstrap.arena.adjudication import NO_ADJUDICATION, Adjudication
from leafstrap.arena.openings import NONE, OWN
from leafstrap.errors import UsageError
from leafstrap.games import Game
from leafstrap.players.cube import LONGEST
from leafstrap.search.limits import Limits


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
        if self.cube and not self.game.dice:
            raise UsageError(f"There is no cube in {self.game.name}.")
        if self.concurrency < 1:
            raise UsageError(f"At least one game is played at a time, not {self.concurrency}.")
        if self.points is not None:
            self._check_points(self.points)

    def _check_points(self, points: int) -> None:
        if not self.game.dice:
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
