"""Games that players play to their end, one of whom may be the learner; then the learner follows them, board by board.

So others are observed (Wiering et al., section 2). And so the learner plays outside opponents in games with dice,
where it learns from all boards of a game, whoever was to move; or itself, while somebody else says what boards are
worth.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from leafstrap._core import Outcome, Side
from leafstrap.errors import PlayerError
from leafstrap.experience.exploration import Exploration
from leafstrap.experience.learning_player import LearningPlayer, follow
from leafstrap.experience.opponents import Opponents
from leafstrap.experience.pool import Opponent
from leafstrap.experience.rating import GlickoRating, Standing
from leafstrap.experience.record import GameRecord, Meeting, score
from leafstrap.experience.watching import usable_positions
from leafstrap.games import Game
from leafstrap.games.dice import Dice
from leafstrap.players import Fault, Player
from leafstrap.search import Limits
from leafstrap.types import Floats, Line, Position


@dataclass(slots=True)
class ObservedGame(GameRecord):
    """A game that was played before it was learned from."""

    players: tuple[str, str] = ("", "")

    def headers(self, event: str) -> dict[str, str]:
        """The tags of the game's record."""
        white, black = self.players
        return {**GameRecord.headers(self, event), "White": white, "Black": black}


@dataclass(frozen=True, slots=True, eq=False)
class Participant:
    """One of those who play, or say what they think of it."""

    name: str
    player: Player
    limits: Limits
    opponent: Opponent | None = None  # who it is of the pool; None: the learner


@dataclass(slots=True)
class Course:
    """How a game went."""

    line: Line
    outcome: Outcome | None = None  # None: it became too long, or somebody failed
    failed: Participant | None = None
    failure: str = ""
    said: list[Floats] = field(default_factory=list)  # by an expert, of each board
    explored: list[bool] = field(
        default_factory=list
    )  # whether a random move led to each board; the end included

    def fails(self, who: Participant, error: Fault | PlayerError) -> None:
        """Note that somebody cannot go on."""
        self.failed, self.failure = who, str(error).removesuffix(".")


