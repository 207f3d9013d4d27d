"""The experiments behind `leafstrap reproduce`: a package a paper, and one of our own questions.

What they share, from a single run to a pool of ratings, is here. Experiments register themselves as they are imported.
"""

from leafstrap.papers import knightcap, meep, neurochess, ours, wiering
from leafstrap.papers.experiment import EXPERIMENTS, Experiment, ExperimentKind

__all__ = [
    "EXPERIMENTS",
    "Experiment",
    "ExperimentKind",
    "knightcap",
    "meep",
    "neurochess",
    "ours",
    "wiering",
]
