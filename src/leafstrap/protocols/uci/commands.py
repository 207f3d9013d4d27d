"""What the UCI commands `position` and `go` say: where the game stands, what is to be searched, and for how long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from leafstrap._core import MAX_DEPTH, Side
from leafstrap.errors import UsageError
from leafstrap.games.chess import Line, Position
from leafstrap.protocols.engine import push_moves
from leafstrap.search.engine import SearchRequest
from leafstrap.search.limits import UNTIMED, Budget, budget, fixed_budget

FEN_FIELDS = 6
NUMBERS = (
    *("wtime", "btime", "winc", "binc", "movestogo"),
    *("depth", "nodes", "mate", "movetime", "perft"),
)
FLAGS = ("infinite", "ponder")
KEYWORDS = {*NUMBERS, *FLAGS, "searchmoves"}
LARGEST = 10**12  # milliseconds and nodes beyond it mean no limit, and would not fit everywhere


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


@dataclass(frozen=True, slots=True)
class Go:
    """The words after `go`: numbers by their names, in milliseconds where they are times."""

    numbers: dict[str, int] = field(default_factory=dict)
    infinite: bool = False
    ponder: bool = False
    moves: tuple[str, ...] = ()

    @classmethod
    def parse(cls, words: Sequence[str]) -> Go:
        """Read the words; those that mean nothing are passed over, as the protocol asks.

        >>> Go.parse("depth 4 sideways searchmoves e2e4 d2d4 nodes many".split())
        Go(numbers={'depth': 4}, infinite=False, ponder=False, moves=('e2e4', 'd2d4'))
        """
        numbers: dict[str, int] = {}
        flags: set[str] = set()
        moves: list[str] = []
        rest = iter(words)
        for word in _keyed(rest, moves):
            if word in FLAGS:
                flags.add(word)
            elif (value := _number(next(rest, ""))) is not None:
                numbers[word] = value
        return cls(numbers, "infinite" in flags, "ponder" in flags, tuple(moves))

    @property
    def perft(self) -> int | None:
        """The depth to count to, if this is no search at all."""
        depth = self.numbers.get("perft")
        return None if depth is None else min(max(depth, 0), MAX_DEPTH)

    def request(self, position: Position, overhead: float, multipv: int) -> SearchRequest:
        """The search that is meant; `overhead` is in seconds."""
        depth = self._positive("depth")
        if mate := self._positive("mate"):
            depth = min(depth or MAX_DEPTH, 2 * mate)
        known = {str(move): move for move in position.legal_moves()}
        return SearchRequest(
            depth=0 if self.infinite else min(depth, MAX_DEPTH),
            nodes=0 if self.infinite else self._positive("nodes"),
            budget=UNTIMED if self.infinite else self._budget(position.turn, overhead),
            multipv=multipv,
            moves=tuple(known[text] for text in self.moves if text in known),
            pondering=self.ponder,
        )

    def _positive(self, name: str) -> int:
        """0, no limit, if it is not there; the least limit if it is not above 0."""
        return max(self.numbers[name], 1) if name in self.numbers else 0

    def _budget(self, turn: Side, overhead: float) -> Budget:
        if "movetime" in self.numbers:
            return fixed_budget(self.numbers["movetime"] / 1000, overhead)
        colour = "w" if turn == Side.first else "b"
        if f"{colour}time" not in self.numbers:
            return UNTIMED
        left, increment = self.numbers[f"{colour}time"], max(self.numbers.get(f"{colour}inc", 0), 0)
        moves_to_go = self.numbers.get("movestogo", 0)
        return budget(left / 1000, increment / 1000, moves_to_go if moves_to_go > 0 else None, overhead)


def _keyed(words: Iterator[str], moves: list[str]) -> Iterator[str]:
    """The keywords in their order; words after `searchmoves` go to `moves` until the next keyword."""
    among_moves = False
    for word in words:
        if word in KEYWORDS:
            among_moves = word == "searchmoves"
            if not among_moves:
                yield word
        elif among_moves:
            moves.append(word)


def _number(text: str) -> int | None:
    try:
        return min(max(int(text), -LARGEST), LARGEST)
    except ValueError:
        return None
