"""What the Hub commands `pos` and `level` say: where the game stands, and how long the next searches may take."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from leafstrap._core import MAX_DEPTH
from leafstrap.errors import UsageError
from leafstrap.games.draughts import Line, Position
from leafstrap.protocols.engine import push_moves
from leafstrap.search.engine import SearchRequest
from leafstrap.search.limits import UNTIMED, Budget, budget, fixed_budget

WHOLE = ("depth", "nodes", "moves")
SECONDS = ("move-time", "time", "inc")
LEAST = {"depth": 1, "nodes": 1}  # all others may be 0
MOST = 10**12  # nodes beyond it mean no limit, and would not fit everywhere
MOST_SECONDS = 10**9


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


@dataclass(frozen=True, slots=True)
class Level:
    """The arguments of `level`: numbers by their names, in seconds where they are times."""

    numbers: Mapping[str, float] = field(default_factory=dict)
    infinite: bool = False
    ponder: bool = False

    @classmethod
    def parse(cls, arguments: Mapping[str, str]) -> Level:
        """Read the arguments; those that mean nothing are passed over, as the protocol asks.

        >>> Level.parse({"depth": "9", "move-time": "0.5", "handicap": "1"})
        Level(numbers={'depth': 9, 'move-time': 0.5}, infinite=False, ponder=False)
        """
        numbers = {name: _number(name, arguments[name]) for name in (*WHOLE, *SECONDS) if name in arguments}
        return cls(numbers, "infinite" in arguments, "ponder" in arguments)

    def request(self, overhead: float, *, ponder: bool) -> SearchRequest:
        """The search that is meant; `overhead` is in seconds."""
        if self.infinite:
            return SearchRequest(pondering=ponder)
        return SearchRequest(
            depth=min(self._limit("depth"), MAX_DEPTH),
            nodes=self._limit("nodes"),
            budget=self._budget(overhead),
            pondering=ponder or self.ponder,
        )

    def _limit(self, name: str) -> int:
        """0, no limit, if it is not there."""
        return int(self.numbers.get(name, 0))

    def _budget(self, overhead: float) -> Budget:
        if "move-time" in self.numbers:
            return fixed_budget(self.numbers["move-time"], overhead)
        if "time" not in self.numbers:
            return UNTIMED
        moves = int(self.numbers.get("moves", 0))
        increment = self.numbers.get("inc", 0.0)
        left = self.numbers["time"] + increment  # the protocol adds it before a move, not after it
        return budget(left, increment, moves if moves > 0 else None, overhead)


def _number(name: str, text: str) -> float:
    try:
        number = int(text) if name in WHOLE else float(text)
        if not (math.isfinite(number) and number >= LEAST.get(name, 0)):
            raise ValueError
    except (ValueError, OverflowError):
        kind = "a whole number" if name in WHOLE else "a number of seconds"
        least = LEAST.get(name, 0)
        raise UsageError(f"{name} is {kind}, {least} or more, not {text[:40]!r}.") from None
    return min(number, MOST if name in WHOLE else MOST_SECONDS)
