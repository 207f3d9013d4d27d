"""Players: anything that picks a move. Importing registers our own kinds, in the order in which they are listed."""

from leafstrap.players.kind import (
    PLAYERS,
    AnyEvaluator,
    PlayerKind,
    PlayerSpec,
    PlayerText,
    only,
    plain,
    register,
)
from leafstrap.players.network_player import NetworkPlayer
from leafstrap.players.own import EvaluatorPlayer, TournamentPlayer, player_of
from leafstrap.players.player import Choice, CubePlayer, Fault, OutcomeJudge, Player
from leafstrap.players.spec import parse_evaluator, parse_networks, parse_player, parse_weights, usages
from leafstrap.players.weights import weights_of_run

# isort: split
from leafstrap.players.baselines import PubevalPlayer, RandomPlayer

# isort: split
from leafstrap.players.external import (
    EnginePlayer,
    GnubgPlayer,
    HubPlayer,
    TurboPlayer,
    UciPlayer,
    XboardPlayer,
)

__all__ = [
    "PLAYERS",
    "AnyEvaluator",
    "Choice",
    "CubePlayer",
    "EnginePlayer",
    "EvaluatorPlayer",
    "Fault",
    "GnubgPlayer",
    "HubPlayer",
    "NetworkPlayer",
    "OutcomeJudge",
    "Player",
    "PlayerKind",
    "PlayerSpec",
    "PlayerText",
    "PubevalPlayer",
    "RandomPlayer",
    "TournamentPlayer",
    "TurboPlayer",
    "UciPlayer",
    "XboardPlayer",
    "only",
    "parse_evaluator",
    "parse_networks",
    "parse_player",
    "parse_weights",
    "plain",
    "player_of",
    "register",
    "usages",
    "weights_of_run",
]
