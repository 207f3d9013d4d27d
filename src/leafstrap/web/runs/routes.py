"""The routes of watching runs."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from leafstrap.types import JsonObject
from leafstrap.web.common.events import EventStream
from leafstrap.web.common.fields import Json, WebError, query_fields, query_whole, read_fields
from leafstrap.web.common.positions import game_of
from leafstrap.web.common.sources import checkpoint_file
from leafstrap.web.runs.metrics import MOST_ROWS
from leafstrap.web.runs.weights import weights_data
from leafstrap.web.server import Server, server_of


async def listed(request: Request) -> Response:
    """All runs."""
    return Json({"runs": await server_of(request).runs.listed()})


async def list_events(request: Request) -> Response:
    """All runs, as they change."""
    server = server_of(request)
    server.streams.check()
    stream = await server.runs.open()
    return EventStream(server.streams, stream, lambda: server.runs.channel.leave(stream))


async def details(request: Request) -> Response:
    """One run with its recipe."""
    server, name = server_of(request), request.path_params["id"]
    watcher = await server.runs.watcher(name)
    await watcher.refresh()
    files = watcher.files

    def work() -> JsonObject:
        return {
            "run": server.runs.describe(files),
            "recipe": files.recipe.tables(),
            "toml": files.recipe.to_text(),
            **watcher.checkpoints(),
            "strength": watcher.strength.steps,
            "events": watcher.events,
            "log": server.runs.log(name),
        }

    return Json(await server.work.quick(work))


async def metrics(request: Request) -> Response:
    """What a run has measured."""
    fields = query_fields(request)
    points = query_whole(fields, "points", MOST_ROWS, low=2, high=MOST_ROWS) or MOST_ROWS
    fields.done()
    server = server_of(request)
    watcher = await server.runs.watcher(request.path_params["id"])
    await watcher.refresh()
    return Json(await server.work.quick(watcher.metrics, points))


async def newest_game(request: Request) -> Response:
    """The newest finished game."""
    server = server_of(request)
    watcher = await server.runs.watcher(request.path_params["id"])
    found = await server.work.quick(watcher.files.newest_game)
    if found is None:
        raise WebError("This run has not finished a game yet, or writes none down.", 404)
    return Json(found)


async def checkpoint(request: Request) -> Response:
    """The weights after some games."""
    server, which = server_of(request), request.path_params["game"]
    watcher = await server.runs.watcher(request.path_params["id"])
    wanted = int(which) if which.isascii() and which.isdigit() and len(which) < 10 else which

    def work() -> JsonObject:
        path = checkpoint_file(watcher.files.folder.path, wanted)
        number = int(path.stem) if path.stem.isdigit() else watcher.files.counters().get("best_game")
        about = {"kind": "run", "run": watcher.files.id, "checkpoint": wanted}
        source = server.sources.source(watcher.files.game, about)
        return weights_data(server.sources.evaluator(source), number)

    return Json(await server.work.quick(work))


async def events(request: Request) -> Response:
    """A run as it learns."""
    server = server_of(request)
    server.streams.check()
    watcher = await server.runs.watcher(request.path_params["id"])
    stream = await watcher.open()
    return EventStream(server.streams, stream, lambda: watcher.channel.leave(stream))


async def start(request: Request) -> Response:
    """Begin a run."""
    server = _allowed(request)
    return Json({"run": await server.runs.start(await read_fields(request))}, 201)


async def stop(request: Request) -> Response:
    """Let a run save itself and end."""
    server = _allowed(request)
    (await read_fields(request)).done()
    return Json({"run": await server.runs.stop(request.path_params["id"])})


async def resume(request: Request) -> Response:
    """Go on with a run."""
    server = _allowed(request)
    return Json({"run": await server.runs.go_on(request.path_params["id"], await read_fields(request))})


async def weights_files(request: Request) -> Response:
    """Weights files below the opened folders."""
    fields, server = query_fields(request), server_of(request)
    name = fields.text("game", None)
    fields.done()
    game = None if name is None else game_of(name)
    return Json({"files": await server.work.quick(server.sources.files, game)})


def _allowed(request: Request) -> Server:
    server = server_of(request)
    if not server.config.runs:
        raise WebError("Starting and stopping runs is switched off on this server.", 403)
    return server


ROUTES = [
    Route("/api/runs", listed, methods=["GET"]),
    Route("/api/runs", start, methods=["POST"]),
    Route("/api/runs/events", list_events, methods=["GET"]),
    Route("/api/runs/{id}", details, methods=["GET"]),
    Route("/api/runs/{id}/metrics", metrics, methods=["GET"]),
    Route("/api/runs/{id}/game", newest_game, methods=["GET"]),
    Route("/api/runs/{id}/checkpoints/{game}", checkpoint, methods=["GET"]),
    Route("/api/runs/{id}/events", events, methods=["GET"]),
    Route("/api/runs/{id}/stop", stop, methods=["POST"]),
    Route("/api/runs/{id}/resume", resume, methods=["POST"]),
    Route("/api/weights", weights_files, methods=["GET"]),
]
