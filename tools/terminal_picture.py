"""A picture of what a command shows in a terminal: `script -qec COMMAND /dev/null | terminal_picture.py OUT.svg`."""

from __future__ import annotations

import io
import sys

from rich.console import Console
from rich.text import Text

WIDTH = 88


def main() -> None:
    """Read what was shown from standard input, colours included."""
    target, title = sys.argv[1], sys.argv[2]
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(sys.stdin.read().replace("\r", "")))
    console.save_svg(target, title=title)


if __name__ == "__main__":
    main()
