"""What outside chess engines say of themselves; the library that talks to them is imported when one is to play."""

from __future__ import annotations

from functools import partial

from leafstrap.errors import UsageError
from leafstrap.games.chess import CHESS
from leafstrap.players.external.engine import engine_kind
from leafstrap.players.kind import Builder, register


def _uci(name: str, command: str, options: dict[str, str]) -> Builder:
    from leafstrap.players.external.uci import UciPlayer

    return partial(UciPlayer, name, command, options)


def _xboard(name: str, command: str, options: dict[str, str]) -> Builder:
    from leafstrap.players.external.xboard import XboardPlayer

    clock = options.pop("clock", "0")  # ours: it does not go to the engine
    if not clock.isdecimal():
        raise UsageError(f"The setting clock of an xboard player is a number of moves, not {clock!r}.")
    return partial(XboardPlayer, name, command, options, clock_moves=int(clock))


UCI = register(engine_kind("uci", CHESS, "an outside chess engine that speaks UCI", _uci))
XBOARD = register(
    engine_kind("xboard", CHESS, "an outside chess engine that speaks the xboard protocol", _xboard)
)
