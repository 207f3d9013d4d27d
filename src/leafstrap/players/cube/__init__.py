"""The doubling cube: the chances of a game, and what they are worth for money and in matches."""

from leafstrap.players.cube.chances import Chances, chances_in, outputs_of
from leafstrap.players.cube.match import (
    LONGEST,
    MatchGame,
    match_decision,
    match_equity,
    match_worth,
)
from leafstrap.players.cube.money import (
    CubeDecision,
    CubeOwner,
    MoneyCube,
    on_line,
    simple_double,
    simple_take,
)

__all__ = [
    "LONGEST",
    "Chances",
    "CubeDecision",
    "CubeOwner",
    "MatchGame",
    "MoneyCube",
    "chances_in",
    "match_decision",
    "match_equity",
    "match_worth",
    "on_line",
    "outputs_of",
    "simple_double",
    "simple_take",
]
