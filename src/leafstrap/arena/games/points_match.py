"""A match of backgammon to some points: game after game with the cube, by the Crawford rule."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from leafstrap._core import Side
from leafstrap.arena.games.play import Participant, play_game
from leafstrap.arena.games.played import PlayedGame, PlayedMatch
from leafstrap.games import Game
from leafstrap.games.dice import Dice
from leafstrap.games.mat_game import standard_start
from leafstrap.games.match_score import MatchScore


def play_points_match(
    game: Game,
    first: Participant,
    second: Participant,
    length: int,
    *,
    seed: int,
    dice_seed: str,
    cancelled: Callable[[], bool] = lambda: False,
) -> PlayedMatch | None:
    """Play until somebody has all the points; None if cancelled.

    Each game has dice of its own, which follow from `dice_seed` and its number, and so does who begins it.
    """
    random = Random(seed)
    scores, played = [MatchScore(length)], list[PlayedGame]()
    while scores[-1].winner is None:
        rolls = f"{dice_seed} {len(played)}"
        begins = Random(f"begins {rolls}").choice((Side.first, Side.second))
        ended = play_game(
            game,
            first,
            second,
            game.Line(standard_start(begins)),
            seed=random.getrandbits(32),
            dice=Dice(rolls),
            cube=True,
            score=scores[-1],
            cancelled=cancelled,
        )
        if ended is None:
            return None
        played.append(ended)
        winner = ended.outcome.winner
        scores.append(scores[-1].after(winner, 0 if winner is None else ended.stake(winner)))
    return PlayedMatch(tuple(played), tuple(scores))
