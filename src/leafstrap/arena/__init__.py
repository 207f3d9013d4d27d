"""Measuring strength: `games` plays one game, `schedule` plays many, `stats` says what their results mean."""

from typing import TYPE_CHECKING

from leafstrap.lazy import exports

if TYPE_CHECKING:
    from leafstrap.arena.games.adjudication import Adjudication, DrawRule, WinRule
    from leafstrap.arena.games.openings import OWN, Opening, opening_lines, read_openings
    from leafstrap.arena.games.play import Participant, play_game
    from leafstrap.arena.games.played import Pair, PlayedGame, PlayedMatch, each_game, game_text
    from leafstrap.arena.games.points_match import play_points_match
    from leafstrap.arena.schedule.ladder import Ladder, Rung, read_ladder
    from leafstrap.arena.schedule.match import Match, MatchResult, play_match
    from leafstrap.arena.schedule.match_runner import MakeRunner, MatchRunner, Runner
    from leafstrap.arena.schedule.pairs import Conditions, Task, play_pair
    from leafstrap.arena.schedule.player_cache import PlayerCache
    from leafstrap.arena.schedule.round_robin import Pairing, RoundRobin, gauntlet, round_robin
    from leafstrap.arena.schedule.tournament_folder import TournamentFolder
    from leafstrap.arena.stats.pairs import PointsScore
    from leafstrap.arena.stats.ratings import Rating, Ratings, fit_ratings
    from leafstrap.arena.stats.score import Score
    from leafstrap.arena.stats.sprt import Sprt
    from leafstrap.arena.stats.standings import PairResult, ResultTable, Standings

__all__ = [
    "OWN",
    "Adjudication",
    "Conditions",
    "DrawRule",
    "Ladder",
    "MakeRunner",
    "Match",
    "MatchResult",
    "MatchRunner",
    "Opening",
    "Pair",
    "PairResult",
    "Pairing",
    "Participant",
    "PlayedGame",
    "PlayedMatch",
    "PlayerCache",
    "PointsScore",
    "Rating",
    "Ratings",
    "ResultTable",
    "RoundRobin",
    "Rung",
    "Runner",
    "Score",
    "Sprt",
    "Standings",
    "Task",
    "TournamentFolder",
    "WinRule",
    "each_game",
    "fit_ratings",
    "game_text",
    "gauntlet",
    "opening_lines",
    "play_game",
    "play_match",
    "play_pair",
    "play_points_match",
    "read_ladder",
    "read_openings",
    "round_robin",
]

__getattr__ = exports(__name__)
