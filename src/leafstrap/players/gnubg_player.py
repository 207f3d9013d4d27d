"""GNU Backgammon as a player: checker play and the cube, for money and in matches."""

from __future__ import annotations

from typing import Any

from leafstrap._core import Side
from leafstrap._core.backgammon import Position
from leafstrap.errors import PlayerError
from leafstrap.games.checker_steps import read_steps
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.games.match_score import MatchScore
from leafstrap.players.chances import chances_in
from leafstrap.players.choice import Choice
from leafstrap.players.cube import Chances
from leafstrap.players.fibs_board import Cube, fibs_board
from leafstrap.players.gnubg_server import GnubgServer, find_gnubg
from leafstrap.players.player import Fault
from leafstrap.players.restarting import Restarting
from leafstrap.search.limits import Limits

THE_MOVERS: Cube = (2, True, False)  # in the middle, gammons may count nothing, by the Jacoby rule
# The first player bears off the last checkers with the next throw, and the other has hardly begun.
LOST = Position.parse("XGID=-B-----------------eee----:0:0:1:00:0:0:0:0:10")
MOST_PLIES = 4  # it has more, but nobody has the time
# Seconds for a move before it counts as hanging; three plies take some of them.
PATIENCE = 120.0


class GnubgPlayer:
    """Looks ahead as many plies as it is told, 0 being the networks alone. It knows no other limits and no seeds."""

    def __init__(self, name: str, plies: int = 0) -> None:
        if not 0 <= plies <= MOST_PLIES:
            raise _wrong_plies(str(plies))
        self.name = name
        self.plies = plies
        self._backwards: dict[bool, bool] = {}  # how it reads scores, by whether a double is offered
        self._gnubg = Restarting(name, lambda: GnubgServer(plies), GnubgServer.close)

    @property
    def restarts(self) -> int:
        """How often it was started again."""
        return self._gnubg.restarts

    def new_game(self, seed: int) -> None:
        """Nothing to forget: every board is a question of its own."""

    def choose(self, line: Any, limits: Limits) -> Choice:
        """Its move, after a restart if it died on the way."""
        return self._move(line.position, THE_MOVERS, None)

    def choose_at(self, line: Any, limits: Limits, cube: DoublingCube, score: MatchScore) -> Choice:
        """Its move, told the score and the cube."""
        position = line.position
        return self._move(position, _rights(cube, position.turn), score)

    def _move(self, position: Position, cube: Cube, score: MatchScore | None) -> Choice:
        moves = position.legal_moves()
        if len(moves) == 1:
            return Choice(moves[0], depth=self.plies)
        answer = self._ask(position, cube, score)
        try:
            return Choice(read_steps(position, answer), depth=self.plies)
        except ValueError as error:
            raise Fault(f"{self.name} made an illegal move ({error})", "rules infraction") from None

    def doubles(self, position: Position, cube: DoublingCube, score: MatchScore | None = None) -> bool:
        """Its decision, with the cube counted."""
        return self._ask(position, _rights(cube, position.turn), score) == "double"

    def takes(self, position: Position, cube: DoublingCube, score: MatchScore | None = None) -> bool:
        """Its decision about a double of the other side."""
        answer = self._ask(position, _rights(cube, position.turn.other), score, offered=True)
        return answer in ("take", "beaver")

    def chances(self, position: Position) -> Chances:
        """What it expects, looking ahead as it does for its moves."""
        answer = self._answer(f"evaluation fibsboard {fibs_board(position, THE_MOVERS)} plies {self.plies}")
        try:
            *outputs, _ = (float(word) for word in answer.split())
        except ValueError:
            raise Fault(f"{self.name} says {answer[:60]!r} of a board", "rules infraction") from None
        return chances_in(outputs)  # they are rounded, and may be off by the last digit

    def close(self) -> None:
        """End it; more than once does no harm."""
        self._gnubg.close()

    def _ask(self, position: Position, cube: Cube, score: MatchScore | None, *, offered: bool = False) -> str:
        backwards = score is not None and self._reads_backwards(offered=offered)
        return self._answer(fibs_board(position, cube, score, offered=offered, backwards=backwards))

    def _reads_backwards(self, *, offered: bool) -> bool:
        """Whether this version takes the two scores for each other's, as 1.07 does where it is its turn to roll.

        In these games with a point to go for one side the right answer is beyond doubt, and another one the other way
        round: before the first roll of a game the one who is behind doubles, and who would lose the match takes.
        """
        if offered not in self._backwards:
            behind, ahead = (3, 4), (4, 3)
            score = MatchScore(5, ahead if offered else behind)
            position = LOST if offered else Position()
            board = fibs_board(position, (1, True, True), score, offered=offered)
            self._backwards[offered] = self._answer(board) not in ("double", "take", "beaver")
        return self._backwards[offered]

    def _answer(self, board: str) -> str:
        return self._gnubg.ask(lambda server: server.ask(board, PATIENCE))


def _rights(cube: DoublingCube, asked: Side) -> Cube:
    return cube.value, cube.owner in (None, asked), cube.owner in (None, asked.other)


def read_plies(text: str) -> int:
    """The number in `gnubg:2`, 0 if there is none; a PlayerError for no number, and where gnubg is not installed.

    >>> read_plies("many")
    Traceback (most recent call last):
    ...
    leafstrap.errors.PlayerError: gnubg looks ahead 0 to 4 plies, not 'many'.
    """
    plies = text.strip() or "0"
    if plies not in map(str, range(MOST_PLIES + 1)):
        raise _wrong_plies(repr(plies[:20]))
    find_gnubg()
    return int(plies)


def _wrong_plies(plies: str) -> PlayerError:
    return PlayerError(f"gnubg looks ahead 0 to {MOST_PLIES} plies, not {plies}.")
