"""Games of a match as text, PGN in chess, with what the players thought of their moves."""

from __future__ import annotations

from datetime import UTC, datetime

from leafstrap._core import Side
from leafstrap.arena.play import PlayedGame
from leafstrap.arena.points_match import Played, PlayedMatch
from leafstrap.games import Game
from leafstrap.games.mat import MatGame, write_mat_games
from leafstrap.games.result import result_text


def game_text(game: Game, played: Played, number: int, event: str) -> str:
    """One game with its tags, or one match to points; `number` counts them from 1."""
    headers = {
        "Event": event,
        "Site": "leafstrap",
        "Date": datetime.now(UTC).strftime("%Y.%m.%d"),
        "Round": str(number),
    }
    if isinstance(played, PlayedMatch):
        return _points_match_text(played, headers)
    return _game_text(game, played, headers)


def _game_text(game: Game, played: PlayedGame, headers: dict[str, str]) -> str:
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


def _points_match_text(match: PlayedMatch, headers: dict[str, str]) -> str:
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
            game.line,
            game.stake(Side.first),
            game.doubles,
        )
        for game, before in zip(match.games, match.scores, strict=False)
    ]
    return write_mat_games(games, headers, [game.comments for game in match.games])
