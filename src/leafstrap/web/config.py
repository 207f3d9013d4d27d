"""What a server is told when it is started: folders, address, what is switched off, how much there may be of all."""

from __future__ import annotations

import ipaddress
import os
import secrets
import socket
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leafstrap.errors import UsageError

PORT = 8765
LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Most:
    """How much there may be at once; what goes beyond is refused with 429."""

    body: int = 256 * 1024  # bytes
    searches: int = max(2, min(os.cpu_count() or 2, 8))
    streams: int = 200
    sessions: int = 200  # games in memory; those on disk are five hundred
    runs: int = 2  # that this server has started and that still learn
    matches: int = 2  # that are being played


@dataclass(frozen=True, slots=True)
class WebConfig:
    """One server."""

    folders: tuple[Path, ...] = (Path("runs"),)
    host: str = "127.0.0.1"
    port: int = PORT
    token: str | None = None
    runs: bool = True  # whether runs may be started and stopped
    arena: bool = True  # whether matches may be played
    engines: bool = False  # whether programs of others may be started as players
    state: Path = field(default_factory=lambda: default_state())
    names: tuple[str, ...] = ()  # by which it may be reached besides
    most: Most = field(default_factory=Most)

    def __post_init__(self) -> None:
        if not is_loopback(self.host) and not self.token:
            raise UsageError(f"A server on {self.host} can be reached by others: it needs a token.")
        if self.token is not None and not (self.token.isascii() and self.token.isprintable() and self.token):
            raise UsageError("A token is made of letters, digits and signs.")

    @property
    def hosts(self) -> frozenset[str]:
        """Names by which requests may call the server; any other is a page that was lured here."""
        known = {*LOOPBACK, self.host.lower(), *(name.lower() for name in self.names)}
        if not is_loopback(self.host):
            known |= {socket.gethostname().lower(), socket.getfqdn().lower()}
        return frozenset(known)

    def knows_host(self, name: str) -> bool:
        """Whether a name is ours. An address is no name that somebody could make point elsewhere."""
        if name in self.hosts:
            return True
        return not is_loopback(self.host) and _is_address(name)


def default_state() -> Path:
    """Where games are kept between two starts of the server."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "leafstrap" / "web"


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(18)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0"), is_loopback("example.org")
    (True, True, False, False)
    """
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def opened_folders(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The folders to open: those that are named, else `runs`; a file is refused, a missing one is made when needed."""
    chosen = tuple(paths) or (Path("runs"),)
    for path in chosen:
        if path.exists() and not path.is_dir():
            raise UsageError(f"{path} is no folder: name a run or a folder of runs.")
    if paths:
        for path in chosen:
            if not path.exists():
                raise UsageError(f"There is no folder {path}.")
    return chosen
