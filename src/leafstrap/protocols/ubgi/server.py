"""The UBGI engine: backgammon boards and dice come in, moves go out.

UBGI is a draft, and this is what programs that use it say to each other: `ubgi`, `isready`, `newgame`,
`position gnubgid ID`, `dice 3 1`, `go role chequer`, and the answer `bestmove 8/5 6/5`. Points are the mover's, every
step is written out, and hits are not marked.
"""

from __future__ import annotations

from collections.abc import Callable

from leafstrap import __version__
from leafstrap.errors import UsageError
from leafstrap.games.backgammon import Line, Position
from leafstrap.players.player import Player
from leafstrap.protocols.server import Output, Server, Task, serve_standard_streams
from leafstrap.search.limits import Limits

KINDS = ("gnubgid", "xgid")


class UbgiServer(Server[list[str]]):
    """One player for one program at the other end."""

    def __init__(self, output: Output, player: Player, limits: Limits) -> None:
        super().__init__(output)
        self._player = player
        self._limits = limits
        self._games = 0
        self._position = Position()
        self._dice: tuple[int, int] | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ubgi": self._ubgi,
            "isready": self._is_ready,
            "newgame": self._new_game,
            "position": self._set_position,
            "dice": self._set_dice,
            "go": self._go,
            "stop": self._stop,
        }

    def obey(self, line: str) -> bool:
        """Carry out one line; False if it says to quit. What begins with a word that means nothing is passed over."""
        command, *words = line.split() or [""]
        if command in self._commands:
            self._carry_out(command, self._commands[command], words)
        return command != "quit"

    def _close(self) -> None:
        self._player.close()

    def _ubgi(self, words: list[str]) -> None:
        name, author = f"id name Leafstrap ({self._player.name})", "id author the Leafstrap authors"
        self._output.send(name, author, f"id version {__version__}", "ubgiok")

    def _is_ready(self, words: list[str]) -> None:
        self._output.send("readyok")

    def _new_game(self, words: list[str]) -> None:
        self._stop_task()
        self._games += 1
        self._player.new_game(self._games)
        self._position, self._dice = Position(), None

    def _set_position(self, words: list[str]) -> None:
        if words != ["startpos"] and not (len(words) == 2 and words[0] in KINDS):
            raise UsageError(f"a position is startpos, or {' or '.join(KINDS)} and an ID")
        try:
            position = Position.parse(words[1]) if len(words) == 2 else Position()
        except ValueError as error:
            raise UsageError(str(error)) from None
        # Only the roll is kept: an ID is the mover's view, whoever that is.
        self._position, self._dice = Position.parse(position.position_id), position.dice

    def _set_dice(self, words: list[str]) -> None:
        if len(words) != 2 or not all(word in ("1", "2", "3", "4", "5", "6") for word in words):
            raise UsageError("dice are two numbers from 1 to 6")
        self._dice = (int(words[0]), int(words[1]))

    def _go(self, words: list[str]) -> None:
        self._stop_task()
        role = words[words.index("role") + 1 :][:1] if "role" in words else ["chequer"]
        if role != ["chequer"]:
            self._refuse(
                f"unsupported_feature go_role_{''.join(role)[:20]}", "it plays checkers and knows no cube"
            )
        elif self._position.outcome() is not None:
            self._refuse("missing_context position", "the game is over")
        elif self._dice is None:
            self._refuse("missing_context dice", "the dice are not rolled")
        else:
            dice, self._dice = self._dice, None  # one roll is for one move
            self._begin(UbgiMove(self._output, self._player, self._position.rolled(dice), self._limits))

    def _refuse(self, fault: str, reason: str) -> None:
        """Whoever says `go` waits for an answer, and not every program reads what is only information."""
        self._output.note(f"go: {reason}")
        self._output.send(f"error {fault}")

    def _stop(self, words: list[str]) -> None:
        # The move is waited for: players of backgammon think too short to be interrupted.
        self._stop_task()


class UbgiMove(Task):
    """The choice of one move."""

    def __init__(self, output: Output, player: Player, position: Position, limits: Limits) -> None:
        super().__init__(output)
        self._player = player
        self._position = position
        self._limits = limits

    def _work(self) -> list[str]:
        choice = self._player.choose(Line(self._position), self._limits)
        thoughts = [] if choice.score is None else [f"info string equity {choice.score / 100:+.2f}"]
        return [*thoughts, f"bestmove {choice.move}"]

    def _answer_after_error(self) -> list[str]:
        return [f"bestmove {self._position.legal_moves()[0]}"]


def serve(player: Player, limits: Limits) -> None:
    """Serve the program at the other end of standard input and output."""
    serve_standard_streams(lambda stream: UbgiServer(Output(stream), player, limits))
