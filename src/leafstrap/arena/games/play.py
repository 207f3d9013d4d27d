"""The loop that plays a game between two players: every game, with or without dice, cube, clocks and adjudication."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from leafstrap._core import Outcome, Side
from leafstrap.arena.games.adjudication import NO_ADJUDICATION, Adjudication, Judge
from leafstrap.arena.games.doubling import Doubling
from leafstrap.arena.games.played import PlayedGame
from leafstrap.games import Game
from leafstrap.games.dice import Dice, is_chance
from leafstrap.games.match_score import MatchScore
from leafstrap.players import BoardReader, Fault, Player
from leafstrap.search.limits import Limits
from leafstrap.types import Line


@dataclass(frozen=True, slots=True)
class Participant:
    """A player with the limits it plays under."""

    player: Player
    limits: Limits


def play_game(
    game: Game,
    first: Participant,
    second: Participant,
    line: Line | None = None,
    *,
    opening: str = "start",
    seed: int = 0,
    dice: Dice | None = None,
    cube: bool = False,
    score: MatchScore | None = None,
    max_plies: int | None = None,
    adjudication: Adjudication = NO_ADJUDICATION,
    flags_fall: bool = True,
    cancelled: Callable[[], bool] = lambda: False,
) -> PlayedGame | None:
    """Play a line on until the rules, a fault, a flag, the judge or the length ends the game; None if cancelled.

    The line, at first that of the standard start, is played on itself; `opening` is what the record calls it.
    `max_plies` counts the plies of the opening too, and is the game's own unless told. All that is random follows from
    the seed, the dice as well unless others are given. With a cube the game is for money, or at the score of a match.
    Where flags do not fall the clocks only tell the players how long to think.

    Who broke the game off, and how, is its `termination` and its `reason`: whoever did has lost.
    """
    line = game.Line() if line is None else line
    dice = Dice(f"dice {seed}") if dice is None else dice
    max_plies = game.longest if max_plies is None else max_plies
    clock_1, clock_2 = first.limits.new_clock(), second.limits.new_clock()
    sides = {
        Side.first: (first.player, first.limits, clock_1, clock_2),
        Side.second: (second.player, second.limits, clock_2, clock_1),
    }
    readers = {
        side: player if isinstance(player, BoardReader) else None for side, (player, *_) in sides.items()
    }
    doubling = Doubling({Side.first: first.player, Side.second: second.player}, score) if cube else None
    judge = Judge(adjudication)
    comments: list[str] = []
    for number, participant in enumerate((first, second)):
        participant.player.new_game(2 * seed + number)

    def finished(outcome: Outcome, termination: str = "normal", reason: str = "") -> PlayedGame:
        return PlayedGame(
            first.player.name,
            second.player.name,
            opening,
            line,
            outcome,
            termination,
            reason,
            tuple(comments),
            game.counts_points,
            1 if doubling is None else doubling.cube.value,
            () if doubling is None else tuple(doubling.actions),
        )

    while (outcome := line.outcome()) is None:
        if len(line) >= max_plies:
            return finished(Outcome(0), "adjudication", f"drawn after {max_plies} plies")
        if doubling is not None and len(line) > 0 and (end := doubling.offer(line)) is not None:
            return None if cancelled() else finished(end.outcome, end.termination, end.reason)
        side = line.position.turn
        player, limits, clock, other_clock = sides[side]
        limits = limits.with_clocks(clock, other_clock)
        began = time.perf_counter()
        try:
            if is_chance(line.position):
                if (reader := readers[side]) is not None:
                    reader.look(line, limits)
                dice.roll_if_due(line)
            choice = (
                player.choose(line, limits) if doubling is None else doubling.choose(player, line, limits)
            )
        except Fault as fault:
            return None if cancelled() else finished(Outcome(-side.sign), fault.kind, str(fault))
        seconds = time.perf_counter() - began
        clock.spend(seconds)
        if cancelled():
            return None
        if clock.flagged and flags_fall:
            return finished(Outcome(-side.sign), "time forfeit", f"{player.name} lost on time")
        line.push(choice.move)
        comments.append(f"{choice} {seconds:.2f}s".strip())
        lead = choice.lead
        judgement = judge.hear(len(line), None if lead is None else side.sign * lead)
        # What the rules say of the position comes before what the players said.
        if judgement is not None and line.outcome() is None:
            return finished(judgement[0], "adjudication", judgement[1])
    return finished(outcome)
