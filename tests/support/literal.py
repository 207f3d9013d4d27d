"""What rules learn from, written out plainly and once for all games: evaluations, trees, views."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import EVALUATION_LIMIT, WIN
from leafstrap.evaluators import Architecture, LinearArchitecture, NetworkArchitecture
from leafstrap.games.backgammon import BACKGAMMON
from leafstrap.games.chess import CHESS
from leafstrap.games.dice import is_chance
from leafstrap.games.draughts import DRAUGHTS
from support.backgammon_games import played_game

Array = NDArray[np.float64]

POINTS = (1, 2, 3, -1, -2, -3)  # what the last six of seven outputs are the chances of
ROLLS = [(a, b, (1 if a == b else 2) / 36) for a, b in combinations_with_replacement(range(1, 7), 2)]


@dataclass(frozen=True)
class Found:
    """The value of a position for the side to move, and the positions that it is made of, each with its probability."""

    outputs: Array
    leaves: tuple[tuple[Any, float], ...]


class Literal:
    """An evaluator, and looking ahead with it."""

    def __init__(self, architecture: Architecture, scale: float) -> None:
        self.architecture, self.game = architecture, architecture.game
        self.weights = np.random.default_rng(5).normal(0, scale, architecture.size)
        self.evaluator: Any = architecture.snapshot(self.weights)
        self.dice = is_chance(self.game.Position())
        self.several = len(architecture.outputs) > 1
        self.worth = np.array([0.5, *(points / 2 for points in POINTS)]) if self.several else np.ones(1)

    def seen(self, outputs: Array, sign: int) -> Array:
        """The same seen by the other side where the sign is -1; errors as well."""
        if sign > 0:
            return outputs
        return np.concatenate([-outputs[:1], outputs[4:], outputs[1:4]]) if self.several else -outputs

    def result(self, points: int, plies: int = 0) -> Array:
        """A game that is over, for the side that has these points; without dice a late win is worth a little less."""
        if self.several:
            return np.array([points, *(points == each for each in POINTS)], dtype=np.float64)
        if self.dice:
            return np.array([float(points)])
        return np.array([points * (WIN - plies) / self.evaluator.unit])

    def said(self, position: Any) -> Array:
        """What the evaluator says of a position, for the side to move."""
        if self.several:
            return np.array(self.evaluator.outputs([position])[0], dtype=np.float64)
        value = position.turn.sign * self.evaluator.value(position)
        return np.array([max(-EVALUATION_LIMIT, min(EVALUATION_LIMIT, value)) / self.evaluator.unit])

    def pull(self, position: Any, errors: Array) -> Array:
        """Σ errors · ∂outputs/∂weights, for errors in the view of the side to move."""
        rows = self.architecture.feature_rows([position])
        return np.asarray(self.architecture.tangents(self.weights).gradient(rows, errors[None]))

    def look(self, position: Any, depth: int, plies: int = 0) -> Found:
        """Minimax, or with dice expectimax, so many plies deep."""
        outcome = position.outcome()
        if outcome is not None:
            return Found(self.result(position.turn.sign * outcome.points, plies), ((position, 1.0),))
        if depth == 0:
            return Found(self.said(position), ((position, 1.0),))
        if position.is_chance:
            outputs, leaves = np.zeros(len(self.worth)), []
            for a, b, chance in ROLLS:
                found = self.look(position.rolled((a, b)), depth, plies)
                outputs += chance * found.outputs
                leaves += [(leaf, chance * share) for leaf, share in found.leaves]
            return Found(outputs, tuple(leaves))
        answers = [self.look(position.after(move), depth - 1, plies + 1) for move in position.legal_moves()]
        seen = [Found(self.seen(answer.outputs, -1), answer.leaves) for answer in answers]
        return max(seen, key=lambda found: float(found.outputs @ self.worth))

    def nodes(self, position: Any, depth: int, least: int) -> Iterator[tuple[Any, int]]:
        """The nodes that are learned from, with the depth below each.

        All that are looked ahead from so far at least; with dice those where they are rolled next.
        """
        pending = [(position, depth)]
        while pending:
            at, below = pending.pop()
            if at.outcome() is not None or below < least:
                continue
            if at.is_chance or not self.dice:
                yield at, below
            if at.is_chance:
                pending += [(at.rolled((a, b)), below) for a, b, _ in ROLLS]
            else:
                pending += [(at.after(move), below - 1) for move in at.legal_moves()]

    def depth_before(self, position: Any, depth: int) -> int:
        """How many plies a search of a depth looks ahead: before a roll it has looked at the board already."""
        return depth - 1 if position.is_chance else depth

    def late_line(self) -> Any:
        """A game that may soon be over."""
        if self.dice:
            return self.game.Line(played_game(Random(3), skill=0.9).before[-8].before_roll)
        texts = {
            "chess": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
            "draughts": "W:W32,45:B18",
            "tictactoe": "xo.xo....",
        }
        return self.game.Line(self.game.Position.parse(texts[self.game.name]))

    def search(self, kind: str) -> Any:
        """A training search of the core; minimax is expectimax where there are dice."""
        name = self.game.training_search(kind)
        assert name is not None
        return self.game.searches[name].make(self.architecture.core, 14)


def _tictactoe() -> Any:
    """The test double that Python reaches, as the package in `tests/plugin` describes it, which is not installed."""
    path = Path(__file__).parents[1] / "plugin" / "leafstrap_plugin_example" / "game.py"
    spec = spec_from_file_location("tictactoe_of_the_plugin", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.TICTACTOE


TICTACTOE = _tictactoe()
CASES = tuple(
    f"{game} {kind}" for game in ("chess", "draughts", "tictactoe") for kind in ("linear", "network")
)
DICE_CASES = ("backgammon linear", "backgammon network")


@cache
def literal(name: str) -> Literal:
    """An evaluator of a game; the network of backgammon has seven outputs."""
    match name.split():
        case ["chess", kind]:
            game, features, scale = CHESS, "meep", 50.0
        case ["draughts", kind]:
            game, features, scale = DRAUGHTS, "global", 50.0
        case ["tictactoe", kind]:
            game, features, scale = TICTACTOE, "lines", 50.0
        case [_, kind]:
            game, features, scale = BACKGAMMON, "tesauro", 0.1
    if kind == "linear":
        return Literal(LinearArchitecture.of(game, {"features": features}), scale)
    return Literal(NetworkArchitecture.of(game, {"features": features, "hidden": [4]}), 0.2)


def random_move(line: Any, random: Random) -> None:
    """Roll if that is due, and make a move."""
    if line.position.is_chance:
        line.roll((random.randrange(1, 7), random.randrange(1, 7)))
    line.push(random.choice(line.position.legal_moves()))
