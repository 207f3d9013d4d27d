"""Games of a player with itself, and what it thought of their positions: what the model of results is fitted to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from leafstrap._core import Side
from leafstrap.arena.games.openings import shuffled_openings
from leafstrap.arena.games.play import Participant, play_game
from leafstrap.errors import UsageError
from leafstrap.games import Game
from leafstrap.players import Choice, Player
from leafstrap.search.limits import Limits
from leafstrap.types import Line


@dataclass(frozen=True, slots=True)
class JudgedPosition:
    """A position of a game: what the mover thought of it, and how the game ended for the mover."""

    score: int  # hundredths of the game's unit
    share: float  # of the pieces, left on the board
    result: int  # 1, 0, -1
    game: int = 0  # positions of one game are no independent witnesses


class _Listener:
    """A player whose scores are kept."""

    def __init__(self, player: Player, game: Game) -> None:
        self.name = player.name
        self._player = player
        self._share = share_of_pieces(game)
        self.heard: list[tuple[Side, int, float]] = []

    def new_game(self, seed: int) -> None:
        self._player.new_game(seed)

    def choose(self, line: Line, limits: Limits) -> Choice:
        choice = self._player.choose(line, limits)
        if choice.score is not None:  # an end that is seen coming is no estimate
            self.heard.append((line.position.turn, choice.score, self._share(line.position)))
        return choice

    def close(self) -> None:
        self._player.close()


def share_of_pieces(game: Game) -> Callable[[object], float]:
    """Of a position: how many of the pieces of the start are left."""
    pieces = game.pieces
    if pieces is None:
        raise UsageError(
            f"The networks of {game.name} say themselves how games end: there is nothing to fit."
        )
    full = pieces.count(game.Position())
    return lambda position: pieces.count(position) / full


def judged_games(
    game: Game, player: Player, limits: Limits, games: int, seed: int
) -> Iterator[list[JudgedPosition]]:
    """Play from the game's openings, and give the positions of one game after the other."""
    openings = shuffled_openings(game, "own", seed, games)
    listener = _Listener(player, game)
    for number, opening in zip(range(games), openings, strict=False):
        listener.heard = []
        side = Participant(listener, limits)
        played = play_game(game, side, side, opening.line(), opening=opening.name, seed=seed + number)
        assert played is not None
        result = played.outcome.points
        yield [
            JudgedPosition(score, share, (mover.sign * result > 0) - (mover.sign * result < 0), number)
            for mover, score, share in listener.heard
        ]
