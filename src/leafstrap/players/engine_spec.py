"""Outside engines among the texts of players: `uci:COMMAND`, `xboard:COMMAND`, `hub:COMMAND`, `turbo`."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import partial

from leafstrap.errors import PlayerError, UsageError
from leafstrap.games import Game
from leafstrap.players.hub_player import HubPlayer
from leafstrap.players.player import Player
from leafstrap.players.spec_parts import read_options
from leafstrap.players.turbo_player import TurboPlayer, find_turbo
from leafstrap.players.uci_player import UciPlayer
from leafstrap.players.xboard_player import XboardPlayer

PROTOCOLS = {"uci": "chess", "xboard": "chess", "hub": "draughts"}  # and the game that is played by them


def parse_engine(
    text: str, head: str, settings: list[str], game: Game, name: str
) -> Callable[[], Player] | None:
    """How to make the engine that a text means; None if it means another kind of player."""
    if head == "turbo":
        if game.name != "draughts":
            raise PlayerError(f"The player turbo plays draughts, not {game.name}.")
        read_options(text, settings, known=())
        find_turbo()
        return lambda: TurboPlayer(name)
    protocol, colon, command = head.partition(":")
    if not colon or protocol not in PROTOCOLS:
        return None
    if game.name != PROTOCOLS[protocol]:
        raise PlayerError(f"Engines that speak {protocol} play {PROTOCOLS[protocol]}, not {game.name}.")
    if not command.strip():
        raise PlayerError(f"A player that speaks {protocol} needs a command: {protocol}:COMMAND.")
    try:
        shlex.split(command)
    except ValueError as error:
        raise PlayerError(f"{command!r} is no command: {error}.") from None
    options = read_options(text, settings)
    if protocol == "uci":
        return lambda: UciPlayer(name, command, options)
    if protocol == "hub":
        return lambda: HubPlayer(name, command, options)
    return partial(XboardPlayer, name, command, options, clock_moves=_clock_moves(options))


def _clock_moves(options: dict[str, str]) -> int:
    """For how many moves a clock has time that stands for time for one: ours, it does not go to the engine."""
    text = options.pop("clock", "0")
    if not text.isdecimal():
        raise UsageError(f"The setting clock of an xboard player is a number of moves, not {text!r}.")
    return int(text)
