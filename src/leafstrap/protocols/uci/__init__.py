"""Our engine for chess programs: the Universal Chess Interface."""

from leafstrap.protocols.uci.server import UciServer, serve

__all__ = ["UciServer", "serve"]
