"""How far a search may go: depth, nodes, time for a move, a clock for the game, and what of a clock a move may take."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from leafstrap.errors import UsageError
from leafstrap.games import Game

# A game is expected to last so many more moves, whenever one asks.
MOVES_TO_GO = 30
# What is kept back for everything around a search: starting threads, pipes, a busy machine.
OVERHEAD = 0.03
# A search without a limit would never end; with next to no time left it gets this much.
LEAST = 0.001
# A search of one time limit never spends more than this share of what is left, increment or not.
MOST_OF_CLOCK = 0.5

# Below: a search of two time limits, which may go on while its move is unclear.
# It may take so many times its share to finish what it has begun.
STRETCH = 4.0
# Who must make more moves than these in the time has an increment, or not much time to share out anyway.
MOST_MOVES = 50
# With the last move before the next time control all but this share may be used, else this share at most.
LAST_MOVE = 0.9
OTHER_MOVES = 0.4
# What comes back after the move can be spent at once, except for a little that makes the clock grow.
INCREMENT_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for the game, and seconds added after every move.

    >>> TimeControl.parse("60+1")
    TimeControl(seconds=60.0, increment=1.0)
    """

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        finite = math.isfinite(self.seconds) and math.isfinite(self.increment)
        if not (finite and self.seconds >= 0 and self.increment >= 0 and self.seconds + self.increment > 0):
            raise UsageError(f"A clock needs time: {self.seconds:g}+{self.increment:g} has none.")

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read SECONDS or SECONDS+INCREMENT."""
        base, _, increment = text.partition("+")
        try:
            return cls(float(base), float(increment or 0))
        except UsageError:
            raise
        except ValueError:
            raise UsageError(f"A clock is SECONDS+INCREMENT such as 60+1, not {text!r}.") from None

    def __str__(self) -> str:
        return f"{self.seconds:g}+{self.increment:g}"


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Both clocks as the side to move reads them."""

    own: float
    own_increment: float
    other: float
    other_increment: float


class Clock:
    """The clock of one side. Without a time control it never runs out."""

    def __init__(self, control: TimeControl | None = None) -> None:
        self.control = control
        self.left = control.seconds if control else math.inf

    @property
    def flagged(self) -> bool:
        """Whether the time is used up."""
        return self.left < 0

    def spend(self, seconds: float) -> None:
        """Take off the time of a move; whoever made it in time gets the increment."""
        self.left -= seconds
        if self.control and not self.flagged:
            self.left += self.control.increment


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a search, whichever comes first; None is no such limit.

    `clock` is the time control of a game; `left` is how the clocks stand at one move of it.

    >>> Limits.parse("depth=4,movetime=0.5")
    Limits(depth=4, nodes=None, movetime=0.5, clock=None, left=None)
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    clock: TimeControl | None = None
    left: TimeLeft | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "movetime"):
            value = getattr(self, name)
            if value is not None and not (value > 0 and math.isfinite(value)):
                raise UsageError(f"The limit {name} must be above 0, not {value:g}.")

    @classmethod
    def parse(cls, text: str) -> Limits:
        """Read `depth=4`, `nodes=10000`, `movetime=0.1`, `tc=60+1`, or several with commas between."""
        limits = cls()
        for part in text.split(","):
            key, equals, value = part.strip().partition("=")
            if key not in _READERS or not equals:
                raise UsageError(
                    f"A limit is depth=N, nodes=N, movetime=SECONDS or tc=SECONDS+INCREMENT, not {part!r}."
                )
            try:
                limits = _READERS[key](limits, value)
            except UsageError:
                raise
            except ValueError:
                raise UsageError(f"The limit {key} must be a number, not {value!r}.") from None
        return limits

    @property
    def any(self) -> bool:
        """Whether there is a limit at all."""
        return bool(self.depth or self.nodes or self.movetime or self.clock)

    @property
    def timed(self) -> bool:
        """Whether the outcome depends on how fast the machine is."""
        return bool(self.movetime or self.clock)

    def new_clock(self) -> Clock:
        """A clock for one side of a new game under these limits."""
        return Clock(self.clock)

    def seconds_for_move(self) -> float:
        """Seconds that a move may take at once; 0 stands for no limit, as in a search.

        >>> Limits(movetime=0.5, left=TimeLeft(60, 1, 60, 1)).seconds_for_move()
        0.5
        """
        clock = seconds_to_spend(self.left.own, self.left.own_increment) if self.left else 0.0
        return min((seconds for seconds in (clock, self.movetime) if seconds), default=0.0)

    def with_clocks(self, own: Clock, other: Clock) -> Limits:
        """These limits at a move: with the clocks as they stand."""
        if own.control is None:
            return self
        other_increment = other.control.increment if other.control else 0.0
        return replace(self, left=TimeLeft(own.left, own.control.increment, other.left, other_increment))

    def __str__(self) -> str:
        named = {"depth": self.depth, "nodes": self.nodes, "movetime": self.movetime, "tc": self.clock}
        return ",".join(f"{name}={value}" for name, value in named.items() if value is not None)


