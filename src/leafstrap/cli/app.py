"""The command `leafstrap`: its subcommands, and what becomes of errors."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer

from leafstrap.cli.lazy import CommandGroup
from leafstrap.errors import LeafstrapError

# Each with the module that it is imported from when it is called, in the order in which --help lists them.
COMMANDS = {
    "learn": "learn",
    "recipes": "recipes",
    "fit": "fit",
    "sweep": "sweep",
    "metrics": "metrics",
    "plot": "plot",
    "match": "match",
    "tournament": "tournament",
    "rate": "rate",
    "calibrate": "calibrate",
    "play": "play",
    "web": "web",
    "uci": "engines",
    "hub": "engines",
    "ubgi": "engines",
    "book": "book",
    "explain": "explain",
    "analyse": "analyse",
    "export": "export",
    "reproduce": "reproduce",
    "perft": "perft",
    "bench": "bench",
    "cluster": "cluster",
}

app = typer.Typer(
    cls=CommandGroup.of(COMMANDS),
    help="Learn evaluation functions for board games by looking ahead.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

WRONG_USE = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells report it


# How letters are written where a terminal has none of them.
SPELLED = {"α": "alpha", "β": "beta", "λ": "lambda", "×": "x", "±": "+-", "−": "-", "–": "-", "…": "..."}


def _spell(error: UnicodeError) -> tuple[str, int]:
    """Letters that an encoding does not have, by their names or as question marks, which is better than an error."""
    assert isinstance(error, UnicodeEncodeError)
    letters = error.object[error.start : error.end]
    return "-".join(SPELLED.get(letter, "?") for letter in letters), error.end


codecs.register_error("leafstrap.spelled", _spell)


def _print_version(wanted: bool) -> None:
    if wanted:
        from leafstrap.version import __version__

        print(f"leafstrap {__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
]


@app.callback()
def _options(version: Version = False) -> None:
    pass


def run(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line and return its exit status: 0 done, 2 wrong use, 130 stopped by Ctrl-C."""
    try:
        return app(arguments, standalone_mode=False) or 0
    except (LeafstrapError, typer.TyperException) as error:
        message = error.format_message() if isinstance(error, typer.TyperException) else str(error)
        if message:  # empty: the help page was printed because there were no arguments
            print(f"leafstrap: {' '.join(message.split())}", file=sys.stderr)
        return WRONG_USE
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Entry point of the console script."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="leafstrap.spelled")
    try:
        status = run(arguments)
        sys.stdout.flush()
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EPIPE):
            raise
        if error.errno == errno.ENOSPC:  # who reads no more of a pipe wants to hear nothing either
            print(f"leafstrap: The output cannot be written: {error.strerror}.", file=sys.stderr, flush=True)
        os._exit(WRONG_USE)  # the interpreter would try to write it once more
    if status == INTERRUPTED:
        # A native thread that was left behind still holds objects of the core. Commands have saved and closed what
        # they write by now, so leave without the interpreter's own taking down, which would report them as leaked.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def main_uci() -> NoReturn:
    """Entry point of `leafstrap-uci`: some programs take the name of an engine, and no arguments."""
    main(["uci", *sys.argv[1:]])


def main_hub() -> NoReturn:
    """Entry point of `leafstrap-hub`, for the same reason."""
    main(["hub", *sys.argv[1:]])
