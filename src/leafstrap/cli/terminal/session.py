"""A game in the terminal: what a person types, and what the program answers, whatever the game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime

from leafstrap._core import Outcome, Side
from leafstrap.cli.common.playing import GameFile
from leafstrap.cli.terminal.opponent import Opponent
from leafstrap.games import Game
from leafstrap.games.dice import Dice
from leafstrap.games.result import result_text
from leafstrap.types import Position

TERMS = 6  # features that `explain` shows
WORDS = """\
  hint      what the program would play      undo      take back your last move
  explain   what the evaluation is made of   flip      turn the board
  {position:<9} the position as text             new       another game, with the other side
  resign    give up                          quit      leave"""


class Session:
    """One person against the program, game after game. With dice, the program rolls for both sides."""

    def __init__(
        self,
        game: Game,
        opponent: Opponent,
        file: GameFile,
        *,
        start: Position,
        side: Side,
        symbols: bool,
        seed: str,
        say: Callable[[str], None] = print,
    ) -> None:
        self._game = game
        self._opponent = opponent
        self._file = file
        self._start = start
        self._side = side
        self._symbols = symbols
        self._say = say
        self._dice = Dice(seed)
        self._turned = side == Side.second  # the board is seen by the second player
        self._line = game.Line(start)
        self._result: Outcome | None = None  # set by resigning: the board does not show it
        self._known: dict[str, Callable[[], object]] = {
            "hint": self._hint,
            "undo": self._undo,
            "explain": self._explain,
            "flip": self._flip,
            game.wording.position: lambda: self._say(str(self._line.position)),
            "new": self._new,
            "resign": self._resign,
            "help": self._help,
        }

    def prompt(self) -> str:
        """What stands before the place to type: the roll, or the number of the move."""
        return "new or quit? " if self._outcome is not None else f"{self._game.move_label(self._line)} "

    def begin(self) -> None:
        """Show the board, and let the program move first if it is its turn."""
        self._help()
        self._start_game()

    def obey(self, text: str) -> bool:
        """Carry out what was typed; False if that was the end."""
        text = text.strip()
        if text.lower() == "quit":
            return False
        if word := self._known.get(text.lower()):
            word()
        elif text and self._outcome is not None:
            self._say("The game is over: new for another, quit to leave.")
        elif text:
            self._play(text)
        return True

    def end(self) -> None:
        """Write the game down, if there is one."""
        if not len(self._line):
            return
        names = ("person", "leafstrap") if self._side == Side.first else ("leafstrap", "person")
        date = datetime.now(UTC).strftime("%Y.%m.%d")
        headers = {"Event": "leafstrap play", "Date": date, "White": names[0], "Black": names[1]}
        self._file.write(
            self._game.write_record(self._line, {**headers, "Result": result_text(self._outcome)})
        )

    @property
    def _outcome(self) -> Outcome | None:
        return self._result or self._line.outcome()

    @property
    def _is_persons_turn(self) -> bool:
        return bool(self._line.position.turn == self._side)

    def _prepare(self) -> None:
        """Roll if there are dice, and pass for the person where nothing can be moved: there is nothing to type."""
        self._dice.roll_if_due(self._line)
        if self._outcome is None and self._is_persons_turn and self._must_pass():
            self._say(f"\n{self._game.move_label(self._line)} you cannot move.")
            self._line.push(self._line.position.legal_moves()[0])
            self._dice.roll_if_due(self._line)
            if self._outcome is None:
                self._say(f"\n{self._move()}")
            self._prepare()

    def _must_pass(self) -> bool:
        moves = self._line.position.legal_moves()
        return len(moves) == 1 and str(moves[0]) == "pass"

    def _start_game(self) -> None:
        self._prepare()
        if self._is_persons_turn:
            self._show()
        self._reply()

    def _play(self, text: str) -> None:
        try:
            move = self._game.parse_move(self._line.position, text)
        except ValueError:
            self._say(f"{text[:20]!r} is no legal move here, and no word I know: type help.")
            return
        self._line.push(move)
        self._prepare()
        self._reply()

    def _reply(self) -> None:
        if self._outcome is None and not self._is_persons_turn:
            self._say(f"\n{self._move()}")
            self._prepare()
            self._show()
        if self._outcome is not None:
            self._over()

    def _move(self) -> str:
        """Play the program's move, and say what it was."""
        label, position = self._game.move_label(self._line), self._line.position
        move, thoughts = self._opponent.choose(self._line)
        self._line.push(move)
        return f"{label} {self._game.move_text(position, move)}   ({thoughts})"

    def _show(self) -> None:
        board = self._game.draw(self._line.position, from_second=self._turned, symbols=self._symbols)
        self._say(f"\n{board}\n")

    def _over(self) -> None:
        winner = self._outcome.winner if self._outcome is not None else None
        words = {None: "A draw.", self._side: "You have won.", self._side.other: "You have lost."}
        self._show()
        self._say(f"{words[winner]} {result_text(self._outcome)}")

    def _hint(self) -> None:
        if self._outcome is None:
            self._say(self._opponent.advice(self._line))

    def _undo(self) -> None:
        """Back to where the person was to move; the program's answer goes with it."""
        plies = 2 if self._is_persons_turn else 1
        if self._result is not None:
            self._result, plies = None, 0
        if len(self._line) < plies:
            self._say("There is nothing to take back.")
            return
        for _ in range(plies):
            self._line.pop()
        self._show()

    def _explain(self) -> None:
        title, parts, unit = self._opponent.explanation(self._line.position)
        self._say(title)
        for family in parts.families:
            self._say(f"  {family.share * unit:+7.2f}  {family.name}")
        terms = [term for family in parts.families for term in family.terms]
        for term in sorted(terms, key=lambda term: -abs(term.share))[:TERMS]:
            self._say(f"  {term.share * unit:+7.2f}  {term.name}: {term.meaning}")

    def _flip(self) -> None:
        self._turned = not self._turned
        self._show()

    def _new(self) -> None:
        self.end()
        self._side = self._side.other
        self._turned = self._side == Side.second
        self._line, self._result = self._game.Line(self._start), None
        self._opponent.new_game()
        self._start_game()

    def _resign(self) -> None:
        if self._outcome is None:
            self._result = Outcome(-self._side.sign)
            self._over()

    def _help(self) -> None:
        wording = self._game.wording
        words = WORDS.format(position=wording.position)
        self._say(f"A move is written as {wording.moves}. Other words:\n{words}")


def unicode_terminal() -> bool:
    """Whether standard output can show the symbols of the pieces."""
    try:
        "♔·●".encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
