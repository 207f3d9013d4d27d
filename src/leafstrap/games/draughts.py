"""International draughts: positions and lines of the core.

>>> from leafstrap.games.draughts import Position
>>> position = Position.parse("W:W28,K50:B22,13")
>>> [position.move_text(move) for move in position.legal_moves()]  # most pieces must be captured
['28x17']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files

from leafstrap._core import Outcome, Side
from leafstrap._core.draughts import (
    GameFile,
    GameText,
    Line,
    Move,
    Position,
    Tablebase,
    WrittenGame,
    feature_sets,
    game_stages,
    quiet_positions,
)
from leafstrap._core.draughts import pdn as write_pdn
from leafstrap.games.game import Game
from leafstrap.games.pieces import Pieces, Removal
from leafstrap.games.result import result_text

RESULTS = {result_text(outcome): outcome for outcome in (Outcome(1), Outcome(0), Outcome(-1))}
KINDS = {"w": "man", "b": "man", "W": "king", "B": "king"}


def pdn(line: Line, headers: Mapping[str, str], comments: Sequence[str] = ()) -> str:
    """The game as PDN text, with the given tags, and comments on its last so many moves.

    >>> print(pdn(Line(), {"Event": "none", "Result": "1-0"}).splitlines()[1])
    [Result "2-0"]
    """
    outcome = RESULTS.get(headers.get("Result", "*"))
    return write_pdn(line, list(headers.items()), list(comments), outcome)


def _removals(position: Position) -> list[Removal]:
    found: list[Removal] = []
    squares = position.hub
    for square, piece in position.pieces():
        try:
            without = Position.parse(f"{squares[:square]}e{squares[square + 1 :]}")
        except ValueError:  # a side without a piece has lost
            continue
        found.append((KINDS[piece], Side.first if piece in "wW" else Side.second, without))
    return found


DRAUGHTS = Game(
    name="draughts",
    Position=Position,
    Line=Line,
    feature_sets=feature_sets,
    record_suffix="pdn",
    write_record=pdn,
    stages=game_stages,
    pieces=Pieces(
        unit="man",
        worths={"man": 1.0},  # kings are too rare to set a scale by
        first={"man": 1.0, "king": 3.0},
        removals=_removals,
    ),
    default_features="patterns",
    GameText=GameText,
    GameFile=GameFile,
    quiet_positions=quiet_positions,
    Tablebase=Tablebase,
    named_openings=files("leafstrap.games") / "draughts-openings.txt",
)

__all__ = ["DRAUGHTS", "GameFile", "GameText", "Line", "Move", "Position", "Tablebase", "WrittenGame", "pdn"]
