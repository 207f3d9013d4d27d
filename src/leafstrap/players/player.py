"""What a player is to a match: a move for a line, within limits, and what it thought of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from leafstrap.errors import PlayerError
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.games.match_score import MatchScore
from leafstrap.players.cube.chances import Chances, outputs_of
from leafstrap.search.limits import Limits
from leafstrap.types import Line, Move, Position

# Beyond every evaluation: what a forced mate counts where scores are compared.
CERTAIN = 30_000


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player answers. Only the move is a must: a player says of its thoughts what it knows.

    >>> print(Choice("e2e4", score=35, depth=9), Choice("h5f7", mate=1, depth=2))
    +0.35/9 +M1/2
    """

    move: Move
    score: int | None = None  # centipawns, the mover's view
    mate: int | None = None  # moves until mate, negative if it is the mover who is mated
    depth: int | None = None  # plies
    nodes: int | None = None

    @property
    def lead(self) -> int | None:
        """The score, a mate included: centipawns by which the mover thinks it is ahead."""
        if self.mate is not None:
            return CERTAIN if self.mate > 0 else -CERTAIN
        return self.score

    def __str__(self) -> str:
        if self.lead is None:
            return ""
        score = f"{self.lead / 100:+.2f}" if self.mate is None else f"{'+-'[self.mate <= 0]}M{abs(self.mate)}"
        return score if self.depth is None else f"{score}/{self.depth}"


def bounded(centipawns: float) -> int:
    """A score as another program says it, which may have its own way to say that a game is won.

    >>> bounded(12.3), bounded(-6553600)
    (12, -30000)
    """
    return round(max(-CERTAIN, min(centipawns, CERTAIN)))


class Player(Protocol):
    """One participant. A player is used by one thread; only `close` may come from another."""

    name: str

    def new_game(self, seed: int) -> None:
        """Forget the last game. All that is random in the next one follows from the seed."""

    def choose(self, line: Line, limits: Limits) -> Choice:
        """A legal move at the end of the line; a Fault if the player cannot go on with this game."""

    def close(self) -> None:
        """Stop thinking and give everything back; more than once does no harm."""


@runtime_checkable
class StoppablePlayer(Protocol):
    """A player whose decision can be broken off, and that answers then with what it has."""

    def stop(self) -> None:
        """End the decision under way, from any thread."""


@runtime_checkable
class BoardReader(Protocol):
    """A player who wants to see a board before its dice are rolled."""

    def look(self, line: Line, limits: Limits) -> None:
        """Look at it, on the same clock as the move that is asked for afterwards; a Fault as there."""


@runtime_checkable
class CubePlayer(Protocol):
    """A player of backgammon that knows the cube, for money or, where there is a score, in a match.

    Doubles are offered and answered in a position in which the doubler is to roll.
    """

    def doubles(self, position: Position, cube: DoublingCube, score: MatchScore | None = None) -> bool:
        """Whether to double before rolling."""

    def takes(self, position: Position, cube: DoublingCube, score: MatchScore | None = None) -> bool:
        """Whether to play on for twice the stake, or to lose what the cube shows now."""

    def choose_at(self, line: Line, limits: Limits, cube: DoublingCube, score: MatchScore) -> Choice:
        """The move at a score of a match, where gammons may count more than elsewhere, or nothing."""


@runtime_checkable
class OutcomeJudge(Protocol):
    """A player of backgammon that can tell how a game will end."""

    def chances(self, position: Position) -> Chances:
        """Those of the side that is to roll; a Fault if there is no answer."""


def expert_outputs(player: Player, position: Position, count: int) -> NDArray[np.float64]:
    """What a player that can tell how a game will end says of a board, as an evaluator with so many outputs would."""
    if not isinstance(player, OutcomeJudge):
        raise PlayerError(f"{player.name} does not say how often each result comes.")
    return np.array(outputs_of(player.chances(position), count))


# Words of the PGN standard; "normal" is resignation.
Termination = Literal["normal", "time forfeit", "rules infraction", "abandoned"]


class Fault(Exception):  # noqa: N818 - losing a game is no error of the program
    """The player loses this game for a reason that is not on the board."""

    def __init__(self, reason: str, kind: Termination) -> None:
        super().__init__(reason)
        self.kind = kind
