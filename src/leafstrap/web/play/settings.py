"""What a game is to be, as the page asks for it."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from leafstrap._core import Side
from leafstrap.games import Game
from leafstrap.types import JsonObject
from leafstrap.web.common.fields import Fields, WebError
from leafstrap.web.common.positions import game_of, parse_position

LONGEST_MATCH = 25  # points
SIDES = ("first", "second", "random", "both")


@dataclass(frozen=True)
class GameSettings:
    """One game, match or session; `opponent` is an object that names weights."""

    game: str
    opponent: JsonObject
    level: int
    side: str
    clock: JsonObject | None
    position: str | None
    evaluation: bool
    seed: int | None
    match: int
    cube: bool
    jacoby: bool
    crawford: bool
    auto_roll: bool

    @staticmethod
    def read(fields: Fields) -> tuple[Game, GameSettings]:
        """From a request, every field checked."""
        game = game_of(fields.raw("game"))
        clock = fields.object("clock", None)
        opponent = fields.raw("opponent")
        settings = GameSettings(
            game.name,
            {"kind": "default"} if opponent is None else opponent,
            fields.whole("level", 5, low=1, high=10),
            fields.choice("side", SIDES, "first"),
            None if clock is None else _clock(clock),
            fields.text("position", None, most=300),
            fields.flag("evaluation", True),
            fields.whole("seed", None, low=0, high=2**53),
            fields.whole("match", 0, low=0, high=LONGEST_MATCH),
            fields.flag("cube", game.cube),
            fields.flag("jacoby", game.cube),
            fields.flag("crawford", game.cube),
            fields.flag("auto_roll", game.board_data.dice),
        )
        fields.done()
        settings.check(game)
        return game, settings

    def check(self, game: Game) -> None:
        """Refuse what has no meaning."""
        if not game.cube and (self.match or self.cube or self.jacoby or self.crawford):
            raise WebError(f"There are no matches to points and no cube in {game.name}.")
        if self.auto_roll and not game.board_data.dice:
            raise WebError(f"There are no dice in {game.name}.")
        if parse_position(game, self.position).outcome() is not None:
            raise WebError("The game is over in this position: choose another.")

    def as_json(self) -> JsonObject:
        """For the page and for the disk."""
        return asdict(self)

    def person(self, seed: int) -> Side | None:
        """The person's side; None: both."""
        chosen = {"first": Side.first, "second": Side.second, "both": None}
        return (Side.first, Side.second)[seed % 2] if self.side == "random" else chosen[self.side]


def _clock(fields: Fields) -> JsonObject:
    clock = {
        "seconds": fields.number("seconds", low=1, high=24 * 3600),
        "increment": fields.number("increment", 0.0, low=0, high=600),
    }
    fields.done()
    return clock


def read_stored(values: object) -> tuple[Game, GameSettings]:
    """What was written to the disk by `as_json`."""
    if not isinstance(values, dict):
        raise WebError("A stored game has no settings.")
    return GameSettings.read(Fields(values))
