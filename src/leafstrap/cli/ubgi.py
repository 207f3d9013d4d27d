"""`leafstrap ubgi`: the engine for backgammon programs."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Annotated

import typer

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
    signal.signal(signal.SIGTERM, _leave)
    spec = parse_player(player, get("backgammon"))
    serve(spec.build(), spec.limits or Limits())


def _leave(number: int, frame: FrameType | None) -> None:
    """Some programs end their engines this way: an outside engine behind it ends too, as after Ctrl-C."""
    raise KeyboardInterrupt
