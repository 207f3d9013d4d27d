"""An outside chess engine that speaks UCI, as a process of its own."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import shlex
from collections.abc import Mapping
from typing import Any

import chess
import chess.engine

from leafstrap.errors import PlayerError
from leafstrap.games.chess import line_to_board
from leafstrap.players.player import Fault
from leafstrap.search.limits import Limits

# What a fair match between engines wants, where the engine has the option and the user did not set it.
DEFAULTS = {"Threads": "1", "Number of Threads": "1", "Hash": "16", "OwnBook": "false"}
# Seconds to wait for an engine that has no time limit, or is past it, before it counts as hanging.
PATIENCE = 60.0
# A dead engine is started again and given the whole game; one that dies this often on one move has lost it.
ATTEMPTS = 3
FAREWELL = 1.0  # seconds an engine may take to quit before it is killed


class UciPlayer:
    """Runs a command that speaks UCI. Close it, or its process stays."""

    def __init__(self, name: str, command: str, options: Mapping[str, str] | None = None) -> None:
        self.name = name
        self.restarts = 0
        self._words = shlex.split(command)
        self._options = dict(options or {})
        self._closed = False
        self._game = object()
        self._board = chess.Board()
        self._engine: chess.engine.SimpleEngine | None = self._start()

    def new_game(self, seed: int) -> None:
        """Tell the engine at the next move that a new game begins; UCI knows no seeds."""
        self._game = object()

    def choose(self, line: Any, limits: Limits) -> Any:
        """The engine's move, after a restart if it died on the way."""
        board = self._follow(line)
        for _ in range(ATTEMPTS):
            try:
                move = self._play(self._running(), board, limits)
            except (chess.engine.EngineTerminatedError, PlayerError):
                self._end()
                if self._closed:
                    break
                self.restarts += 1
                continue
            except (TimeoutError, concurrent.futures.TimeoutError):
                self._end()
                raise Fault(f"{self.name} did not answer", "time forfeit") from None
            except chess.engine.EngineError as error:
                self._end()
                raise Fault(f"{self.name} made an illegal move ({error})", "rules infraction") from None
            if move is None:
                raise Fault(f"{self.name} named no move", "rules infraction")
            return line.position.move(move.uci())
        raise Fault(f"{self.name} died {ATTEMPTS} times on one move", "abandoned")

    def close(self) -> None:
        """Ask the engine to quit, and kill it if it does not."""
        self._closed = True
        self._end()

    def _follow(self, line: Any) -> chess.Board:
        """The line as a board; moves that were made before are not made again, which would take longer."""
        moves = [str(move) for move in line.moves]
        known = [move.uci() for move in self._board.move_stack]
        if moves[: len(known)] != known or self._board.root().fen() != str(line.start):
            self._board = line_to_board(line)
        for move in moves[len(self._board.move_stack) :]:
            self._board.push_uci(move)
        return self._board

    def _running(self) -> chess.engine.SimpleEngine:
        if self._engine is None:
            if self._closed:
                raise PlayerError(f"{self.name} is closed.")
            self._engine = self._start()
        return self._engine

    def _start(self) -> chess.engine.SimpleEngine:
        try:
            # In a process group of its own, so that Ctrl-C reaches the match and not the engine.
            engine = chess.engine.SimpleEngine.popen_uci(self._words, setpgrp=True)
        except (OSError, IndexError, TimeoutError, chess.engine.EngineError) as error:
            reason = str(error) or type(error).__name__
            raise PlayerError(
                f"The engine {' '.join(self._words)!r} does not start as a UCI engine: {reason}."
            ) from None
        try:
            own = {key: value for key, value in DEFAULTS.items() if key in engine.options}
            engine.configure({**own, **self._options})
        except (TimeoutError, ValueError, chess.engine.EngineError) as error:
            engine.close()
            raise PlayerError(f"The engine {self.name} does not take its options: {error}.") from None
        return engine

    def _play(
        self, engine: chess.engine.SimpleEngine, board: chess.Board, limits: Limits
    ) -> chess.Move | None:
        # Not engine.play(): it waits for ever where the limit is no time, and some engines ignore `go nodes`.
        wait = _expected(limits) + PATIENCE
        play = asyncio.wait_for(
            engine.protocol.play(board, _limit(limits, board.turn), game=self._game), wait
        )
        try:
            future = asyncio.run_coroutine_threadsafe(play, engine.protocol.loop)
        except RuntimeError:  # the engine's loop ended with it
            play.close()
            raise chess.engine.EngineTerminatedError("engine gone") from None
        try:
            return future.result(timeout=wait + FAREWELL).move
        except (concurrent.futures.CancelledError, asyncio.CancelledError):
            raise chess.engine.EngineTerminatedError("engine gone") from None

    def _end(self) -> None:
        engine, self._engine = self._engine, None
        if engine is None:
            return
        engine.timeout = FAREWELL
        with contextlib.suppress(
            TimeoutError, chess.engine.EngineError, RuntimeError, concurrent.futures.CancelledError
        ):
            engine.quit()
        engine.close()
        with contextlib.suppress(
            TimeoutError, concurrent.futures.TimeoutError, concurrent.futures.CancelledError
        ):
            engine.returncode.result(timeout=FAREWELL)


def _expected(limits: Limits) -> float:
    """Seconds after which an obedient engine has answered."""
    times = [
        seconds
        for seconds in (limits.movetime, limits.left.own if limits.left else None)
        if seconds is not None
    ]
    return max(0.0, min(times, default=0.0))


def _limit(limits: Limits, turn: chess.Color) -> chess.engine.Limit:
    limit = chess.engine.Limit(depth=limits.depth, nodes=limits.nodes, time=limits.movetime)
    if limits.left is not None:
        left = limits.left
        own, other = (left.own, left.own_increment), (left.other, left.other_increment)
        white, black = (own, other) if turn == chess.WHITE else (other, own)
        limit.white_clock, limit.white_inc = white
        limit.black_clock, limit.black_inc = black
    return limit
