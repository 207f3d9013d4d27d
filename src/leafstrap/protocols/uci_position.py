"""The UCI command `position`."""

from __future__ import annotations

from collections.abc import Sequence

from leafstrap.errors import UsageError
from leafstrap.games.chess import Line, Position
from leafstrap.protocols.moves import push_moves

FEN_FIELDS = 6


def parse_position(words: Sequence[str]) -> Line:
    """The line that the words after `position` mean; a UsageError says why they mean none.

    >>> len(parse_position("startpos moves e2e4 e7e5".split()))
    2
    """
    kind = next((word for word in words if word in ("startpos", "fen")), None)
    if kind is None:
        raise UsageError("position says neither startpos nor fen.")
    rest = list(words[words.index(kind) + 1 :])
    at = rest.index("moves") if "moves" in rest else len(rest)
    line = Line(_fen(rest[:at])) if kind == "fen" else Line()
    push_moves(line, rest[at + 1 :])
    return line


def _fen(fields: Sequence[str]) -> Position:
    try:
        return Position.parse(" ".join(fields[:FEN_FIELDS]))
    except ValueError as error:
        raise UsageError(f"{error}.") from None
