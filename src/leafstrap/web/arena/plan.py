"""What is to be played in the arena, as a page asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from leafstrap.arena import Conditions, Match, RoundRobin, Sprt, gauntlet, round_robin
from leafstrap.games import Game
from leafstrap.players import PlayerSpec
from leafstrap.search.limits import default_limits
from leafstrap.web.common.fields import Fields, WebError
from leafstrap.web.common.positions import game_of
from leafstrap.web.common.sources import Sources, read_limits

KINDS = ("match", "tournament", "gauntlet")
MOST_PLAYERS = 12
MOST_GAMES = 5000


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    kind: str
    game: Game
    players: tuple[PlayerSpec, ...]
    games: int
    conditions: Conditions
    sprt: Sprt | None

    @staticmethod
    def read(fields: Fields, sources: Sources) -> Plan:
        """From a request; players are made now, so that a wrong one is known before the first game."""
        kind, game = fields.choice("kind", KINDS, "match"), game_of(fields.raw("game"))
        players = tuple(sources.player(game, each) for each in fields.list("players", most=MOST_PLAYERS))
        if len(players) < 2 or (kind == "match" and len(players) != 2):
            raise WebError("A match has two players, a tournament two or more.")
        games = fields.whole("games", 40, low=2, high=MOST_GAMES)
        conditions = Conditions(
            game,
            read_limits(fields.object("limits", None)) or default_limits(game),
            concurrency=fields.whole("concurrency", 1, low=1, high=8),
            openings=fields.choice("openings", ("own", "none"), "own"),
            seed=fields.whole("seed", 0, low=0, high=2**31),
            cube=fields.flag("cube", False),
            points=fields.whole("points", None, low=1, high=25),
        )
        bounds = fields.list("sprt", None, most=2)
        fields.done()
        return Plan(kind, game, _distinct(players), games + games % 2, conditions, _sprt(bounds, kind))

    def check(self) -> None:
        """What the arena refuses it refuses now, and not in the thread."""
        if self.kind == "match":
            Match(self.players[0], self.players[1], self.conditions, self.games, self.sprt)
        else:
            RoundRobin(self.pairings, self.conditions, self.games)

    @property
    def pairings(self) -> list[tuple[PlayerSpec, PlayerSpec]]:
        """Who plays whom."""
        return gauntlet(self.players) if self.kind == "gauntlet" else round_robin(self.players)


def _distinct(players: tuple[PlayerSpec, ...]) -> tuple[PlayerSpec, ...]:
    """Players of the same name get a number."""
    seen: dict[str, int] = {}
    found = []
    for player in players:
        seen[player.name] = seen.get(player.name, 0) + 1
        again = seen[player.name] > 1
        name = f"{player.name} ({seen[player.name]})" if again else player.name
        found.append(PlayerSpec(name, player.limits, _named(player, name), player.evaluator))
    return tuple(found)


def _named(player: PlayerSpec, name: str) -> Any:
    def build() -> Any:
        made = player.build()
        made.name = name
        return made

    return build


def _sprt(bounds: Any, kind: str) -> Sprt | None:
    if bounds is None:
        return None
    if kind != "match" or len(bounds) != 2:
        raise WebError("A test has two bounds, and belongs to a match.")
    return Sprt.parse(",".join(str(bound) for bound in bounds))
