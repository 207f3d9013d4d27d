"""Matches to some points: the chances at a score, and the cube by them.

The table is no published one: it follows from how often games are gammons, two equal players, and the cube of
`MatchGame`. It is computed from the end of the match backwards, in three parts, as the Crawford rule has it:

1. after the Crawford game, the trailing player doubles at once, and the leader passes if that costs less;
2. in the Crawford game, when one player needs one more point for the first time, there is no cube;
3. before it, both have the cube.

The leader's right to look at the first roll before passing, worth a point in a hundred, is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from leafstrap.errors import LeafstrapError
from leafstrap.players.cube.chances import Chances
from leafstrap.players.cube.money import EFFICIENCY, CubeDecision, CubeOwner, on_line

Shares = tuple[float, float, float]  # of single games, gammons, backgammons

# Games of GNU Backgammon against itself: single, gammon, backgammon.
DEFAULT: Shares = (0.737, 0.252, 0.011)
LONGEST = 64  # points; longer matches are as good as money play


@dataclass(frozen=True)
class MatchGame:
    """One game of a match with its cube: what a chance to win it is worth in chances to win the match.

    The model is the one that match equity tables have been computed with since Zadeh (1977): with a live cube the
    chance of winning moves without jumps, so a player doubles exactly where the other may as well pass. Where that is
    follows from the same question about the next cube, up to the one that nobody has a use for. A real cube is put
    between the live and the dead one by its efficiency, as at money play. All values are in the view of the player
    called own.

    `worth` tells the chances after the game, from the points that both still need; none or less is a match won.
    """

    own_away: int
    other_away: int
    worth: Callable[[int, int], float]
    won: Shares
    lost: Shares
    efficiency: float = EFFICIENCY

    def value(self, p: float, cube: int, owner: CubeOwner) -> float:
        """What the game is worth if own wins it with probability p."""
        low, high = (0.0, self.all_lost(cube)), (1.0, self.all_won(cube))
        corners = [low]
        if owner != CubeOwner.own and cube < self.other_away:
            corners.append((self.take_point(cube), self.worth(self.own_away, self.other_away - cube)))
        if owner != CubeOwner.other and cube < self.own_away:
            corners.append((self.cash_point(cube), self.worth(self.own_away - cube, self.other_away)))
        live, dead = on_line([*corners, high], p), on_line([low, high], p)
        return self.efficiency * live + (1 - self.efficiency) * dead

    def decision(self, p: float, cube: int, owner: CubeOwner) -> CubeDecision:
        """What doubling is worth to own, who must be allowed to."""
        return CubeDecision(
            self.value(p, cube, owner),
            self.value(p, 2 * cube, CubeOwner.other),
            self.worth(self.own_away - cube, self.other_away),
        )

    def all_won(self, cube: int) -> float:
        """What winning is worth, by a single game, a gammon or a backgammon."""
        return sum(
            share * self.worth(self.own_away - points * cube, self.other_away)
            for points, share in enumerate(self.won, start=1)
        )

    def all_lost(self, cube: int) -> float:
        """What is left if the game is lost."""
        return sum(
            share * self.worth(self.own_away, self.other_away - points * cube)
            for points, share in enumerate(self.lost, start=1)
        )

    def cash_point(self, cube: int) -> float:
        """The p at which the other side may as well pass a live cube that is turned to twice its value."""
        after = 2 * cube
        low = (0.0, self.all_lost(after))
        if after < self.other_away:  # it can turn it back
            low = (self.take_point(after), self.worth(self.own_away, self.other_away - after))
        passed = self.worth(self.own_away - cube, self.other_away)
        return _where(passed, low, (1.0, self.all_won(after)))

    def take_point(self, cube: int) -> float:
        """The p at which own may as well pass a live cube that is turned to twice its value."""
        after = 2 * cube
        high = (1.0, self.all_won(after))
        if after < self.own_away:
            high = (self.cash_point(after), self.worth(self.own_away - after, self.other_away))
        passed = self.worth(self.own_away, self.other_away - cube)
        return _where(passed, (0.0, self.all_lost(after)), high)


def match_equity(own_away: int, other_away: int, crawford: bool = True) -> float:
    """The chance to win the match before a game in which nobody has rolled.

    Where a player needs one more point, it is the Crawford game, unless that has been played already.

    >>> round(match_equity(2, 1), 2), round(match_equity(2, 1, crawford=False), 2)
    (0.32, 0.5)
    """
    if max(own_away, other_away) > LONGEST:
        raise LeafstrapError(f"Matches have up to {LONGEST} points.")
    played = not crawford and min(own_away, other_away) == 1
    return (_after if played else _before)(own_away, other_away)


def match_decision(
    chances: Chances,
    own_away: int,
    other_away: int,
    *,
    crawford: bool = True,
    cube: int = 1,
    owner: CubeOwner = CubeOwner.nobody,
    efficiency: float = EFFICIENCY,
) -> CubeDecision:
    """What doubling is worth in chances to win the match. `crawford` is as for `match_equity`.

    >>> match_decision(Chances(0.7), 2, 2).double  # whoever wins this game of 2 points has won the match
    True
    """
    if min(own_away, other_away) < 1 or cube < 1:
        raise LeafstrapError("Both players must still need points, and the cube shows at least 1.")
    if owner == CubeOwner.other:
        raise LeafstrapError("The cube belongs to the other side, so there is nothing to decide.")
    last = min(own_away, other_away) == 1
    if last and crawford and max(own_away, other_away) > 1:
        raise LeafstrapError("In the Crawford game nobody may double.")
    match_equity(own_away, other_away, crawford)  # the table grows from its end, and refuses what is too long
    game = MatchGame(
        own_away, other_away, _worth(own_away, other_away), chances.won, chances.lost, efficiency
    )
    return game.decision(chances.win, cube, owner)


def match_worth(
    chances: Chances, own_away: int, other_away: int, *, crawford: bool = True, cube: int = 1
) -> float:
    """The chance to win the match in a game with these chances, if nobody doubles any more.

    >>> match_worth(Chances(0.5, 0.5), 1, 1), match_worth(Chances(0.5, 0.5), 2, 1) > match_worth(Chances(0.5), 2, 1)
    (0.5, True)
    """
    match_equity(own_away, other_away, crawford)  # the table grows from its end
    game = MatchGame(own_away, other_away, _worth(own_away, other_away), chances.won, chances.lost)
    return chances.win * game.all_won(cube) + (1 - chances.win) * game.all_lost(cube)


def _worth(own_away: int, other_away: int) -> Callable[[int, int], float]:
    """What the match is worth after a game at this score: past the Crawford game, or perhaps not yet."""
    return _after if min(own_away, other_away) == 1 else _before


@cache
def _after(own_away: int, other_away: int) -> float:
    """After the Crawford game: one of both needs one point."""
    if own_away <= 0 or other_away <= 0:
        return float(own_away <= 0)
    if own_away == other_away:
        return 0.5
    if own_away == 1:
        return 1 - _after(other_away, 1)
    taken = MatchGame(own_away, 1, _after, DEFAULT, DEFAULT).value(0.5, 2, CubeOwner.other)
    return min(taken, _after(own_away - 1, 1))


@cache
def _before(own_away: int, other_away: int) -> float:
    """In the Crawford game, if one of both needs one point, or before it."""
    if own_away <= 0 or other_away <= 0:
        return float(own_away <= 0)
    if own_away == other_away:
        return 0.5
    if own_away < other_away:
        return 1 - _before(other_away, own_away)
    if other_away == 1:
        game = MatchGame(own_away, 1, _after, DEFAULT, DEFAULT)
        return (game.all_won(1) + game.all_lost(1)) / 2
    return MatchGame(own_away, other_away, _before, DEFAULT, DEFAULT).value(0.5, 1, CubeOwner.nobody)


def _where(value: float, low: tuple[float, float], high: tuple[float, float]) -> float:
    """The p at which the line between two corners has a value."""
    (left, least), (right, most) = low, high
    if most <= least:
        return right
    return min(max(left + (right - left) * (value - least) / (most - least), 0.0), 1.0)
