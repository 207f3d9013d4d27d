"""A game: tic-tac-toe, whose rules, features and searches are compiled; here is what people see of it.

A game is one value, `leafstrap.games.Game`. What has no default must be told; the rest is what a game may bring
besides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from leafstrap._core.doubles.tictactoe import Line, Position, feature_sets, game_stages
from leafstrap.games import TRAINING_SEARCHES, Game, View, Wording, mover_networks, stage_classifiers


def write_record(line: Line, headers: Mapping[str, str], comments: Sequence[str] = ()) -> str:
    """A game as text: its tags, a line each, then the cells in the order in which they were marked."""
    tags = [f"{name}: {value}" for name, value in headers.items()]
    moves = [before.move_text(move) for before, move in zip(line.before, line.moves, strict=True)]
    return "\n".join([*tags, f"Start: {line.start}", f"Moves: {' '.join(moves)}", "", ""])


def draw(position: Position, view: View) -> str:
    """The board, the numbers of empty cells in their place."""
    cells = [str(cell) if mark == "." else mark for cell, mark in enumerate(str(position))]
    return "\n".join(f"  {' '.join(cells[row : row + 3])}" for row in (0, 3, 6))


TICTACTOE = Game(
    name="tictactoe",
    Position=Position,
    Line=Line,
    feature_sets=feature_sets,
    default_features="lines",
    record_suffix="txt",
    write_record=write_record,
    draw=draw,
    searches=TRAINING_SEARCHES,
    classifiers=stage_classifiers(game_stages),
    networks=mover_networks,
    default_recipe="tictactoe",
    opening_plies=1,
    longest=9,
    first_match="random --games 20 --depth 2",
    example="x...o....",
    wording=Wording(moves="4 for the centre, row by row from 0", position="cells"),
)
