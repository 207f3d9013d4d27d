"""The guard before every route: whose page asks, with which token, how much it sends; and headers of all answers."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from leafstrap.web.common.fields import Json, WebError
from leafstrap.web.config import WebConfig

COOKIE = "leafstrap_token"
BODY_SECONDS = 10.0
CHANGING = ("POST", "DELETE", "PUT", "PATCH")
OPEN = "/api/token"  # where the token is handed in

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, config: WebConfig, closing: Callable[[], bool]) -> None:
        self._app = app
        self._config = config
        self._closing = closing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return  # websockets: there are none, and the server closes the connection

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith("/api/"):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        try:
            self._check(scope)
            body = await self._body(scope, receive)
        except WebError as error:
            answer = Json({"error": str(error)}, error.status, {"Connection": "close"})
            await answer(scope, receive, send_guarded)
            return
        await self._app(scope, _replayed(body, receive), send_guarded)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        path, method = scope["path"], scope["method"]
        if self._closing():
            raise WebError("The server is going down.", 503)
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not self._config.knows_host(host_name(host)):
            raise WebError("This server is not known by the name in the address.", 403)
        self._check_origin(headers, host, path, method)
        if self._config.token and path.startswith("/api/") and path != OPEN:
            self._check_token(headers)
        if method in CHANGING:
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise WebError("What changes something is sent as application/json.", 415)

    def _check_origin(self, headers: Headers, host: str, path: str, method: str) -> None:
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}"):
            raise WebError("Pages of other sites cannot use this server.", 403)
        site = headers.get("sec-fetch-site")
        # Following a link to the page itself is fine: what it then asks for comes from here.
        opened = method == "GET" and path == "/" and headers.get("sec-fetch-mode") == "navigate"
        if site is not None and site.lower() not in ("same-origin", "none") and not opened:
            raise WebError("Pages of other sites cannot use this server.", 403)

    def _check_token(self, headers: Headers) -> None:
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and self.is_token(given.strip()):
            return
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            cookie = None
        if cookie is None or not self.is_token(cookie.value):
            raise WebError("This server wants a token: it was printed where it was started.", 401)

    def is_token(self, given: str) -> bool:
        """Whether it is the one; the time it takes does not tell how much of it is right."""
        return hmac.compare_digest(given.encode("utf-8", "replace"), (self._config.token or "").encode())

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        most = self._config.most.body
        length = Headers(scope=scope).get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            raise WebError("The length of the body is no number.")
        if len(length) > 12 or int(length) > most:
            raise WebError(f"A body has at most {most:,} bytes.", 413)
        body: bytes = b""
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise WebError("The body is not complete.")
                    body += bytes(message.get("body", b""))
                    if len(body) > most:
                        raise WebError(f"A body has at most {most:,} bytes.", 413)
                    if not message.get("more_body", False):
                        return body
        except TimeoutError:
            raise WebError("The body did not come in time.") from None


def host_name(host: str) -> str:
    """The name in a Host header, without its port.

    >>> host_name("LocalHost:8000"), host_name("[::1]:80"), host_name("::1")
    ('localhost', '::1', '')
    """
    host = host.lower()
    if host.startswith("["):
        name, bracket, port = host[1:].partition("]")
        return name if bracket and (not port or port.startswith(":")) else ""
    name, _, port = host.partition(":")
    return "" if ":" in port else name.rstrip(".")


def _replayed(body: bytes, receive: Receive) -> Receive:
    """What was read is given to the application; then it hears whether the page is still there."""
    given = False

    async def replayed() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed
