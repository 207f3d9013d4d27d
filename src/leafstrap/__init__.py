"""Leafstrap learns evaluation functions for board games by looking ahead.

import leafstrap as ls
run = ls.learn("chess", recipe="quick", minutes=3)
ls.match("chess", run.weights, "untrained", games=40, depth=3)
"""

import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING

from leafstrap.lazy import exports

# Games run in threads side by side; the linear algebra of NumPy would start threads of its own beside them, which wait
# for each other: many times slower where cores are busy. It reads this when NumPy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if TYPE_CHECKING:
    from leafstrap.api import LearnedRun, Metrics, explain, export, learn, load, match, metrics, search
    from leafstrap.evaluators.own_features import feature_set
    from leafstrap.training.fit import Fitted, LabelledPositions, fit
    from leafstrap.training.sweep import Sweep, sweep
    from leafstrap.version import __version__

__all__ = [
    "Fitted",
    "LabelledPositions",
    "LearnedRun",
    "Metrics",
    "Sweep",
    "__version__",
    "explain",
    "export",
    "feature_set",
    "fit",
    "learn",
    "load",
    "match",
    "metrics",
    "search",
    "sweep",
]

__getattr__ = exports(__name__)


class _Package(ModuleType):
    """`learn` and `search` are verbs here, and packages of that name below.

    Python makes a package that is imported an attribute of the one above it: there the verb stays.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
