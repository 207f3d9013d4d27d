"""What a page has to know before anything else: the games, the levels, who can play, and what is switched off."""

from __future__ import annotations

import dataclasses
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from leafstrap import games
from leafstrap.errors import LeafstrapError
from leafstrap.games import Game
from leafstrap.players import LEVELS
from leafstrap.recipes import library
from leafstrap.recipes.settings_list import all_settings
from leafstrap.training.builder import Builder
from leafstrap.types import JsonObject
from leafstrap.version import __version__
from leafstrap.web.common.fields import Json
from leafstrap.web.common.positions import position_data
from leafstrap.web.common.sources import offered
from leafstrap.web.server import server_of


async def about(request: Request) -> Response:
    """Everything that does not change while the server runs."""
    server = server_of(request)
    config = server.config
    known = await server.work.quick(games_data)
    return Json(
        {
            "name": "leafstrap",
            "version": __version__,
            "games": known,
            "levels": [{"level": level.number, "name": level.name} for level in LEVELS],
            "folders": [root.name for root in server.folders.roots],
            "allowed": {"runs": config.runs, "arena": config.arena, "engines": config.engines},
            "limits": dataclasses.asdict(config.most),
            "settings": [{"key": each.key, "meaning": each.meaning} for each in all_settings()],
        }
    )


@cache
def games_data() -> list[JsonObject]:
    """All games; it takes a moment, since every recipe is tried with every game."""
    return [_game_data(game) for game in games.GAMES]


def _game_data(game: Game) -> JsonObject:
    kinds = offered(game)
    return {
        "name": game.name,
        "title": game.name.capitalize(),
        "dice": game.board_data.dice,
        "cube": game.cube,
        "sides": list(game.board_data.sides),
        "unit": game.wording.unit,
        "position": game.wording.position.upper()
        if len(game.wording.position) < 4
        else game.wording.position,
        "moves": game.wording.moves,
        "record": game.record_suffix,
        "start": position_data(game, game.Position()),
        "example": game.example,
        "board": game.board_data.layout(),
        "weights": [{"kind": kind.word, "help": kind.help} for kind in kinds if kind.evaluator is not None],
        "players": [
            {"kind": kind.word, "help": kind.help, "weights": kind.evaluator is not None} for kind in kinds
        ],
        "searches": list(game.searches),
        "tournament": game.played_by == "tournament",
        "recipes": [
            {"name": name, "summary": library.summary(name), "default": name == game.default_recipe}
            for name in library.names()
            if _suits(game, name)
        ],
        "most_points": game.most_points,
    }


def _suits(game: Game, recipe: str) -> bool:
    """Whether a recipe has a meaning for a game."""
    try:
        Builder.of(game, library.load(recipe))
    except (LeafstrapError, OSError):
        return False
    return True


ROUTES = [Route("/api/about", about, methods=["GET"])]
