"""The engine that serves another program, made anew when its weights or its settings change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from leafstrap.evaluators import Evaluator
from leafstrap.search.engine import MEGABYTES, Engine
from leafstrap.search.tablebase import DEFAULT


class EngineKeeper:
    """Keeps one engine. It is made when it is needed: a large table takes a moment."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._engine: Engine | None = None
        self._settings: tuple[object, ...] = ()

    def engine(
        self,
        evaluator: Evaluator,
        *,
        megabytes: int,
        threads: int,
        variant: str = "tournament",
        pieces: int = DEFAULT,
    ) -> Engine:
        """The engine with these weights and settings: the last one, if nothing has changed."""
        settings = (megabytes, threads, variant, pieces)
        others: dict[str, Any] = {"threads": threads, "variant": variant, "pieces": pieces}
        if self._engine is None or self._engine.evaluator is not evaluator or self._settings != settings:
            self._engine = None  # give the old table back before a new one is made
            try:
                self._engine = Engine(evaluator, megabytes=megabytes, **others)
            except MemoryError:
                self._note(f"there is no memory for a table of {megabytes} MB: it has {MEGABYTES}.")
                self._engine = Engine(evaluator, megabytes=MEGABYTES, **others)
            self._settings = settings
        return self._engine

    def forget(self) -> None:
        """Clear what searches remember."""
        if self._engine is not None:
            self._engine.new_game()
