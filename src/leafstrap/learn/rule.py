"""What a learning rule is: it is shown games and what searches saw in them, and says how the weights should move.

A rule never touches the weights. It gives sums of error times gradient, and the learner multiplies by the step size,
so every rule runs under the same conditions. The gradient is the evaluator's affair, and so is the unit of errors: that
of the weights of a linear evaluator, a won game for a network.

A rule says of itself what it learns from and what it needs; recipes are checked by that, never by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Outcome, Side, StopFlag
from leafstrap.errors import RecipeError
from leafstrap.evaluators import Architecture
from leafstrap.games.outputs import Found
from leafstrap.learn.settings import CommonSettings, read_settings
from leafstrap.registry import Registry
from leafstrap.types import Arrays, CoreEvaluator, Line, Position, Search, Table

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from leafstrap.learn.trajectories import Trajectories

# The positions of the game alone; what a search found at its root; the leaves that made its value; all of its tree.
Source = Literal["board", "root", "leaf", "tree"]


@dataclass(frozen=True, slots=True)
class ExpertValue:
    """What an expert says of a position, for a step: the view of the side to move, in the learner's outputs."""

    expert_outputs: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Step:
    """One position of a training game, shown to the rule right after it was searched, if it was."""

    position: Position
    result: Found | ExpertValue | None  # what a search or an expert says of it; None: nobody was asked
    search: Search | None  # its tree is that of this position only until the next search
    evaluator: CoreEvaluator  # the snapshot of the weights that the search used
    predicted: bool = (
        True  # the opponent's move that led here was the one we expected; always so in self-play
    )
    explored: bool = False  # the move that led here was random: no difference is taken across it
    opponent_stronger: bool = False  # the opponent is rated above the learner (KnightCap, note 3)


@dataclass(slots=True)
class Update:
    """The sum of error times gradient over some positions, in the unit of the rule."""

    gradient: NDArray[np.float64]
    positions: int
    abs_error: float
    squared_error: float
    indices: NDArray[np.int32] | None = None  # the weights that the gradient is for; None: all of them

    def dense(self, size: int) -> NDArray[np.float64]:
        """The gradient of all weights, of which there are so many."""
        if self.indices is None:
            return self.gradient
        gradient = np.zeros(size)
        gradient[self.indices] = self.gradient
        return gradient


class GameLearner(Protocol):
    """A rule at work on one game."""

    def observe(self, step: Step) -> Update | None:
        """Take in a position; rules that learn after every move answer at once."""

    def finish(self, outcome: Outcome | None) -> Update | None:
        """Take in how the game ended (None: it was broken off); rules that learn from whole games answer now."""


class HasLine(Protocol):
    """A game that was played."""

    @property
    def line(self) -> Line:
        """Its moves."""


class ExpertGames(Protocol):
    """Games that something can be made of before the first: a database, or somebody who plays."""

    @property
    def distinct(self) -> int:
        """How many games there are."""

    def game(self, number: int) -> HasLine:
        """One of them, always the same."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """What a rule may need that wants to make something before the first game."""

    source: Callable[[], ExpertGames]
    path: Path  # where it is kept, so that a run that goes on does not make it again
    seed: int
    note: Callable[[str], None]
    stop: StopFlag


class SharedMemory(Protocol):
    """What the games of a run share beside the weights, such as a ring of examples."""

    def arrays(self) -> Arrays:
        """All of it, for a checkpoint."""


class Rule(Protocol):
    """A learning rule with its settings, for one architecture."""

    @property
    def updates_each_move(self) -> bool:
        """Whether each search uses the newest weights, or one snapshot serves the whole game."""

    def begin(self, learner: Side | None, games: int = 0) -> GameLearner:
        """Start on a game in which `learner` learns; None is self-play, where both sides do.

        `games` were played before it, for what changes over a run.
        """

    @property
    def sees_every_board(self) -> bool:
        """Whether it is shown all boards of a game, and leaves out by itself those that are not quiet."""

    @property
    def learns_in_turn(self) -> bool:
        """Whether a position is learned with what those before it have left: then nobody may learn at the same time."""

    def learn(self, games: Trajectories) -> Update | None:
        """The update of whole games at once; a rule that has to be shown each position raises NotImplementedError."""

    def prepare(self, preparation: Preparation) -> Rule | None:
        """The same with all that has to be made before the first game, such as a model; None if stopped before."""

    def memory(self, stored: Arrays) -> SharedMemory | None:
        """What its games share beside the weights, empty or as it was stored; None: nothing."""

    def sharing(self, memory: Any) -> Rule:
        """The same with a memory that others have as well."""


class PlainRule:
    """What most rules are: they look at a game without a model, and remember nothing of earlier ones."""

    __slots__ = ()

    @property
    def sees_every_board(self) -> bool:
        """What is not quiet can be left out for it."""
        return False

    @property
    def learns_in_turn(self) -> bool:
        """All positions of an update are learned with the same weights."""
        return False

    def prepare(self, preparation: Preparation) -> Self | None:
        """There is nothing to make."""
        return self

    def memory(self, stored: Arrays) -> SharedMemory | None:
        """Nothing."""
        return None

    def sharing(self, memory: Any) -> Self:
        """There is nothing to share."""
        return self

    def learn(self, games: Trajectories) -> Update | None:
        """It has to be shown each position."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class RuleContext:
    """What a rule is made for, beside its own settings."""

    architecture: Architecture
    common: CommonSettings
    quiet: bool = (
        True  # of boards with something going on, for a rule that is shown all of them: leave them out
    )


@dataclass(frozen=True, slots=True)
class Served:
    """How a rule learns from games that its program plays for others, who set a rate and nothing else.

    Both depend on what a pawn is worth in the unit that the weights are learned in.
    """

    word: str  # what it is chosen by
    step: Callable[[float], float]  # for a rate of 1, which is a thousandth
    settings: Callable[[float], Mapping[str, object]] = lambda pawn: {}  # where they are not the default ones


@dataclass(frozen=True, slots=True)
class RuleKind:
    """A learning rule as recipes find it: how it is made, what it can be told, what it learns from and needs."""

    summary: str
    settings: type[DataclassInstance]  # a dataclass of `setting`s: its keys of a recipe's table `backup`
    make: Callable[[Any, RuleContext], Rule]
    learns_from: Source
    search: str | None = None  # the training search; None: whichever the game has first
    one_ply: bool = False  # it chooses moves by the positions they lead to, and looks no further
    whole_games: bool = False  # nothing is learned before a game is over
    filters_replies: bool = False  # it can leave out what only an unforeseen reply explains
    needs_model: Callable[[Any], bool] = lambda settings: False
    takes_expert_values: bool = False  # targets can be made of what somebody else says of the positions
    served: Served | None = None  # None: it does not learn from games that its program plays for others


RULES: Registry[RuleKind] = Registry(
    group="leafstrap.rules", noun="learning rule", error=RecipeError, part_type=RuleKind
)


def make_rule(table: Table, architecture: Architecture, *, quiet: bool = True) -> Rule:
    """The learning rule that a recipe's table `backup` describes, for weights of an architecture.

    `quiet` says that boards with something going on are left out, for a rule that is shown all of them.
    """
    settings = read_settings(table)
    return RULES.get(settings.name).make(settings.own, RuleContext(architecture, settings.common, quiet))
