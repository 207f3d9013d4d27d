"""The routes of the arena and of results."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from leafstrap.web.arena.matches import ArenaMatch
from leafstrap.web.arena.results import ResultPages
from leafstrap.web.common.events import EventStream
from leafstrap.web.common.fields import Json, WebError, read_fields
from leafstrap.web.server import Server, server_of


async def start(request: Request) -> Response:
    """Begin a match or a tournament."""
    server = _allowed(request)
    match = await server.matches.start(await read_fields(request))
    return Json({"match": match.data()}, 201)


async def listed(request: Request) -> Response:
    """All matches."""
    return Json({"matches": server_of(request).matches.listed()})


async def details(request: Request) -> Response:
    """One match."""
    return Json({"match": _match(request).data()})


async def stop(request: Request) -> Response:
    """End a match with the pairs that are whole."""
    match = _match(request)
    _allowed(request)
    (await read_fields(request)).done()
    match.stop_flag.set()
    return Json({"match": match.data()})


async def delete(request: Request) -> Response:
    """Stop a match and forget it."""
    _allowed(request).matches.delete(request.path_params["id"])
    return Response(status_code=204)


async def events(request: Request) -> Response:
    """A match as it is played."""
    server, match = server_of(request), _match(request)
    server.streams.check()
    stream = match.open()
    return EventStream(server.streams, stream, lambda: match.channel.leave(stream))


async def game(request: Request) -> Response:
    """One game of a match."""
    number = request.path_params["number"]
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise WebError("A game is asked for by its number.", 404)
    return Json(_match(request).game(int(number)))


async def record(request: Request) -> Response:
    """The games that are kept, as text."""
    match = _match(request)
    text = await server_of(request).work.quick(match.record)
    name = f"leafstrap-match-{match.id}.{match.plan.game.record_suffix}"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def pages(request: Request) -> Response:
    """Pages of results."""
    server = server_of(request)
    return Json({"pages": await server.work.quick(_pages(server).listed)})


async def page(request: Request) -> Response:
    """One page of results."""
    server = server_of(request)
    return Json(await server.work.quick(_pages(server).page, request.path_params["id"]))


async def file(request: Request) -> Response:
    """A picture beside a page."""
    server = server_of(request)
    names = request.path_params["id"], request.path_params["name"]
    path, kind = await server.work.quick(_pages(server).file, *names)
    return FileResponse(path, media_type=kind)


def _pages(server: Server) -> ResultPages:
    return ResultPages(server.folders)


def _match(request: Request) -> ArenaMatch:
    return server_of(request).matches.get(request.path_params["id"])


def _allowed(request: Request) -> Server:
    server = server_of(request)
    if not server.config.arena:
        raise WebError("Matches are switched off on this server.", 403)
    return server


ROUTES = [
    Route("/api/arena", start, methods=["POST"]),
    Route("/api/arena", listed, methods=["GET"]),
    Route("/api/arena/{id}", details, methods=["GET"]),
    Route("/api/arena/{id}", delete, methods=["DELETE"]),
    Route("/api/arena/{id}/events", events, methods=["GET"]),
    Route("/api/arena/{id}/stop", stop, methods=["POST"]),
    Route("/api/arena/{id}/record", record, methods=["GET"]),
    Route("/api/arena/{id}/games/{number}", game, methods=["GET"]),
    Route("/api/results", pages, methods=["GET"]),
    Route("/api/results/{id}", page, methods=["GET"]),
    Route("/api/results/{id}/{name}", file, methods=["GET"]),
]
