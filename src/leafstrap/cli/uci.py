"""`leafstrap uci`: the engine for graphical programs."""

from __future__ import annotations

from leafstrap.cli.common.options import Weights
from leafstrap.cli.leaving import leave_on_sigterm
from leafstrap.protocols.uci import serve


def uci(weights: Weights = "default") -> None:
    """Serve chess programs that speak UCI, until they say quit."""
    leave_on_sigterm()
    serve(weights)
