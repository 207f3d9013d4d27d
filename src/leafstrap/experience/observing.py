"""Games that players play to their end, one of whom may be the learner; then the learner follows them, board by board.

So others are observed (Wiering et al., section 2). And so the learner plays outside opponents in games with dice, where it
learns from all boards of a game, whoever was to move.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from leafstrap._core import Outcome, Side
from leafstrap.errors import PlayerError
from leafstrap.experience.exploration import Exploration
from leafstrap.experience.learning_player import LearningPlayer, follow
from leafstrap.experience.opponents import Opponents
from leafstrap.experience.pool import Opponent
from leafstrap.experience.rating import Standing
from leafstrap.experience.record import GameRecord, Meeting, score
from leafstrap.experience.watching import usable_positions
from leafstrap.games import Game
from leafstrap.games.dice import Dice
from leafstrap.players import Fault, Player
from leafstrap.search import Limits
from leafstrap.types import Line


@dataclass(slots=True)
class ObservedGame(GameRecord):
    """A game that was played before it was learned from."""

    players: tuple[str, str] = ("", "")

    def headers(self, event: str) -> dict[str, str]:
        """The tags of the game's record."""
        white, black = self.players
        return {**GameRecord.headers(self, event), "White": white, "Black": black}


@dataclass(frozen=True, slots=True)
class Participant:
    """One of the two who play."""

    name: str
    player: Player
    limits: Limits
    opponent: Opponent | None = None  # who it is of the pool; None: the learner


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
        expert_values: Callable[[Player, Any], Any] | None = None,
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

    def play(self, number: int, random: Random, most: int = 1) -> ObservedGame | None:
        """Let two play one game and learn from it; None when it was broken off as the run is being stopped."""
        began = time.monotonic()
        line = self._exploration.start(random)
        before = self._standing.rating
        side = None if self._learner is None else (Side.first if number % 2 == 0 else Side.second)
        seats = self._seated(side, random)
        for seat in seats.values():
            seat.player.new_game(random.getrandbits(32))
        dice = Dice(str(random.getrandbits(63))) if line.position.is_chance else None
        said: list[Any] = []
        outcome, failed, failure = self._played(line, seats, dice, said)
        if self._player.stopped:
            return None
        for where, seat in seats.items():
            if seat.opponent is not None:
                self._opponents.part(seat.opponent, seat.player, failure if where == failed else "")
        self._player.begin(None, random, number)
        if not failure:
            usable = usable_positions(self._player, self._game, line, quiet=self._quiet)
            if follow(self._player, line, usable, said or None) is None:
                return None
            self._player.end(outcome)
        meeting = None
        if side is not None:
            opponent = seats[side.other].opponent
            assert opponent is not None
            points = None if outcome is None else score(outcome, side)
            rating = self._standing.take_in(points, opponent.rating)
            meeting = Meeting(rating if points is not None else before, opponent.rating, 0, 0)
        names = (seats[Side.first].name, seats[Side.second].name)
        return ObservedGame(
            number,
            line,
            outcome,
            side,
            names[1] if side is None else seats[side.other].name,
            0,
            time.monotonic() - began,
            self._player.stats,
            meeting,
            self._opponents.events(),
            names,
        )

    def close(self) -> None:
        """End the players."""
        self._opponents.close()

    def _seated(self, side: Side | None, random: Random) -> dict[Side, Participant]:
        rating = self._standing.rating.points
        if side is None:
            first = self._met(rating, random)
            assert first.opponent is not None
            return {Side.first: first, Side.second: self._met(first.opponent.rating, random)}
        assert self._learner is not None
        own = Participant("learner", self._learner(), self._limits)
        return {side: own, side.other: self._met(rating, random)}

    def _met(self, rating: float, random: Random) -> Participant:
        opponent, player = self._opponents.meet(rating, random)
        return Participant(opponent.name, player, opponent.limits or self._limits, opponent)

    def _played(
        self, line: Line, seats: dict[Side, Participant], dice: Dice | None, said: list[Any]
    ) -> tuple[Outcome | None, Side | None, str]:
        """Play to the end: how it ended, None if it became too long or somebody failed; who failed, and why."""
        clocks = {side: seat.limits.new_clock() for side, seat in seats.items()}
        while (
            (outcome := line.outcome()) is None and len(line) < self._max_plies and not self._player.stopped
        ):
            turn = line.position.turn
            try:
                if self._expert_values is not None:
                    expert = next(seat for seat in seats.values() if seat.opponent is not None)
                    said.append(self._expert_values(expert.player, line.position))
                if dice is not None:
                    dice.roll_if_due(line)
                with clocks[turn].running():
                    left = seats[turn].limits.with_clocks(clocks[turn], clocks[turn.other])
                    move = seats[turn].player.choose(line, left).move
            except (Fault, PlayerError) as error:
                if isinstance(error, Fault) and error.kind == "normal":  # who resigns has lost
                    return Outcome(turn.other.sign), None, ""
                return None, turn, str(error).removesuffix(".")
            line.push(move)
        return outcome, None, ""
