"""An outside chess engine that speaks UCI."""

from __future__ import annotations

import chess
import chess.engine

from leafstrap.players.external.chess_engine import HANDSHAKE, EnginePlayer, clock_limit
from leafstrap.search.limits import Limits


class UciPlayer(EnginePlayer):
    """Runs a command that speaks UCI."""

    protocol = "a UCI"
    defaults = {"Threads": "1", "Number of Threads": "1", "Hash": "16", "OwnBook": "false"}  # noqa: RUF012

    def _open(self, words: list[str]) -> chess.engine.SimpleEngine:
        # In a process group of its own, so that Ctrl-C reaches the match and not the engine.
        return chess.engine.SimpleEngine.popen_uci(words, timeout=HANDSHAKE, setpgrp=True)

    def _limit(self, limits: Limits, turn: chess.Color) -> chess.engine.Limit:
        limit = clock_limit(limits, turn)
        limit.nodes = limits.nodes
        return limit
