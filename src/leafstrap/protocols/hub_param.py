"""The parameters of the Hub engine, in the words of the protocol."""

from __future__ import annotations

from collections.abc import Iterator

from leafstrap.players.external.hub_line import HubLine
from leafstrap.protocols.option import MOST_OVERHEAD, MOST_THREADS, Option, OptionValues, half_the_memory
from leafstrap.search.engine import MEGABYTES
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
