"""Our engine for backgammon programs: UBGI, a draft in the manner of UCI."""

from leafstrap.protocols.ubgi.server import Opponent, UbgiServer, serve

__all__ = ["Opponent", "UbgiServer", "serve"]
