"""A game in the terminal: what a person types, and what the program answers, whatever the game."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from leafstrap._core import Outcome, Side
from leafstrap.cli.common.playing import GameFile
from leafstrap.cli.terminal.doubling import Doubling
from leafstrap.cli.terminal.opponent import Opponent
from leafstrap.cli.terminal.reading import legal_moves, read_move
from leafstrap.cli.terminal.review import review
from leafstrap.errors import LeafstrapError
from leafstrap.games import Game, View
from leafstrap.games.dice import Dice, is_chance
from leafstrap.games.result import result_text
from leafstrap.search import Clock, Limits
from leafstrap.types import Position

TERMS = 6  # features that `explain` shows
HINT = Limits(movetime=1.0)  # where a clock is all that limits the program
WORDS = {
    "hint": "what the program would play",
    "moves": "all legal moves",
    "explain": "what the evaluation is made of",
    "undo": "take back your last move",
    "flip": "turn the board",
    "level N": "from 1, a beginner, to 10",
    "review": "your best and worst moves",
    "new": "another game",
    "resign": "give up",
    "quit": "leave",
}
CUBE_WORDS = {
    "roll": "roll the dice",
    "double": "double the stake",
    "take": "play on for it",
    "pass": "give up instead",
}


@dataclass(frozen=True)
class Setting:
    """How a session is played."""

    start: Position
    side: Side
    view: View
    limits: Limits
    seed: str
    cube: bool = False  # for money, with the doubling cube
    points: int | None = None  # a match to so many, with it


class Session:
    """One person against the program, game after game. With dice, the program rolls for both sides."""

    def __init__(
        self,
        game: Game,
        opponent: Opponent,
        file: GameFile,
        setting: Setting,
        *,
        at_level: Callable[[int], Opponent],
        say: Callable[[str], None] = print,
    ) -> None:
        self._game = game
        self._opponent = opponent
        self._file = file
        self._setting = setting
        self._at_level = at_level
        self._say = say
        self._side = setting.side
        self._dice = Dice(setting.seed)
        self._turned = setting.side == Side.second  # the board is seen by the second player
        self._line = game.Line(setting.start)
        self._result: Outcome | None = None  # what the board does not show: a game resigned, or lost on time
        self._asked = ""  # what the person is to say before the game goes on: roll, or take
        self._written = False
        self._clocks = {side: setting.limits.new_clock() for side in (Side.first, Side.second)}
        self._asked_at = time.monotonic()
        self._doubling = None
        if (setting.cube or setting.points is not None) and opponent.cube is not None:
            self._doubling = Doubling(opponent.cube, setting.points)
        self._known: dict[str, Callable[[], object]] = {
            "hint": self._hint,
            "moves": self._moves,
            "undo": self._undo,
            "explain": self._explain,
            "flip": self._flip,
            game.wording.position: lambda: self._say(str(self._line.position)),
            "review": self._review,
            "new": self._new,
            "resign": self._resign,
            "help": self._help,
            "?": self._help,
        }
        if self._doubling is not None:
            self._known |= {
                "roll": self._roll,
                "double": self._double,
                "take": self._take,
                "pass": self._pass,
            }

    def prompt(self) -> str:
        """What stands before the place to type: the clocks, then the roll, or the number of the move."""
        self._asked_at = time.monotonic()
        if self._outcome is not None:
            return "new, review or quit? "
        clocks = ""
        if self._setting.limits.clock is not None:
            own, other = (_time(self._clocks[side]) for side in (self._side, self._side.other))
            clocks = f"[you {own}, I {other}] "
        asked = {
            "": f"{self._game.move_label(self._line)} ",
            "roll": "roll or double? ",
            "take": "take or pass? ",
        }
        return clocks + asked[self._asked]

    def completions(self, text: str) -> list[str]:
        """Words and moves that begin so."""
        position = self._line.position
        moves = (
            [] if self._asked else [self._game.move_text(position, move) for move in position.legal_moves()]
        )
        return [word for word in (*self._known, "quit", "level", *moves) if word.startswith(text)]

    def begin(self) -> None:
        """Show the board, and let the program move first if it is its turn."""
        self._help()
        self._go_on()

    def obey(self, text: str) -> bool:
        """Carry out what was typed; False if that was the end."""
        text = text.strip()
        words = text.lower().split()
        if words in (["quit"], ["exit"], ["q"]):
            return False
        if not words:
            if self._asked == "roll":
                self._roll()
        elif words[0] == "level" and len(words) == 2:
            self._level(words[1])
        elif word := self._known.get(text.lower()):
            word()
        elif self._outcome is not None:
            self._say("The game is over: new for another, review to look back, quit to leave.")
        elif self._asked:
            self._say(f"First {self.prompt()}")
        else:
            self._play(text)
        return True

    def end(self) -> None:
        """Write the game down, if there is one."""
        if not len(self._line) or self._written:
            return
        self._written = self._outcome is not None
        names = ("person", "leafstrap") if self._side == Side.first else ("leafstrap", "person")
        date = datetime.now(UTC).strftime("%Y.%m.%d")
        headers = {"Event": "leafstrap play", "Date": date}
        if self._doubling is not None:
            self._file.write(self._doubling.record(self._line, names, self._outcome, headers))
            return
        headers |= {"White": names[0], "Black": names[1], "Result": result_text(self._outcome)}
        self._file.write(self._game.write_record(self._line, headers))

    @property
    def _outcome(self) -> Outcome | None:
        return self._result or self._line.outcome()

    @property
    def _is_persons_turn(self) -> bool:
        return bool(self._line.position.turn == self._side)

    def _go_on(self) -> None:
        """Let the program do all that is up to it, until the person has something to say."""
        while self._outcome is None and not self._asked:
            if is_chance(self._line.position) and self._doubling is not None and self._ask(self._doubling):
                return
            self._dice.roll_if_due(self._line)
            if not self._is_persons_turn:
                self._say(f"\n{self._move()}")
            elif self._must_pass():
                self._say(f"\n{self._game.move_label(self._line)} you cannot move.")
                self._line.push(self._line.position.legal_moves()[0])
            else:
                self._show()
                return
        if self._outcome is not None:
            self._over()

    def _ask(self, doubling: Doubling) -> bool:
        """Whether there is something to say about the cube before the dice are rolled."""
        turn = self._line.position.turn
        opening = len(self._line) == 0 and self._line.start == self._game.Position()
        if opening or not doubling.may_double(turn):
            return False
        if turn == self._side:
            self._asked = "roll"
        elif doubling.program_doubles(self._line):
            self._asked = "take"
        else:
            return False
        self._show()
        if self._asked == "take":
            self._say(f"I double, to {2 * doubling.cube.value}.")
        return True

    def _must_pass(self) -> bool:
        moves = self._line.position.legal_moves()
        return len(moves) == 1 and str(moves[0]) == "pass"

    def _play(self, text: str) -> None:
        move = read_move(self._game, self._line.position, text)
        if isinstance(move, str):
            self._say(move)
            return
        if not self._spend(self._side, time.monotonic() - self._asked_at):
            return
        self._line.push(move)
        self._go_on()

    def _spend(self, side: Side, seconds: float) -> bool:
        """Take time off a clock; False if that was the end of the game."""
        self._clocks[side].spend(seconds)
        if not self._clocks[side].flagged:
            return True
        self._say("Your time is up." if side == self._side else "My time is up.")
        self._result = Outcome(-side.sign)
        self._over()
        return False

    def _move(self) -> str:
        """Play the program's move, and say what it was."""
        label, position, turn = (
            self._game.move_label(self._line),
            self._line.position,
            self._line.position.turn,
        )
        began = time.monotonic()
        limits = self._setting.limits.with_clocks(self._clocks[turn], self._clocks[turn.other])
        stakes = None if self._doubling is None else self._doubling.stakes
        move, thoughts = self._opponent.choose(self._line, limits, stakes)
        self._clocks[turn].spend(time.monotonic() - began)
        if self._clocks[turn].flagged:
            self._result = Outcome(-turn.sign)
        self._line.push(move)
        return f"{label} {self._game.move_text(position, move)}   ({thoughts})"

    def _show(self) -> None:
        last = (self._line.before[-1], self._line.moves[-1]) if len(self._line) else None
        view = replace(self._setting.view, from_second=self._turned, reader=self._side, last=last)
        self._say(f"\n{self._game.draw(self._line.position, view)}\n")
        if self._doubling is not None:
            cube = self._doubling.cube
            owner = "in the middle" if cube.owner is None else "yours" if cube.owner == self._side else "mine"
            self._say(f"  The cube is at {cube.value}, {owner}.\n")

    def _over(self) -> None:
        outcome = self._outcome
        assert outcome is not None
        words = {None: "A draw.", self._side: "You have won.", self._side.other: "You have lost."}
        self._asked = ""
        self._show()
        self._say(f"{words[outcome.winner]} {self._game.result_text(outcome)}")
        if self._doubling is not None:
            self.end()  # before the cube is forgotten
            points = self._doubling.game_over(outcome)
            self._say(
                f"The game counts {points} point{'s' * (points != 1)}. {self._doubling.standing(self._side)}"
            )

    def _hint(self) -> None:
        if self._asked and self._doubling is not None:
            if self._asked == "take":
                self._say("take" if self._doubling.program_takes(self._line) else "pass")
            else:
                self._say("double" if self._doubling.program_doubles(self._line) else "roll")
        elif self._outcome is None:
            # A clock alone says when to stop only to who plays by it.
            limits = replace(self._setting.limits, clock=None)
            self._say(self._opponent.advice(self._line, limits if limits.any else HINT))

    def _moves(self) -> None:
        if self._outcome is None and not self._asked:
            self._say(legal_moves(self._game, self._line.position, self._setting.view.columns))

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
        self._asked = ""
        if self._doubling is not None:
            self._doubling.back_to(len(self._line))
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

    def _level(self, number: str) -> None:
        try:
            self._opponent = self._at_level(int(number))
        except (ValueError, LeafstrapError) as error:
            self._say(
                str(error) if isinstance(error, LeafstrapError) else "A level is a number from 1 to 10."
            )
            return
        self._say(f"I play at level {number} from now on.")

    def _review(self) -> None:
        for line in review(self._game, self._opponent, self._line, self._side):
            self._say(line)

    def _new(self) -> None:
        self.end()
        if self._doubling is None:
            self._side = self._side.other
        elif self._doubling.score is not None and self._doubling.score.winner is not None:
            self._doubling = Doubling(self._doubling.player, self._setting.points)
        self._turned = self._side == Side.second
        self._line, self._result, self._asked = self._game.Line(self._setting.start), None, ""
        self._written = False
        self._clocks = {side: Clock(self._setting.limits.clock) for side in (Side.first, Side.second)}
        self._opponent.new_game()
        self._go_on()

    def _resign(self) -> None:
        if self._outcome is None:
            self._result = Outcome(-self._side.sign)
            self._over()

    def _roll(self) -> None:
        if self._asked == "roll":
            self._asked = ""
            self._dice.roll_if_due(self._line)
            if self._must_pass():
                self._go_on()
            else:
                self._show()

    def _double(self) -> None:
        if self._doubling is None or self._asked != "roll":
            self._say("You may double before you roll, if the cube is in the middle or yours.")
            return
        taken = self._doubling.program_takes(self._line)
        self._doubling.answer(self._line, self._side, taken=taken)
        if taken:
            self._say("I take.")
            self._roll()
        else:
            self._say("I pass.")
            self._result = Outcome(self._side.sign)
            self._over()

    def _take(self) -> None:
        self._answer(taken=True)

    def _pass(self) -> None:
        self._answer(taken=False)

    def _answer(self, *, taken: bool) -> None:
        if self._doubling is None or self._asked != "take":
            self._say("Nobody has doubled.")
            return
        self._asked = ""
        self._doubling.answer(self._line, self._side.other, taken=taken)
        if taken:
            self._dice.roll_if_due(self._line)
        else:
            self._result = Outcome(-self._side.sign)
        self._go_on()

    def _help(self) -> None:
        wording = self._game.wording
        words = {**WORDS, wording.position: "the position as text"}
        if self._doubling is not None:
            words |= CUBE_WORDS
        shown = "\n".join(f"  {word:<9} {meaning}" for word, meaning in words.items())
        self._say(f"A move is written as {wording.moves}. Other words:\n{shown}")


def _time(clock: Clock) -> str:
    minutes, seconds = divmod(max(0, int(clock.left)), 60)
    return f"{minutes}:{seconds:02}"


def unicode_terminal() -> bool:
    """Whether standard output can show the symbols of the pieces."""
    try:
        "♔·●".encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
