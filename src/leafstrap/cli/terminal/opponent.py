"""The program that a person plays against in the terminal: its moves, its advice, and why it thinks so."""

from __future__ import annotations

from typing import Protocol

from leafstrap._core import SearchControl
from leafstrap.arena.games.analysis import LOST
from leafstrap.cli.common.native_work import interruptible
from leafstrap.evaluators import Evaluator, Explanation
from leafstrap.evaluators.piece_values import pawns_per_unit
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.games.match_score import MatchScore
from leafstrap.players import ExpectimaxPlayer, Level, LevelPlayer, player_of
from leafstrap.players.player import CubePlayer
from leafstrap.search import Limits
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.native import TournamentResult, Variation
from leafstrap.types import Line, Move, Position

MOVES = 5  # that advice names where moves are ranked
KNOWN = 19_000  # centipawns that only tables say, which know the end but not how far it is
REVIEW = Limits(nodes=20_000)  # for a position of a game that is gone through again

Stakes = tuple[DoublingCube, MatchScore]  # in a match of backgammon
Ranked = list[tuple[Move, float]]  # moves with what they are worth to who makes them, the best first


class Opponent(Protocol):
    """What a session asks of the program."""

    def new_game(self) -> None:
        """Forget the last game."""

    def choose(self, line: Line, limits: Limits, at: Stakes | None = None) -> tuple[Move, str]:
        """The program's move, and what it thought of it; in a match it may depend on what is at stake."""

    def advice(self, line: Line, limits: Limits) -> str:
        """What the program would play."""

    def ranked(self, line: Line, position: Position, played: Move) -> Ranked:
        """What moves are worth at the end of a line, in pawns, men or points: the one that was played among them."""

    def explanation(self, position: Position) -> tuple[str, Explanation, float]:
        """What the evaluation is called, what it is made of, and the factor to what people count in."""

    @property
    def cube(self) -> CubePlayer | None:
        """Who decides about doubles, where there are any."""


class EngineOpponent:
    """The tournament search, for games without dice."""

    cube = None

    def __init__(self, evaluator: Evaluator) -> None:
        self._game = evaluator.game
        self._engine = Engine(evaluator)

    def new_game(self) -> None:
        """Forget what the search has found out."""
        self._engine.new_game()

    def choose(self, line: Line, limits: Limits, at: Stakes | None = None) -> tuple[Move, str]:
        """The best move, with its score in the mover's view and the moves that are expected."""
        result = self._think(line, SearchRequest.within(limits))
        return result.move, self._thoughts(line.position, result)

    def advice(self, line: Line, limits: Limits) -> str:
        """The same in words."""
        move, thoughts = self.choose(line, limits)
        return f"{self._game.move_text(line.position, move)}   ({thoughts})"

    def ranked(self, line: Line, position: Position, played: Move) -> Ranked:
        """The two best, and the one that was played by what can be answered to it."""
        request = SearchRequest.within(REVIEW)
        several = SearchRequest(request.depth, request.nodes, request.budget, 2)
        found = [(each.pv[0], _pawns(each)) for each in self._think(line, several).lines]
        if all(move != played for move, _ in found):
            after = line.copy()
            after.push(played)
            over = after.outcome()
            if over is not None:
                worth = over.points * LOST * position.turn.sign
            else:
                worth = -_pawns(self._think(after, request).lines[0])
            found.append((played, min(worth, found[0][1])))
        return sorted(found, key=lambda each: -each[1])

    def explanation(self, position: Position) -> tuple[str, Explanation, float]:
        """Feature by feature."""
        evaluator = self._engine.evaluator
        unit = pawns_per_unit(evaluator)
        parts = evaluator.explain(position)
        title = f"Evaluation {parts.value * unit:+.2f} {self._game.wording.unit}, White's view, before any search:"
        return title, parts, unit

    def _think(self, line: Line, request: SearchRequest) -> TournamentResult:
        control = SearchControl()
        try:
            return interruptible(lambda: self._engine.think(line, request, control))
        except KeyboardInterrupt:
            control.stop()
            raise

    def _thoughts(self, position: Position, result: TournamentResult) -> str:
        best = result.lines[0]
        moves = []
        for move in best.pv:
            moves.append(self._game.move_text(position, move))
            position = position.after(move)
        return f"{self._score(best)}, depth {result.depth}: {' '.join(moves)}"

    def _score(self, variation: Variation) -> str:
        if variation.mate is None and abs(variation.score) > KNOWN:
            return f"{'won' if variation.score > 0 else 'lost'} by the tables"
        if variation.mate is None:
            return f"{variation.score / 100:+.2f}"
        wording = self._game.wording
        return f"{wording.win if variation.mate > 0 else wording.loss} in {abs(variation.mate)}"


