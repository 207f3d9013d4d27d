"""The face that the native training searches share, whatever the game and feature set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from leafstrap._core import StopFlag
from leafstrap.evaluators.feature_set import CoreEvaluator


class SearchResult(Protocol):
    """What a search found. The value is the mover's view; a win is 9999."""

    @property
    def value(self) -> float:
        """Of the root, from the side to move there."""

    @property
    def move(self) -> Any:
        """The best move."""

    @property
    def pv(self) -> Sequence[Any]:
        """The principal variation, quiescence included."""

    @property
    def leaf(self) -> Any:
        """The position at its end."""

    @property
    def depth(self) -> int:
        """Plies of the last complete iteration."""

    @property
    def nodes(self) -> int:
        """Positions visited, all iterations together."""

    @property
    def seconds(self) -> float:
        """Time taken."""


class Search(Protocol):
    """One search with its table; for one thread at a time."""

    def use_tablebase(self, tablebase: Any) -> None:
        """Look known endings up from the next run on; only of games that have them."""

    def run(
        self,
        evaluator: CoreEvaluator,
        line: Any,
        *,
        depth: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        seed: int = 0,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """Look ahead from the end of a line; 0 is no such limit. Depth 1 is always completed."""


class TrainingSearch(Search, Protocol):
    """One that can be cut at its depth."""

    def run(
        self,
        evaluator: CoreEvaluator,
        line: Any,
        *,
        depth: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        seed: int = 0,
        stop: StopFlag | None = None,
        extend: bool = True,
    ) -> SearchResult:
        """The same; without `extend` checks cost a ply, and captures are not looked at beyond the depth."""
