"""Games that players play to their end, one of whom may be the learner; then the learner follows them, board by board.

So others are observed (Wiering et al., section 2). And so the learner plays outside opponents in games with dice,
where it learns from all boards of a game, whoever was to move; or itself, while somebody else says what boards are
worth.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from leafstrap._core import Outcome, Side
from leafstrap.arena import Participant
from leafstrap.errors import PlayerError
from leafstrap.experience.exploration import Exploration
from leafstrap.experience.learning_player import LearningPlayer, follow
from leafstrap.experience.opponents import Opponents
from leafstrap.experience.rating import Standing
from leafstrap.experience.record import GameRecord, GameUnderWay, Meeting, score
from leafstrap.experience.training_game import DepartingPlayer, Departures, Seat, play_training_game
from leafstrap.experience.watching import usable_positions
from leafstrap.games import Game
from leafstrap.games.dice import Dice, before_roll, is_chance
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


@dataclass(slots=True)
class Course:
    """How a game went."""

    line: Line
    outcome: Outcome | None  # None: it became too long, or somebody failed
    failed: bool
    said: list[Floats] | None  # by an expert, of each board
    explored: list[bool]  # whether a random move led to each board; the end included


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
        self._seats: list[Seat] = []  # of the game that is being played
        self._under_way: GameUnderWay | None = None
        self._self_play = self_play  # the learner plays itself, and the opponent only says what it thinks

    def play(self, number: int, random: Random, most: int = 1) -> ObservedGame | None:
        """Let two play one game and learn from it; None when it was broken off as the run is being stopped."""
        began = time.monotonic()
        line = self._exploration.start(random)
        side = None if self._learner is None else (Side.first if number % 2 == 0 else Side.second)
        departures = Departures(self._exploration, random)
        seats, expert = self._seated(side, departures, random)
        course = self._play(line, seats, expert, departures, random)
        if course is None:
            return None
        for seat in _everybody(seats, expert):
            if seat.opponent is not None:
                self._opponents.part(seat.opponent, seat.player, seat.failure)
        self._player.begin(None, random, number)
        if not course.failed:
            usable = usable_positions(self._player, self._game, line, quiet=self._quiet)
            if follow(self._player, line, usable, course.said, course.explored) is None:
                return None
            self._player.end(None if course.explored[-1] else course.outcome)
        return self._record(number, course, seats, side, time.monotonic() - began)

    def moves_under_way(self) -> int | None:
        """Of the game that is being played; when it is over and followed they stay what they are."""
        return sum(seat.moves for seat in self._seats)

    def game_under_way(self) -> GameUnderWay | None:
        """The game that is being played."""
        return self._under_way

    def close(self) -> None:
        """End the players."""
        self._opponents.close()

    def _record(
        self,
        number: int,
        course: Course,
        seats: Mapping[Side, Seat],
        side: Side | None,
        seconds: float,
    ) -> ObservedGame:
        names, outcome = (seats[Side.first].name, seats[Side.second].name), course.outcome
        opponent = None if side is None else seats[side.other].opponent
        meeting = None
        if opponent is not None and side is not None:
            points = None if outcome is None else score(outcome, side)
            rating = self._standing.take_in(points, opponent.rating)
            meeting = Meeting(rating, points, opponent.rating, 0, 0)
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
        self, side: Side | None, departures: Departures, random: Random
    ) -> tuple[dict[Side, Seat], Seat | None]:
        """Who plays, and who says what boards are worth, if somebody does."""
        rating = self._standing.rating.points
        if side is None:
            first = self._met(rating, random)
            assert first.opponent is not None
            second = self._met(first.opponent.rating, random)
            return {Side.first: first, Side.second: second}, first if self._expert_values else None
        assert self._learner is not None
        own = Seat("learner", DepartingPlayer(self._learner(), departures), self._limits)
        other = self._met(rating, random)
        seats = {side: own, side.other: own if self._self_play else other}
        return seats, other if self._expert_values else None

    def _met(self, rating: float, random: Random) -> Seat:
        opponent, player = self._opponents.meet(rating, random)
        return Seat(opponent.name, player, opponent.limits or self._limits, opponent=opponent)

    def _play(
        self,
        line: Line,
        seats: Mapping[Side, Seat],
        expert: Seat | None,
        departures: Departures,
        random: Random,
    ) -> Course | None:
        """Play until the game is over or too long, or somebody fails; None when the run is being stopped."""
        everybody = self._seats = _everybody(seats, expert)
        self._under_way = GameUnderWay(line, (seats[Side.first].name, seats[Side.second].name))
        for seat in everybody:
            seat.seed = random.getrandbits(32)
        dice = Dice(str(random.getrandbits(63))) if is_chance(line.position) else None
        if expert is not None and expert not in seats.values():
            expert.new_game(expert.seed)  # who plays is told by the arena
        sides = {side: Participant(seat, seat.limits) for side, seat in seats.items()}
        ending = play_training_game(
            self._game, line, sides, self._max_plies, lambda: self._player.stopped, dice
        )
        said = None
        if ending is not None and expert is not None and not any(seat.failure for seat in everybody):
            said = self._said(expert, line)
        if ending is None or self._player.stopped:
            return None
        failed = any(seat.failure for seat in everybody)
        explored = [False, *(ply in departures.plies for ply in range(len(line)))]
        return Course(line, None if failed else ending.outcome, failed, said, explored)

    def _said(self, expert: Seat, line: Line) -> list[Floats]:
        """What an expert says of each board of a game; it fails as players do."""
        assert self._expert_values is not None
        try:
            return [self._expert_values(expert.player, before_roll(position)) for position in line.before]
        except (Fault, PlayerError) as error:
            expert.fails(error)
            return []


def _everybody(seats: Mapping[Side, Seat], expert: Seat | None) -> list[Seat]:
    """All who take part, each once."""
    return list(dict.fromkeys((*seats.values(), *(() if expert is None else (expert,)))))
