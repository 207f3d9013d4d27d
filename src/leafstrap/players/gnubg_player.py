"""GNU Backgammon as a player, by checker play alone: no cube, points count."""

from __future__ import annotations

from typing import Any

from leafstrap._core.backgammon import Position
from leafstrap.errors import PlayerError
from leafstrap.games.checker_steps import read_steps
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.players.choice import Choice
from leafstrap.players.gnubg_server import GnubgServer, find_gnubg
from leafstrap.players.player import Fault
from leafstrap.players.restarting import Restarting
from leafstrap.search.limits import Limits

Cube = tuple[int, bool, bool]  # its value, and whether who is asked and the other may double
THE_MOVERS: Cube = (2, True, False)
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
        self._gnubg = Restarting(name, lambda: GnubgServer(plies), GnubgServer.close)

    @property
    def restarts(self) -> int:
        """How often it was started again."""
        return self._gnubg.restarts

    def new_game(self, seed: int) -> None:
        """Nothing to forget: every board is a question of its own."""

    def choose(self, line: Any, limits: Limits) -> Choice:
        """Its move, after a restart if it died on the way."""
        position = line.position
        moves = position.legal_moves()
        if len(moves) == 1:
            return Choice(moves[0], depth=self.plies)
        answer = self._answer(fibs_board(position))
        try:
            return Choice(read_steps(position, answer), depth=self.plies)
        except ValueError as error:
            raise Fault(f"{self.name} made an illegal move ({error})", "rules infraction") from None

    def doubles(self, position: Position, cube: DoublingCube) -> bool:
        """Its decision, with the cube counted."""
        rights = (cube.value, True, cube.owner is None)
        return self._answer(fibs_board(position, rights)) == "double"

    def takes(self, position: Position, cube: DoublingCube) -> bool:
        """Its decision about a double of the other side."""
        rights = (cube.value, cube.owner is None, True)
        return self._answer(fibs_board(position, rights, offered=True)) in ("take", "beaver")

    def close(self) -> None:
        """End it; more than once does no harm."""
        self._gnubg.close()

    def _answer(self, board: str) -> str:
        return self._gnubg.ask(lambda server: server.ask(board, PATIENCE))


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


def fibs_board(position: Position, cube: Cube = THE_MOVERS, *, offered: bool = False) -> str:
    """A position as a board line of the First Internet Backgammon Server, seen by whoever is asked.

    That is the side whose turn it is, or, if a double is offered, the other. Where only a move is asked for the cube is
    the mover's: while it is in the middle, gammons may count nothing, by the Jacoby rule.

    >>> print(fibs_board(Position().thrown((3, 1))))
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
    fields = [
        0,
        0,
        0,
        -theirs[24],
        *points,
        own[24],
        turn,
        *dice,
        *cube,
        offered,
        *view,
        *off,
        *bars,
        0,
        0,
        0,
        0,
    ]
    return f"board:own:other:{':'.join(str(int(field)) for field in fields)}"
