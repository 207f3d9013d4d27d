"""The UBGI engine: backgammon boards and dice come in, moves and cube decisions go out.

UBGI is a draft, and this is what programs that use it say to each other: `ubgi`, `isready`, `newgame`,
`position gnubgid ID`, `dice 3 1`, `go role chequer`, and the answer `bestmove 8/5 6/5`. Points are the mover's, every
step is written out, and hits are not marked. What cannot be done is answered with `error`, and why with `info string`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from leafstrap._core import Side
from leafstrap.errors import LeafstrapError, UsageError
from leafstrap.evaluators import Evaluator
from leafstrap.games.backgammon import BACKGAMMON, Line, Position
from leafstrap.games.xgid import Stakes
from leafstrap.players import LEVELS, LevelPlayer, level_of
from leafstrap.players.player import CubePlayer, Player, StoppablePlayer
from leafstrap.protocols.options import Option, OptionValues, declaration, name_and_value
from leafstrap.protocols.server import Output, Server, Task, serve_standard_streams
from leafstrap.protocols.ubgi.session import Session, UbgiError
from leafstrap.search.limits import Limits, check_limits
from leafstrap.version import __version__

OPTIONS = (
    Option("Depth", "spin", "0", 0, BACKGAMMON.searches["expectimax"].most_depth),  # 0: the player's own
    Option("Level", "spin", "0", 0, len(LEVELS)),  # 0: none
)
UNSUPPORTED = ("nodes", "movetime", "infinite", "ponder")


@dataclass(frozen=True)
class Opponent:
    """Who plays, under which limits, and by which weights where it plays by nothing else."""

    player: Player
    limits: Limits
    evaluator: Callable[[], Evaluator] | None = None


class UbgiServer(Server[list[str]]):
    """One player for one program at the other end."""

    def __init__(self, output: Output, opponent: Opponent, level: int = 0) -> None:
        super().__init__(output)
        self._opponent = opponent
        self._player = opponent.player
        self._options = OptionValues(OPTIONS)
        self._games = 0
        self._session = Session()
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ubgi": self._ubgi,
            "isready": self._is_ready,
            "setoption": self._set_option,
            "newsession": self._new_session,
            "newgame": self._new_game,
            "position": self._session.set_position,
            "dice": self._session.set_dice,
            "setcube": self._session.set_cube,
            "setscore": self._session.set_score,
            "go": self._go,
            "stop": self._stop,
        }
        if level:
            self._set_option(["name", "Level", "value", str(level)])

    def obey(self, line: str) -> bool:
        """Carry out one line; False if it says to quit."""
        command, *words = line.split() or [""]
        if command in self._commands:
            self._carry_out(command, self._commands[command], words)
        elif command not in ("", "quit"):
            self._refuse("unknown_command", f"there is no command {command[:40]!r}")
        return command != "quit"

    def too_long(self) -> None:
        """The same, in the words of the protocol."""
        super().too_long()
        self._output.send("error unknown_command")

    def _leave(self) -> None:
        self._player.close()

    def _close(self) -> None:
        self._opponent.player.close()

    def _carry_out(self, name: str, command: Callable[[list[str]], None], words: list[str]) -> None:
        try:
            command(words)
        except UbgiError as error:
            self._refuse(error.fault, f"{name}: {error}")
        except LeafstrapError as error:
            self._refuse(f"bad_argument {name}", f"{name}: {error}")
        except Exception as error:  # a fault of ours must not end somebody's game
            self._refuse(f"internal {name}", f"{name}: {type(error).__name__}: {error}")

    def _refuse(self, fault: str, reason: str) -> None:
        self._output.note(reason)
        self._output.send(f"error {fault}")

    def _ubgi(self, words: list[str]) -> None:
        name = f"id name Leafstrap ({self._opponent.player.name})"
        about = (name, "id author the Leafstrap authors", f"id version {__version__}")
        self._output.send(*about, *map(declaration, OPTIONS), "ubgiok")

    def _is_ready(self, words: list[str]) -> None:
        self._output.send("readyok")

    def _set_option(self, words: list[str]) -> None:
        self._stop_task()
        before = self._options.copy()
        try:
            self._options.set(*name_and_value(words))
            self._player = self._chosen_player()
        except UsageError:
            self._options = before
            raise

    def _chosen_player(self) -> Player:
        """The player itself, or its weights at a level."""
        number = self._options.number("Level")
        if number == 0:
            return self._opponent.player
        if self._opponent.evaluator is None:
            name = self._opponent.player.name
            raise UbgiError("unsupported_feature setoption_Level", f"{name} has no weights to play worse by")
        return LevelPlayer(self._opponent.player.name, self._opponent.evaluator(), level_of(number))

    def _new_session(self, words: list[str]) -> None:
        self._stop_task()
        self._session.new_session(words)

    def _new_game(self, words: list[str]) -> None:
        self._stop_task()
        self._games += 1
        self._player.new_game(self._games)
        self._session.new_game()

    def _go(self, words: list[str]) -> None:
        self._stop_task()
        for word in UNSUPPORTED:
            if word in words:
                raise UbgiError(
                    f"unsupported_feature go_{word}", f"it looks ahead by depth, and not by {word}"
                )
        role = words[words.index("role") + 1 :][:1] if "role" in words else ["chequer"]
        position = self._session.position
        if position is None:
            raise UbgiError("missing_context position", "the last position could not be read")
        if position.outcome() is not None:
            raise UbgiError("missing_context position", "the game is over")
        if role == ["chequer"]:
            self._go_chequer(position, self._limits(words))
        elif role == ["cube"]:
            self._go_cube(position)
        else:
            raise UbgiError(f"unsupported_feature go_role_{''.join(role)[:20]}", "a role is chequer or cube")

    def _go_chequer(self, position: Position, limits: Limits) -> None:
        dice, self._session.dice = self._session.dice, None  # one roll is for one move
        if dice is None:
            raise UbgiError("missing_context dice", "the dice are not rolled")
        self._begin(UbgiMove(self._output, self._player, position.rolled(dice), limits, self._session.stakes))

    def _go_cube(self, position: Position) -> None:
        if not isinstance(self._player, CubePlayer):
            name = self._player.name
            raise UbgiError("unsupported_feature go_role_cube", f"{name} plays checkers and knows no cube")
        if self._session.dice is not None:
            raise UbgiError("bad_argument dice", "the cube is turned before the dice are rolled")
        self._begin(UbgiCube(self._output, self._player, position, self._session.stakes))

    def _limits(self, words: list[str]) -> Limits:
        """Those of the command, of the option, or of the player."""
        own = self._options.number("Depth")
        limits = Limits(depth=own) if own else self._opponent.limits
        if "depth" in words:
            try:
                limits = Limits.parse(f"depth={''.join(words[words.index('depth') + 1 :][:1])}")
                check_limits(BACKGAMMON, limits)
            except UsageError as error:
                raise UbgiError("bad_argument depth", str(error)) from None
        return limits

    def _stop(self, words: list[str]) -> None:
        self._stop_task()


class UbgiMove(Task):
    """The choice of one move, in a match by its score."""

    def __init__(
        self, output: Output, player: Player, position: Position, limits: Limits, stakes: Stakes
    ) -> None:
        super().__init__(output)
        self._player = player
        self._position = position
        self._limits = limits
        self._stakes = stakes

    def stop(self) -> None:
        """Answer now, if the player can."""
        super().stop()
        if isinstance(self._player, StoppablePlayer):
            self._player.stop()

    def _work(self) -> list[str]:
        line, cube, score = Line(self._position), self._stakes.cube, self._stakes.score
        if score is not None and isinstance(self._player, CubePlayer):
            choice = self._player.choose_at(line, self._limits, cube, score)
        else:
            choice = self._player.choose(line, self._limits)
        thoughts = [] if choice.score is None else [f"info string equity {choice.score / 100:+.2f}"]
        return [*thoughts, f"bestmove {choice.move}"]

    def _answer_after_error(self) -> list[str]:
        return [f"bestmove {self._position.legal_moves()[0]}"]


class UbgiCube(Task):
    """A double or none by the mover, or the answer of the other side to one."""

    def __init__(self, output: Output, player: CubePlayer, position: Position, stakes: Stakes) -> None:
        super().__init__(output)
        self._player = player
        self._position = position
        self._stakes = stakes

    def _work(self) -> list[str]:
        cube, score = self._stakes.cube, self._stakes.score
        if self._stakes.offered:
            return [f"bestmove {'take' if self._player.takes(self._position, cube, score) else 'drop'}"]
        allowed = cube.may_turn(Side.first) and (score is None or score.may_double(Side.first, cube))
        wanted = allowed and self._player.doubles(self._position, cube, score)
        return [f"bestmove {'double' if wanted else 'roll'}"]

    def _answer_after_error(self) -> list[str]:
        return [f"bestmove {'take' if self._stakes.offered else 'roll'}"]


def serve(opponent: Opponent, level: int = 0) -> None:
    """Serve the program at the other end of standard input and output."""
    serve_standard_streams(lambda stream: UbgiServer(Output(stream), opponent, level))
