"""Lines of the Hub protocol: a command, then arguments with values, as `level moves=9 time=291.587`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from leafstrap.errors import UsageError

NAME = re.compile(r'\s*([^\s="\x00-\x1f\x7f]+)')
VALUE = re.compile(r'\s*=\s*(?:"([^"]*)"|([^\s="]+))')
EQUALS = re.compile(r"\s*=")


@dataclass(frozen=True, slots=True)
class HubLine:
    """One line. An argument without a value has an empty one, as the protocol says; of two alike the last counts.

    >>> HubLine.parse('done move=32-28 ponder="17-22"')
    HubLine(command='done', arguments={'move': '32-28', 'ponder': '17-22'})
    """

    command: str
    arguments: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> HubLine:
        """Read a line; a UsageError says why it is none. One without words has an empty command."""
        text = text.rstrip()
        if not text:
            return cls("")
        command = NAME.match(text)
        if command is None or text.startswith("=", command.end()):
            raise UsageError(f"A line begins with a command, not with {text.split()[0][:40]!r}.")
        arguments: dict[str, str] = {}
        at = command.end()
        while at < len(text):
            name = NAME.match(text, at)
            if name is None:
                raise UsageError(f"There is no argument before {text[at:].strip()[:40]!r}.")
            at = name.end()
            value = VALUE.match(text, at)
            if value is None and EQUALS.match(text, at):
                rest = text[at:].partition("=")[2].strip()
                fault = "no closing quotation mark" if rest.startswith('"') else "no value"
                raise UsageError(f"The argument {name[1][:40]!r} has {fault}.")
            if value is not None:
                at = value.end()
            arguments[name[1]] = "" if value is None else value[1] or value[2] or ""
        return cls(command[1], arguments)

    def __str__(self) -> str:
        pairs = (f"{name}={_value(value)}" for name, value in self.arguments.items())
        return " ".join([self.command, *pairs])


def _value(text: str) -> str:
    """With quotation marks where it needs them; the protocol has no way to write one inside of others.

    >>> print(_value("32-28"), _value("32-28 17-22"), _value(""), _value('a "b"'))
    32-28 "32-28 17-22" "" "a 'b'"
    """
    if NAME.fullmatch(text) and not text[0].isspace():
        return text
    return '"{}"'.format(" ".join(text.replace('"', "'").split()))
