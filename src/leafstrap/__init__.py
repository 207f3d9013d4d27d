"""Leafstrap learns evaluation functions for board games by looking ahead.

import leafstrap as ls
run = ls.learn("chess", recipe="quick", minutes=3)
ls.match("chess", run.weights, "untrained", games=40, depth=3)
"""

from importlib.metadata import version

__version__ = version("leafstrap")

# Last, since all other modules are loaded by it: `learn` and `search` are verbs here, and packages of that name below.
from leafstrap.api import LearnedRun, Metrics, explain, learn, load, match, search

__all__ = ["LearnedRun", "Metrics", "__version__", "explain", "learn", "load", "match", "search"]
