"""The Hub command `pos`."""

from __future__ import annotations

from collections.abc import Mapping

from leafstrap.errors import UsageError
from leafstrap.games.draughts import Line, Position
from leafstrap.protocols.moves import push_moves


def parse_position(arguments: Mapping[str, str]) -> Line:
    """The line that the arguments of `pos` mean; a UsageError says why they mean none.

    >>> len(parse_position({"start": "", "moves": "32-28 19-23 28x19x23"}))
    3
    """
    if "pos" in arguments:
        try:
            line = Line(Position.parse(arguments["pos"]))
        except ValueError as error:
            raise UsageError(f"{error}.") from None
    elif "start" in arguments:
        line = Line()
    else:
        raise UsageError("there is neither pos=POSITION nor start.")
    push_moves(line, arguments.get("moves", "").split())
    return line
