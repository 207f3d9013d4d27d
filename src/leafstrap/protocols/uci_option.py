"""The options of the UCI engine: what there is, what it may be, what it is."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from leafstrap.errors import UsageError
from leafstrap.search.engine import MEGABYTES, VARIANTS

Kind = Literal["check", "spin", "combo", "string", "button"]
EMPTY = "<empty>"  # how UCI writes a text without letters


@dataclass(frozen=True, slots=True)
class Option:
    """One option with its limits."""

    name: str
    kind: Kind
    default: str = ""
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = [f"option name {self.name} type {self.kind}"]
        if self.kind != "button":
            words.append(f"default {self.default or EMPTY}")
        if self.kind == "spin":
            words.append(f"min {self.low} max {self.high}")
        words += [f"var {choice}" for choice in self.choices]
        return " ".join(words)

    def read(self, text: str) -> str:
        """The value that a text means; a UsageError says why it means none."""
        if self.kind == "string":
            return "" if text == EMPTY else text
        if self.kind == "spin":
            return str(self._spin(text))
        wanted = text.lower()
        known = {choice.lower(): choice for choice in self.choices or ("true", "false")}
        if self.kind != "button" and wanted not in known:
            raise UsageError(f"{self.name} is one of {', '.join(known.values())}, not {text[:40]!r}.")
        return known.get(wanted, "")

    def _spin(self, text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise UsageError(f"{self.name} is a number, not {text[:40]!r}.") from None
        if not self.low <= value <= self.high:
            raise UsageError(f"{self.name} is a number from {self.low} to {self.high}.")
        return value


def _half_the_memory() -> int:
    """Megabytes; a table that does not fit would have the whole program killed."""
    try:
        return max(MEGABYTES, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**21)
    except (AttributeError, ValueError, OSError):  # not told on this system
        return 4096


OPTIONS = (
    Option("Hash", "spin", str(MEGABYTES), 1, _half_the_memory()),
    Option("Threads", "spin", "1", 1, 256),
    Option("MultiPV", "spin", "1", 1, 256),
    Option("Ponder", "check", "false"),
    Option("Move Overhead", "spin", "30", 0, 5000),
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
BY_NAME = {option.name.lower(): option for option in OPTIONS}


class OptionValues:
    """What the options are set to."""

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self._values = dict(values or {option.name: option.default for option in OPTIONS})

    def copy(self) -> OptionValues:
        """The same values, in case a change of one of them has to be taken back."""
        return OptionValues(self._values)

    def set(self, words: list[str]) -> str:
        """Carry out the words after `setoption`; gives the option's name, or raises a UsageError."""
        name, value = _name_and_value(words)
        option = BY_NAME.get(name.lower())
        if option is None:
            raise UsageError(f"There is no option {name[:40]!r}.")
        self._values[option.name] = option.read(value)
        return option.name

    def text(self, name: str) -> str:
        """The value as it is."""
        return self._values[name]

    def number(self, name: str) -> int:
        """The value of a spin."""
        return int(self._values[name])

    def flag(self, name: str) -> bool:
        """The value of a check."""
        return self._values[name] == "true"


def declarations() -> Iterator[str]:
    """The lines that tell the other side which options there are."""
    return map(str, OPTIONS)


def _name_and_value(words: list[str]) -> tuple[str, str]:
    """`name` and `value` are keywords; both an option's name and its value may have blanks."""
    if "name" not in words:
        raise UsageError("setoption needs a name.")
    rest = words[words.index("name") + 1 :]
    at = rest.index("value") if "value" in rest else len(rest)
    return " ".join(rest[:at]), " ".join(rest[at + 1 :])
