"""The options of the UCI engine, in the words of the protocol."""

from __future__ import annotations

from collections.abc import Iterator

from leafstrap.errors import UsageError
from leafstrap.protocols.option import MOST_OVERHEAD, MOST_THREADS, Option, half_the_memory
from leafstrap.search.engine import MEGABYTES, VARIANTS

EMPTY = "<empty>"  # how UCI writes a text without letters

OPTIONS = (
    Option("Hash", "spin", str(MEGABYTES), 1, half_the_memory()),
    Option("Threads", "spin", "1", 1, MOST_THREADS),
    Option("MultiPV", "spin", "1", 1, 256),
    Option("Ponder", "check", "false"),
    Option("Move Overhead", "spin", "30", 0, MOST_OVERHEAD),
    Option("Clear Hash", "button"),
    Option("WeightsFile", "string"),
    Option("SearchVariant", "combo", "tournament", choices=tuple(VARIANTS)),
    Option("OwnBook", "check", "false"),
    Option("BookFile", "string"),
    Option("LearnedBookFile", "string"),
    Option("Learning", "combo", "off", choices=("off", "td-leaf", "treestrap")),
    Option("LearningFile", "string"),
    Option("LearningRate", "spin", "10", 1, 1000),
    Option("SyzygyPath", "string"),
    Option("UCI_AnalyseMode", "check", "false"),
    Option("UCI_ShowWDL", "check", "false"),
)


def declarations() -> Iterator[str]:
    """The lines that tell the other side which options there are."""
    return map(_declaration, OPTIONS)


def name_and_value(words: list[str]) -> tuple[str, str]:
    """What `setoption` sets. `name` and `value` are keywords; both a name and a value may have blanks."""
    if "name" not in words:
        raise UsageError("setoption needs a name.")
    rest = words[words.index("name") + 1 :]
    at = rest.index("value") if "value" in rest else len(rest)
    value = " ".join(rest[at + 1 :])
    return " ".join(rest[:at]), "" if value == EMPTY else value


def _declaration(option: Option) -> str:
    words = [f"option name {option.name} type {option.kind}"]
    if option.kind != "button":
        words.append(f"default {option.default or EMPTY}")
    if option.kind == "spin":
        words.append(f"min {option.low} max {option.high}")
    words += [f"var {choice}" for choice in option.choices]
    return " ".join(words)
