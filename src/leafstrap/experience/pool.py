"""A pool of rated opponents, as a chess server is one: who is in it, and whom one meets."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from leafstrap.arena import read_ladder
from leafstrap.errors import RecipeError
from leafstrap.games import Game
from leafstrap.players import PlayerSpec, parse_player
from leafstrap.search import Limits

RATED_PLAYER = re.compile(r"(-?\d+(?:\.\d+)?)\s+(\S.*)")


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody to play against, with a rating that stays as it is; no limits are those of the learner."""

    spec: PlayerSpec
    rating: float
    limits: Limits | None

    @property
    def name(self) -> str:
        """What records call it."""
        return self.spec.name


def read_pool(items: Sequence[str], game: Game) -> tuple[Opponent, ...]:
    """The opponents that a recipe names: each item is a rating and a player, or a ladder whose rungs have ratings.

    >>> from leafstrap import games
    >>> [(one.name, one.rating) for one in read_pool(["800 random", "1200.5 material@depth=1"], games.get("chess"))]
    [('random', 800.0), ('material@depth=1', 1200.5)]
    """
    pool = tuple(opponent for item in items for opponent in _opponents(item, game))
    if not pool:
        raise RecipeError("experience.pool names nobody to play against.")
    names = [opponent.name for opponent in pool]
    if len(set(names)) < len(names):
        twice = max(names, key=names.count)
        raise RecipeError(f"experience.pool has {twice!r} more than once.")
    return pool


def _opponents(item: str, game: Game) -> Iterator[Opponent]:
    if match := RATED_PLAYER.fullmatch(item.strip()):
        spec = parse_player(match[2], game)
        yield Opponent(spec, float(match[1]), spec.limits)
        return
    ladder = read_ladder(item)
    if ladder.game != game:
        raise RecipeError(
            f"The ladder {item} of experience.pool is about {ladder.game.name}, not {game.name}."
        )
    for rung in ladder.rungs:
        if rung.rating is None:
            raise RecipeError(
                f"{rung.name} of the ladder {item} has no rating: everybody in experience.pool needs one."
            )
        spec = parse_player(rung.player, game, rung.name)
        yield Opponent(spec, rung.rating, spec.limits or ladder.limits)


def choose(pool: Sequence[Opponent], rating: float, spread: float, random: Random) -> Opponent:
    """Somebody near a rating: "most players on FICS prefer to play opponents of similar strength" (section 4.2).

    The chance of each falls with its distance as a normal distribution does, whose standard deviation is `spread`.
    """
    exponents = [-(((opponent.rating - rating) / spread) ** 2) / 2 for opponent in pool]
    nearest = max(exponents)  # so that somebody remains also far beyond the best or below the worst
    return random.choices(pool, [math.exp(exponent - nearest) for exponent in exponents])[0]
