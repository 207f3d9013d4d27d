"""Players: anything that picks a move."""

from leafstrap.players.choice import Choice
from leafstrap.players.dice_spec import parse_networks
from leafstrap.players.evaluator_player import EvaluatorPlayer
from leafstrap.players.hub_player import HubPlayer
from leafstrap.players.network_player import NetworkPlayer
from leafstrap.players.player import Fault, Player
from leafstrap.players.random_player import RandomPlayer
from leafstrap.players.spec import parse_player
from leafstrap.players.spec_parts import PlayerSpec
from leafstrap.players.tournament_player import TournamentPlayer
from leafstrap.players.turbo_player import TurboPlayer
from leafstrap.players.uci_player import UciPlayer
from leafstrap.players.xboard_player import XboardPlayer

__all__ = [
    "Choice",
    "EvaluatorPlayer",
    "Fault",
    "HubPlayer",
    "NetworkPlayer",
    "Player",
    "PlayerSpec",
    "RandomPlayer",
    "TournamentPlayer",
    "TurboPlayer",
    "UciPlayer",
    "XboardPlayer",
    "parse_networks",
    "parse_player",
]
