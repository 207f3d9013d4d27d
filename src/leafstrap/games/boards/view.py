"""How a board is shown in a terminal, and the drawing of boards that are grids of squares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from leafstrap._core import Side
from leafstrap.games.boards.board_data import EMPTY, BoardData

LIGHT, DARK, LIGHT_MARKED, DARK_MARKED = 180, 137, 186, 143  # of the 256 colours of terminals
FIRST, SECOND = "38;5;231;1", "38;5;16;1"
DIM, MARKED = "2", "7"


@dataclass(frozen=True)
class View:
    """Who looks at a board, and what the terminal can show."""

    from_second: bool = False  # the second player's side is below
    symbols: bool = True  # else letters
    colours: bool = False
    columns: int = 80
    reader: Side | None = (
        None  # whose numbers are written, where the sides number differently; None: who looks
    )
    last: tuple[Any, Any] | None = None  # the position before the last move, and the move

    def paint(self, text: str, code: str) -> str:
        r"""A text in a colour, where there are colours.

        >>> View().paint("x", "7"), View(colours=True).paint("x", "7")
        ('x', '\x1b[7mx\x1b[0m')
        """
        return f"\x1b[{code}m{text}\x1b[0m" if self.colours else text


PLAIN = View()


@dataclass(frozen=True)
class GridDrawing:
    """Draws the boards of a game on a grid. A last move stands in brackets, or on squares of another colour."""

    data: BoardData
    symbols: Mapping[str, str]  # of the letters of pieces
    numbered: bool = False  # every square has its number written in it, and there are no files and ranks
    solid: Mapping[str, str] | None = None  # symbols where colours tell the sides apart

    def __call__(self, position: Any, view: View = PLAIN) -> str:
        """The board of a position."""
        rows, columns = list(range(self.data.rows)), list(range(self.data.columns))
        if view.from_second:
            rows, columns = rows[::-1], columns[::-1]
        cells, marked = str(self.data.board(position)["cells"]), self._marked(view)
        drawn = []
        for row in rows:
            line = "" if view.colours else " "
            for column in columns:
                name = self.data.names[row * self.data.columns + column]
                letter = cells[row * self.data.columns + column]
                on, after = name in marked, columns.index(column)
                following = columns[after + 1] if after + 1 < len(columns) else None
                text = self._sign(letter, name, view)
                if view.colours:
                    line += self._square(
                        f"{text} " if self.numbered else f" {text} ",
                        letter,
                        name,
                        (row + column) % 2 == 1,
                        on,
                    )
                else:
                    next_on = (
                        following is not None
                        and self.data.names[row * self.data.columns + following] in marked
                    )
                    before = line[:-1] + "[" if on else line
                    line = before + text + ("]" if on else "[" if next_on else " ")
            label = "" if self.numbered else str(self.data.names[row * self.data.columns])[1:]
            drawn.append(f"  {label:<2}{line}".rstrip())
        if self.numbered:
            return "\n".join(drawn)
        gap = "  " if view.colours else " "
        files = gap.join(str(self.data.names[column])[0] for column in columns)
        return "\n".join([*drawn, "", f"     {files}"])

    def _marked(self, view: View) -> set[str]:
        if view.last is None:
            return set()
        touched = self.data.move(*view.last)
        return {touched["from"], touched["to"]}

    def _sign(self, letter: str, name: str | None, view: View) -> str:
        if name is None:
            return "  "
        if letter == EMPTY:
            sign = " " if view.colours else ("·" if view.symbols else ".")
        elif view.symbols:
            sign = (self.solid or self.symbols)[letter] if view.colours else self.symbols[letter]
        else:
            sign = letter
        return f"{sign}{name:<2}" if self.numbered else sign

    def _square(self, text: str, letter: str, name: str | None, dark: bool, marked: bool) -> str:
        """One in colours; numbers beside a piece are dim."""
        ground = (DARK_MARKED if dark else LIGHT_MARKED) if marked else (DARK if dark else LIGHT)
        side = next((side for sign, side, _ in self.data.pieces if sign == letter), "second")
        ink = FIRST if side == "first" else SECOND
        if not self.numbered or name is None:
            return f"\x1b[48;5;{ground};{ink}m{text}\x1b[0m"
        return f"\x1b[48;5;{ground};{ink}m{text[:1]}\x1b[0;48;5;{ground};38;5;94m{text[1:]}\x1b[0m"
