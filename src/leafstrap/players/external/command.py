"""Outside engines among the texts of players: a protocol and a command, as `uci:COMMAND`."""

from __future__ import annotations

import shlex
from collections.abc import Callable

from leafstrap.errors import PlayerError
from leafstrap.games import Game
from leafstrap.players.kind import Builder, PlayerKind, PlayerText, only

# From the name of a player, its command and the options of its engine.
EngineBuilder = Callable[[str, str, dict[str, str]], Builder]


def engine_kind(protocol: str, game: Game, help: str, engine: EngineBuilder) -> PlayerKind:  # noqa: A002
    """The kind of players that run a command which speaks a protocol, in the game that the protocol is for."""

    def build(text: PlayerText) -> Builder:
        command = text.argument
        if not command:
            raise PlayerError(f"A player that speaks {protocol} needs a command: {protocol}:COMMAND.")
        try:
            shlex.split(command)
        except ValueError as error:
            raise PlayerError(f"{command!r} is no command: {error}.") from None
        return engine(text.name, command, text.options())

    return PlayerKind(
        protocol,
        help,
        build,
        argument="COMMAND",
        plays=only(game),
        refusal=f"Engines that speak {protocol} play {game.name}, not {{game}}.",
    )
