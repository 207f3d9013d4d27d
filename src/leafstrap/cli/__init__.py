"""The command line: one file a command, put together in `app`."""

from leafstrap.cli.app import main

__all__ = ["main"]
