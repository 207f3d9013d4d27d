"""Games read from `.mat` text, as many programs and many hands have written it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from leafstrap._core import Side
from leafstrap._core.backgammon import Line, Position
from leafstrap.games.checker_steps import read_steps
from leafstrap.games.mat_game import CubeAction, CubeKind, MatError, MatGame, short_name, standard_start

HEADER = re.compile(r'^\s*[;#]\s*\[\s*(?P<name>[^"\]]*?)\s*"(?P<value>[^"]*)"\s*\]')
MATCH = re.compile(r"^\s*(?P<length>\d{1,4})\s+points?\s+match", re.IGNORECASE)
GAME = re.compile(r"^\s*game\s+\d+\s*$", re.IGNORECASE)
NAMES = re.compile(r"^\s*(.*?)\s*:\s*(\d{1,4})\s+(\S.*?)\s*:\s*(\d{1,4})\s*$")
NUMBER = re.compile(r"^\s*\d+\s*\)")
CELL = re.compile(
    r"(?<![\w/?])(?:(?P<dice>[1-6]{2})\s*:|(?P<word>doubles?|redoubles?|beavers?|takes?|accepts?|drops?|wins?|losses)\b)",
    re.IGNORECASE,
)
PASS = {"cannot move", "can't move", "no move", "pass"}
NOT_WRITTEN = re.compile(r"^[?.\s]*$")
RIGHT_HALF = 18  # a lone cell that begins further right than this is the second player's
ACTIONS: dict[str, CubeKind] = {
    "do": "double", "re": "double", "be": "beaver", "ta": "take", "ac": "take", "dr": "drop",
}  # fmt: skip


def read_mat(text: str, faults: list[MatError] | None = None) -> Iterator[MatGame]:
    """The games of a text, one after the other.

    A game with a fault is left out and the rest is read. The faults go into the list; without one, the first is
    raised when all games have been given. A text that was cut off gives its last game as far as it goes.
    """
    found: list[MatError] = [] if faults is None else faults
    reader = _Reader(cut=bool(text) and not text.endswith(("\n", "\r")))
    rows = text.removeprefix("\ufeff").splitlines()
    some = False
    for number, row in [*enumerate(rows, start=1), (len(rows) + 1, None)]:
        try:
            game = reader.read(row, last=number == len(rows))
        except (MatError, ValueError) as error:
            found.append(error if isinstance(error, MatError) else MatError(number, str(error)))
            reader.skip()
            continue
        if game is not None:
            some = True
            yield game
    if not some and not found and text.strip():
        found.append(MatError(1, "there is no game here"))
    if faults is None and found:
        raise found[0]


@dataclass
class _Game:
    """A game that is being read."""

    headers: dict[str, str]
    players: tuple[str, str]
    length: int
    score: tuple[int, int]
    line: Line | None = None
    points: int | None = None
    cube: list[CubeAction] = field(default_factory=list)
    missing: bool = False  # the last roll was not played

    @property
    def value(self) -> int:
        """What the cube shows."""
        return max((action.cube for action in self.cube if action.kind in ("take", "beaver")), default=1)

    def begun(self, side: Side) -> Line:
        if self.line is None:
            start = self.headers.get("Start")
            self.line = Line(standard_start(side) if start is None else Position.parse(start))
        return self.line

    def finished(self) -> MatGame:
        line = self.begun(Side.first)
        outcome = line.outcome()
        if self.points is None and outcome is not None:
            self.points = outcome.points * self.value
        return MatGame(
            self.players, self.length, self.score, line, self.points, tuple(self.cube), dict(self.headers)
        )


class _Reader:
    """What is known at some row of the text."""

    def __init__(self, cut: bool) -> None:
        self._cut = cut
        self._headers: dict[str, str] = {}
        self._fresh = True  # no game since these headers
        self._length = 0
        self._awaits_names = False
        self._game: _Game | None = None

    def skip(self) -> None:
        """Pass over what is left of a game."""
        self._game, self._awaits_names = None, False

    def read(self, row: str | None, *, last: bool) -> MatGame | None:
        """Go on by one row, None at the end; gives the game that ended before it."""
        if row is None or GAME.match(row) or MATCH.match(row):
            done = None if self._game is None else self._game.finished()
            self.skip()
            if row is not None and (match := MATCH.match(row)):
                self._length = int(match["length"])
                self._renew_headers()
            elif row is not None:
                self._awaits_names, self._fresh = True, False
            return done
        if header := HEADER.match(row):
            self._renew_headers()
            self._headers[header["name"]] = header["value"]
        else:
            self._read_row(row.partition(";")[0].expandtabs(), cut=self._cut and last)
        return None

    def _renew_headers(self) -> None:
        """Those of the last match do not hold for the next."""
        if not self._fresh:
            self._headers, self._fresh = {}, True

    def _read_row(self, row: str, *, cut: bool) -> None:
        if self._awaits_names and row.strip():
            self._read_names(row, cut=cut)
        elif self._game is not None and row.strip():
            try:
                self._read_cells(self._game, row)
            except ValueError:
                if not cut:
                    raise

    def _read_names(self, row: str, *, cut: bool) -> None:
        names = NAMES.match(row)
        self._awaits_names = False
        if names is not None:
            players = (self._whole_name("Player 1", names[1]), self._whole_name("Player 2", names[3]))
            score = (int(names[2]), int(names[4]))
            self._game = _Game(self._headers, players, self._length, score)
        elif not cut:
            raise ValueError("the players' names and scores should stand here")

    def _whole_name(self, header: str, name: str) -> str:
        """The name before it was made to fit into the row."""
        whole = self._headers.get(header, name)
        return whole if short_name(whole) == name else name

    def _read_cells(self, game: _Game, row: str) -> None:
        number = NUMBER.match(row)
        cells = list(CELL.finditer(row, number.end() if number else 0))
        ends = [cell.start() for cell in cells] + [len(row)]
        if "/" in row[number.end() if number else 0 : ends[0]]:
            raise ValueError("a move stands here without its dice")
        for i, cell in enumerate(cells[:2]):
            side = Side.second if i == 1 or (len(cells) == 1 and cell.start() > RIGHT_HALF) else Side.first
            rest = row[cell.end() : ends[i + 1]].strip()
            if cell["dice"]:
                # Where blanks were lost, a lone cell is the turn of whoever's turn it is.
                turn = game.line.position.turn if game.line is not None and len(cells) == 1 else side
                self._play(game, turn, cell["dice"], rest)
            elif cell["word"].lower().startswith("win"):
                self._win(game, side, rest)
            elif cell["word"].lower() != "losses":  # which some write beside "Wins", and says the same
                self._turn_cube(game, side, cell["word"].lower(), rest)

    def _play(self, game: _Game, side: Side, dice: str, text: str) -> None:
        line = game.begun(side)
        position = line.position
        if game.missing:
            raise ValueError("the move before this one is missing")
        if position.turn != side:
            raise ValueError(f"it is not the turn of {game.players[side.value]}")
        if position.dice is None:
            line.roll((int(dice[0]), int(dice[1])))
        must_pass = [str(move) for move in line.position.legal_moves()] == ["pass"]
        if NOT_WRITTEN.match(text) and not must_pass:
            game.missing = True
        elif NOT_WRITTEN.match(text) or text.lower() in PASS:
            line.push(line.position.move("pass"))
        else:
            line.push(read_steps(line.position, text))

    def _turn_cube(self, game: _Game, side: Side, word: str, rest: str) -> None:
        line = game.begun(side)
        said = re.search(r"\d{1,4}", rest)
        kind = ACTIONS[word[:2]]
        offered = game.cube[-1].cube if game.cube else 1
        cube = int(said[0]) if said else offered * 2 if kind in ("double", "beaver") else offered
        game.cube.append(CubeAction(len(line), side, kind, cube))
        if kind == "drop" and game.points is None:
            game.points = side.other.sign * max(1, cube // 2)

    def _win(self, game: _Game, side: Side, rest: str) -> None:
        said = re.search(r"\d{1,4}", rest)
        points = int(said[0]) if said else 1
        outcome = game.begun(side).outcome()
        if outcome is not None and outcome.winner is not None:
            side = outcome.winner  # the column is a matter of blanks, the board is not
        elif game.cube and game.cube[-1].kind == "drop":
            side = game.cube[-1].side.other
        game.points = side.sign * points
