"""Players: anything that picks a move."""

from leafstrap.players.evaluator_player import EvaluatorPlayer
from leafstrap.players.player import Fault, Player
from leafstrap.players.random_player import RandomPlayer
from leafstrap.players.spec import PlayerSpec, parse_player
from leafstrap.players.uci_player import UciPlayer

__all__ = ["EvaluatorPlayer", "Fault", "Player", "PlayerSpec", "RandomPlayer", "UciPlayer", "parse_player"]
