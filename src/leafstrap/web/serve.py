"""Running the server until Ctrl-C, and opening the page in a browser."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from leafstrap.errors import UsageError
from leafstrap.web.app import make_app
from leafstrap.web.config import WebConfig, is_loopback
from leafstrap.web.server import Server

BACKLOG = 256
GRACE = 2  # seconds that answers under way get at the end


class PageServer(uvicorn.Server):
    """One that closes its streams when it is told to end: they would never end by themselves."""

    def __init__(self, app: Starlette) -> None:
        settings = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE,
            timeout_keep_alive=30,
            h11_max_incomplete_event_size=64 * 1024,
            lifespan="on",
            ws="none",
        )
        super().__init__(settings)
        self._app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called by the signal."""
        server: Server | None = getattr(self._app.state, "server", None)
        if server is not None:
            server.closing = True
            server.streams.close()
        super().handle_exit(sig, frame)


def serve(config: WebConfig, *, browser: bool) -> None:
    """Serve until the end; a UsageError if the address cannot be had."""
    listening = listen(config)
    address = _address(config, listening.getsockname()[1])
    server = PageServer(make_app(config))
    print(f"Leafstrap is at {address}; stop with Ctrl-C.", file=sys.stderr, flush=True)
    if browser:
        threading.Timer(0.7, lambda: webbrowser.open(address)).start()
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # that is how one ends it
    finally:
        listening.close()


def listen(config: WebConfig) -> socket.socket:
    """The socket, taken before anything else, so that a wrong address is told in one sentence."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # asyncio switches Nagle's delay off only where the protocol is named: without it every answer takes 40 ms more.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((config.host, config.port))
    except (OSError, OverflowError) as error:
        made.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(
            f"{config.host}:{config.port} cannot be served: {reason}; choose another --port."
        ) from None
    made.listen(BACKLOG)
    return made


def _address(config: WebConfig, port: int) -> str:
    """What to open: the token is in it, so that one click is enough."""
    host = config.host
    if not is_loopback(host) and host in ("0.0.0.0", "::"):
        host = socket.gethostname()
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/" + (f"?token={config.token}" if config.token else "")
