"""Where games start: named lines that a game brings along, random balanced starts, or a file that users bring."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from pathlib import Path
from random import Random

from leafstrap.errors import UsageError
from leafstrap.evaluators import LinearArchitecture
from leafstrap.games import Game, get
from leafstrap.games.dice import is_chance
from leafstrap.types import Line, Move, Position, WrittenGame

OWN = "own"
NONE = "none"
# Random starts beside the named lines in a fixed set, such as self-play draws from.
RANDOM_STARTS = 100
# Of a file of games, unless told.
AT_MOST = 2000
# How much of a game in a file is its opening, unless the game is shorter.
FILE_PLIES = 16

# Far enough that what hangs is taken back or not; quiescence does the rest.
TABLE_BITS = 14
DEPTH = 3
# In pawns. Whole pieces and pawns are all that a material count knows, so this means: none.
TOLERANCE = 0.5


@dataclass(frozen=True, slots=True)
class Opening:
    """A named line; `start` and `moves` are those of its game."""

    name: str
    game: Game
    start: Position
    moves: tuple[Move, ...] = ()

    @classmethod
    def of(cls, name: str, game: Game, line: Line) -> Opening:
        """The opening that a line has played."""
        return cls(name, game, line.start, tuple(line.moves))

    def line(self) -> Line:
        """A new line that stands at the end of the opening."""
        line = self.game.Line(self.start)
        for move in self.moves:
            line.push(move)
        return line


def read_openings(game: Game, source: str = OWN, at_most: int = AT_MOST, seed: int = 0) -> list[Opening]:
    """The openings of a source: `own` (named lines that ship with the game), `none` (the standard start), or a file.

    Reading games takes time, so of a file with more than `at_most` games only so many are read, chosen by the seed.
    """
    if source not in (OWN, NONE):
        return _read_file(Path(source), game, at_most, seed)
    if source == NONE or game.named_openings is None:
        return [Opening("start", game, game.Position())]
    return list(_named(game.name))


def opening_lines(game: Game, source: str = OWN, random_starts: int = RANDOM_STARTS) -> list[Line]:
    """Lines to start games from; our own set has random balanced starts beside the named lines."""
    openings = read_openings(game, source)
    if source == OWN and not _begins_with_dice(game):
        openings += _balanced_starts(game.name, random_starts)
    return [opening.line() for opening in openings]


@cache
def _balanced_starts(game: str, number: int) -> tuple[Opening, ...]:
    return tuple(balanced_start(get(game), seed) for seed in range(number))


def shuffled_openings(game: Game, source: str, seed: int, needed: int) -> Iterator[Opening]:
    """Openings without end, in an order that follows from the seed.

    None comes twice as long as there are others: when the named lines are used up random starts follow,
    so that players without randomness of their own still play different games. A file can only begin again.
    """
    openings = read_openings(game, source, needed, seed)
    Random(f"openings {seed}").shuffle(openings)
    yield from openings
    if source == OWN and not _begins_with_dice(game):
        first = Random(f"random starts {seed}").getrandbits(32)
        yield from (balanced_start(game, first + number) for number in itertools.count())
    yield from itertools.cycle(openings)


def balanced_start(game: Game, seed: int, plies: int | None = None) -> Opening:
    """An opening of random moves after which neither side is ahead or wins material by force.

    The same seed gives the same start. Where there are no pieces to count, any start will do.

    >>> from leafstrap import games
    >>> start = balanced_start(games.get("chess"), seed=1)
    >>> len(start.moves), start.line().outcome()
    (8, None)
    """
    random, is_level = Random(f"balanced start {seed}"), _level_test(game)
    while True:
        line = game.Line()
        for _ in range(game.opening_plies if plies is None else plies):
            moves = line.position.legal_moves()
            if not moves:
                break
            line.push(random.choice(moves))
        if line.outcome() is None and is_level(line):
            return Opening.of(f"random start {seed}", game, line)


def _level_test(game: Game) -> Callable[[Line], bool]:
    """What says of a line whether neither side is ahead or wins material by force."""
    if game.pieces is None:
        return lambda line: True
    material = LinearArchitecture.of(game, {"features": "material"})
    evaluator = material.snapshot(material.initial_weights("material"))
    search = next(iter(game.searches.values())).make(material.core, TABLE_BITS)
    return lambda line: bool(abs(search.run(evaluator, line, depth=DEPTH).value) < TOLERANCE)


def _begins_with_dice(game: Game) -> bool:
    """Whether chance sees to it that games differ, whatever they start from."""
    return is_chance(game.Position())


@cache
def _named(game_name: str) -> tuple[Opening, ...]:
    """The named lines of a game, in the notation people write."""
    game = get(game_name)
    assert game.named_openings is not None
    openings = []
    for entry in game.named_openings.read_text(encoding="utf-8").splitlines():
        if not entry or entry.startswith("#"):
            continue
        name, _, moves = entry.partition(": ")
        line = game.Line()
        for move in moves.split():
            line.push(game.parse_move(line.position, move))
        openings.append(Opening.of(name, game, line))
    return tuple(openings)


def _read_file(path: Path, game: Game, at_most: int, seed: int) -> list[Opening]:
    """The openings in a file (PGN or PDN by its name, else a position a line) except those where a game is over."""
    if _begins_with_dice(game):
        raise UsageError(f"There are no openings in {game.name}: the dice see to it that games differ.")
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise UsageError(f"The opening file {path} cannot be read: {error.strerror}.") from None
    if game.GameText is not None and path.suffix.lower() == f".{game.record_suffix}":
        numbered = list(enumerate(game.GameText(text), start=1))
        chosen = Random(f"games of a file {seed}").sample(numbered, min(at_most, len(numbered)))
        found = [_of_game(path, number, each, game) for number, each in sorted(chosen, key=itemgetter(0))]
    else:
        found = _of_positions(path, text, game)
    openings = [opening for opening in found if opening.line().outcome() is None]
    if not openings:
        raise UsageError(f"The opening file {path} holds no opening to play from.")
    return openings


def _of_positions(path: Path, text: str, game: Game) -> list[Opening]:
    openings = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        try:
            position, name = game.parse_position(words)
        except ValueError as error:
            raise UsageError(f"Line {number} of {path} is no position: {error}.") from None
        openings.append(Opening(name or f"{path.name} {number}", game, position))
    return openings


def _of_game(path: Path, number: int, written: WrittenGame, game: Game) -> Opening:
    if written.fault is not None:
        where, sentence = written.fault
        raise UsageError(f"Game {number} of {path} is damaged, line {where}: {sentence}.")
    line = game.Line(written.line.start)
    for move in written.line.moves[:FILE_PLIES]:
        line.push(move)
    return Opening.of(dict(written.tags).get("Opening") or f"{path.name} {number}", game, line)
