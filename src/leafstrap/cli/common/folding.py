"""Sentences in a terminal that is too narrow for them: broken between words, not within."""

from __future__ import annotations

import shutil
import sys
import textwrap


def say(text: str) -> None:
    """Print; a pipe gets lines as long as they are."""
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        text = "\n".join(folded(line, width) for line in text.split("\n"))
    print(text)


def say_beside(heading: str, text: str) -> None:
    """Print a text in a column beside its heading, or in a narrow terminal below it; a pipe gets one line."""
    if not sys.stdout.isatty():
        print(heading + text)
        return
    columns = shutil.get_terminal_size().columns
    indent = " " * (len(heading) if columns > 1.6 * len(heading) else 4)
    beside = textwrap.fill(heading + text, columns, subsequent_indent=indent, break_on_hyphens=False)
    below = (
        f"{heading.rstrip()}\n{textwrap.fill(text, columns, initial_indent=indent, subsequent_indent=indent)}"
    )
    print(beside if len(indent) == len(heading) else below)


def folded(line: str, width: int) -> str:
    r"""A line in as many as it needs, the others further in than the first; one in colours is a row of a board.

    >>> print(folded("  +0.53  the right to move", 20))
      +0.53  the right
        to move
    >>> folded("\x1b[7m 1 \x1b[0m 2", 4)
    '\x1b[7m 1 \x1b[0m 2'
    """
    if len(line) <= width or "\x1b" in line:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
