"""Recorded games looked through: what every move that was played gave away, by the judgement of some weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from leafstrap._core import Side
from leafstrap.errors import UsageError
from leafstrap.evaluators import Evaluator
from leafstrap.games import Game
from leafstrap.games.dice import is_chance, roll_again
from leafstrap.players import ExpectimaxPlayer
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.limits import Limits
from leafstrap.types import Line, Move, RecordedGame

SIDES = {Side.first: "first player", Side.second: "second player"}
TAGS = {Side.first: "White", Side.second: "Black"}  # of records in every game

LOST = 30.0  # points of the game's unit that a mate counts: no blunder counts more than 60


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A decision of a game: what was played, what would have been best, and by how much."""

    game: int
    ply: int
    side: Side
    player: str  # as the record names it, or the side
    label: str  # the number of the move, or the roll
    played: str
    best: str
    loss: float  # in the unit of the game: points, pawns, men


class MoveJudge(Protocol):
    """Says which move is best, and what another is worth less."""

    def judge(self, line: Line, played: Move) -> tuple[Move, float]:
        """At the end of a line."""


class DiceJudge:
    """By the networks of a game with dice."""

    def __init__(self, evaluator: Evaluator, limits: Limits) -> None:
        self._player = ExpectimaxPlayer("judge", evaluator)
        self._limits = limits

    def judge(self, line: Line, played: Move) -> tuple[Move, float]:
        """By what the moves are worth, all looked at equally far."""
        ranked = self._player.ranked(line.position, self._limits)
        after = line.position.after(played)
        worth = next(
            (equity for move, equity, _ in ranked if line.position.after(move) == after), ranked[-1][1]
        )
        return ranked[0][0], max(0.0, ranked[0][1] - worth)


class SearchJudge:
    """By two searches of the same size: of all moves, and of the one that was played."""

    def __init__(self, evaluator: Evaluator, limits: Limits) -> None:
        self._engine = Engine(evaluator)
        self._limits = limits

    def judge(self, line: Line, played: Move) -> tuple[Move, float]:
        """By the difference of their scores."""
        request = SearchRequest.within(self._limits)
        best, worth = self._score(line, request)
        if best == played:
            return best, 0.0
        _, other = self._score(line, request.among((played,)))
        return best, max(0.0, worth - other)

    def _score(self, line: Line, request: SearchRequest) -> tuple[Move, float]:
        found = self._engine.think(line, request)
        variation = found.lines[0]
        if variation.mate is not None:
            return found.move, LOST if variation.mate > 0 else -LOST
        return found.move, max(-LOST, min(variation.score / 100, LOST))


def judge_of(evaluator: Evaluator, limits: Limits) -> MoveJudge:
    """Who judges moves of the game of an evaluator."""
    if evaluator.game.played_by == "expectimax":
        return DiceJudge(evaluator, limits)
    if evaluator.game.played_by == "tournament":
        return SearchJudge(evaluator, limits)
    raise UsageError(f"Games of {evaluator.game.name} cannot be looked through: it has no search for play.")


def recorded_games(game: Game, path: Path) -> list[RecordedGame]:
    """The whole games of a file in the notation of the game."""
    if game.GameFile is None:
        raise UsageError(f"There are no files of games in {game.name}.")
    try:
        file = game.GameFile(str(path))
    except OSError as error:
        raise UsageError(f"The games in {path} cannot be read: {error.strerror or error}.") from None
    if not len(file):
        reason = next((f"line {line}: {sentence}" for line, sentence in file.faults), "it has none")
        raise UsageError(f"There is no whole game with a result in {path}: {reason}.")
    return [file.game(number) for number in range(len(file))]


def player_names(record: RecordedGame) -> dict[Side, str]:
    """Who played each side; the sides themselves where the record does not tell the players apart."""
    tags = dict(record.tags)
    names = {side: tags.get(tag, "").strip() for side, tag in TAGS.items()}
    told = set(names.values()) - {"", "?"}
    return names if len(told) == len(SIDES) else SIDES


def judged_moves(game: Game, records: Iterable[RecordedGame], judge: MoveJudge) -> Iterator[list[JudgedMove]]:
    """The decisions of one game after the other; where there is one move only, nothing is decided."""
    for number, record in enumerate(records, start=1):
        yield list(_decisions(game, record, judge, number))


def _decisions(game: Game, record: RecordedGame, judge: MoveJudge, number: int) -> Iterator[JudgedMove]:
    line, names = record.line, player_names(record)
    replay = game.Line(line.start)
    for ply, (position, move) in enumerate(zip(list(line.before), list(line.moves), strict=True)):
        if is_chance(replay.position):
            roll_again(replay, position)
        if len(position.legal_moves()) > 1:
            best, loss = judge.judge(replay, move)
            yield JudgedMove(
                number,
                ply,
                position.turn,
                names[position.turn],
                game.move_label(replay),
                game.move_text(position, move),
                game.move_text(position, best),
                loss,
            )
        replay.push(move)
