"""The page itself: files of the package. A browser asks each time, and mostly hears that its own is the newest."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from leafstrap.web.common.fields import Json, WebError, read_fields
from leafstrap.web.security import COOKIE, Guard
from leafstrap.web.server import server_of

TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "ico": "image/x-icon",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
    "md": "text/plain; charset=utf-8",
    "map": "application/json",
    "webmanifest": "application/manifest+json",
}
ROOT = files("leafstrap.web") / "static"
NOT_BUILT = b"<!doctype html><title>Leafstrap</title><p>The page is not part of this installation.</p>"


async def index(request: Request) -> Response:
    """The page; with a token in the address, that is kept as a cookie and taken out of the address."""
    config = server_of(request).config
    given = request.query_params.get("token")
    if given is not None:
        answer = RedirectResponse("/", 303)
        if config.token and _is_token(request, given):
            _set_cookie(answer, given, request)
        return answer
    return _file(request, "index.html")


async def token(request: Request) -> Response:
    """The token as somebody types it in."""
    fields = await read_fields(request)
    given = fields.text("token", most=300)
    fields.done()
    if server_of(request).config.token and not _is_token(request, given):
        raise WebError("This is not the token.", 401)
    answer = Response(status_code=204)
    if server_of(request).config.token:
        _set_cookie(answer, given, request)
    return answer


def _is_token(request: Request, given: str) -> bool:
    guard: Guard = request.app.state.guard
    return guard.is_token(given)


def _set_cookie(answer: Response, value: str, request: Request) -> None:
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, value, httponly=True, samesite="strict", path="/", secure=secure)


async def static(request: Request) -> Response:
    """A file of the page."""
    return _file(request, request.path_params["path"])


def _file(request: Request, path: str) -> Response:
    found = _read(path)
    if found is None:
        if path == "index.html":
            return Response(NOT_BUILT, media_type="text/html")
        return Json({"error": "There is no such file."}, 404)
    content, kind, tag = found
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


def _read(path: str) -> tuple[bytes, str, str] | None:
    """A file's content, type and tag; only files that lie in the package, by names without tricks."""
    parts = path.split("/")
    kind = TYPES.get(path.rpartition(".")[2])
    if kind is None or any(
        not part or part.startswith(".") or "\\" in part or "\0" in part for part in parts
    ):
        return None
    entry: Traversable = ROOT
    for part in parts:
        entry = entry / part
    try:
        content = entry.read_bytes()
    except (OSError, ValueError):
        return None
    return content, kind, f'"{hashlib.sha256(content).hexdigest()[:20]}"'


ROUTES = [
    Route("/", index, methods=["GET"]),
    Route("/api/token", token, methods=["POST"]),
    Route("/static/{path:path}", static, methods=["GET"]),
]
