"""How long to think about a move: a time after which nothing new is begun, and one that ends it."""

from __future__ import annotations

from dataclasses import dataclass

from leafstrap.search.clock import LEAST, MOVES_TO_GO

# A search may take so many times its share to finish what it has begun: an unclear move is worth it.
STRETCH = 4.0
# Who must make more moves than these in the time has an increment, or not much time to share out anyway.
MOST_MOVES = 50
# With the last move before the next time control all but this share may be used, else this share at most.
LAST_MOVE = 0.9
MOST = 0.4
# What comes back after the move can be spent at once, except for a little that makes the clock grow.
INCREMENT_SHARE = 0.8


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
    most = usable * (LAST_MOVE if moves == 1 else MOST)
    soft = min(usable / moves + INCREMENT_SHARE * max(increment - overhead, 0.0), most)
    hard = min(STRETCH * soft, most)
    return Budget(max(soft, LEAST), max(hard, LEAST))


def fixed_budget(seconds: float, overhead: float) -> Budget:
    """All of a fixed time for one move: iterations are begun until it ends."""
    return Budget(hard=max(seconds - overhead, LEAST))