DEFAULT_NODES = 10_000


def check_limits(game: Game, limits: Limits) -> Limits:
    """The limits, if players of the game look ahead by them; a UsageError names one that would mean nothing.

    >>> from leafstrap import games
    >>> check_limits(games.get("backgammon"), Limits(nodes=1000))
    Traceback (most recent call last):
    ...
    leafstrap.errors.UsageError: Players of backgammon look ahead by depth=1 to 4, and know no limit nodes.
    """
    for search in list(game.searches.values())[
        :1
    ]:  # the one that players have; without any nobody looks ahead
        for name in ("nodes", "movetime", "clock"):
            if getattr(limits, name) is not None and name not in search.settings:
                limit = "tc" if name == "clock" else name
                raise UsageError(
                    f"Players of {game.name} look ahead by depth=1 to {search.most_depth}, and know no limit {limit}."
                )
        if limits.depth is not None and limits.depth > search.most_depth:
            raise UsageError(
                f"Players of {game.name} look ahead at most {search.most_depth} plies, not {limits.depth}."
            )
    return limits


def default_limits(game: Game) -> Limits:
    """Those of a match where none are told: the same work on every machine."""
    known = next((search.settings for search in game.searches.values()), ("nodes",))
    return Limits(nodes=DEFAULT_NODES) if "nodes" in known else Limits(depth=1)


_READERS: dict[str, Callable[[Limits, str], Limits]] = {
    "depth": lambda limits, text: replace(limits, depth=int(text)),
    "nodes": lambda limits, text: replace(limits, nodes=int(text)),
    "movetime": lambda limits, text: replace(limits, movetime=float(text)),
    "tc": lambda limits, text: replace(limits, clock=TimeControl.parse(text)),
}


def seconds_to_spend(left: float, increment: float) -> float:
    """How long to think with so much left on a Fischer clock.

    >>> round(seconds_to_spend(60, 1), 2)
    2.97
    """
    usable = left - OVERHEAD
    return max(LEAST, min(usable / MOVES_TO_GO + increment - OVERHEAD, usable * MOST_OF_CLOCK))


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds for one move; 0 stands for no limit, as in a search."""

    soft: float = 0.0  # no new iteration is begun after it
    hard: float = 0.0  # the iteration under way is broken off at it


UNTIMED = Budget()


def budget(left: float, increment: float, moves_to_go: int | None, overhead: float) -> Budget:
    """Share out what is left on a clock.

    `moves_to_go` is the number of moves until the clock is filled up, None in a game without such controls.
    `overhead` is kept back every move for what happens between two programs.

    >>> share = budget(60.0, 1.0, None, 0.03)
    >>> round(share.soft, 2), round(share.hard, 2)
    (2.77, 11.1)
    """
    moves = MOVES_TO_GO if moves_to_go is None else min(max(moves_to_go, 1), MOST_MOVES)
    # The overhead of the moves to come must be there too, as far as the increment does not pay for it.
    usable = left - overhead - (moves - 1) * max(overhead - increment, 0.0)
    most = usable * (LAST_MOVE if moves == 1 else OTHER_MOVES)
    soft = min(usable / moves + INCREMENT_SHARE * max(increment - overhead, 0.0), most)
    hard = min(STRETCH * soft, most)
    return Budget(max(soft, LEAST), max(hard, LEAST))


def fixed_budget(seconds: float, overhead: float) -> Budget:
    """All of a fixed time for one move: iterations are begun until it ends."""
    return Budget(hard=max(seconds - overhead, LEAST))
