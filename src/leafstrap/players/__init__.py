"""Players: anything that picks a move. Importing registers our own kinds, in the order in which they are listed."""

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
    expert_outputs,
)
from leafstrap.players.spec import parse_evaluator, parse_player, usages
from leafstrap.players.weights import weights_of_run

# isort: split
from leafstrap.players.baselines import PubevalPlayer, RandomPlayer

# isort: split
from leafstrap.players.levels import LEVELS, Level, LevelPlayer, level_of

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
    "PubevalPlayer",
    "RandomPlayer",
    "TournamentPlayer",
    "TurboPlayer",
    "UciPlayer",
    "XboardPlayer",
    "expert_outputs",
    "level_of",
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
