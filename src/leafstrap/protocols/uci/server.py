"""The UCI engine: commands come in on one side, moves go out on the other."""

from __future__ import annotations

from collections.abc import Callable

from leafstrap import types
from leafstrap.games.chess import CHESS, Line, line_to_board
from leafstrap.protocols.server import Output, Server, serve_standard_streams
from leafstrap.protocols.uci.commands import Go, parse_position
from leafstrap.protocols.uci.search import Bench, Perft, UciSearch
from leafstrap.protocols.uci.setup import UciSetup, declarations
from leafstrap.search.native import TournamentResult
from leafstrap.version import __version__


class UciServer(Server[list[str]]):
    """The engine that chess programs know."""

    def __init__(self, output: Output, weights: str = "default", level: int = 0) -> None:
        super().__init__(output)
        self._setup = UciSetup(weights, output.note, level)
        self._line = Line()
        self._debug = False
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "debug": self._set_debug,
            "isready": self._is_ready,
            "setoption": self._set_option,
            "ucinewgame": self._new_game,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponder_hit,
            "eval": self._eval,
            "d": self._show,
            "bench": self._bench,
        }

    def obey(self, line: str) -> bool:
        """Carry out one line; False if it says to quit. Words before a command are passed over."""
        words = line.split()
        while words and words[0] not in self._commands and words[0] != "quit":
            unknown = words.pop(0)
            if self._debug:
                self._output.note(f"there is no command {unknown[:40]!r}.")
        if words[:1] == ["quit"]:
            return False
        if words:
            self._carry_out(words[0], self._commands[words[0]], words[1:])
        return True

    def _close(self) -> None:
        self._setup.learner.close()

    def _uci(self, words: list[str]) -> None:
        name = f"id name Leafstrap {__version__}"
        self._output.send(
            name, "id author the Leafstrap authors", *declarations(self._setup.options), "uciok"
        )

    def _set_debug(self, words: list[str]) -> None:
        self._debug = words[:1] != ["off"]

    def _is_ready(self, words: list[str]) -> None:
        try:
            if not self._busy:
                self._setup.engine()
        finally:
            self._output.send("readyok")

    def _set_option(self, words: list[str]) -> None:
        if self._busy:
            self._output.note("setoption: options are set between searches, and one is under way.")
        else:
            self._setup.set_option(words)

    def _new_game(self, words: list[str]) -> None:
        self._stop_task()
        self._setup.learner.game_over()
        self._setup.forget()
        self._line = Line()

    def _position(self, words: list[str]) -> None:
        self._line = parse_position(words)
        self._setup.learner.follow(self._line)

    def _go(self, words: list[str]) -> None:
        self._stop_task()
        go = Go.parse(words)
        if go.perft is not None:
            self._begin(Perft(self._output, self._line.position, go.perft))
            return
        try:
            self._search(go)
        except Exception:
            # Whoever says `go` waits for a move.
            moves = self._line.position.legal_moves()
            self._output.send(f"bestmove {moves[0] if moves else '(none)'}")
            raise

    def _search(self, go: Go) -> None:
        options, line = self._setup.options, self._line.copy()
        overhead = options.number("Move Overhead") / 1000
        request = go.request(line.position, overhead, options.number("MultiPV"))
        infinite = go.infinite or not (request.limited or go.ponder)
        analysis = options.flag("UCI_AnalyseMode") or request.multipv > 1 or bool(request.moves)
        if not (infinite or go.ponder or analysis):
            move = self._setup.book_move(line, request.budget.soft or request.budget.hard)
            if move is not None:
                self._setup.learner.played(line, move, None)
                self._output.send(f"info string {move} is a book move", f"bestmove {move}")
                return
            request = request.among(self._setup.untried(line))
        search = UciSearch(
            self._output,
            self._setup.engine(),
            line,
            request,
            infinite=infinite,
            level=None if infinite or analysis else self._setup.level(),
            show_wdl=options.flag("UCI_ShowWDL"),
            played=_forget_it if analysis else self._played,
        )
        self._begin(search)

    def _played(self, line: types.Line, result: TournamentResult) -> None:
        self._setup.learner.played(line, result.move, result)

    def _stop(self, words: list[str]) -> None:
        self._stop_task()

    def _ponder_hit(self, words: list[str]) -> None:
        if isinstance(self._task, UciSearch):
            self._task.ponder_hit()

    def _eval(self, words: list[str]) -> None:
        parts = self._setup.engine().evaluator.explain(self._line.position)
        for family in parts.families:
            self._output.note(f"{family.name} {family.share:+.2f}")
        self._output.note(f"evaluation {parts.value:+.2f}, White's view, in the unit of the weights")

    def _show(self, words: list[str]) -> None:
        for row in str(line_to_board(self._line)).splitlines():
            self._output.note(row)
        self._output.note(f"fen {self._line.position.fen}")

    def _bench(self, words: list[str]) -> None:
        self._stop_task()
        positions = CHESS.bench_positions.search if CHESS.bench_positions is not None else ()
        self._begin(Bench(self._output, self._setup.engine(), positions))


def _forget_it(line: types.Line, result: TournamentResult) -> None:
    """An analysis is no move of a game."""


def serve(weights: str = "default", level: int = 0) -> None:
    """Serve the program at the other end of standard input and output; level 0 is as strong as it can be."""
    serve_standard_streams(lambda stream: UciServer(Output(stream), weights, level))
