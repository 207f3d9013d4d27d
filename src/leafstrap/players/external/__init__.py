"""Players that are programs of others: processes that speak a protocol, and packages; importing registers them."""

from typing import TYPE_CHECKING

from leafstrap.lazy import exports
from leafstrap.players.external import chess_kinds

# isort: split
from leafstrap.players.external.hub import HubPlayer
from leafstrap.players.external.turbo import TurboPlayer

# isort: split
from leafstrap.players.external.gnubg import GnubgPlayer

if TYPE_CHECKING:
    from leafstrap.players.external.chess_engine import EnginePlayer
    from leafstrap.players.external.uci import UciPlayer
    from leafstrap.players.external.xboard import XboardPlayer

__all__ = [
    "EnginePlayer",
    "GnubgPlayer",
    "HubPlayer",
    "TurboPlayer",
    "UciPlayer",
    "XboardPlayer",
    "chess_kinds",
]

__getattr__ = exports(__name__)
