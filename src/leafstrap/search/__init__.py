"""Looking ahead: limits, clocks, and the face of the native searches."""

from leafstrap.search.clock import Clock, TimeControl, TimeLeft
from leafstrap.search.limits import Limits
from leafstrap.search.playing import PlayingSearch
from leafstrap.search.training import Search, SearchResult

__all__ = ["Clock", "Limits", "PlayingSearch", "Search", "SearchResult", "TimeControl", "TimeLeft"]
