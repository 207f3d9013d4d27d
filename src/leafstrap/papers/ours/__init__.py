"""Questions of our own, asked of the same rules."""

from leafstrap.papers.ours import (
    backgammon_curve,
    comparison,
    draughts_rules,
    modern_search,
    open_questions,
    piece_values,
    search_sizes,
    sensitivity,
    step_sizes,
    treestrap_network,
    uct_prior,
)

__all__ = [
    "backgammon_curve",
    "comparison",
    "draughts_rules",
    "modern_search",
    "open_questions",
    "piece_values",
    "search_sizes",
    "sensitivity",
    "step_sizes",
    "treestrap_network",
    "uct_prior",
]
