"""What the parameters of the Hub engine come to: weights and search."""

from __future__ import annotations

from collections.abc import Callable

from leafstrap.errors import LeafstrapError, UsageError
from leafstrap.games.draughts import DRAUGHTS
from leafstrap.players import parse_weights
from leafstrap.protocols.engine_keeper import EngineKeeper
from leafstrap.protocols.hub_param import PARAMS, megabytes, pieces
from leafstrap.protocols.option import OptionValues
from leafstrap.search.engine import Engine


class HubSetup:
    """Everything that outlasts a game. A parameter that cannot be met leaves all as it was."""

    def __init__(self, weights: str, note: Callable[[str], None]) -> None:
        self.params = OptionValues(PARAMS, "parameter")
        self._initial = weights
        self._weighted = parse_weights(weights, DRAUGHTS)
        self._keeper = EngineKeeper(note)

    def set_param(self, name: str, value: str) -> None:
        """Carry out `set-param`."""
        before = self.params.copy()
        try:
            self._apply(self.params.set(name, value))
        except LeafstrapError:
            self.params = before
            raise

    def engine(self) -> Engine:
        """The engine with the parameters of this moment."""
        return self._keeper.engine(
            self._weighted,
            megabytes=megabytes(self.params),
            threads=self.params.number("threads"),
            pieces=pieces(self.params),
        )

    def forget(self) -> None:
        """Clear what searches remember."""
        self._keeper.forget()

    def _apply(self, name: str) -> None:
        if name == "weights":
            self._weighted = parse_weights(self.params.text("weights") or self._initial, DRAUGHTS)
        elif name == "book" and self.params.flag("book"):
            raise UsageError("There is no book for draughts.")
