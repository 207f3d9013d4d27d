"""`leafstrap ubgi`: the engine for backgammon programs."""

from __future__ import annotations

from typing import Annotated

import typer

from leafstrap.cli.leaving import leave_on_sigterm
from leafstrap.games import get
from leafstrap.players import parse_player
from leafstrap.protocols.ubgi import serve
from leafstrap.search.limits import Limits

PlayerText = Annotated[
    str,
    typer.Argument(
        metavar="[PLAYER]", help="Weights, a run folder, default, or any other player, with limits."
    ),
]


def ubgi(player: PlayerText = "default") -> None:
    """Serve backgammon programs that speak UBGI, until they say quit."""
    leave_on_sigterm()
    spec = parse_player(player, get("backgammon"))
    serve(spec.build(), spec.limits or Limits())
