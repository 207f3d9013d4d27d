"""The command line: one file a command, put together in `app`."""

import sys
from collections.abc import Sequence
from typing import NoReturn

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Entry point of the console script."""
    try:
        from leafstrap.cli.app import main
    except KeyboardInterrupt:  # on a busy machine loading takes seconds
        sys.exit(130)
    main(arguments)
