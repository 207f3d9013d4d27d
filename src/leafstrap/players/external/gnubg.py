"""GNU Backgammon as a player: checker play and the cube, for money and in matches."""

from __future__ import annotations

from typing import cast

from leafstrap._core import Side
from leafstrap.errors import PlayerError
from leafstrap.games.backgammon import BACKGAMMON, Position
from leafstrap.games.checker_steps import read_steps
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.games.match_score import MatchScore
from leafstrap.players.cube import Chances, chances_in
from leafstrap.players.external.engine import Restarting
from leafstrap.players.external.gnubg_server import GnubgServer, find_gnubg
from leafstrap.players.kind import Builder, PlayerKind, PlayerText, only, register
from leafstrap.players.player import Choice, Fault
from leafstrap.search.limits import Limits
from leafstrap.types import Line

# A cube as gnubg sees it: its value, and whether who is asked and the other may double.
Cube = tuple[int, bool, bool]
THE_MOVERS: Cube = (2, True, False)  # in the middle, gammons may count nothing, by the Jacoby rule
# The first player bears off the last checkers with the next roll, and the other has hardly begun.
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

    def choose(self, line: Line, limits: Limits) -> Choice:
        """Its move, after a restart if it died on the way."""
        return self._move(cast("Position", line.position), THE_MOVERS, None)

    def choose_at(self, line: Line, limits: Limits, cube: DoublingCube, score: MatchScore) -> Choice:
        """Its move, told the score and the cube."""
        position = cast("Position", line.position)
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


def fibs_board(
    position: Position,
    cube: Cube,
    score: MatchScore | None = None,
    *,
    offered: bool = False,
    backwards: bool = False,
) -> str:
    """A position as a board line of the First Internet Backgammon Server, which gnubg answers.

    It is seen by whoever is asked: the side whose turn it is, or, if a double is offered, the other.

    `backwards` writes the two scores the other way round.

    >>> print(fibs_board(Position().rolled((3, 1)), (2, True, False)))
    board:own:other:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:2:1:0:0:1:-1:0:25:0:0:0:0:0:0:0:0
    """
    asked = position.turn.other if offered else position.turn
    own, theirs = (position.checkers(side) for side in (asked, asked.other))
    points = [own[i] - theirs[23 - i] for i in range(24)]
    off = [15 - sum(own), 15 - sum(theirs)]
    dice = [*position.dice, *position.dice] if position.dice else [0, 0, 0, 0]
    turn = -1 if offered else 1
    view = [1, -1, 0, 25]  # own checkers are positive and go down; numbers of home and bar
    bars = [own[24], theirs[24]]
    match, crawford_is_over = [0, 0, 0], False
    if score is not None:
        scores = [score.points[side.value] for side in (asked, asked.other)]
        match = [score.length, *(reversed(scores) if backwards else scores)]
        crawford_is_over = not score.crawford and score.length - max(scores) == 1
    fields = [*match, -theirs[24], *points, own[24], turn, *dice, *cube, offered, *view, *off, *bars]
    return f"board:own:other:{':'.join(str(int(field)) for field in [*fields, 0, 0, 0, crawford_is_over])}"


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


def _build(text: PlayerText) -> Builder:
    text.options(known=())
    plies = read_plies(text.argument)
    return lambda: GnubgPlayer(text.name, plies)


register(
    PlayerKind(
        "gnubg",
        "in backgammon: Debian's `gnubg`, looking so many plies ahead",
        _build,
        argument="PLIES",
        plays=only(BACKGAMMON),
        refusal="There is no player {player!r} for {game}: gnubg plays backgammon.",
    )
)
