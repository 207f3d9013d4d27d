"""What TreeStrap would learn from one search: the nodes of its tree, their bounds, their errors, and Δθ."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Side, StopFlag
from leafstrap.evaluators import Evaluator
from leafstrap.games.dice import is_chance
from leafstrap.players.cube import chances_in
from leafstrap.types import CoreEvaluator, JsonObject, Line, Position
from leafstrap.web.common.analysis import scored, with_chances
from leafstrap.web.common.fields import WebError
from leafstrap.web.common.positions import move_data, position_data
from leafstrap.web.inside.explaining import squares_of, unit_of

TABLE_BITS = 18
TREE = 200  # nodes that are shown
WEIGHTS = 40
BINS = 41
CANDIDATES = 5
WIN_BOUND = 9900.0  # beyond it a bound is the end of the game, and no evaluation

Numbers = NDArray[np.float64]


def learned(
    evaluator: Evaluator, line: Line, search: str, depth: int, nodes: int, stop: StopFlag
) -> JsonObject:
    """Search as a run would, and give what its tree teaches; to be called in a thread."""
    game, position = evaluator.game, line.position
    known = game.searches[search]
    if depth > known.most_depth:
        raise WebError(f"The search {search} goes to depth {known.most_depth}, not {depth}.")
    made = known.make(evaluator.architecture.core, TABLE_BITS)
    snapshot = evaluator.snapshot()
    with_dice = known.player == "expectimax"
    limits: dict[str, Any] = {"candidates": CANDIDATES} if with_dice else {"nodes": nodes}
    found = made.run(snapshot, line, depth=depth, stop=stop, **limits)
    unit, delta = unit_of(evaluator), made.delta()
    tree = _dice_tree(evaluator, made) if with_dice else _tree(made)
    count = max(delta.nodes, 1)
    scale = unit if game.pieces is None or _in_unit_of_weights(snapshot) else unit * game.win
    return {
        "position": position_data(game, position),
        "search": search,
        "unit": game.wording.unit,
        "evaluation": _evaluation(evaluator, position, found, unit),
        "static": unit * float(snapshot.value(position, position.turn)),
        "nodes": delta.nodes,
        "visited": found.nodes,
        "mean_error": scale * delta.abs_error / count,
        "rms_error": scale * float(np.sqrt(delta.squared_error / count)),
        **_counts(tree),
        "by_depth": _by_depth(tree, unit),
        "histogram": _histogram(tree, unit),
        "tree": _largest(tree, unit),
        "weights": _weights(evaluator, delta),
    }


def _in_unit_of_weights(snapshot: CoreEvaluator) -> bool:
    return bool(snapshot.unit == 1.0)


class _Tree:
    """The nodes of a search, the mover's view: what the evaluation says, its bounds, how far it lies beyond them."""

    def __init__(
        self, value: Numbers, lower: Numbers, upper: Numbers, depth: Any, turn: Any, positions: Any = None
    ) -> None:
        self.value, self.lower, self.upper, self.depth, self.turn = value, lower, upper, depth, turn
        self.positions = positions
        # Meep's δ: towards the bound that the value is beyond, else nothing.
        self.target = np.clip(value, lower, upper)
        self.error = self.target - value

    def __len__(self) -> int:
        return len(self.value)


def _tree(search: Any) -> _Tree:
    rows = search.rows()
    value, lower, upper = (
        np.asarray(each, dtype=np.float64) for each in (rows.heuristic, rows.lower, rows.upper)
    )
    return _Tree(value, lower, upper, rows.depth, rows.turn)


def _dice_tree(evaluator: Evaluator, search: Any) -> _Tree:
    """The boards before a roll. Both bounds are the same with expectimax, where every node has a value."""
    positions, lower, upper = search.bounds()
    turns = np.asarray(positions.turns)
    value = turns * np.asarray(evaluator.snapshot().values(positions), dtype=np.float64)
    return _Tree(value, lower, upper, np.ones(len(value), dtype=np.int64), turns, positions)


