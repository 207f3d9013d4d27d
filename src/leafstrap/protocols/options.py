"""Options of an engine: what there is, what each may be, what it is; and how UCI, and UBGI after it, tell of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from leafstrap.errors import UsageError
from leafstrap.search.engine import MEGABYTES

Kind = Literal["check", "spin", "combo", "string", "button"]
MOST_THREADS = 256
MOST_OVERHEAD = 5000  # milliseconds
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

    def read(self, text: str) -> str:
        """The value that a text means; a UsageError says why it means none."""
        if self.kind == "string":
            return text
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


class OptionValues:
    """What the options are set to."""

    def __init__(self, options: Iterable[Option], word: str = "option") -> None:
        self._word = word  # what the protocol calls one
        self._options = {option.name.lower(): option for option in options}
        self._values = {option.name: option.default for option in self._options.values()}

    def copy(self) -> OptionValues:
        """The same values, in case a change of one of them has to be taken back."""
        same = OptionValues(self._options.values(), self._word)
        same._values = dict(self._values)
        return same

    def set(self, name: str, value: str) -> str:
        """Set one; gives the option's name as it is spelt, or raises a UsageError."""
        option = self._options.get(name.lower())
        if option is None:
            raise UsageError(f"There is no {self._word} {name[:40]!r}.")
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


def name_and_value(words: list[str]) -> tuple[str, str]:
    """What `setoption` sets. `name` and `value` are keywords; both a name and a value may have blanks."""
    if "name" not in words:
        raise UsageError("setoption needs a name.")
    rest = words[words.index("name") + 1 :]
    at = rest.index("value") if "value" in rest else len(rest)
    value = " ".join(rest[at + 1 :])
    return " ".join(rest[:at]), "" if value == EMPTY else value


def declaration(option: Option) -> str:
    """The line that tells the other side of an option, in UCI's words."""
    words = [f"option name {option.name} type {option.kind}"]
    if option.kind != "button":
        words.append(f"default {option.default or EMPTY}")
    if option.kind == "spin":
        words.append(f"min {option.low} max {option.high}")
    words += [f"var {choice}" for choice in option.choices]
    return " ".join(words)


def half_the_memory() -> int:
    """Megabytes; a table that does not fit would have the whole program killed."""
    try:
        return max(MEGABYTES, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**21)
    except (AttributeError, ValueError, OSError):  # not told on this system
        return 4096
