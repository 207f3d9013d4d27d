"""What was played: a game, a match to points, a pair of either; and all of them as text, PGN in chess."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

from leafstrap._core import Outcome, Side
from leafstrap.games import Game
from leafstrap.games.backgammon import Line as BackgammonLine
from leafstrap.games.mat import MatGame, write_mat_games
from leafstrap.games.mat_game import CubeAction
from leafstrap.games.match_score import MatchScore
from leafstrap.games.result import result_text
from leafstrap.types import Line


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game; `termination` is a word of the PGN standard, `reason` says what the board does not.

    "normal": the rules ended it, or the loser resigned. "adjudication": it was too long, or the players agreed on what
    it was worth. All else is the fault of the loser.
    """

    first: str
    second: str
    opening: str
    line: Line
    outcome: Outcome
    termination: str = "normal"
    reason: str = ""
    comments: tuple[str, ...] = ()  # on the moves after the opening: score, depth and time
    counts_points: bool = False  # how high it was won matters
    cube: int = 1  # how many times the points count
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


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match to points; to whoever counts results it is what a game is."""

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


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games from one opening, or two matches with the same dice: A is the first player in the first, then B."""

    number: int
    played: tuple[Played, Played]

    @property
    def games(self) -> tuple[PlayedGame, ...]:
        """The two games, or those of both matches."""
        return tuple(game for played in self.played for game in each_game(played))

    @property
    def points(self) -> tuple[float, float]:
        """A's result in both: 1, 1/2 or 0."""
        return self.played[0].points(Side.first), self.played[1].points(Side.second)

    @property
    def stakes(self) -> tuple[int, int]:
        """What A won in both, where a game can count more than one point."""
        return self.played[0].stake(Side.first), self.played[1].stake(Side.second)


def game_text(game: Game, played: Played, number: int, event: str) -> str:
    """One game with its tags and what the players thought of their moves, or one match; `number` counts from 1."""
    headers = {
        "Event": event,
        "Site": "leafstrap",
        "Date": datetime.now(UTC).strftime("%Y.%m.%d"),
        "Round": str(number),
    }
    if isinstance(played, PlayedMatch):
        return _match_text(played, headers)
    headers |= {
        "White": played.first,
        "Black": played.second,
        "Result": result_text(played.outcome),
        "Opening": played.opening,
        "PlyCount": str(len(played.line)),
        "Termination": played.termination,
    }
    if played.reason:
        headers["TerminationDetails"] = played.reason
    cube = {"cube": played.doubles} if played.doubles else {}  # only some games know of one
    return game.write_record(played.line, headers, played.comments, **cube)


def _match_text(match: PlayedMatch, headers: dict[str, str]) -> str:
    faults = [
        f"game {number}, {game.reason}" for number, game in enumerate(match.games, start=1) if game.irregular
    ]
    if faults:
        headers["TerminationDetails"] = "; ".join(faults)
    games = [
        MatGame(
            (game.first, game.second),
            before.length,
            before.points,
            cast("BackgammonLine", game.line),
            game.stake(Side.first),
            game.doubles,
        )
        for game, before in zip(match.games, match.scores, strict=False)
    ]
    return write_mat_games(games, headers, [game.comments for game in match.games])
