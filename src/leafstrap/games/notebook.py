"""What a notebook shows of positions, games and results: boards as pictures, figures as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from leafstrap.games.boards.view import View

if TYPE_CHECKING:
    from leafstrap.games.game import Game

CELL = 40  # pixels
LIGHT, DARK = "#eeddbb", "#b88a60"
FILLS = {"first": "#fafafa", "second": "#333333"}
GLYPHS = {"king": "♚", "queen": "♛", "rook": "♜", "bishop": "♝", "knight": "♞", "pawn": "♟"}


def html_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of texts.

    >>> html_table(["a"], [["<1>"]])
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>&lt;1&gt;</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def board_html(game: Game, position: Any) -> str:
    """The board: squares and pieces where a game has them, else as the terminal shows it."""
    if game.board_data.kind != "grid":
        return f"<pre>{escape(game.draw(position, View()))}</pre>"
    data, board = game.board_data, game.board_data.board(position)
    kinds = {letter: (side, kind) for letter, side, kind in data.pieces}
    draw = _sign if all(kind in GLYPHS for _, _, kind in data.pieces) else _disc
    parts = []
    for place, letter in enumerate(board["cells"]):
        row, column = divmod(place, data.columns)
        x, y = column * CELL, row * CELL
        fill = DARK if (row + column) % 2 else LIGHT
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>')
        if letter in kinds:
            parts.append(draw(*kinds[letter], x + CELL / 2, y + CELL / 2))
    width, height = data.columns * CELL, data.rows * CELL
    title = f"<title>{escape(str(position))}</title>"
    box = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{title}{"".join(parts)}</svg>'


def show_boards(game: Game) -> None:
    """From now on a notebook shows positions of the game, and where games stand, as boards; a prompt shows moves."""

    def position_html(position: Any) -> str:
        return board_html(game, position)

    def moves(line: Any) -> str:
        pairs = zip(line.before, line.moves, strict=True)
        return " ".join(game.move_text(before, move) for before, move in pairs)

    def line_html(line: Any) -> str:
        return f"{board_html(game, line.position)}<p>{escape(moves(line))}</p>"

    def line_repr(line: Any) -> str:
        return f"<Line of {game.name}: {moves(line) or 'no moves yet'}>"

    for kind, name, shown in (
        (game.Position, "_repr_html_", position_html),  # which IPython asks for
        (game.Line, "_repr_html_", line_html),
        (game.Line, "__repr__", line_repr),
    ):
        setattr(kind, name, shown)


def _sign(side: str, kind: str, x: float, y: float) -> str:
    """A piece of chess."""
    style = f'fill="{FILLS[side]}" stroke="#222222" stroke-width="0.7" font-size="{0.85 * CELL}" text-anchor="middle"'
    return f'<text x="{x}" y="{y + 0.3 * CELL}" {style}>{GLYPHS[kind]}</text>'


def _disc(side: str, kind: str, x: float, y: float) -> str:
    """A man or a disc; a king has a ring."""
    edge = FILLS["second" if side == "first" else "first"]
    disc = f'<circle cx="{x}" cy="{y}" r="{0.38 * CELL}" fill="{FILLS[side]}" stroke="{edge}"/>'
    ring = f'<circle cx="{x}" cy="{y}" r="{0.2 * CELL}" fill="none" stroke="{edge}" stroke-width="2"/>'
    return disc + ring * (kind == "king")
