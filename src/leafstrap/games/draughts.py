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
from leafstrap.games.boards.draughts import DRAUGHTS_BOARD
from leafstrap.games.game import (
    MOVER_OUTPUTS,
    MOVER_SEARCHES,
    BenchPositions,
    Game,
    Wording,
    mover_networks,
    stage_classifiers,
)
from leafstrap.games.pieces import Pieces, Removal
from leafstrap.games.result import result_text

RESULTS = {result_text(outcome): outcome for outcome in (Outcome(1), Outcome(0), Outcome(-1))}
ROWS, SQUARES = 10, 5  # dark ones in a row
SYMBOLS = {"w": "\u26c0", "W": "\u26c1", "b": "\u26c2", "B": "\u26c3"}
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


def draw(position: Position, *, from_second: bool = False, symbols: bool = True) -> str:
    """The board as one sees it from a side of the table, with the number of each row's first square on its left.

    >>> print(draw(Position(), symbols=False))
       1     b   b   b   b   b
       6   b   b   b   b   b
      11     b   b   b   b   b
      16   b   b   b   b   b
      21     .   .   .   .   .
      26   .   .   .   .   .
      31     w   w   w   w   w
      36   w   w   w   w   w
      41     w   w   w   w   w
      46   w   w   w   w   w
    """
    pieces = dict(position.pieces())
    return "\n".join(
        _row(row, pieces, from_second, symbols) for row in (range(ROWS)[::-1] if from_second else range(ROWS))
    )


def _row(row: int, pieces: dict[int, str], from_second: bool, symbols: bool) -> str:
    numbers = [row * SQUARES + place + 1 for place in range(SQUARES)]
    signs = [_sign(pieces.get(number), symbols) for number in (numbers[::-1] if from_second else numbers)]
    indented = (row % 2 == 0) != from_second  # the first square of the row is a light one
    return f"  {numbers[-1] if from_second else numbers[0]:2}   {'  ' if indented else ''}{'   '.join(signs)}"


def _sign(piece: str | None, symbols: bool) -> str:
    if piece is None:
        return "·" if symbols else "."
    return SYMBOLS[piece] if symbols else piece


BENCH = BenchPositions(
    perft=(("W:W31-50:B1-20", 9), ("B:BK17,K24:W6,9,10,11,20-23,30,K31,33,37,41-44,46", 7)),
    # Openings, middlegames with and without exchanges, endgames with kings.
    search=(
        "W:W31-50:B1-20",
        "W:W26-28,31-33,36-40,42-50:B2-4,6-14,16-19,23,24",
        "B:W27,28,32,33,34,37,38,39,43,44,48:B8,9,12,13,14,16,18,19,21,23,26",
        "W:W25,27,28,30,32,33,34,38,39,43:B9,13,14,16,17,18,19,20,23,24",
        "W:W22,28,31,37,38,48:B3,13,14,19,24,26",
        "B:W15,27,K46:B9,13,35,K4",
    ),
    depth=9,
    integer_features="material",
)

DRAUGHTS = Game(
    name="draughts",
    Position=Position,
    Line=Line,
    feature_sets=feature_sets,
    record_suffix="pdn",
    write_record=pdn,
    default_recipe="draughts-quick",
    default_weights=files("leafstrap.weights") / "draughts-patterns.safetensors",
    example="W:W26-28,31-33,36-40,42-50:B2-4,6-14,16-19,23,24",
    classifiers=stage_classifiers(game_stages),
    outputs=MOVER_OUTPUTS,
    networks=mover_networks(feature_sets),
    searches=MOVER_SEARCHES,
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
    draw=draw,
    board_data=DRAUGHTS_BOARD,
    wording=Wording(moves="32-28 or 28x19", position="fen", unit="men"),
    bench_positions=BENCH,
    named_openings=files("leafstrap.games") / "draughts-openings.txt",
)

__all__ = [
    "DRAUGHTS",
    "GameFile",
    "GameText",
    "Line",
    "Move",
    "Position",
    "Tablebase",
    "WrittenGame",
    "draw",
    "pdn",
]
