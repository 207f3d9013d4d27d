"""Our players for backgammon programs: the Universal Backgammon Interface, a draft."""

from leafstrap.protocols.ubgi.server import UbgiServer, serve

__all__ = ["UbgiServer", "serve"]
