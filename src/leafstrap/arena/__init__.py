"""Measuring strength: openings, games, matches, and what their results mean."""

from leafstrap.arena.match import Match, MatchResult, play_match
from leafstrap.arena.opening import Opening
from leafstrap.arena.openings import opening_lines, read_openings
from leafstrap.arena.score import Score
from leafstrap.arena.sprt import Sprt

__all__ = ["Match", "MatchResult", "Opening", "Score", "Sprt", "opening_lines", "play_match", "read_openings"]
