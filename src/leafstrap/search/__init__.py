"""Looking ahead: limits, clocks, and the face of the native searches."""

from leafstrap.search.clock import Clock, TimeControl, TimeLeft
from leafstrap.search.knightcap import KnightCapSearch
from leafstrap.search.limits import Limits
from leafstrap.search.training import Search, SearchResult

__all__ = ["Clock", "KnightCapSearch", "Limits", "Search", "SearchResult", "TimeControl", "TimeLeft"]