def _pawns(variation: Variation) -> float:
    """A forced win, or one that tables know, is a number too: nobody is as far ahead."""
    if variation.mate is None:
        return max(-LOST, min(variation.score / 100, LOST))
    return LOST if variation.mate > 0 else -LOST


class SearchOpponent:
    """The training search, for games without dice that have no search for play."""

    cube = None

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._player = player_of(evaluator, "leafstrap")()

    def new_game(self) -> None:
        """Always the same moves in the same game."""
        self._player.new_game(0)

    def choose(self, line: Line, limits: Limits, at: Stakes | None = None) -> tuple[Move, str]:
        """The best move and its score, in the mover's view."""
        choice = self._player.choose(line, limits)
        return choice.move, str(choice)

    def advice(self, line: Line, limits: Limits) -> str:
        """The same in words."""
        move, thoughts = self.choose(line, limits)
        return f"{self._evaluator.game.move_text(line.position, move)}   ({thoughts})"

    def ranked(self, line: Line, position: Position, played: Move) -> Ranked:
        """Every move, by the evaluation of where it leads to."""
        unit, sign = pawns_per_unit(self._evaluator), position.turn.sign

        def worth(move: Move) -> float:
            after = position.after(move)
            over = after.outcome()
            return sign * (over.points * LOST if over is not None else unit * self._evaluator.value(after))

        return sorted(((move, worth(move)) for move in position.legal_moves()), key=lambda each: -each[1])

    def explanation(self, position: Position) -> tuple[str, Explanation, float]:
        """Feature by feature."""
        parts = self._evaluator.explain(position)
        return f"Evaluation {parts.value:+.2f}, {parts.view}, before any search:", parts, 1.0


class ExpectimaxOpponent:
    """Networks that rank the boards which moves lead to, for games with dice."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._player = ExpectimaxPlayer("leafstrap", evaluator)

    def new_game(self) -> None:
        """Nothing to forget."""

    @property
    def cube(self) -> CubePlayer:
        """The same player."""
        return self._player

    def choose(self, line: Line, limits: Limits, at: Stakes | None = None) -> tuple[Move, str]:
        """The best move and its equity; in a match the one that wins it most often."""
        choice = (
            self._player.choose(line, limits) if at is None else self._player.choose_at(line, limits, *at)
        )
        return choice.move, str(choice)

    def advice(self, line: Line, limits: Limits) -> str:
        """The move that it would play, which bear-off tables may know better, then the best by their equities."""
        position = line.position
        own, _ = self.choose(line, limits)
        ranked = self._player.ranked(position, limits)
        order = sorted(ranked, key=lambda each: each[0] != own)[:MOVES]
        lines = [f"{equity:+.3f}  {position.move_text(move)}" for move, equity, _ in order]
        if own != ranked[0][0]:
            lines[0] += "   (its choice, by the tables of the bear-off or looking further ahead)"
        return "\n".join(lines)

    def ranked(self, line: Line, position: Position, played: Move) -> Ranked:
        """Every move by its equity."""
        return [(move, equity) for move, equity, _ in self._player.ranked(position, Limits(depth=1))]

    def explanation(self, position: Position) -> tuple[str, Explanation, float]:
        """Input by input."""
        parts = self._evaluator.explain(position)
        said = ", ".join(f"{name} {value:.3f}" for name, value in parts.outputs.items())
        title = f"{parts.value:+.3f} points for the side whose turn it is, before the roll ({said}); what it hangs on:"
        return title, parts, 1.0


class AtLevel:
    """An opponent that does not always play its best; its advice is as good as ever."""

    def __init__(self, best: Opponent, evaluator: Evaluator, level: Level, seed: int) -> None:
        self._best = best
        self._player = LevelPlayer("leafstrap", evaluator, level, seed=seed)
        self._seed = seed

    @property
    def cube(self) -> CubePlayer | None:
        """As at full strength."""
        return self._best.cube

    def new_game(self) -> None:
        """Forget the last game, and err elsewhere in the next."""
        self._seed += 1
        self._player.new_game(self._seed)
        self._best.new_game()

    def choose(self, line: Line, limits: Limits, at: Stakes | None = None) -> tuple[Move, str]:
        """A move of the level."""
        if at is None:
            choice = interruptible(lambda: self._player.choose(line, limits))
        else:
            choice = self._player.choose_at(line, limits, *at)
        return choice.move, str(choice)

    def advice(self, line: Line, limits: Limits) -> str:
        """The best move."""
        return self._best.advice(line, limits)

    def ranked(self, line: Line, position: Position, played: Move) -> Ranked:
        """By the best."""
        return self._best.ranked(line, position, played)

    def explanation(self, position: Position) -> tuple[str, Explanation, float]:
        """The same evaluation."""
        return self._best.explanation(position)
