"""`leafstrap uci`: the engine for graphical programs."""

from __future__ import annotations

from leafstrap.cli.arguments import Weights
from leafstrap.protocols.uci import serve


def uci(weights: Weights = "default") -> None:
    """Serve chess programs that speak UCI, until they say quit."""
    serve(weights)
