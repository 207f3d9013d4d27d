"""`leafstrap uci`, `hub` and `ubgi`: the engine for programs that know one of these protocols."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Annotated

import typer

from leafstrap.cli.common.options import Weights
from leafstrap.errors import UsageError
from leafstrap.players.levels import LEVELS

PlayerText = Annotated[
    str,
    typer.Argument(
        metavar="[PLAYER]", help="Weights, a run folder, default, or any other player, with limits."
    ),
]


# As text, since an engine is started often: the command line would load a library for numbers.
LevelText = Annotated[
    str,
    typer.Option(
        "--level", metavar="N", help=f"Play at this level, 1 to {len(LEVELS)}; 0: as well as it can."
    ),
]


def uci(weights: Weights = "default", *, level: LevelText = "0") -> None:
    """Serve chess programs that speak UCI, until they say quit."""
    from leafstrap.protocols.uci import serve

    _leave_on_sigterm()
    serve(weights, _level(level))


def hub(weights: Weights = "default", *, level: LevelText = "0") -> None:
    """Serve draughts programs that speak Hub, until they say quit."""
    from leafstrap.protocols.hub import serve

    _leave_on_sigterm()
    serve(weights, _level(level))


def ubgi(player: PlayerText = "default", *, level: LevelText = "0") -> None:
    """Serve backgammon programs that speak UBGI, until they say quit."""
    from leafstrap.games import get
    from leafstrap.players import parse_player
    from leafstrap.protocols.ubgi import Opponent, serve
    from leafstrap.search.limits import Limits

    _leave_on_sigterm()
    spec = parse_player(player, get("backgammon"))
    serve(Opponent(spec.build(), spec.limits or Limits(), spec.evaluator), _level(level))


def _level(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > len(LEVELS):
        raise UsageError(f"A level is a number from 1 to {len(LEVELS)}, or 0 for none, not {text!r}.")
    return int(text)


def _leave_on_sigterm() -> None:
    """Some programs end their engines this way: what there is to save is saved, as after Ctrl-C."""
    signal.signal(signal.SIGTERM, _leave)


def _leave(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