def _evaluation(evaluator: Evaluator, position: Position, found: Any, unit: float) -> JsonObject:
    game = evaluator.game
    about = {"depth": found.depth, "nodes": found.nodes, "seconds": round(found.seconds, 4)}
    if game.played_by == "expectimax":
        chances = chances_in(found.outputs.tolist())
        move = None if found.move is None or is_chance(position) else move_data(game, position, found.move)
        pv = [] if move is None else [move]
        return with_chances(game, position, chances, float(found.value), move=move, pv=pv, **about)
    value, mate = float(found.value), None
    if abs(value) > WIN_BOUND / 9999 * game.win:
        plies = round((game.win - abs(value)) * 9999 / game.win)
        mate = (max(plies, 0) + 1) // 2 * (1 if value > 0 else -1)
    return scored(game, position, None if mate is not None else 100 * unit * value, mate, found.pv, **about)


def _counts(tree: _Tree) -> JsonObject:
    exact = tree.lower == tree.upper
    return {
        "exact": int(exact.sum()),
        "lower": int((np.isfinite(tree.lower) & ~exact).sum()),
        "upper": int((np.isfinite(tree.upper) & ~exact).sum()),
        "moved": int((tree.error != 0).sum()),
    }


def _by_depth(tree: _Tree, unit: float) -> list[JsonObject]:
    found = []
    for depth in sorted(set(np.asarray(tree.depth).tolist())):
        errors = np.abs(tree.error[np.asarray(tree.depth) == depth])
        found.append({"depth": depth, "nodes": len(errors), "mean_error": unit * float(errors.mean())})
    return found


def _histogram(tree: _Tree, unit: float) -> JsonObject:
    errors = unit * tree.error
    moved = errors[errors != 0]
    most = float(np.quantile(np.abs(moved), 0.99)) if len(moved) else 1.0
    edges = np.linspace(-most, most, BINS + 1)
    counts, _ = np.histogram(np.clip(moved, -most, most), edges)
    return {"edges": [round(edge, 5) for edge in edges.tolist()], "counts": counts.tolist()}


def _largest(tree: _Tree, unit: float) -> list[JsonObject]:
    order = np.argsort(-np.abs(tree.error), kind="stable")[:TREE]

    def bound(value: float) -> float | None:
        return round(unit * value, 4) if np.isfinite(value) else None

    return [
        {
            "depth": int(tree.depth[i]),
            "turn": (Side.first if tree.turn[i] > 0 else Side.second).name,
            "value": round(unit * float(tree.value[i]), 4),
            "lower": bound(float(tree.lower[i])),
            "upper": bound(float(tree.upper[i])),
            "target": round(unit * float(tree.target[i]), 4),
            "error": round(unit * float(tree.error[i]), 4),
            "position": None if tree.positions is None else str(tree.positions[int(i)]),
        }
        for i in order.tolist()
    ]


def _weights(evaluator: Evaluator, delta: Any) -> list[JsonObject]:
    gradient = np.asarray(delta.gradient, dtype=np.float64)
    indices = np.arange(len(gradient)) if delta.indices is None else np.asarray(delta.indices)
    whole = float(np.abs(gradient).sum()) or 1.0
    names, meanings = evaluator.architecture.names, meanings_of(evaluator)
    found = []
    for place in np.argsort(-np.abs(gradient), kind="stable")[:WEIGHTS].tolist():
        change = float(gradient[place])
        if change:
            name = names[int(indices[place])]
            meaning = meanings.get(name, "")
            found.append(
                {
                    "name": name,
                    "meaning": meaning,
                    "change": change,
                    "share": change / whole,
                    "squares": squares_of(evaluator.game, meaning, mirrored=False),
                }
            )
    return found


def meanings_of(evaluator: Evaluator) -> dict[str, str]:
    """What each weight is about, where a weight belongs to one feature."""
    found: dict[str, str] = {}
    for kind in evaluator.architecture.row_kinds:
        if (features := evaluator.game.feature_sets.get(kind.name)) is not None:
            found |= dict(zip(features.names, features.meanings, strict=True))
    return found
