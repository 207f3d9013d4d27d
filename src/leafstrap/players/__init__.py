"""Players: anything that picks a move. Importing registers our own kinds, in the order in which they are listed."""

from typing import TYPE_CHECKING

from leafstrap.lazy import exports
from leafstrap.players.expectimax_player import ExpectimaxPlayer
from leafstrap.players.kind import (
    PLAYERS,
    PlayerKind,
    PlayerSpec,
    PlayerText,
    only,
    plain,
    register,
)
from leafstrap.players.own import EvaluatorPlayer, TournamentPlayer, player_of, training_player
from leafstrap.players.player import (
    BoardReader,
    Choice,
    CubePlayer,
    Fault,
    OutcomeJudge,
    Player,
    StoppablePlayer,
    expert_outputs,
)
from leafstrap.players.portable import PortablePlayer
from leafstrap.players.spec import parse_evaluator, parse_player, usages
from leafstrap.players.weights import evaluator_spec, weights_of_run

# isort: split
from leafstrap.players.baselines import PubevalPlayer, RandomPlayer

# isort: split
from leafstrap.players.levels import LEVELS, Level, LevelPlayer, level_at, level_of, level_ratings

# isort: split
from leafstrap.players.external import GnubgPlayer, HubPlayer, TurboPlayer

if TYPE_CHECKING:
    from leafstrap.players.external.chess_engine import EnginePlayer
    from leafstrap.players.external.uci import UciPlayer
    from leafstrap.players.external.xboard import XboardPlayer

__all__ = [
    "LEVELS",
    "PLAYERS",
    "BoardReader",
    "Choice",
    "CubePlayer",
    "EnginePlayer",
    "EvaluatorPlayer",
    "ExpectimaxPlayer",
    "Fault",
    "GnubgPlayer",
    "HubPlayer",
    "Level",
    "LevelPlayer",
    "OutcomeJudge",
    "Player",
    "PlayerKind",
    "PlayerSpec",
    "PlayerText",
    "PortablePlayer",
    "PubevalPlayer",
    "RandomPlayer",
    "StoppablePlayer",
    "TournamentPlayer",
    "TurboPlayer",
    "UciPlayer",
    "XboardPlayer",
    "evaluator_spec",
    "expert_outputs",
    "level_at",
    "level_of",
    "level_ratings",
    "only",
    "parse_evaluator",
    "parse_player",
    "plain",
    "player_of",
    "register",
    "training_player",
    "usages",
    "weights_of_run",
]

__getattr__ = exports(__name__)
