"""What `leafstrap bench` runs for backgammon."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import Any

from leafstrap._core.backgammon import Line, Position, Trainer
from leafstrap.arena import Participant, play_game
from leafstrap.cli.meter import Meter
from leafstrap.evaluators import ModularArchitecture
from leafstrap.evaluators.network_layout import SCALE
from leafstrap.games.backgammon import BACKGAMMON
from leafstrap.games.dice import Dice
from leafstrap.players.pubeval_player import PubevalPlayer
from leafstrap.search import Limits

POSITIONS = 200  # that are looked ahead from
EVALUATIONS = 300  # of each
GAMES = 300  # learned from
SIGNED_GAMES = 50


def measure_backgammon() -> dict[str, Any]:
    """Speeds on one thread, with the small architecture, and the signature."""
    architecture = ModularArchitecture.of("small")
    networks = architecture.networks(architecture.random_weights(seed=1, scale=SCALE))
    games = pubeval_games(SIGNED_GAMES)
    positions = [position for line in games for position in line.before][:POSITIONS]

    perft, evaluation, looking, learning = Meter(), Meter(), Meter(), Meter()
    perft.run(partial(Position().perft, 2), int)
    for _ in range(EVALUATIONS):
        evaluation.run(partial(networks.count_evaluations, positions, 0), int)
    looking.run(partial(networks.count_evaluations, positions, 1), int)
    trainer = Trainer(networks, None, 1)
    learning.run(partial(trainer.run, GAMES, lambda_=0.6, rate=0.01), attrgetter("evaluations"))
    return {
        "perft": perft.rate(),
        "evaluation": evaluation.rate(),
        "search": looking.rate(),
        "learning": learning.rate(),
        "signature": backgammon_signature(),
    }


def backgammon_signature() -> int:
    """All boards after two moves from the start, and the moves of some games of pubeval against itself.

    It changes with the rules and with pubeval, and with nothing else.
    """
    return Position().perft(2) + sum(len(line) for line in pubeval_games(SIGNED_GAMES))


def pubeval_games(number: int) -> list[Line]:
    """Games with dice that are always the same."""
    pubeval = Participant(PubevalPlayer(), Limits())
    games = (play_game(BACKGAMMON, pubeval, pubeval, dice=Dice(f"bench {game}")) for game in range(number))
    return [played.line for played in games if played is not None]
