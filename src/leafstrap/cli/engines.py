"""`leafstrap uci`, `hub` and `ubgi`: the engine for programs that know one of these protocols."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Annotated

import typer

from leafstrap.cli.common.options import Weights
from leafstrap.games import get
from leafstrap.players import parse_player
from leafstrap.protocols import hub as hub_protocol
from leafstrap.protocols import ubgi as ubgi_protocol
from leafstrap.protocols import uci as uci_protocol
from leafstrap.search.limits import Limits

PlayerText = Annotated[
    str,
    typer.Argument(
        metavar="[PLAYER]", help="Weights, a run folder, default, or any other player, with limits."
    ),
]


def uci(weights: Weights = "default") -> None:
    """Serve chess programs that speak UCI, until they say quit."""
    _leave_on_sigterm()
    uci_protocol.serve(weights)


def hub(weights: Weights = "default") -> None:
    """Serve draughts programs that speak Hub, until they say quit."""
    _leave_on_sigterm()
    hub_protocol.serve(weights)


def ubgi(player: PlayerText = "default") -> None:
    """Serve backgammon programs that speak UBGI, until they say quit."""
    _leave_on_sigterm()
    spec = parse_player(player, get("backgammon"))
    ubgi_protocol.serve(spec.build(), spec.limits or Limits())


def _leave_on_sigterm() -> None:
    """Some programs end their engines this way: what there is to save is saved, as after Ctrl-C."""
    signal.signal(signal.SIGTERM, _leave)


def _leave(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
