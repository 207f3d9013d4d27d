"""Looking ahead: limits, clocks, and the face of the native searches."""

from leafstrap.search.limits import Clock, Limits, TimeControl, TimeLeft
from leafstrap.search.playing import PlayingSearch
from leafstrap.types import Search, SearchResult

__all__ = ["Clock", "Limits", "PlayingSearch", "Search", "SearchResult", "TimeControl", "TimeLeft"]
