"""The training searches against their definition, written out in Python over the rules of the `chess` library."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import chess
import numpy as np
import pytest

from leafstrap._core import EVALUATION_LIMIT, WIN
from leafstrap.games.chess import CHESS, Line, Position
from support.own import own

POSITIONS = [
    ("r4rk1/pp3ppp/2n5/3p4/3P4/2N5/PP3PPP/R4RK1 w - - 0 15", 1),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 2),  # checks, en passant
    ("8/P1k5/8/8/8/8/1p3K2/8 b - - 0 1", 2),  # promotions
    ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 2),  # mates and stalemates
    ("8/8/8/4k3/8/2N5/4K3/6R1 w - - 98 120", 3),  # the fifty-move rule
]


def backed_up(value: float) -> float:
    """A child's value as its parent sees it: the other view, and a win one ply further away."""
    if abs(value) > EVALUATION_LIMIT:
        value -= np.sign(value)
    return -value


@dataclass
class Definition:
    """Minimax, extensions and quiescence, with every inner node remembered by its features and side to move."""

    features: Any
    evaluator: Any
    root: chess.Board
    extend: bool = True  # else the search is cut at its depth
    inner: dict[Any, set[tuple[int, float]]] = field(default_factory=lambda: defaultdict(set))

    def heuristic(self, board: chess.Board) -> float:
        value = float(self.evaluator.value(Position.parse(board.fen())))
        value = float(np.clip(value, -EVALUATION_LIMIT, EVALUATION_LIMIT))
        return value if board.turn else -value

    def ended(self, board: chess.Board) -> float | None:
        if board.is_checkmate():
            return -WIN
        drawn = board.is_stalemate() or board.is_insufficient_material() or board.halfmove_clock >= 100
        return 0.0 if drawn or board.epd() == self.root.epd() else None

    def value(self, board: chess.Board, depth: int, is_root: bool = True) -> float:
        end = None if is_root else self.ended(board)
        if end is not None:
            return end
        if depth == 0:
            return self.quiescence(board) if self.extend else self.heuristic(board)
        best = -np.inf
        for move in list(board.legal_moves):
            board.push(move)
            best = max(best, backed_up(self.value(board, depth - self.cost(board), is_root=False)))
            board.pop()
        self.inner[self.mark(board)].add((depth, float(best)))
        return float(best)

    def cost(self, board: chess.Board) -> int:
        return 0 if self.extend and board.is_check() else 1

    def quiescence(self, board: chess.Board) -> float:
        moves = list(board.legal_moves)
        best = -np.inf
        if not board.is_check():
            best = self.heuristic(board)
            moves = [move for move in moves if board.is_capture(move)]
        for move in moves:
            board.push(move)
            end = self.ended(board)
            best = max(best, backed_up(self.quiescence(board) if end is None else end))
            board.pop()
        return float(best)

    def mark(self, board: chess.Board) -> Any:
        indices, values = self.features.row(Position.parse(board.fen()))
        return indices.tobytes(), values.tobytes(), 1 if board.turn else -1


@pytest.mark.parametrize("set_name", ["material", "meep"])
@pytest.mark.parametrize(("fen", "depth"), POSITIONS)
@pytest.mark.parametrize("extend", [True, False], ids=["extended", "cut"])
def test_searches_compute_what_is_defined(fen: str, depth: int, set_name: str, extend: bool) -> None:
    features = own(CHESS.feature_sets[set_name])
    evaluator = features.linear(np.random.default_rng(8).normal(0, 50, features.size))
    definition = Definition(features, evaluator, chess.Board(fen), extend)
    expected = definition.value(chess.Board(fen), depth)

    for search in (features.alphabeta(12), features.minimax()):
        result = search.run(evaluator, Line(Position.parse(fen)), depth=depth, seed=1, extend=extend)
        assert result.value == pytest.approx(expected, rel=1e-6)
        assert result.depth == depth

        # The principal variation is legal and ends in a position of that value.
        board = chess.Board(fen)
        for move in result.pv:
            assert chess.Move.from_uci(str(move)) in board.legal_moves
            board.push_uci(str(move))
        assert Position.parse(board.fen()) == result.leaf
        if result.leaf_evaluated:
            sign = -1 if len(result.pv) % 2 else 1
            assert sign * definition.heuristic(board) == pytest.approx(result.value, rel=1e-6)

        # Every node of the tree is a node of the definition's, and its value lies within the bounds.
        rows = search.rows()
        assert len(rows.depth) > 0
        for i in range(len(rows.depth)):
            row = slice(rows.indptr[i], rows.indptr[i + 1])
            mark = rows.indices[row].tobytes(), rows.values[row].tobytes(), int(rows.turn[i])
            slack = 1e-3
            assert any(
                rows.depth[i] == d and rows.lower[i] - slack <= value <= rows.upper[i] + slack
                for d, value in definition.inner[mark]
            )


@pytest.mark.parametrize("beta", [0.0, 0.004])
@pytest.mark.parametrize("kind", ["alphabeta", "minimax"])
def test_delta_is_the_one_sided_sum_over_the_rows(kind: str, beta: float) -> None:
    features = own(CHESS.feature_sets["meep"])
    evaluator = features.linear(np.random.default_rng(3).normal(0, 50, features.size))
    search = features.alphabeta() if kind == "alphabeta" else features.minimax()
    line = Line(Position.parse("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 5 5"))
    search.run(evaluator, line, depth=3 if kind == "alphabeta" else 2)
    for min_depth in (1, 2):
        rows, delta = search.rows(min_depth), search.delta(min_depth, beta)
        assert delta.nodes == len(rows.depth) > 0
        assert rows.depth.min() >= min_depth
        said = rows.heuristic.astype(float)
        target = np.clip(said, rows.lower, rows.upper)
        error = np.tanh(beta * target) - np.tanh(beta * said) if beta else target - said
        step = error * beta / np.cosh(beta * said) ** 2 if beta else error
        gradient = np.zeros(features.size)
        for i in range(delta.nodes):
            row = slice(rows.indptr[i], rows.indptr[i + 1])
            np.add.at(gradient, rows.indices[row], step[i] * rows.turn[i] * rows.values[row])
        np.testing.assert_allclose(delta.gradient, gradient, rtol=1e-4, atol=1e-6 if beta else 1e-2)
        assert delta.abs_error == pytest.approx(np.abs(error).sum(), rel=1e-5)
        assert delta.squared_error == pytest.approx((error**2).sum(), rel=1e-5)
