"""The routes of playing: games, what is done in them, and their streams."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from leafstrap._core import SearchControl
from leafstrap.games.dice import is_chance
from leafstrap.players import ExpectimaxPlayer
from leafstrap.types import JsonObject
from leafstrap.web.common.analysis import Effort
from leafstrap.web.common.events import EventStream
from leafstrap.web.common.fields import (
    Fields,
    Json,
    WebError,
    query_fields,
    query_number,
    query_whole,
    read_fields,
)
from leafstrap.web.play.live import LiveGame
from leafstrap.web.play.review import review
from leafstrap.web.play.settings import GameSettings
from leafstrap.web.play.state import record_text
from leafstrap.web.server import Server, server_of

ADVICE = Effort(nodes=500_000, seconds=0.7, rolls=2, variations=5)
LONGEST_WAIT = 30.0


async def create(request: Request) -> Response:
    """A new game."""
    game, settings = GameSettings.read(await read_fields(request))
    live = await server_of(request).games.create(settings, game)
    return Json(live.state(), 201)


async def listed(request: Request) -> Response:
    """All games."""
    return Json({"games": await server_of(request).games.listed()})


async def state(request: Request) -> Response:
    """A game as it is, or as soon as it has changed."""
    live = await _game(request)
    fields = query_fields(request)
    after = query_whole(fields, "after", None, low=0, high=2**53)
    wait = query_number(fields, "wait", 0.0, low=0, high=LONGEST_WAIT)
    fields.done()
    live.look()
    if after is not None and wait:
        await live.wait_beyond(after, wait)
    return Json(live.look())


async def delete(request: Request) -> Response:
    """Forget a game."""
    await server_of(request).games.delete(request.path_params["id"])
    return Response(status_code=204)


async def act(request: Request) -> Response:
    """Something that the person does."""
    live, fields = await _game(request), await read_fields(request)
    verb = request.path_params["verb"]
    if verb not in VERBS:
        raise WebError("There is no such thing to do in a game.", 404)
    version = fields.whole("version", None, low=0, high=2**53)
    live.check_flag()
    if version is not None and version != live.version:
        raise WebError("The game has moved on: look at it again.", 409)
    if verb not in (*live.table.verbs(), "evaluation"):
        raise WebError("This cannot be done now.", 409)
    VERBS[verb](live, fields)
    return Json(live.state())


def _move(live: LiveGame, fields: Fields) -> None:
    text = fields.text("move", most=100)
    fields.done()
    live.act({"do": "move", "by": live.table.decider.name, "move": text})


def _step(live: LiveGame, fields: Fields) -> None:
    start, end = fields.text("from", most=10), fields.text("to", most=10)
    die = fields.whole("die", None, low=1, high=6)
    fields.done()
    live.table.step(start, end, die)
    _shown(live)


def _undo(live: LiveGame, fields: Fields) -> None:
    everything = fields.flag("all", False)
    fields.done()
    live.table.undo(everything)
    _shown(live)


def _shown(live: LiveGame) -> None:
    """A step is nothing for the program to think about, but other pages see it."""
    live.version += 1
    live.tell()


def _simply(live: LiveGame, fields: Fields, verb: str) -> None:
    fields.done()
    live.act({"do": verb, "by": live.table.decider.name})


def _next(live: LiveGame, fields: Fields) -> None:
    fields.done()
    live.table.next_game()
    live.changed()


def _take_back(live: LiveGame, fields: Fields) -> None:
    fields.done()
    live.table.take_back()
    live.changed()


def _resign(live: LiveGame, fields: Fields) -> None:
    points = fields.whole("points", 1, low=1, high=live.table.game.most_points)
    fields.done()
    side = live.table.person or live.table.position.turn
    live.act({"do": "resign", "by": side.name, "points": points})


def _evaluation(live: LiveGame, fields: Fields) -> None:
    live.evaluation_on = fields.flag("on", True)
    fields.done()
    live.version += 1
    live.tell()
    live.go_on()


VERBS = {
    "move": _move,
    "step": _step,
    "undo": _undo,
    "roll": lambda live, fields: _simply(live, fields, "roll"),
    "double": lambda live, fields: _simply(live, fields, "double"),
    "take": lambda live, fields: _simply(live, fields, "take"),
    "drop": lambda live, fields: _simply(live, fields, "drop"),
    "next": _next,
    "takeback": _take_back,
    "resign": _resign,
    "evaluation": _evaluation,
}


async def hint(request: Request) -> Response:
    """What the program would do."""
    live = await _game(request)
    (await read_fields(request)).done()
    table, server = live.table, server_of(request)
    if "hint" not in table.verbs():
        raise WebError("There is nothing to advise now.", 409)
    line, control, about_cube = table.line.copy(), SearchControl(), is_chance(table.position)
    cube, score, offered, may_double = table.cube, table.score, table.offered, table.may_double

    def work() -> JsonObject:
        evaluator = server.sources.evaluator(live.source)
        lines = server.analysts.look(evaluator, line, ADVICE, control)
        ranked = [
            {"move": each["move"], "value": each["value"], "text": each["text"]}
            for each in lines
            if each["move"] is not None
        ]
        said: JsonObject = {"evaluation": lines[0], "ranked": ranked}
        if about_cube:
            player = ExpectimaxPlayer("advice", evaluator)
            double = offered or (may_double and player.doubles(line.position, cube, score))
            take = player.takes(line.position, cube, score)
            said["cube"] = {"double": double, "take": take, "sentence": _cube_sentence(offered, double, take)}
        return said

    return Json(await server.work.search_for(request, work, control.stop))


def _cube_sentence(offered: bool, double: bool, take: bool) -> str:
    if offered:
        return "Take." if take else "Drop."
    if not double:
        return "Roll: it is too early to double, or too late."
    return "Double; the other side should take." if take else "Double; the other side should drop."


async def events(request: Request) -> Response:
    """What happens in a game, as it happens."""
    server, live = server_of(request), await _game(request)
    server.streams.check()
    stream = live.open()
    return EventStream(server.streams, stream, lambda: live.channel.leave(stream))


async def record(request: Request) -> Response:
    """The game as text."""
    live = await _game(request)
    suffix = live.table.game.record_suffix
    text = await server_of(request).work.quick(record_text, live.table, live.names)
    name = f"leafstrap-{live.id}.{suffix}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers)


async def reviewed(request: Request) -> Response:
    """The game gone through again; remembered until it goes on."""
    server, live = server_of(request), await _game(request)
    plies = len(live.table.line)
    if not plies:
        raise WebError("There is nothing to review before the first move.", 409)
    if live.review is not None and live.review[0] == live.version:
        return Json(live.review[1])
    line, version = live.table.line.copy(), live.version
    control, stopped = SearchControl(), asyncio.Event()

    def stop() -> None:
        stopped.set()
        control.stop()

    def work() -> JsonObject:
        evaluator = server.sources.evaluator(live.source)
        return review(server.analysts, evaluator, line, control, stopped.is_set)

    found = await server.work.search_for(request, work, stop)
    live.review = version, found
    return Json(found)


async def _game(request: Request) -> LiveGame:
    server: Server = server_of(request)
    name: str = request.path_params["id"]
    return await server.games.get(name)


ROUTES = [
    Route("/api/games", create, methods=["POST"]),
    Route("/api/games", listed, methods=["GET"]),
    Route("/api/games/{id}", state, methods=["GET"]),
    Route("/api/games/{id}", delete, methods=["DELETE"]),
    Route("/api/games/{id}/events", events, methods=["GET"]),
    Route("/api/games/{id}/record", record, methods=["GET"]),
    Route("/api/games/{id}/review", reviewed, methods=["GET"]),
    Route("/api/games/{id}/hint", hint, methods=["POST"]),
    Route("/api/games/{id}/{verb}", act, methods=["POST"]),
]
