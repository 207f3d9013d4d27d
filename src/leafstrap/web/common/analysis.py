"""What weights think of a position at full strength: evaluations, variations, advice, in the words of the contract."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from leafstrap._core import SearchControl, Side
from leafstrap.evaluators import Evaluator, centipawns_per_unit
from leafstrap.games import Game
from leafstrap.players import Level, LevelPlayer
from leafstrap.players.cube import Chances, chances_in
from leafstrap.players.expectimax_player import bearoff_tables
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.limits import Budget
from leafstrap.types import JsonObject, Line, Move, Position
from leafstrap.web.common.positions import move_data, moves_data

IDLE = 8  # engines and players that wait for the next search
MEGABYTES = 16
ELO_SCALE = 400.0  # centipawns: what a lead is worth in games won, roughly, whatever the game
LONGEST_PV = 12
MOST_ROLLS = 2  # that a search with dice looks through here
Report = Callable[[list[JsonObject], int, int, float], None]  # evaluations, depth, nodes, seconds


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a search may cost; with dice only the rolls count."""

    nodes: int = 200_000
    seconds: float = 2.0
    depth: int = 0
    rolls: int = 2
    variations: int = 1


class Analysts:
    """Looks ahead with any weights, in any thread; engines and players are lent to one search at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # With the number of a level, 0 for an engine; the one that was used last comes last.
        self._idle: OrderedDict[int, tuple[Evaluator, int, Any]] = OrderedDict()

    def look(
        self,
        evaluator: Evaluator,
        line: Line,
        effort: Effort,
        control: SearchControl | None = None,
        report: Report | None = None,
    ) -> list[JsonObject]:
        """The best variations, best first; the game must not be over."""
        game = evaluator.game
        if game.played_by == "expectimax":
            return _look_with_dice(evaluator, line, effort)
        if game.played_by != "tournament":
            return [_by_training_search(evaluator, line, effort)]
        position = line.position

        def heard(found: Any) -> None:
            if report is not None:
                lines = _variations(game, position, found)
                report(lines, found.depth, found.nodes, found.seconds)

        request = SearchRequest(
            effort.depth, effort.nodes, Budget(hard=effort.seconds), min(effort.variations, _moves(position))
        )
        with self._lent(evaluator, 0, lambda: Engine(evaluator, megabytes=MEGABYTES)) as engine:
            return _variations(game, position, engine.think(line, request, control or SearchControl(), heard))

    @contextmanager
    def player(self, evaluator: Evaluator, level: Level, seed: int) -> Iterator[LevelPlayer]:
        """Somebody of a level for one decision. What it answers follows from the seed and the line alone."""
        with self._lent(
            evaluator, level.number, lambda: LevelPlayer("Leafstrap", evaluator, level)
        ) as player:
            player.new_game(seed)
            yield player
            player.progress = None

    @contextmanager
    def _lent(self, evaluator: Evaluator, level: int, make: Callable[[], object]) -> Iterator[Any]:
        """Tables take megabytes, and some time to make: a few are kept, however many games there are."""
        wanted = evaluator, level
        with self._lock:
            key = next((key for key, found in self._idle.items() if found[:2] == wanted), None)
            lent = self._idle.pop(key)[2] if key is not None else None
        if lent is None:
            lent = make()
        yield lent
        with self._lock:
            self._idle[id(lent)] = evaluator, level, lent
            while len(self._idle) > IDLE:
                self._idle.popitem(last=False)


def _moves(position: Position) -> int:
    return max(1, len(position.legal_moves()))


def win_chance(centipawns: float) -> float:
    """Of the side that is so far ahead, a draw counted half."""
    return 1 / (1 + 10 ** (-max(-4000.0, min(centipawns, 4000.0)) / ELO_SCALE))


def scored(
    game: Game,
    position: Position,
    centipawns: float | None,
    mate: int | None,
    pv: Sequence[Move],
    **more: Any,
) -> JsonObject:
    """An evaluation of a game without dice; the numbers come in the mover's view."""
    sign = position.turn.sign
    value = 0.0 if centipawns is None else sign * centipawns / 100
    ends = None if mate is None else sign * mate
    moves = moves_data(game, position, list(pv)[:LONGEST_PV])
    return {
        "value": value,
        "unit": game.wording.unit,
        "view": "first",
        "text": f"{value:+.2f}" if ends is None else f"{'+' if ends > 0 else '-'}M{abs(ends)}",
        "mate": ends,
        "win": win_chance(100 * value) if ends is None else float(ends > 0),
        "chances": None,
        "depth": None,
        "nodes": None,
        "seconds": None,
        "move": moves[0] if moves else None,
        "pv": moves,
        **more,
    }


