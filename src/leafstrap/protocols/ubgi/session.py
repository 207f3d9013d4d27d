"""What a UBGI program has said of the game: the board, the dice, the cube and the score, all in the mover's view."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from leafstrap._core import Side
from leafstrap.errors import UsageError
from leafstrap.games.backgammon import Position
from leafstrap.games.doubling_cube import HIGHEST, DoublingCube
from leafstrap.games.match_score import MatchScore
from leafstrap.games.xgid import Stakes
from leafstrap.players.cube import LONGEST

KINDS = ("gnubgid", "xgid")
OWNERS = {"center": None, "centre": None, "own": Side.first, "opponent": Side.second}
DICE = tuple("123456")


class UbgiError(UsageError):
    """What cannot be done, with the words of the protocol for it."""

    def __init__(self, fault: str, reason: str) -> None:
        super().__init__(reason)
        self.fault = fault


@dataclass
class Session:
    """The state between commands. The mover is the first player, whoever that was in an ID."""

    position: Position | None = field(default_factory=Position)  # None after one that could not be read
    dice: tuple[int, int] | None = None
    stakes: Stakes = field(default_factory=Stakes)

    def new_session(self, words: list[str]) -> None:
        """Games for money, or a match to so many points."""
        length = _number(words[0], "session", 0, LONGEST) if words else 0
        self.stakes = Stakes(score=MatchScore(length) if length else None)
        self.position, self.dice = Position(), None

    def new_game(self) -> None:
        """The next game of the session: the board and the cube as at its beginning."""
        self.position, self.dice = Position(), None
        self.stakes = Stakes(score=self.stakes.score)

    def set_position(self, words: list[str]) -> None:
        """A board, with all that an XGID says besides; one that cannot be read leaves none behind."""
        self.position = self.dice = None
        if words != ["startpos"] and not (len(words) == 2 and words[0] in KINDS):
            raise UbgiError(
                "bad_argument position", f"a position is startpos, or {' or '.join(KINDS)} and an ID"
            )
        try:
            position = Position.parse(words[1]) if len(words) == 2 else Position()
            if words[0] == "xgid" and words[1].startswith("XGID="):
                self.stakes = Stakes.of_xgid(words[1]).seen_by(position.turn)
        except ValueError as error:
            raise UbgiError("bad_argument position", str(error)) from None
        self.position, self.dice = Position.parse(position.position_id), position.dice

    def set_dice(self, words: list[str]) -> None:
        """A roll; one that cannot be read leaves none behind."""
        self.dice = None
        if len(words) != 2 or not all(word in DICE for word in words):
            raise UbgiError("bad_argument dice", "dice are two numbers from 1 to 6")
        self.dice = (int(words[0]), int(words[1]))

    def set_cube(self, words: list[str]) -> None:
        """What the cube shows, whose it is, and whether the mover has just offered it."""
        value = _number(words[0] if words else "", "cube", 1, HIGHEST)
        owners = [word for word in words[1:] if word != "offered"]
        if value & (value - 1) or len(owners) > 1 or not all(word in OWNERS for word in owners):
            raise UbgiError(
                "bad_argument cube",
                f"a cube is 1, 2, 4 … {HIGHEST}, then {', '.join(OWNERS)}, and offered if it is",
            )
        cube = DoublingCube(value, OWNERS[owners[0]] if owners else None)
        self.stakes = replace(self.stakes, cube=cube, offered="offered" in words)

    def set_score(self, words: list[str]) -> None:
        """The mover's points and the opponent's, then the length of the match where no session said it."""
        numbers = [word for word in words if word != "crawford"]
        length = self.stakes.score.length if self.stakes.score is not None else 0
        if len(numbers) == 3:
            length = _number(numbers[2], "score", 1, LONGEST)
        if len(numbers) not in (2, 3):
            raise UbgiError("bad_argument score", "a score is two numbers, and the length of the match")
        if not length:
            raise UbgiError("missing_context session", "a score needs the length of the match")
        own, other = (_number(word, "score", 0, length - 1) for word in numbers[:2])
        score = MatchScore(length, (own, other), "crawford" in words)
        self.stakes = replace(self.stakes, score=score)


def _number(text: str, what: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and low <= int(text) <= high):
        raise UbgiError(f"bad_argument {what}", f"{text[:20]!r} is no number from {low} to {high}")
    return int(text)
