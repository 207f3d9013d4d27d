"""A training game: the arena's loop plays it, with the learner on one side, on both or on none.

Here is what such a game has that a match has not: a learner whose every search is learned from, moves that are random
on purpose, others whose failing must not end the run, flags that do not fall, and games that are broken off unscored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from leafstrap._core import Outcome, Side
from leafstrap.arena import Participant, play_game
from leafstrap.errors import PlayerError
from leafstrap.experience.exploration import Exploration
from leafstrap.experience.learning_player import LearningPlayer
from leafstrap.experience.pool import Opponent
from leafstrap.games import Game
from leafstrap.games.dice import Dice
from leafstrap.players import Choice, Fault, Player
from leafstrap.search import Limits
from leafstrap.types import Line, Move, SearchResult


class Departures:
    """The random moves of one game."""

    def __init__(self, exploration: Exploration, random: Random) -> None:
        self.plies: set[int] = set()  # before which of them that was decided
        self.last = False  # whether the last move that was asked for is one
        self._exploration = exploration
        self._random = random

    def move(self, line: Line, best: Move) -> Move:
        """The best move, or one at random."""
        self.last = self._exploration.departs(self._random)
        if not self.last:
            return best
        self.plies.add(len(line))
        return self._random.choice(line.position.legal_moves())


class LearnerAtPlay:
    """The learner as a player: it learns from every search, and departs from what it found now and then.

    One that plays itself has both sides; else `opponent_stronger` says of the other what rules may want to know.
    """

    name = "learner"

    def __init__(
        self,
        player: LearningPlayer,
        start: Line,
        departures: Departures,
        *,
        opponent_stronger: bool | None = None,
    ) -> None:
        self.departures = departures
        self._player = player
        self._first_ply = len(start)
        self._opponent_stronger = opponent_stronger
        self._expected: dict[int, Move] = {}  # replies of the opponent, by ply
        self._looked = False

    def new_game(self, seed: int) -> None:
        """Nothing: an experience begins the game, as it may show the learner more than is played here."""

    def look(self, line: Line, limits: Limits) -> None:
        """Learn from a board before its dice are rolled; a rule that learns from trees wants to see the roll first."""
        if self._player.learns_from != "tree":
            self._search(line, limits)
            self._looked = True

    def choose(self, line: Line, limits: Limits) -> Choice:
        """The best move, or a random one; what was learned from before its dice were rolled is not learned again."""
        if self._looked:
            self._looked = False
            found = self._unless_stopped(self._player.answer(line, limits.seconds_for_move()))
        else:
            found = self._search(line, limits)
        assert found.move is not None  # somebody is to move
        move = self.departures.move(line, found.move)
        if self._opponent_stronger is not None and len(found.pv) > 1 and not self.departures.last:
            self._expected[len(line) + 1] = found.pv[1]
        return Choice(move)

    def close(self) -> None:
        """Nothing to give back: the run has a flag that stops its searches."""

    def replies(self, line: Line) -> tuple[int, int]:
        """How many replies of the opponent were expected to be this or that, and how many of them were."""
        moves = line.moves
        heard = [moves[ply] == move for ply, move in self._expected.items() if ply < len(moves)]
        return len(heard), sum(heard)

    def _search(self, line: Line, limits: Limits) -> SearchResult:
        return self._unless_stopped(
            self._player.search(
                line,
                limits.seconds_for_move(),
                explored=self.departures.last,
                predicted=self._predicted(line),
                opponent_stronger=bool(self._opponent_stronger),
            )
        )

    def _predicted(self, line: Line) -> bool:
        """Whether the move that led here was expected: nobody surprises himself, nor with moves before the game."""
        if self._opponent_stronger is None or len(line) == self._first_ply:
            return True
        return bool(self._expected.get(len(line) - 1) == line.moves[-1])

    def _unless_stopped(self, found: SearchResult | None) -> SearchResult:
        if found is None:
            raise Fault("the run is being stopped", "abandoned")
        return found


class DepartingPlayer:
    """The learner where games are learned from when they are over: a player like others, but for its random moves."""

    def __init__(self, player: Player, departures: Departures) -> None:
        self.name = player.name
        self.departures = departures
        self._player = player

    def new_game(self, seed: int) -> None:
        """Forget the last game."""
        self._player.new_game(seed)

    def choose(self, line: Line, limits: Limits) -> Choice:
        """The player's move, or a random one."""
        return Choice(self.departures.move(line, self._player.choose(line, limits).move))

    def close(self) -> None:
        """Stop thinking."""
        self._player.close()


@dataclass(slots=True, eq=False)
class Seat:
    """A player in a training game, or one who only says what boards are worth; its failing is remembered."""

    name: str
    player: Player
    limits: Limits
    seed: int = 0  # its own, whatever the loop says
    opponent: Opponent | None = None  # who it is of the pool; None: the learner
    failure: str = ""
    moves: int = 0  # that it was asked for

    def new_game(self, seed: int) -> None:
        """Forget the last game; who cannot does not make its first move."""
        try:
            self.player.new_game(self.seed)
        except (Fault, PlayerError) as error:
            self.fails(error)

    def choose(self, line: Line, limits: Limits) -> Choice:
        """The player's move; a fault if it fails, and not only if it loses by one."""
        if self.failure:
            raise Fault(self.failure, "abandoned")
        self.moves += 1
        try:
            return self.player.choose(line, limits)
        except Fault as fault:
            if fault.kind != "normal":  # who resigns has not failed
                self.fails(fault)
            raise
        except PlayerError as error:
            self.fails(error)
            raise Fault(self.failure, "abandoned") from error

    def close(self) -> None:
        """Stop thinking."""
        self.player.close()

    def fails(self, error: Fault | PlayerError) -> None:
        """Note that it cannot go on."""
        self.failure = str(error).removesuffix(".")


@dataclass(frozen=True, slots=True)
class Ending:
    """How a training game ended; None is a game that became too long, or in which somebody failed."""

    outcome: Outcome | None
    on_board: bool  # the rules ended it


def play_training_game(
    game: Game,
    line: Line,
    sides: Mapping[Side, Participant],
    max_plies: int,
    stopped: Callable[[], bool],
    dice: Dice | None = None,
) -> Ending | None:
    """Play a line on, itself, until it is over, too long or broken off; None when the run is being stopped."""
    played = play_game(
        game,
        sides[Side.first],
        sides[Side.second],
        line,
        dice=dice,
        max_plies=max_plies,
        flags_fall=False,
        cancelled=stopped,
    )
    if played is None:
        return None
    # A game of which the arena would say that it is drawn for its length, or lost by a fault, says nothing here.
    scored = played.termination == "normal"
    return Ending(played.outcome if scored else None, line.outcome() is not None)
