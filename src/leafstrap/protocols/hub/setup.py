"""The parameters of the Hub engine, and what they come to: weights and search."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from leafstrap.errors import LeafstrapError, UsageError
from leafstrap.games.draughts import DRAUGHTS
from leafstrap.players import LEVELS, Level, level_of
from leafstrap.players.external.hub_line import HubLine
from leafstrap.players.spec import parse_evaluator
from leafstrap.protocols.engine import EngineKeeper
from leafstrap.protocols.options import MOST_OVERHEAD, MOST_THREADS, Option, OptionValues, half_the_memory
from leafstrap.search.engine import MEGABYTES, Engine
from leafstrap.search.tablebase import DEFAULT, FEWEST, MOST

TYPES = {"check": "bool", "spin": "int", "combo": "enum", "string": "string"}
# As in Scan, a table has two to the power of `tt-size` entries. One of ours takes 16 bytes, so a megabyte holds 2^16.
MEGABYTE_BITS = 16


def _bits(megabytes: int) -> int:
    return MEGABYTE_BITS + megabytes.bit_length() - 1


PARAMS = (
    Option("variant", "combo", "normal", choices=("normal",)),
    Option("book", "check", "false"),
    Option("ponder", "check", "false"),
    Option("threads", "spin", "1", 1, MOST_THREADS),
    Option("tt-size", "spin", str(_bits(MEGABYTES)), MEGABYTE_BITS, _bits(half_the_memory())),
    Option("bb-size", "spin", str(DEFAULT), 0, MOST),
    Option("move-overhead", "spin", "30", 0, MOST_OVERHEAD),
    Option("weights", "string"),
    Option("level", "spin", "0", 0, len(LEVELS)),  # 0: as strong as it can be
)


def declarations(values: OptionValues) -> Iterator[str]:
    """The lines that tell the other side which parameters there are."""
    for param in PARAMS:
        told = {"name": param.name, "value": values.text(param.name), "type": TYPES[param.kind]}
        if param.kind == "spin":
            told |= {"min": str(param.low), "max": str(param.high)}
        if param.choices:
            told["values"] = " ".join(param.choices)
        yield str(HubLine("param", told))


def pieces(values: OptionValues) -> int:
    """What `bb-size` comes to: with one piece there is nothing to know."""
    size = values.number("bb-size")
    return size if size >= FEWEST else 0


def megabytes(values: OptionValues) -> int:
    """What `tt-size` comes to."""
    return 1 << (values.number("tt-size") - MEGABYTE_BITS)


class HubSetup:
    """Everything that outlasts a game. A parameter that cannot be met leaves all as it was."""

    def __init__(self, weights: str, note: Callable[[str], None], level: int = 0) -> None:
        self.params = OptionValues(PARAMS, "parameter")
        self._initial = weights
        self._evaluator = parse_evaluator(weights, DRAUGHTS)
        self._keeper = EngineKeeper(note)
        self.params.set("level", str(level))

    def level(self) -> Level | None:
        """How strong to play; None: as strong as it can."""
        number = self.params.number("level")
        return level_of(number) if number else None

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
            self._evaluator,
            megabytes=megabytes(self.params),
            threads=self.params.number("threads"),
            pieces=pieces(self.params),
        )

    def forget(self) -> None:
        """Clear what searches remember."""
        self._keeper.forget()

    def _apply(self, name: str) -> None:
        if name == "weights":
            self._evaluator = parse_evaluator(self.params.text("weights") or self._initial, DRAUGHTS)
        elif name == "book" and self.params.flag("book"):
            raise UsageError("There is no book for draughts.")
