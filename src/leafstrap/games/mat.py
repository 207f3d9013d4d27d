"""Games of backgammon as `.mat` text, which began with Jellyfish and every backgammon program reads.

A row has a number and what the two players threw and played, the first player on the left. `mat_reader` reads it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from leafstrap._core import Side
from leafstrap._core.backgammon import Line, Position
from leafstrap.games.mat_game import CubeAction, MatError, MatGame, plain, short_name, standard_start
from leafstrap.games.mat_reader import read_mat

COLUMN = 33  # where the second player's half of a row begins
WIDTH = 100  # of comments
MISSING = "????"  # what other programs write for a roll that was not played
RESULTS = {"1-0": 1, "0-1": -1}


def write_mat(
    line: Line, headers: Mapping[str, str], comments: Sequence[str] = (), cube: Sequence[CubeAction] = ()
) -> str:
    """The game as one of a money session, with comments on its last so many moves ahead of it.

    The format has no place for another start than the usual one: it goes into a header of our own.

    >>> from leafstrap._core.backgammon import Line
    >>> line = Line()
    >>> line.roll((3, 1))
    >>> line.push(line.position.move("8/5 6/5"))
    >>> print(write_mat(line, {"White": "gnubg:2", "Black": "pubeval"}))
    ; [Player 1 "gnubg:2"]
    <BLANKLINE>
     0 point match
    <BLANKLINE>
     Game 1
     gnubg-2 : 0                     pubeval : 0
      1) 31: 8/5 6/5
    <BLANKLINE>
    <BLANKLINE>
    """
    names = (headers.get("White", "first"), headers.get("Black", "second"))
    facts = {name: value for name, value in headers.items() if name not in ("White", "Black")}
    points = _result(line, headers.get("Result", ""), cube)
    return write_mat_games([MatGame(names, 0, (0, 0), line, points, tuple(cube))], facts, [comments])


def write_mat_games(
    games: Sequence[MatGame], headers: Mapping[str, str], comments: Sequence[Sequence[str]]
) -> str:
    """The games of one match, or of one money session, each with comments on its last so many moves."""
    names, length, start = games[0].players, games[0].match_length, games[0].line.start
    # Names that do not fit into the row are kept whole.
    facts = dict(headers) | {
        f"Player {i}": name for i, name in enumerate(names, start=1) if short_name(name) != name
    }
    if start not in (standard_start(Side.first), standard_start(Side.second)):
        facts["Start"] = str(start)
    rows = [f'; [{plain(name)} "{plain(value)}"]' for name, value in facts.items()]
    for number, (game, said) in enumerate(zip(games, comments, strict=True), start=1):
        rows += _remarks(game.line, said, f"game {number} | " if len(games) > 1 else "")
    rows += ["", f" {length} point match"]
    for number, game in enumerate(games, start=1):
        scores = (f"{short_name(name)} : {points}" for name, points in zip(names, game.score, strict=True))
        rows += ["", f" Game {number}", _row("", *scores), *_rows(game)]
    return "\n".join([*rows, "", ""])


def _rows(game: MatGame) -> Iterator[str]:
    """Two turns to a row; a double and its answer are a turn each."""
    line, cube, points = game.line, game.cube, game.points or 0
    cells = [""] if line.start.turn == Side.second else []
    for ply in range(len(line) + 1):
        cells += [_cube_text(action) for action in cube if action.ply == ply]
        if ply < len(line):
            before = line.before[ply]
            text = before.move_text(line.moves[ply])
            cells.append(_roll(before) + ("" if text == "pass" else f" {text}"))
    if line.position.dice is not None and line.outcome() is None:
        cells.append(f"{_roll(line.position)} {MISSING}")
    result = f" Wins {abs(points)} point{'s' * (abs(points) > 1)}" if points else ""
    if 0 < game.match_length <= max(game.score[0] + points, game.score[1] - points):
        result += " and the match"
    if (
        result and cube and cube[-1].kind == "drop" and len(cells) % 2
    ):  # beside it, as GNU Backgammon wants it
        cells.append(result)
        result = ""
    for number, first in enumerate(range(0, len(cells), 2), start=1):
        yield _row(f"{number:3})", *cells[first : first + 2])
    if result:
        yield _row("    ", *([result] if points > 0 else ["", result]))


def _cube_text(action: CubeAction) -> str:
    return f" Doubles => {action.cube}" if action.kind == "double" else f" {action.kind.capitalize()}s"


def _roll(position: Position) -> str:
    high, low = position.dice or (0, 0)
    return f"{high}{low}:"


def _row(number: str, left: str, right: str = "") -> str:
    # Readers find the right half by two blanks before it.
    return f"{f'{number} {left}':<{COLUMN - 2}}  {right}".rstrip()


def _result(line: Line, result: str, cube: Sequence[CubeAction]) -> int:
    """Who won how much. A game that ended before the board said so counts as given up for what the cube shows."""
    outcome = line.outcome()
    points = RESULTS.get(result, 0) if outcome is None else int(outcome.points)
    return points * max((action.cube for action in cube if action.kind == "take"), default=1)


def _remarks(line: Line, comments: Sequence[str], head: str) -> list[str]:
    """Comments with the numbers of their moves.

    Not between or after the rows, and without colons: other programs would take them for rolls and moves.
    """
    numbered = enumerate(comments, start=len(line) - len(comments) + 1)
    text = " | ".join(f"{ply} {plain(comment).replace(':', '.')}" for ply, comment in numbered if comment)
    text = f"{head}{text}" if text else ""
    return textwrap.wrap(text, WIDTH, initial_indent="; ", subsequent_indent="; ", break_long_words=False)


__all__ = ["CubeAction", "MatError", "MatGame", "read_mat", "write_mat", "write_mat_games"]
