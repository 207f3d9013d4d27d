"""The application: all routes, behind the guard, with one sentence for everything that goes wrong."""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from leafstrap.errors import LeafstrapError
from leafstrap.web import about, static_files
from leafstrap.web.arena import routes as arena
from leafstrap.web.common.fields import Json, WebError
from leafstrap.web.config import WebConfig
from leafstrap.web.inside import routes as inside
from leafstrap.web.play import routes as play
from leafstrap.web.runs import routes as runs
from leafstrap.web.security import Guard
from leafstrap.web.server import Server

SENTENCES = {404: "There is nothing at this address.", 405: "This address does not know the method."}


def make_app(config: WebConfig) -> Starlette:
    """A server that can be run, or tested."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.server = server = Server(config)
        # The first page should not wait for what every page asks first.
        ready = asyncio.create_task(server.work.quick(about.games_data))
        yield
        ready.cancel()
        server.close()

    def guarded(inner: ASGIApp) -> Guard:
        def closing() -> bool:
            server: Server | None = getattr(app.state, "server", None)
            return server is not None and server.closing

        app.state.guard = Guard(inner, config, closing)
        guard: Guard = app.state.guard
        return guard

    app = Starlette(
        routes=[
            *about.ROUTES,
            *play.ROUTES,
            *runs.ROUTES,
            *inside.ROUTES,
            *arena.ROUTES,
            *static_files.ROUTES,
        ],
        middleware=[Middleware(guarded)],
        exception_handlers={
            WebError: _refused,
            LeafstrapError: _refused,
            HTTPException: _not_found,
            Exception: _failed,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


async def _refused(request: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, WebError) else 400
    return Json({"error": " ".join(str(error).split())}, status)


async def _not_found(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return Json({"error": SENTENCES.get(status, "This request makes no sense.")}, status)


async def _failed(request: Request, error: Exception) -> Response:
    """A fault of ours: the page gets a sentence, whoever runs the server gets the rest."""
    print("".join(traceback.format_exception(error)), file=sys.stderr, flush=True)
    return Json({"error": "The server has made a mistake; what it was stands where it was started."}, 500)