def _variations(game: Game, position: Position, found: Any) -> list[JsonObject]:
    about = {"nodes": found.nodes, "seconds": round(found.seconds, 4)}
    return [
        scored(
            game,
            position,
            None if each.mate is not None else each.score,
            each.mate,
            each.pv or ([found.move] if place == 0 else []),
            depth=each.depth or found.depth,
            **about,
        )
        for place, each in enumerate(found.lines)
    ]


def _by_training_search(evaluator: Evaluator, line: Line, effort: Effort) -> JsonObject:
    """Games that have no search for play are looked into by the one that learns."""
    search = next(iter(evaluator.game.searches.values())).make(evaluator.architecture.core, 18)
    found = search.run(
        evaluator.snapshot(), line, depth=effort.depth, nodes=effort.nodes, seconds=effort.seconds
    )
    unit = centipawns_per_unit(evaluator.architecture, evaluator.weights)
    about = {"depth": found.depth, "nodes": found.nodes, "seconds": round(found.seconds, 4)}
    return scored(evaluator.game, line.position, found.value * unit, None, found.pv, **about)


@cache
def _tables() -> Any:
    return bearoff_tables()


def expectimax_of(evaluator: Evaluator) -> Any:
    """The search with dice, endgames by tables."""
    return evaluator.architecture.core.expectimax(_tables(), False)


def chances_before_roll(evaluator: Evaluator, position: Position) -> Chances:
    """Those of the side that is to roll."""
    return chances_in(expectimax_of(evaluator).expect(evaluator.snapshot(), position, depth=1).tolist())


def with_chances(game: Game, position: Position, chances: Chances, equity: float, **more: Any) -> JsonObject:
    """An evaluation of a game with dice; chances and equity come in the view of the side whose turn it is."""
    mine = position.turn == Side.first
    value = equity if mine else -equity
    seen = chances if mine else _turned(chances)
    return {
        "value": value,
        "unit": game.wording.unit,
        "view": "first",
        "text": f"{value:+.3f}",
        "mate": None,
        "win": seen.win,
        "chances": asdict(seen),
        "depth": None,
        "nodes": None,
        "seconds": None,
        "move": None,
        "pv": [],
        **more,
    }


def _turned(chances: Chances) -> Chances:
    return Chances(
        1 - chances.win,
        chances.lose_gammon,
        chances.lose_backgammon,
        chances.win_gammon,
        chances.win_backgammon,
    )


def _look_with_dice(evaluator: Evaluator, line: Line, effort: Effort) -> list[JsonObject]:
    game, position = evaluator.game, line.position
    if position.is_chance:
        chances = chances_before_roll(evaluator, position)
        return [with_chances(game, position, chances, chances.equity, depth=1)]
    depth = max(1, min(effort.depth or effort.rolls, MOST_ROLLS))
    ranked = expectimax_of(evaluator).rank(evaluator.snapshot(), position, depth=depth)
    found = []
    for move, equity, outputs in ranked[: effort.variations]:
        data = move_data(game, position, move)
        chances = chances_in(outputs.tolist())
        found.append(with_chances(game, position, chances, float(equity), depth=depth, move=data, pv=[data]))
    return found
