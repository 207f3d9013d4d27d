"""A match of backgammon to some points: game after game with the cube, by the Crawford rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from leafstrap._core import Side
from leafstrap.arena.opening import Opening
from leafstrap.arena.play import Participant, PlayedGame, play_game
from leafstrap.games import Game
from leafstrap.games.dice import Dice
from leafstrap.games.mat_game import standard_start
from leafstrap.games.match_score import MatchScore


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match; to whoever counts results it is what a game is."""

    games: tuple[PlayedGame, ...]
    scores: tuple[MatchScore, ...]  # before each game, and at the end

    @property
    def first(self) -> str:
        """Who is on the left of the record."""
        return self.games[0].first

    @property
    def second(self) -> str:
        """The other one."""
        return self.games[0].second

    @property
    def key(self) -> tuple[object, ...]:
        """Matches are the same if their games are."""
        return tuple(game.key for game in self.games)

    def stake(self, side: Side) -> int:
        """The points of a side less those of the other; what the last game brought beyond the match is no gain."""
        end = self.scores[-1]
        return max(end.away(side.other), 0) - max(end.away(side), 0)

    def points(self, side: Side) -> float:
        """1 for the side that won the match, else 0."""
        return 1.0 if self.scores[-1].winner == side else 0.0


Played = PlayedGame | PlayedMatch


def each_game(played: Played) -> tuple[PlayedGame, ...]:
    """The games of a match, or the game that it is."""
    return played.games if isinstance(played, PlayedMatch) else (played,)


def play_points_match(
    first: Participant,
    second: Participant,
    game: Game,
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
        throws = f"{dice_seed} {len(played)}"
        begins = Random(f"begins {throws}").choice((Side.first, Side.second))
        ended = play_game(
            first,
            second,
            Opening("start", game, standard_start(begins)),
            seed=random.getrandbits(32),
            dice=Dice(throws),
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
