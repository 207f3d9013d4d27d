"""`leafstrap hub`: the engine for draughts programs."""

from __future__ import annotations

from leafstrap.cli.common.options import Weights
from leafstrap.cli.leaving import leave_on_sigterm
from leafstrap.protocols.hub import serve


def hub(weights: Weights = "default") -> None:
    """Serve draughts programs that speak Hub, until they say quit."""
    leave_on_sigterm()
    serve(weights)
