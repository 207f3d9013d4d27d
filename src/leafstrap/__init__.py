"""Leafstrap learns evaluation functions for board games by looking ahead.

import leafstrap as ls
run = ls.learn("chess", recipe="quick", minutes=3)
ls.match("chess", run.weights, "untrained", games=40, depth=3)
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

__version__ = version("leafstrap")

if TYPE_CHECKING:
    from leafstrap.api import LearnedRun, Metrics, explain, learn, load, match, search

__all__ = ["LearnedRun", "Metrics", "__version__", "explain", "learn", "load", "match", "search"]


def __getattr__(name: str) -> Any:
    """The verbs of `leafstrap.api`, loaded when one is asked for: a module deep inside must not load all others."""
    if name in __all__:
        return getattr(import_module("leafstrap.api"), name)
    raise AttributeError(f"module 'leafstrap' has no attribute {name!r}")
