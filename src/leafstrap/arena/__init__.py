"""Measuring strength: openings, games, matches, tournaments, and what their results mean."""

from leafstrap.arena.adjudication import Adjudication
from leafstrap.arena.conditions import Conditions
from leafstrap.arena.match import Match, MatchResult, play_match
from leafstrap.arena.opening import Opening
from leafstrap.arena.openings import opening_lines, read_openings
from leafstrap.arena.score import Score
from leafstrap.arena.sprt import Sprt

__all__ = [
    "Adjudication",
    "Conditions",
    "Match",
    "MatchResult",
    "Opening",
    "Score",
    "Sprt",
    "opening_lines",
    "play_match",
    "read_openings",
]
