"""Games of a match as text, PGN in chess, with what the players thought of their moves."""

from __future__ import annotations

from datetime import UTC, datetime

from leafstrap.arena.play import PlayedGame
from leafstrap.games import Game
from leafstrap.games.result import result_text


def game_text(game: Game, played: PlayedGame, number: int, event: str) -> str:
    """One game with its tags; `number` counts the games of the match from 1."""
    headers = {
        "Event": event,
        "Site": "leafstrap",
        "Date": datetime.now(UTC).strftime("%Y.%m.%d"),
        "Round": str(number),
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
