"""A game in the terminal: what a person types, and what the program answers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime

from leafstrap._core import Outcome, SearchControl, Side
from leafstrap.cli.board_text import board_text
from leafstrap.cli.game_file import GameFile
from leafstrap.cli.interruptible import interruptible
from leafstrap.evaluators.explain import explain
from leafstrap.evaluators.integer import centipawns_per_unit
from leafstrap.games.chess import CHESS, Line, Position, parse_move
from leafstrap.games.result import result_text
from leafstrap.search.engine import Assignment, Engine
from leafstrap.search.tournament import TournamentResult, Variation

HELP = """\
A move is written as Nf3 or g1f3. Other words:
  hint      what the program would play      undo      take back your last move
  explain   what the evaluation is made of   flip      turn the board
  fen       the position as text             new       another game, with the other side
  resign    give up                          quit      leave"""
TERMS = 6  # features that `explain` shows


class PlaySession:
    """One person against the engine, game after game."""

    def __init__(
        self,
        engine: Engine,
        assignment: Assignment,
        file: GameFile,
        *,
        start: Position,
        side: Side,
        symbols: bool,
        say: Callable[[str], None] = print,
    ) -> None:
        self._engine = engine
        self._assignment = assignment
        self._file = file
        self._start = start
        self._side = side
        self._symbols = symbols
        self._say = say
        self._from_black = side == Side.second
        self._line = Line(start)
        self._result: Outcome | None = None  # set by resigning: the board does not show it
        self._words: dict[str, Callable[[], bool]] = {
            "hint": self._hint,
            "undo": self._undo,
            "explain": self._explain,
            "flip": self._flip,
            "fen": self._fen,
            "new": self._new,
            "resign": self._resign,
            "help": self._help,
            "quit": self._quit,
        }

    def begin(self) -> None:
        """Show the board, and let the engine move first if it is its turn."""
        self._say(HELP)
        if self._line.position.turn == self._side:
            self._show()
        self._reply()

    def prompt(self) -> str:
        """What stands before the place to type."""
        if self._outcome is not None:
            return "new or quit? "
        number = self._line.position.fullmove_number
        return f"{number}{'.' if self._side == Side.first else '...'} "

    def obey(self, text: str) -> bool:
        """Carry out what was typed; False if that was the end."""
        text = text.strip()
        if not text:
            return True
        if word := self._words.get(text.lower()):
            return word()
        if self._outcome is not None:
            self._say("The game is over: new for another, quit to leave.")
            return True
        try:
            move = parse_move(self._line.position, text)
        except ValueError:
            self._say(f"{text[:20]!r} is no legal move here, and no word I know: type help.")
            return True
        self._line.push(move)
        self._reply()
        return True

    def end(self) -> None:
        """Write the game down, if there is one."""
        if not len(self._line):
            return
        white, black = ("person", "leafstrap") if self._side == Side.first else ("leafstrap", "person")
        result = result_text(self._outcome)
        date = datetime.now(UTC).strftime("%Y.%m.%d")
        headers = {"Event": "leafstrap play", "Date": date, "White": white, "Black": black, "Result": result}
        self._file.write(CHESS.write_record(self._line, headers))

    @property
    def _outcome(self) -> Outcome | None:
        return self._result or self._line.outcome()

    def _reply(self) -> None:
        if self._outcome is None and self._line.position.turn != self._side:
            before, number = self._line.position, self._line.position.fullmove_number
            result = self._think()
            dots = "." if before.turn == Side.first else "..."
            self._line.push(result.move)
            self._say(f"\n{number}{dots} {before.san(result.move)}   {_thoughts(before, result)}")
            self._show()
        if self._outcome is not None:
            self._over()

    def _think(self) -> TournamentResult:
        control = SearchControl()
        try:
            return interruptible(lambda: self._engine.think(self._line, self._assignment, control))
        except KeyboardInterrupt:
            control.stop()
            raise

    def _show(self) -> None:
        self._say(
            f"\n{board_text(self._line.position, from_black=self._from_black, symbols=self._symbols)}\n"
        )

    def _over(self) -> None:
        winner = self._outcome.winner if self._outcome is not None else None
        words = {None: "A draw.", self._side: "You have won.", self._side.other: "You have lost."}
        self._show()
        self._say(f"{words[winner]} {result_text(self._outcome)}")

    def _hint(self) -> bool:
        if self._outcome is None:
            result = self._think()
            position = self._line.position
            self._say(f"{position.san(result.move)}   {_thoughts(position, result)}")
        return True

    def _undo(self) -> bool:
        """Back to where the person was to move; the engine's answer goes with it."""
        plies = 2 if self._line.position.turn == self._side else 1
        if self._result is not None:
            self._result, plies = None, 0
        if len(self._line) < plies:
            self._say("There is nothing to take back.")
        else:
            for _ in range(plies):
                self._line.pop()
            self._show()
        return True

    def _explain(self) -> bool:
        linear = self._engine.linear
        pawns = centipawns_per_unit(linear.feature_set, linear.weights) / 100
        parts = explain(linear, self._line.position)
        self._say(f"Evaluation {parts.value * pawns:+.2f} pawns, White's view, before any search:")
        for family in parts.families:
            self._say(f"  {family.share * pawns:+7.2f}  {family.name}")
        terms = [term for family in parts.families for term in family.terms]
        for term in sorted(terms, key=lambda term: -abs(term.share))[:TERMS]:
            self._say(f"  {term.share * pawns:+7.2f}  {term.name}: {term.meaning}")
        return True

    def _flip(self) -> bool:
        self._from_black = not self._from_black
        self._show()
        return True

    def _fen(self) -> bool:
        self._say(self._line.position.fen)
        return True

    def _new(self) -> bool:
        self.end()
        self._side = self._side.other
        self._from_black = self._side == Side.second
        self._line, self._result = Line(self._start), None
        self._engine.new_game()
        if self._line.position.turn == self._side:
            self._show()
        self._reply()
        return True

    def _resign(self) -> bool:
        if self._outcome is None:
            self._result = Outcome(-self._side.sign)
            self._over()
        return True

    def _help(self) -> bool:
        self._say(HELP)
        return True

    def _quit(self) -> bool:
        return False


def unicode_terminal() -> bool:
    """Whether standard output can show the symbols of the pieces."""
    try:
        "♔·".encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def _thoughts(position: Position, result: TournamentResult) -> str:
    """The score in pawns, the mover's view, and the moves that are expected."""
    best = result.lines[0]
    moves = []
    for move in best.pv:
        moves.append(position.san(move))
        position = position.after(move)
    return f"({_score(best)}, depth {result.depth}: {' '.join(moves)})"


def _score(variation: Variation) -> str:
    if variation.mate is not None:
        return f"mate in {variation.mate}" if variation.mate > 0 else f"mated in {-variation.mate}"
    return f"{variation.score / 100:+.2f}"
