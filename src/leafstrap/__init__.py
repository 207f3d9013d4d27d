"""Leafstrap learns evaluation functions for board games by looking ahead.

import leafstrap as ls
run = ls.learn("chess", recipe="quick", minutes=3)
ls.match("chess", run.weights, "untrained", games=40, depth=3)
"""

import os
from importlib.metadata import version

# Games run in threads side by side; the linear algebra of NumPy would start threads of its own beside them, which wait
# for each other: many times slower where cores are busy. It reads this when NumPy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = version("leafstrap")

# Last, since all other modules are loaded by it: `learn` and `search` are verbs here, and packages of that name below.
from leafstrap.api import LearnedRun, Metrics, explain, learn, load, match, search

__all__ = ["LearnedRun", "Metrics", "__version__", "explain", "learn", "load", "match", "search"]
