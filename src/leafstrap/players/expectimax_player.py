"""A player that looks at every board a roll can lead to, and at what may follow, and takes what its networks like."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from leafstrap._core import Side, StopFlag
from leafstrap._core.backgammon import OneSided
from leafstrap.evaluators import Evaluator
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.games.match_score import MatchScore
from leafstrap.players.cube import (
    Chances,
    CubeDecision,
    CubeOwner,
    MoneyCube,
    chances_in,
    match_decision,
    match_worth,
    simple_double,
    simple_take,
)
from leafstrap.players.player import Choice
from leafstrap.search.limits import Limits, check_limits
from leafstrap.settings import setting
from leafstrap.types import Line, Move, Position, Singles

Ranked = tuple[Move, float, Singles]  # a move, its equity and outputs for the mover

CANDIDATES = 5

# By tables; as the networks think best; as they think best of the moves that bear off the most checkers.
BearOff = Literal["exact", "best", "most"]


@dataclass(frozen=True, slots=True)
class ExpectimaxOptions:
    """How networks are played by, as the last settings of a PLAYER say."""

    bear_off: str = setting("exact", "who chooses the moves of the endgame", choices=get_args(BearOff))
    cube: str = setting("janowski", "who decides about doubles", choices=("janowski", "simple"))


@cache
def bearoff_tables() -> OneSided:
    """Made once, in half a second, when the first player needs them."""
    return OneSided()


class ExpectimaxPlayer:
    """Plays backgammon: with depth 1 by the boards its moves lead to, with more after so many rolls and answers.

    Looking further ahead, only the best candidates are considered (0: all moves). Once all checkers of both sides are
    at home, tables know more than networks, unless it is the networks that are to be tested.
    """

    def __init__(
        self,
        name: str,
        evaluator: Evaluator,
        *,
        candidates: int = CANDIDATES,
        bear_off: BearOff = "exact",
        simple_cube: bool = False,
    ) -> None:
        self.name = name
        self._game = evaluator.game
        self._evaluator = evaluator.snapshot()
        self._candidates = candidates
        self._bear_off_most = bear_off == "most"
        tables = bearoff_tables() if bear_off == "exact" else None
        self._search = evaluator.architecture.core.expectimax(tables, bear_off == "most")
        self._simple_cube = simple_cube
        self._stop = StopFlag()  # of the decision under way
        self._closed = False

    def new_game(self, seed: int) -> None:
        """Nothing to forget."""

    def choose(self, line: Line, limits: Limits) -> Choice:
        """The best move; without a depth it does not look ahead, and neither if it is stopped."""
        depth, stop = self._depth(limits), self._fresh_flag()
        found = self._search.run(self._evaluator, line, depth=depth, candidates=self._candidates, stop=stop)
        if stop.is_set and depth > 1:
            depth = 1
            found = self._search.run(self._evaluator, line, depth=depth, candidates=self._candidates)
        return Choice(found.move, round(100 * found.value), depth=depth, nodes=found.nodes)

    def ranked(self, position: Position, limits: Limits) -> list[Ranked]:
        """All moves, best first, each with its equity and outputs for the mover; at most one roll is looked through."""
        depth, stop = min(self._depth(limits), 2), self._fresh_flag()
        found: list[Ranked] = self._search.rank(self._evaluator, position, depth=depth, stop=stop)
        return self._search.rank(self._evaluator, position) if stop.is_set and depth > 1 else found

    def choose_at(self, line: Line, limits: Limits, cube: DoublingCube, score: MatchScore) -> Choice:
        """The move with the best chances to win the match; the players of Wiering et al. know no score."""
        if self._simple_cube or self._bear_off_most:
            return self.choose(line, limits)
        position, side = line.position, line.position.turn
        depth, stop = self._depth(limits), self._fresh_flag()
        options = [
            (_worth(outputs, side, cube, score), move)
            for move, _, outputs in self._search.rank(self._evaluator, position)
        ]
        options.sort(key=_by_worth, reverse=True)
        if depth == 1:
            return Choice(options[0][1], depth=1)
        deeper = [
            (1 - _worth(self._expected(position.after(move), depth - 1, stop), side.other, cube, score), move)
            for _, move in options[: self._candidates or None]
        ]
        return Choice(options[0][1] if stop.is_set else max(deeper, key=_by_worth)[1], depth=depth)

    def doubles(self, position: Position, cube: DoublingCube, score: MatchScore | None = None) -> bool:
        """By Janowski's model, in a match by its equities, or by the simple rule of Wiering et al."""
        chances = self._chances(position)
        if self._simple_cube:
            return simple_double(chances.equity)
        return _decision(chances, cube, position.turn, score).double

    def takes(self, position: Position, cube: DoublingCube, score: MatchScore | None = None) -> bool:
        """The same for the other side."""
        chances = self._chances(position)  # the doubler's view
        if self._simple_cube:
            return simple_take(-chances.equity)
        return _decision(chances, cube, position.turn, score).take

    def stop(self) -> None:
        """End the decision under way, from any thread: it answers at once, by the boards that moves lead to."""
        self._stop.set()

    def close(self) -> None:
        """The same for good."""
        self._closed = True
        self.stop()

    def _depth(self, limits: Limits) -> int:
        return check_limits(self._game, Limits(depth=limits.depth)).depth or 1

    def _fresh_flag(self) -> StopFlag:
        self._stop = flag = StopFlag()
        if self._closed:
            flag.set()
        return flag

    def _chances(self, position: Position) -> Chances:
        return chances_in(self._expected(position, 0))

    def _expected(self, position: Position, rolls: int, stop: StopFlag | None = None) -> list[float]:
        expected: list[float] = self._search.expect(
            self._evaluator, position, depth=rolls + 1, stop=stop
        ).tolist()
        return expected


def _by_worth(option: tuple[float, Move]) -> float:
    return option[0]


def _worth(outputs: list[float], side: Side, cube: DoublingCube, score: MatchScore) -> float:
    """The chance of a side to win the match, by outputs in its view."""
    aways = score.away(side), score.away(side.other)
    return match_worth(chances_in(outputs), *aways, crawford=score.crawford, cube=cube.value)


def _decision(chances: Chances, cube: DoublingCube, doubler: Side, score: MatchScore | None) -> CubeDecision:
    owner = CubeOwner.nobody if cube.owner is None else CubeOwner.own  # who doubles may
    if score is None:
        return MoneyCube.of(chances).decision(chances.win, owner)
    aways = score.away(doubler), score.away(doubler.other)
    return match_decision(chances, *aways, crawford=score.crawford, cube=cube.value, owner=owner)
