"""Players that are programs of others: processes that speak a protocol, and packages; importing registers them."""

from leafstrap.players.external.chess_engine import EnginePlayer
from leafstrap.players.external.uci import UciPlayer
from leafstrap.players.external.xboard import XboardPlayer

# isort: split
from leafstrap.players.external.hub import HubPlayer
from leafstrap.players.external.turbo import TurboPlayer

# isort: split
from leafstrap.players.external.gnubg import GnubgPlayer

__all__ = ["EnginePlayer", "GnubgPlayer", "HubPlayer", "TurboPlayer", "UciPlayer", "XboardPlayer"]
