"""An outside chess engine that speaks UCI."""

from __future__ import annotations

from functools import partial

import chess
import chess.engine

from leafstrap.games.chess import CHESS
from leafstrap.players.external.chess_engine import EnginePlayer, clock_limit
from leafstrap.players.external.engine import engine_kind
from leafstrap.players.kind import register
from leafstrap.search.limits import Limits


class UciPlayer(EnginePlayer):
    """Runs a command that speaks UCI."""

    protocol = "a UCI"
    defaults = {"Threads": "1", "Number of Threads": "1", "Hash": "16", "OwnBook": "false"}  # noqa: RUF012

    def _open(self, words: list[str]) -> chess.engine.SimpleEngine:
        # In a process group of its own, so that Ctrl-C reaches the match and not the engine.
        return chess.engine.SimpleEngine.popen_uci(words, setpgrp=True)

    def _limit(self, limits: Limits, turn: chess.Color) -> chess.engine.Limit:
        limit = clock_limit(limits, turn)
        limit.nodes = limits.nodes
        return limit


register(
    engine_kind(
        "uci",
        CHESS,
        "an outside chess engine that speaks UCI",
        lambda name, command, options: partial(UciPlayer, name, command, options),
    )
)
