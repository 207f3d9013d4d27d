"""One game between two players."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from leafstrap._core import Outcome, Side
from leafstrap.arena.adjudication import NO_ADJUDICATION, Adjudication, Judge
from leafstrap.arena.doubling import Doubling
from leafstrap.arena.opening import Opening
from leafstrap.games.dice import Dice
from leafstrap.games.mat_game import CubeAction
from leafstrap.games.match_score import MatchScore
from leafstrap.players.player import Fault, Player
from leafstrap.search.limits import Limits


@dataclass(frozen=True, slots=True)
class Participant:
    """A player with the limits it plays under."""

    player: Player
    limits: Limits


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game; `termination` is a word of the PGN standard, `reason` says what the board does not."""

    first: str
    second: str
    opening: str
    line: Any
    outcome: Outcome
    termination: str = "normal"
    reason: str = ""
    comments: tuple[str, ...] = ()  # on the moves after the opening: score, depth and time
    dice: bool = False  # it counts points
    cube: int = 1  # how many times
    doubles: tuple[CubeAction, ...] = ()

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """Games are the same if start and moves are."""
        return str(self.line.start), tuple(str(move) for move in self.line.moves)

    @property
    def irregular(self) -> bool:
        """Whether a player is to blame for how it ended."""
        return self.termination not in ("normal", "adjudication")

    def stake(self, side: Side) -> int:
        """The points that a side won, or lost where there are fewer than none: up to three in backgammon."""
        return side.sign * self.outcome.points * self.cube

    def points(self, side: Side) -> float:
        """1, 1/2 or 0 for a side."""
        if self.outcome.winner is None:
            return 0.5
        return 1.0 if self.outcome.winner == side else 0.0


def play_game(
    first: Participant,
    second: Participant,
    opening: Opening,
    *,
    seed: int = 0,
    dice: Dice | None = None,
    cube: bool = False,
    score: MatchScore | None = None,
    max_plies: int | None = None,
    adjudication: Adjudication = NO_ADJUDICATION,
    cancelled: Callable[[], bool] = lambda: False,
) -> PlayedGame | None:
    """Play on from an opening until the rules, a fault, a flag, the judge or the length ends it; None if cancelled.

    A game with dice needs some, and may have a cube, at the score of a match or for money. Without a length, it is the
    game's own.
    """
    line = opening.line()
    max_plies = opening.game.longest if max_plies is None else max_plies
    participants = {Side.first: first, Side.second: second}
    clocks = {side: participant.limits.new_clock() for side, participant in participants.items()}
    judge = Judge(adjudication)
    comments: list[str] = []
    doubling = (
        Doubling({side: participant.player for side, participant in participants.items()}, score)
        if cube
        else None
    )
    for number, participant in enumerate(participants.values()):
        participant.player.new_game(2 * seed + number)

    def finished(outcome: Outcome, termination: str = "normal", reason: str = "") -> PlayedGame:
        names = first.player.name, second.player.name
        stake = 1 if doubling is None else doubling.cube.value
        return PlayedGame(
            *names,
            opening.name,
            line,
            outcome,
            termination,
            reason,
            tuple(comments),
            opening.game.dice,
            stake,
            () if doubling is None else tuple(doubling.actions),
        )

    while (outcome := line.outcome()) is None:
        if len(line) >= max_plies:
            return finished(Outcome(0), "adjudication", f"drawn after {max_plies} plies")
        if doubling is not None and len(line) > 0 and (ending := doubling.offer(line)) is not None:
            return None if cancelled() else finished(ending.outcome, ending.termination, ending.reason)
        if dice is not None:
            dice.settle(line)
        side = line.position.turn
        participant, clock = participants[side], clocks[side]
        loss = Outcome(-side.sign)
        began = time.perf_counter()
        try:
            limits = participant.limits.with_clocks(clock, clocks[side.other])
            player = participant.player
            choice = (
                player.choose(line, limits) if doubling is None else doubling.choose(player, line, limits)
            )
        except Fault as fault:
            return None if cancelled() else finished(loss, fault.kind, str(fault))
        seconds = time.perf_counter() - began
        clock.spend(seconds)
        if cancelled():
            return None
        if clock.flagged:
            return finished(loss, "time forfeit", f"{participant.player.name} lost on time")
        line.push(choice.move)
        comments.append(f"{choice} {seconds:.2f}s".strip())
        verdict = judge.hear(len(line), None if choice.lead is None else side.sign * choice.lead)
        # What the rules say of the position comes before what the players said.
        if verdict is not None and line.outcome() is None:
            return finished(verdict[0], "adjudication", verdict[1])
    return finished(outcome)
