"""An outside chess engine as a process of its own: what does not depend on the protocol it speaks."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import logging
import shlex
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, cast

import chess
import chess.engine

from leafstrap.errors import PlayerError
from leafstrap.games.chess import Line as ChessLine
from leafstrap.games.chess import line_to_board
from leafstrap.players.external.engine import Restarting, patience
from leafstrap.players.player import Choice, Fault
from leafstrap.search.limits import Limits
from leafstrap.types import Line

HANDSHAKE = 10.0  # seconds an engine may take to say what it is
FAREWELL = 1.0  # seconds an engine may take to quit before it is killed

# Engines print banners, hints and errors of their own, and the library warns of each line it does not know.
chess.engine.LOGGER.addHandler(logging.NullHandler())
# One that never answers ends after the loop that waited for it, of which asyncio warns.
logging.getLogger("asyncio").addHandler(logging.NullHandler())


class EnginePlayer(ABC):
    """Runs a command and talks to it. Close it, or its process stays."""

    protocol: ClassVar[str]  # as in "does not start as a UCI engine"
    defaults: ClassVar[Mapping[str, str]]  # options that make matches fair, where the engine has them

    def __init__(self, name: str, command: str, options: Mapping[str, str] | None = None) -> None:
        self.name = name
        self._words = shlex.split(command)
        self._options = dict(options or {})
        self._game = object()
        self._board = chess.Board()
        self._engine = Restarting(name, self._start, _quit)

    @property
    def restarts(self) -> int:
        """How often it was started again."""
        return self._engine.restarts

    @abstractmethod
    def _open(self, words: list[str]) -> chess.engine.SimpleEngine:
        """Start the process and shake hands."""

    @abstractmethod
    def _limit(self, limits: Limits, turn: chess.Color) -> chess.engine.Limit:
        """The limits in the words of the protocol; a PlayerError if it has none for them."""

    def new_game(self, seed: int) -> None:
        """Tell the engine at the next move that a new game begins; engines know no seeds."""
        self._game = object()

    def choose(self, line: Line, limits: Limits) -> Choice:
        """The engine's move, after a restart if it died on the way."""
        board = self._follow(line)
        limit = self._limit(limits, board.turn)
        try:
            result = self._engine.ask(lambda engine: self._play(engine, board, limit, patience(limits)))
        except chess.engine.EngineError as error:
            self._engine.end()
            raise Fault(self._blame(error), "rules infraction") from None
        return self._choice(line, result)

    def close(self) -> None:
        """Ask the engine to quit, and kill it if it does not."""
        self._engine.close()

    def _blame(self, error: chess.engine.EngineError) -> str:
        return f"{self.name} made an illegal move ({error})"

    def _choice(self, line: Line, result: chess.engine.PlayResult) -> Choice:
        if result.resigned:
            raise Fault(f"{self.name} resigned", "normal")
        if result.move is None:
            raise Fault(f"{self.name} named no move", "rules infraction")
        info = result.info
        score = info["score"].relative if "score" in info else None
        return Choice(
            line.position.move(result.move.uci()),
            score.score() if score else None,
            score.mate() if score else None,
            info.get("depth"),
            info.get("nodes"),
        )

    def _follow(self, line: Line) -> chess.Board:
        """The line as a board; moves that were made before are not made again, which would take longer."""
        moves = [str(move) for move in line.moves]
        known = [move.uci() for move in self._board.move_stack]
        if moves[: len(known)] != known or self._board.root().fen() != str(line.start):
            self._board = line_to_board(cast("ChessLine", line))
        for move in moves[len(self._board.move_stack) :]:
            self._board.push_uci(move)
        return self._board

    def _start(self) -> chess.engine.SimpleEngine:
        try:
            engine = self._open(self._words)
        except (OSError, IndexError, TimeoutError, chess.engine.EngineError) as error:
            reason = str(error) or type(error).__name__
            if isinstance(error, TimeoutError):
                reason = f"it does not answer within {HANDSHAKE:g} seconds"
            raise PlayerError(
                f"The engine {' '.join(self._words)!r} does not start as {self.protocol} engine: {reason}."
            ) from None
        try:
            known = engine.options
            own = {name: value for name, value in self.defaults.items() if name in known}
            # The library compares values to see what it has sent already, and 16 is not "16" there: a table size
            # that is sent again with every move empties the table every time.
            wanted = {**own, **self._options}.items()
            engine.configure(
                {name: known[name].parse(value) if name in known else value for name, value in wanted}
            )
        except (TimeoutError, ValueError, chess.engine.EngineError) as error:
            engine.close()
            raise PlayerError(f"The engine {self.name} does not take its options: {error}.") from None
        return engine

    def _play(
        self, engine: chess.engine.SimpleEngine, board: chess.Board, limit: chess.engine.Limit, wait: float
    ) -> chess.engine.PlayResult:
        # Not engine.play(): it waits for ever where the limit is no time, and some engines ignore `go nodes`.
        info = chess.engine.INFO_BASIC | chess.engine.INFO_SCORE
        play = asyncio.wait_for(engine.protocol.play(board, limit, game=self._game, info=info), wait)
        try:
            future = asyncio.run_coroutine_threadsafe(play, engine.protocol.loop)
        except RuntimeError:  # the engine's loop ended with it
            play.close()
            raise ConnectionError("engine gone") from None
        try:
            return future.result(timeout=wait + FAREWELL)
        except chess.engine.EngineTerminatedError as error:
            raise ConnectionError(str(error)) from None
        except (concurrent.futures.CancelledError, asyncio.CancelledError):
            raise ConnectionError("engine gone") from None


def _quit(engine: chess.engine.SimpleEngine) -> None:
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


def clock_limit(limits: Limits, turn: chess.Color) -> chess.engine.Limit:
    """Depth, time for the move and clocks, which both protocols name alike."""
    limit = chess.engine.Limit(depth=limits.depth, time=limits.movetime)
    if limits.left is not None:
        left = limits.left
        own, other = (left.own, left.own_increment), (left.other, left.other_increment)
        white, black = (own, other) if turn == chess.WHITE else (other, own)
        limit.white_clock, limit.white_inc = white
        limit.black_clock, limit.black_inc = black
    return limit
