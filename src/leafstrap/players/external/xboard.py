"""An outside chess engine that speaks the xboard protocol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import chess
import chess.engine

from leafstrap.errors import PlayerError
from leafstrap.players.external.chess_engine import HANDSHAKE, EnginePlayer, clock_limit
from leafstrap.search.limits import Limits, TimeLeft

# The protocol counts the time of a game in whole seconds, and there are engines that end when there are none.
LEAST_ON_CLOCK = 1.0


class XboardPlayer(EnginePlayer):
    """Runs a command that speaks the xboard protocol, version 2.

    With `clock_moves` the time for a move is given as a clock with time for so many moves, set anew before every one:
    many engines take `st`, the protocol's word for it, only in whole seconds or not at all. Most share out what
    they have over about forty moves.
    """

    protocol = "an xboard"
    # Not 16 as in UCI: the library believes that this is what an engine has anyway, and would not send it.
    defaults = {"cores": "1", "memory": "32"}  # noqa: RUF012

    def __init__(
        self, name: str, command: str, options: Mapping[str, str] | None = None, *, clock_moves: int = 0
    ) -> None:
        self._clock_moves = clock_moves
        super().__init__(name, command, options)

    def _open(self, words: list[str]) -> chess.engine.SimpleEngine:
        # In a process group of its own, so that Ctrl-C reaches the match and not the engine.
        return chess.engine.SimpleEngine.popen_xboard(words, timeout=HANDSHAKE, setpgrp=True)

    def _limit(self, limits: Limits, turn: chess.Color) -> chess.engine.Limit:
        if limits.nodes is not None:
            # The protocol has no such limit: it can only slow a clock down to one node a second, which few know.
            raise PlayerError(
                f"{self.name} speaks xboard, which has no limit in nodes: give it @movetime or @depth."
            )
        if self._clock_moves and limits.movetime is not None:
            seconds = max(LEAST_ON_CLOCK, self._clock_moves * limits.movetime)
            limits = replace(limits, movetime=None, left=TimeLeft(seconds, 0.0, seconds, 0.0))
        return clock_limit(limits, turn)

    def _blame(self, error: chess.engine.EngineError) -> str:
        # The library passes on what is wrong with a move as it was raised, and an engine's complaint as a text.
        if error.args and isinstance(error.args[0], ValueError):
            return super()._blame(error)
        return f"{self.name} refused what it was told ({error})"
