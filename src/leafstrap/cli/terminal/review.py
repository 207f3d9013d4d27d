"""A finished game gone through again: the moves that cost most, the best finds, and the evaluation's reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from leafstrap._core import Side
from leafstrap.cli.terminal.opponent import Opponent
from leafstrap.evaluators import Explanation
from leafstrap.games import Game
from leafstrap.types import Line, Move, Position

SHOWN = 3  # moves of each kind
REASONS = 3  # features of each
LEAST = 0.02  # what a move must cost of a pawn, or of a point, to be called one


@dataclass(frozen=True)
class Judged:
    """A move of the person, what the program would have played, and what the difference is."""

    ply: int
    before: Position
    played: Move
    best: Move
    loss: float  # pawns, men or points
    margin: float  # by how much the best move was better than the next

    @property
    def found(self) -> bool:
        """Whether the best move was played, or one that is as good."""
        return self.loss < LEAST


def judge(game: Game, opponent: Opponent, line: Line, side: Side) -> Iterator[Judged]:
    """Look at every move of a side that had a choice."""
    again = game.Line(line.start)
    for ply, (before, played) in enumerate(zip(line.before, line.moves, strict=True)):
        if before.turn == side and len(before.legal_moves()) > 1:
            ranked = opponent.ranked(again, before, played)
            (best, value), own = ranked[0], next(value for move, value in ranked if move == played)
            margin = value - ranked[1][1] if len(ranked) > 1 else 0.0
            yield Judged(ply, before, played, best, max(0.0, value - own), margin)
        again = follow(game, line, ply + 1)


def follow(game: Game, line: Line, plies: int) -> Line:
    """The first plies of a line."""
    again = line.copy()
    while len(again) > plies:
        again.pop()
    return again


def review(game: Game, opponent: Opponent, line: Line, side: Side) -> Iterator[str]:
    """The report, line by line."""
    judged = list(judge(game, opponent, line, side))
    if not judged:
        yield "There is nothing to review: you had no choice."
        return
    unit = game.wording.unit
    found = [each for each in judged if each.found]
    cost = sum(each.loss for each in judged) / len(judged)
    yield f"You found the best move {len(found)} of {len(judged)} times; a move cost you {cost:.2f} {unit} on average."
    worst = sorted((each for each in judged if each.loss >= LEAST), key=lambda each: -each.loss)[:SHOWN]
    for each in worst:
        better = game.move_text(each.before, each.best)
        yield f"  {_number(game, line, each)} cost {each.loss:.2f} {unit}: {better} was better."
        yield from _reasons(opponent, each)
    finds = sorted((each for each in found if each.margin >= LEAST), key=lambda each: -each.margin)[:SHOWN]
    for each in finds:
        yield f"  {_number(game, line, each)} was {each.margin:.2f} {unit} better than anything else: well found."


def _number(game: Game, line: Line, each: Judged) -> str:
    label = game.move_label(follow(game, line, each.ply)) or f"{each.ply + 1}."
    return f"{label} {game.move_text(each.before, each.played)}"


def _reasons(opponent: Opponent, each: Judged) -> Iterator[str]:
    """What the evaluation misses after the move, of what it sees after the best one."""
    sign = each.before.turn.sign
    wanted, got = (each.before.after(move) for move in (each.best, each.played))
    if wanted.outcome() is not None or got.outcome() is not None:
        return
    parts = [_shares(opponent.explanation(position)[1], position, sign) for position in (wanted, got)]
    unit = opponent.explanation(wanted)[2]
    names = {**parts[0], **parts[1]}
    changes = {
        name: unit * (parts[1].get(name, (0.0, ""))[0] - parts[0].get(name, (0.0, ""))[0]) for name in names
    }
    for name in sorted((name for name in changes if changes[name] < -LEAST / 2), key=changes.__getitem__)[
        :REASONS
    ]:
        yield f"      {changes[name]:+.2f}  {names[name][1] or name}"


def _shares(explanation: Explanation, position: Position, sign: int) -> dict[str, tuple[float, str]]:
    """What every feature adds, in the view of the side with this sign."""
    view = position.turn.sign * sign if "turn" in explanation.view else sign
    terms = (term for family in explanation.families for term in family.terms)
    return {term.name: (view * term.share, term.meaning) for term in terms}
