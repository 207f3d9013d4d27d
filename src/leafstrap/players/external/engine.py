"""What all outside engines have in common: how a PLAYER names one, and what becomes of a game when it dies or hangs."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Generic, TypeVar

from leafstrap.errors import PlayerError
from leafstrap.games import Game
from leafstrap.players.kind import Builder, PlayerKind, PlayerText, only
from leafstrap.players.player import Fault
from leafstrap.search.limits import Limits

# Seconds to wait for an engine that has no time limit, or is past it, before it counts as hanging.
PATIENCE = 60.0
# A dead engine is started again and given the whole game; one that dies this often on one move has lost it.
ATTEMPTS = 3

Engine = TypeVar("Engine")
Answer = TypeVar("Answer")
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


class Restarting(Generic[Engine]):
    """Keeps an engine running for a player. Only `close` may come from another thread."""

    def __init__(self, name: str, start: Callable[[], Engine], end: Callable[[Engine], None]) -> None:
        self.restarts = 0
        self._name = name
        self._start = start
        self._end = end
        self._closed = False
        self.running: Engine | None = start()

    def ask(self, question: Callable[[Engine], Answer]) -> Answer:
        """The answer, after a restart if the engine died on the way; a Fault if there is none.

        A question raises a `ConnectionError` if the engine is gone and a `TimeoutError` if it hangs.
        """
        reason = ""
        for _ in range(ATTEMPTS):
            try:
                return question(self._engine())
            except TimeoutError as error:
                self.end()
                why = f" ({error})" if str(error) else ""
                raise Fault(f"{self._name} did not answer{why}", "time forfeit") from None
            except ConnectionError as error:
                self.end()
                self.restarts += not self._closed
                reason = str(error)
            except PlayerError as error:  # it does not start
                reason = str(error).removesuffix(".")
        raise Fault(f"{self._name} died {ATTEMPTS} times on one move ({reason})", "abandoned")

    def end(self) -> None:
        """End the engine that is running; the next question starts another."""
        engine, self.running = self.running, None
        if engine is not None:
            self._end(engine)

    def close(self) -> None:
        """End it for good; more than once does no harm."""
        self._closed = True
        self.end()

    def _engine(self) -> Engine:
        if self.running is None and not self._closed:
            self.running = self._start()
        engine = self.running
        if engine is None or self._closed:  # perhaps while it was being started
            self.end()
            raise Fault(f"{self._name} is closed", "abandoned")
        return engine


def patience(limits: Limits) -> float:
    """Seconds after which an engine that was given these limits counts as hanging."""
    times = [
        seconds
        for seconds in (limits.movetime, limits.left.own if limits.left else None)
        if seconds is not None
    ]
    return max(0.0, min(times, default=0.0)) + PATIENCE
