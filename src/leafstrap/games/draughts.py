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
    FeatureSet,
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
from leafstrap.games.boards.view import GridDrawing
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
from leafstrap.games.result_model import ResultModel

RESULTS = {result_text(outcome): outcome for outcome in (Outcome(1), Outcome(0), Outcome(-1))}
SYMBOLS = {"w": "\u26c0", "W": "\u26c1", "b": "\u26c2", "B": "\u26c3"}
KINDS = {"w": "man", "b": "man", "W": "king", "B": "king"}


def pdn(line: Line, headers: Mapping[str, str], comments: Sequence[str] = ()) -> str:
    """The game as PDN text, with the given tags, and comments on its last so many moves.

    >>> print(pdn(Line(), {"Event": "none", "Result": "1-0"}).splitlines()[1])
    [Result "2-0"]
    """
    outcome = RESULTS.get(headers.get("Result", "*"))
    return write_pdn(line, list(headers.items()), list(comments), outcome)


def draughts_result(outcome: Outcome | None) -> str:
    """Who won, as PDN says it: a win counts two points.

    >>> draughts_result(Outcome(-1)), draughts_result(None)
    ('0-2', '*')
    """
    if outcome is None:
        return "*"
    return {None: "1-1", Side.first: "2-0", Side.second: "0-2"}[outcome.winner]


def refusal(position: Position, text: str) -> str:
    """Why a move is not legal: captures are compulsory, and so is taking as many pieces as can be taken.

    >>> refusal(Position.parse("W:W28,K50:B22,13"), "50-45")
    'a capture is compulsory: 28x17'
    """
    moves = [position.move_text(move) for move in position.legal_moves()]
    if not moves or "x" not in moves[0]:
        return ""
    why = "as many pieces as possible must be taken" if "x" in text.lower() else "a capture is compulsory"
    return f"{why}: {', '.join(dict.fromkeys(moves))}"


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


draw = GridDrawing(DRAUGHTS_BOARD, SYMBOLS, numbered=True, solid={"w": "●", "b": "●", "W": "◉", "B": "◉"})


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
    FeatureSet=FeatureSet,
    record_suffix="pdn",
    write_record=pdn,
    ladder="draughts",
    default_recipe="draughts-quick",
    default_weights=files("leafstrap.weights") / "draughts-patterns.safetensors",
    example="W:W26-28,31-33,36-40,42-50:B2-4,6-14,16-19,23,24",
    classifiers=stage_classifiers(game_stages),
    outputs=MOVER_OUTPUTS,
    networks=mover_networks,
    searches=MOVER_SEARCHES,
    pieces=Pieces(
        unit="man",
        worths={"man": 1.0},  # kings are too rare to set a scale by
        first={"man": 1.0, "king": 3.0},
        count=lambda position: len(position.pieces()),
        removals=_removals,
    ),
    default_features="patterns",
    GameText=GameText,
    GameFile=GameFile,
    quiet_positions=quiet_positions,
    Tablebase=Tablebase,
    draw=draw,
    result_text=draughts_result,
    refusal=refusal,
    board_data=DRAUGHTS_BOARD,
    result_model=ResultModel(4.0887, 0.1346, 2.3987, 1.905),
    level_ratings=(125, 195, 336, 597, 787, 1882, 2424, 2702, 2998, 3146),
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