class Observing:
    """Games of players, one after the other in one thread."""

    def __init__(
        self,
        player: LearningPlayer,
        game: Game,
        opponents: Opponents,
        limits: Limits,
        exploration: Exploration,
        max_plies: int,
        *,
        standing: Standing,
        quiet: bool,
        learner: Callable[[], Player] | None = None,
        expert_values: Callable[[Player, Position], Floats] | None = None,
        self_play: bool = False,
    ) -> None:
        self._player = player
        self._game = game
        self._opponents = opponents
        self._limits = limits
        self._exploration = exploration
        self._max_plies = max_plies
        self._standing = (
            standing  # near whose rating opponents are chosen; of two, the second is near the first
        )
        self._quiet = quiet
        self._learner = learner  # the learner with the newest weights, where it plays; None: two others do
        self._expert_values = (
            expert_values  # what an opponent says of a board, where targets are made of that
        )
        self._self_play = self_play  # the learner plays itself, and the opponent only says what it thinks

    def play(self, number: int, random: Random, most: int = 1) -> ObservedGame | None:
        """Let two play one game and learn from it; None when it was broken off as the run is being stopped."""
        began = time.monotonic()
        course = Course(self._exploration.start(random))
        before = self._standing.rating
        side = None if self._learner is None else (Side.first if number % 2 == 0 else Side.second)
        seats, expert = self._seated(side, random)
        self._play(course, seats, expert, random)
        if self._player.stopped:
            return None
        for seat in _everybody(seats, expert):
            if seat.opponent is not None:
                failure = course.failure if seat is course.failed else ""
                self._opponents.part(seat.opponent, seat.player, failure)
        self._player.begin(None, random, number)
        if not course.failure:
            usable = usable_positions(self._player, self._game, course.line, quiet=self._quiet)
            if follow(self._player, course.line, usable, course.said or None, course.explored) is None:
                return None
            self._player.end(None if course.explored[-1] else course.outcome)
        return self._record(number, course, seats, side, before, time.monotonic() - began)

    def close(self) -> None:
        """End the players."""
        self._opponents.close()

    def _record(
        self,
        number: int,
        course: Course,
        seats: Mapping[Side, Participant],
        side: Side | None,
        before: GlickoRating,
        seconds: float,
    ) -> ObservedGame:
        names, outcome = (seats[Side.first].name, seats[Side.second].name), course.outcome
        opponent = None if side is None else seats[side.other].opponent
        meeting = None
        if opponent is not None and side is not None:
            points = None if outcome is None else score(outcome, side)
            rating = self._standing.take_in(points, opponent.rating)
            meeting = Meeting(rating if points is not None else before, opponent.rating, 0, 0)
        return ObservedGame(
            number,
            course.line,
            outcome,
            None if meeting is None else side,
            names[1] if side is None else seats[side.other].name,
            sum(course.explored),
            seconds,
            self._player.stats,
            meeting,
            self._opponents.events(),
            names,
        )

    def _seated(
        self, side: Side | None, random: Random
    ) -> tuple[dict[Side, Participant], Participant | None]:
        """Who plays, and who says what boards are worth, if somebody does."""
        rating = self._standing.rating.points
        if side is None:
            first = self._met(rating, random)
            assert first.opponent is not None
            second = self._met(first.opponent.rating, random)
            return {Side.first: first, Side.second: second}, first if self._expert_values else None
        assert self._learner is not None
        own = Participant("learner", self._learner(), self._limits)
        other = self._met(rating, random)
        seats = {side: own, side.other: own if self._self_play else other}
        return seats, other if self._expert_values else None

    def _met(self, rating: float, random: Random) -> Participant:
        opponent, player = self._opponents.meet(rating, random)
        return Participant(opponent.name, player, opponent.limits or self._limits, opponent)

    def _play(
        self,
        course: Course,
        seats: Mapping[Side, Participant],
        expert: Participant | None,
        random: Random,
    ) -> None:
        """Play until the game is over or too long, somebody fails, or the run is being stopped."""
        line, clocks = course.line, {side: seat.limits.new_clock() for side, seat in seats.items()}
        seeds = [(seat, random.getrandbits(32)) for seat in _everybody(seats, expert)]
        dice = Dice(str(random.getrandbits(63))) if line.position.is_chance else None
        course.explored = [False] * (len(line) + 1)
        for seat, seed in seeds:
            try:
                seat.player.new_game(seed)
            except (Fault, PlayerError) as error:
                course.fails(seat, error)
                return
        while (
            (outcome := line.outcome()) is None and len(line) < self._max_plies and not self._player.stopped
        ):
            turn = line.position.turn
            seat = seats[turn]
            asked = seat  # who fails, if somebody does
            try:
                if self._expert_values is not None and expert is not None:
                    asked = expert
                    course.said.append(self._expert_values(expert.player, line.position))
                if dice is not None:
                    dice.roll_if_due(line)
                asked = seat
                with clocks[turn].running():
                    left = seat.limits.with_clocks(clocks[turn], clocks[turn.other])
                    move = seat.player.choose(line, left).move
            except (Fault, PlayerError) as error:
                if isinstance(error, Fault) and error.kind == "normal":  # who resigns has lost
                    course.outcome = Outcome(turn.other.sign)
                else:
                    course.fails(asked, error)
                return
            randomly = seat.opponent is None and self._exploration.departs(random)
            line.push(random.choice(line.position.legal_moves()) if randomly else move)
            course.explored.append(randomly)
        course.outcome = outcome


def _everybody(seats: Mapping[Side, Participant], expert: Participant | None) -> list[Participant]:
    """All who take part, each once."""
    return list(dict.fromkeys((*seats.values(), *(() if expert is None else (expert,)))))
