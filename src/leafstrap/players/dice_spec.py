"""PLAYER in backgammon: a word, a file or a run, with limits after `@`."""

from __future__ import annotations

from pathlib import Path
from typing import cast, get_args

from leafstrap.errors import UsageError
from leafstrap.evaluators import ModularArchitecture, ModularEvaluator, default_networks, load_networks
from leafstrap.evaluators.network_layout import SCALE
from leafstrap.games import Game
from leafstrap.players.gnubg_player import GnubgPlayer, read_plies
from leafstrap.players.network_player import BearOff, NetworkPlayer
from leafstrap.players.pubeval_player import PubevalPlayer
from leafstrap.players.random_player import RandomPlayer
from leafstrap.players.spec_parts import (
    PlayerSpec,
    no_such_player,
    read_options,
    split_limits,
    weights_of_run,
)

KNOWN = "WEIGHTS.safetensors, a run folder, default, random, untrained, pubeval, gnubg:PLIES"
WORDS = ("default", "random", "untrained", "pubeval", "gnubg:")
# How weights are used: who chooses the moves of the endgame, and who decides about doubles.
OWN_SETTINGS = {"bear-off": get_args(BearOff), "cube": ("janowski", "simple")}


def parse_dice_player(text: str, game: Game, name: str) -> PlayerSpec:
    """The player that a text means; files are read now, so that a wrong one is known before the first game."""
    base, limits = split_limits(text.strip())
    head, *settings = (word.strip() for word in base.split(";"))
    if head in ("random", "pubeval"):
        read_options(text, settings, known=())
        return PlayerSpec(
            name, limits, lambda: RandomPlayer(name) if head == "random" else PubevalPlayer(name)
        )
    engine, _, plies = head.partition(":")
    if engine == "gnubg":
        read_options(text, settings, known=())
        depth = read_plies(plies)
        return PlayerSpec(name, limits, lambda: GnubgPlayer(name, depth))
    own = [word for word in settings if word.partition("=")[0].strip() in OWN_SETTINGS]
    ways = read_options(text, own, known=tuple(OWN_SETTINGS))
    for key, value in ways.items():
        if value not in OWN_SETTINGS[key]:
            raise UsageError(f"The setting {key} is {' or '.join(OWN_SETTINGS[key])}, not {value!r}.")
    networks = parse_networks(";".join([head, *(word for word in settings if word not in own)]), game)
    bear_off = cast("BearOff", ways.get("bear-off", "exact"))
    simple = ways.get("cube") == "simple"
    return PlayerSpec(
        name, limits, lambda: NetworkPlayer(name, networks, bear_off=bear_off, simple_cube=simple)
    )


def parse_networks(text: str, game: Game) -> ModularEvaluator:
    """The networks that a text means: a player that has some, without limits."""
    head, *settings = (word.strip() for word in text.split(";"))
    if head == "untrained":
        options = read_options(text, settings, ("architecture", "seed"))
        architecture = ModularArchitecture.of(options.get("architecture", "small"))
        if not (seed := options.get("seed", "0")).isdecimal():
            raise UsageError("The setting seed of untrained is a number.")
        return ModularEvaluator(game, architecture, architecture.random_weights(int(seed), SCALE))
    if head == "default":
        read_options(text, settings, known=())
        return default_networks(game)
    path = Path(text)
    if text and path.is_dir():
        return load_networks(weights_of_run(path), game)
    if text.endswith(".safetensors") or (text and path.exists()):
        return load_networks(path, game)
    raise no_such_player(text, head, WORDS, KNOWN)
