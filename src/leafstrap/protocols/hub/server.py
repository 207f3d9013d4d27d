"""The Hub engine: international draughts, by version 2 of the protocol that Scan brought along."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from leafstrap.errors import LeafstrapError, UsageError
from leafstrap.games.draughts import Line
from leafstrap.players.external.hub_line import HubLine
from leafstrap.protocols.engine import EngineSearch
from leafstrap.protocols.hub.commands import Level, parse_position
from leafstrap.protocols.hub.search import HubSearch, done
from leafstrap.protocols.hub.setup import HubSetup, declarations
from leafstrap.protocols.server import Output, Server, serve_standard_streams
from leafstrap.version import __version__

Arguments = Mapping[str, str]


class HubOutput(Output):
    """Lines to the program at the other end; what is no answer is an `error` there."""

    def note(self, text: str) -> None:
        """Say what is wrong, on one line."""
        self.send(str(HubLine("error", {"message": text})))


class HubServer(Server[Arguments]):
    """The engine that draughts programs know."""

    def __init__(self, output: Output, weights: str = "default", level: int = 0) -> None:
        super().__init__(output)
        self._setup = HubSetup(weights, output.note, level)
        self._line = Line()
        self._level = Level()
        self._commands: dict[str, Callable[[Arguments], None]] = {
            "hub": self._hub,
            "set-param": self._set_param,
            "init": self._init,
            "new-game": self._new_game,
            "pos": self._pos,
            "level": self._set_level,
            "go": self._go,
            "ponder-hit": self._ponder_hit,
            "stop": self._stop,
            "ping": self._ping,
        }

    def obey(self, line: str) -> bool:
        """Carry out one line; False if it says to quit."""
        try:
            said = HubLine.parse(line)
        except LeafstrapError as error:
            self._output.note(str(error))
            return True
        if said.command in self._commands:
            self._carry_out(said.command, self._commands[said.command], said.arguments)
        elif said.command not in ("", "quit"):
            self._output.note(f"There is no command {said.command[:40]!r}.")
        return said.command != "quit"

    def _hub(self, arguments: Arguments) -> None:
        name = {"name": "Leafstrap", "version": __version__, "author": "the Leafstrap authors"}
        self._output.send(str(HubLine("id", name)), *declarations(self._setup.params), "wait")

    def _set_param(self, arguments: Arguments) -> None:
        if self._busy:
            raise UsageError("parameters are set between searches, and one is under way.")
        if "name" not in arguments or "value" not in arguments:
            raise UsageError("a parameter is set with name=NAME value=VALUE.")
        self._setup.set_param(arguments["name"], arguments["value"])

    def _init(self, arguments: Arguments) -> None:
        try:
            if not self._busy:
                self._setup.engine()
        finally:
            self._output.send("ready")

    def _new_game(self, arguments: Arguments) -> None:
        self._stop_task()
        self._setup.forget()
        self._line, self._level = Line(), Level()

    def _pos(self, arguments: Arguments) -> None:
        self._line = parse_position(arguments)

    def _set_level(self, arguments: Arguments) -> None:
        self._level = Level.parse(arguments)

    def _go(self, arguments: Arguments) -> None:
        # There is no book, and a level without a limit ends with `stop`: only at a strength do the two differ.
        self._stop_task()
        line = self._line.copy()
        try:
            overhead = self._setup.params.number("move-overhead") / 1000
            request = self._level.request(overhead, ponder="ponder" in arguments)
            infinite = self._level.infinite or not (request.limited or request.pondering)
            engine = self._setup.engine()
            strength = None if infinite or "analyze" in arguments else self._setup.level()
            self._begin(HubSearch(self._output, engine, line, request, infinite=infinite, level=strength))
        except Exception:
            # Whoever says `go` waits for a move.
            self._output.send(done(next(iter(line.position.legal_moves()), None)))
            raise

    def _ponder_hit(self, arguments: Arguments) -> None:
        if isinstance(self._task, EngineSearch):
            self._task.ponder_hit()

    def _stop(self, arguments: Arguments) -> None:
        self._stop_task()

    def _ping(self, arguments: Arguments) -> None:
        self._output.send("pong")


def serve(weights: str = "default", level: int = 0) -> None:
    """Serve the program at the other end of standard input and output; level 0 is as strong as it can be."""
    serve_standard_streams(lambda stream: HubServer(HubOutput(stream), weights, level))
