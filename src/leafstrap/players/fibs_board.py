"""Positions as board lines of the First Internet Backgammon Server, which gnubg answers."""

from __future__ import annotations

from leafstrap._core.backgammon import Position
from leafstrap.games.match_score import MatchScore

Cube = tuple[int, bool, bool]  # its value, and whether who is asked and the other may double


def fibs_board(
    position: Position,
    cube: Cube,
    score: MatchScore | None = None,
    *,
    offered: bool = False,
    backwards: bool = False,
) -> str:
    """A position seen by whoever is asked: the side whose turn it is, or, if a double is offered, the other.

    `backwards` writes the two scores the other way round.

    >>> print(fibs_board(Position().thrown((3, 1)), (2, True, False)))
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
