"""The table at which a game is played: moves, dice, cube and score, as actions that can be taken back and kept.

It knows the rules of playing together (whose turn it is, what may be done now) and leaves the game's own to the game.
All that happens is an action; the table at any moment is what its actions make of the start, so that taking back is
forgetting, and loading is doing again.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, cast

from leafstrap._core import Outcome, Side
from leafstrap.games import Game
from leafstrap.games.backgammon import Position as BackgammonPosition
from leafstrap.games.boards.backgammon import Turn, point_number
from leafstrap.games.dice import Dice, is_chance
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.games.mat_game import CubeAction, CubeKind, standard_start
from leafstrap.games.match_score import MatchScore
from leafstrap.types import JsonObject, Position, RollingLine
from leafstrap.web.common.fields import WebError
from leafstrap.web.common.positions import end_sentence, legal_move, parse_position
from leafstrap.web.play.settings import GameSettings

DECISIONS = ("move", "double", "take", "drop", "resign", "flag")
MOST_ACTIONS = 4000  # of one game


class Table:
    """One game, or a match or session of games, between a person and a program."""

    def __init__(self, game: Game, settings: GameSettings, seed: int) -> None:
        self.game, self.settings, self.seed = game, settings, seed
        self.person = settings.person(seed)
        self.finished: list[JsonObject] = []  # games before this one: their actions, and how they ended
        self.score = MatchScore(settings.match) if settings.match else None
        self.money = (0, 0)
        self._begin([])

    def _begin(self, actions: list[JsonObject]) -> None:
        """Set up the game that is played now, and do what was done."""
        number = len(self.finished)
        self.line = self.game.Line(self._start(number))
        self._dice = Dice(f"web {self.seed} {number}")
        self.cube, self.offered = DoublingCube(), False
        self.result: tuple[Outcome, str] | None = None  # what the board does not show
        self.cube_actions: list[CubeAction] = []
        self.actions: list[JsonObject] = []
        self.steps: Turn | None = None
        for action in actions:
            self.do(action)
        self.settle()

    def _start(self, number: int) -> Position:
        if self.settings.position is not None and number == 0:
            return parse_position(self.game, self.settings.position)
        if not self.game.cube:
            return self.game.Position()
        return standard_start(Random(f"begins {self.seed} {number}").choice((Side.first, Side.second)))

    @property
    def position(self) -> Position:
        """The position as it is, without steps of a turn that is not complete."""
        return self.line.position

    @property
    def opens(self) -> bool:
        """Whether the first roll of a game is due, one die of each player: nobody doubles before it."""
        from_start = self.settings.position is None or bool(self.finished)
        return from_start and len(self.line) == 0

    @property
    def outcome(self) -> Outcome | None:
        """How this game ended."""
        return self.result[0] if self.result is not None else self.line.outcome()

    @property
    def sentence(self) -> str:
        """The same in words; empty while it goes on."""
        if self.result is not None:
            return self.result[1]
        outcome = self.line.outcome()
        return "" if outcome is None else end_sentence(self.game, self.position, outcome, self.line)

    @property
    def stake(self) -> int:
        """How many times the points count."""
        return self.cube.value

    @property
    def points(self) -> int:
        """What the winner of this game gets."""
        outcome = self.outcome
        if outcome is None:
            return 0
        points = abs(outcome.points)
        if self.settings.jacoby and self.score is None and self.cube.value == 1:
            points = min(points, 1)  # gammons count when the cube was turned
        return points * self.stake

    @property
    def totals(self) -> tuple[int, int]:
        """Points of both in the match or session, this game included."""
        before = self.money if self.score is None else self.score.points
        winner = None if self.outcome is None else self.outcome.winner
        gains = [self.points if side == winner else 0 for side in (Side.first, Side.second)]
        return before[0] + gains[0], before[1] + gains[1]

    @property
    def decider(self) -> Side:
        """Who has to do something: whoever is to move, or to answer a double."""
        turn: Side = self.position.turn
        return turn.other if self.offered else turn

    @property
    def is_persons(self) -> bool:
        """Whether the person has to do something."""
        return self.person is None or self.decider == self.person

    @property
    def may_double(self) -> bool:
        """Whether whoever is to roll may double."""
        position, side = self.position, self.position.turn
        if not (self.settings.cube and self.game.cube) or self.offered or not position.is_chance:
            return False
        if self.opens or not self.cube.may_turn(side):
            return False
        return self.score is None or self.score.may_double(side, self.cube)

    @property
    def awaiting(self) -> str:
        """What has to happen now, in the words of the contract."""
        if self.outcome is not None:
            if not self.game.cube or (self.score is not None and self._next_score().winner is not None):
                return "none"
            return "next"
        if not self.is_persons:
            return "engine"
        if self.offered:
            return "answer"
        return "roll" if is_chance(self.position) else "move"

    def verbs(self) -> list[str]:
        """What the person may do now."""
        awaiting = self.awaiting
        found = {"move": ["move"], "roll": ["roll"], "answer": ["take", "drop"], "next": ["next"]}.get(
            awaiting, []
        )
        if awaiting == "move" and self.game.board_data.dice:
            found = [*found, "step", *(["undo"] if self.turn().steps else [])]
        if awaiting == "roll" and self.may_double:
            found = [*found, "double"]
        if self._last_decision() is not None:
            found = [*found, "takeback"]
        if awaiting in ("move", "roll", "answer"):
            found = [*found, "hint"]
        if awaiting in ("move", "roll", "engine"):
            found = [*found, "resign"]
        return found

    def turn(self) -> Turn:
        """The roll that is being played, step by step."""
        if self.steps is None or self.steps.position != self.position:
            self.steps = Turn(cast("BackgammonPosition", self.position))
        return self.steps

    def do(self, action: JsonObject) -> None:
        """Carry out an action, of a person, the program or the dice; 409 if it cannot be."""
        if len(self.actions) >= MOST_ACTIONS:
            raise WebError("This game has become too long.", 409)
        if self.outcome is not None:
            raise WebError("The game is over.", 409)
        kind = action["do"]
        if kind == "roll":
            self._roll(action)
        elif kind == "move":
            self._move(action)
        elif kind in ("double", "take", "drop"):
            self._turn_cube(action)
        else:
            self._give_up(action)
        self.actions.append(action)
        self.steps = None

    def _roll(self, action: JsonObject) -> None:
        if self.offered or not is_chance(self.position):
            raise WebError("There is nothing to roll now.", 409)
        dice = self._dice.roll(opening=self.opens)
        action["dice"] = list(dice)
        cast("RollingLine", self.line).roll(dice)

    def _move(self, action: JsonObject) -> None:
        if self.offered or is_chance(self.position):
            raise WebError("There is nothing to move now.", 409)
        self.line.push(legal_move(self.game, self.position, action["move"]))

    def _turn_cube(self, action: JsonObject) -> None:
        kind: CubeKind = action["do"]
        if kind == "double":
            if not self.may_double:
                raise WebError("The cube cannot be turned now.", 409)
            self.offered = True
        elif not self.offered:
            raise WebError("No double was offered.", 409)
        side: Side = self.position.turn
        acting = side if kind == "double" else side.other
        self.cube_actions.append(CubeAction(len(self.line), acting, kind, 2 * self.cube.value))
        if kind == "take":
            self.cube, self.offered = self.cube.turned_by(side), False
        elif kind == "drop":
            self.offered = False
            names = self.game.board_data.sides
            self.result = (
                Outcome(side.sign),
                f"{names[side.other.value]} drops the double: {names[side.value]} wins.",
            )

    def _give_up(self, action: JsonObject) -> None:
        side, names = Side[action["by"]], self.game.board_data.sides
        winner, loser = names[side.other.value], names[side.value]
        points = int(action.get("points", 1))
        how = f"{winner} wins on time." if action["do"] == "flag" else f"{loser} resigns: {winner} wins."
        self.result = Outcome(side.other.sign * points), how

    def settle(self) -> None:
        """Do what needs nobody's decision: rolls without a choice, and passes."""
        while self.outcome is None and self.game.board_data.dice and not self.offered:
            position = self.position
            if is_chance(position):
                # The first roll of a game decides who begins; the program rolls once it has not doubled.
                free = self.opens or (not self.may_double and self._rolls_by_itself())
                if not free:
                    return
                self.do({"do": "roll", "auto": True})
            elif self.is_persons and [str(move) for move in position.legal_moves()] == ["pass"]:
                self.do({"do": "move", "by": position.turn.name, "move": "pass", "auto": True})
            else:
                return

    def _rolls_by_itself(self) -> bool:
        return not self.is_persons or self.settings.auto_roll

    def step(self, start: str, end: str, die: int | None) -> None:
        """Move one checker of a turn that is not complete."""
        try:
            turn, mover = self.turn(), self.position.turn
            self.steps = turn.then(point_number(start, mover), point_number(end, mover), die)
        except ValueError as error:
            raise WebError(f"This checker cannot go there: {error}.", 409) from None

    def undo(self, everything: bool) -> None:
        """Take steps of a turn back."""
        self.steps = self.turn().back(everything)

    def take_back(self) -> None:
        """Go back to the person's last decision."""
        place = self._last_decision()
        if place is None:
            raise WebError("There is nothing to take back.", 409)
        self._begin(self.actions[:place])

    def _last_decision(self) -> int | None:
        for place in reversed(range(len(self.actions))):
            action = self.actions[place]
            decided = action["do"] in DECISIONS and not action.get("auto")
            if decided and (self.person is None or action.get("by") == self.person.name):
                return place
        return None

    def next_game(self) -> None:
        """Go on with the match or session."""
        if self.awaiting != "next" or self.outcome is None:
            raise WebError("This game is not over, or the match is.", 409)
        self.finished.append(self.ended())
        self.money = self.totals
        if self.score is not None:
            self.score = self._next_score()
        self._begin([])

    def ended(self) -> JsonObject:
        """This game as it is kept when the next begins."""
        winner = None if self.outcome is None else self.outcome.winner
        return {
            "actions": self.actions,
            "winner": None if winner is None else winner.name,
            "points": self.points,
            "sentence": self.sentence,
        }

    def _next_score(self) -> MatchScore:
        assert self.score is not None
        winner = None if self.outcome is None else self.outcome.winner
        score = self.score.after(winner, self.points)
        return score if self.settings.crawford else replace(score, crawford=False)

    def as_json(self) -> JsonObject:
        """For the disk."""
        return {
            "settings": self.settings.as_json(),
            "seed": self.seed,
            "finished": [game["actions"] for game in self.finished],
            "actions": self.actions,
        }

    @staticmethod
    def load(game: Game, settings: GameSettings, seed: int, finished: Any, actions: Any) -> Table:
        """From the disk: everything is done again."""
        table = Table(game, settings, seed)
        table.resume(finished, actions)
        return table

    def resume(self, finished: Any, actions: Any) -> None:
        """Do again what was done: games that are over, and the one that is being played."""
        for each in finished:
            self._begin(each)
            self.next_game()
        self._begin(actions)
