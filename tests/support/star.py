"""*-minimax written out plainly: what Star1 and Star2 prove of every board that they look ahead from."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from support.literal import ROLLS, Array, Literal

MOST = 3.0  # points


@dataclass
class Bounds:
    """For the side whose turn it is; the outputs are those of the value where both are the same."""

    lower: float
    upper: float
    outputs: Array


class Star:
    """One search; its nodes are boards before a roll, with bounds no further than the window of each."""

    def __init__(self, known: Literal, probing: bool) -> None:
        self.known, self.probing = known, probing
        self.nodes: list[tuple[Any, Bounds]] = []

    def choose(self, position: Any, depth: int) -> float:
        """The points of the best move for a roll."""
        boards = [position.after(move) for move in position.legal_moves()]
        boards.sort(key=lambda board: self.exactly(board).lower)  # the worse for the other side, the better
        best = -inf
        for board in boards:
            best = max(best, -self.look(board, depth - 1, -inf, -best).upper)
        return best

    def exactly(self, board: Any) -> Bounds:
        """What is said of a board, or its result."""
        outputs = self.known.look(board, 0).outputs
        points = max(-MOST, min(MOST, float(outputs @ self.known.worth)))
        return Bounds(points, points, outputs)

    def look(self, board: Any, plies: int, alpha: float, beta: float) -> Bounds:
        """Look through so many rolls until the sums of what is known of them leave the window."""
        if plies == 0 or board.outcome() is not None:
            return self.exactly(board)
        self.nodes.append((board, Bounds(-inf, inf, self.known.said(board))))
        place = len(self.nodes) - 1
        rolls = [Bounds(-MOST, MOST, 0 * self.known.worth) for _ in ROLLS]
        phases = [1, None] if self.probing and beta < inf else [None]
        found = self.sum(rolls)
        for few in phases:
            for i, (a, b, chance) in enumerate(ROLLS):
                if found.lower >= beta or found.upper <= alpha:
                    break
                others = self.sum([Bounds(0, 0, r.outputs) if j == i else r for j, r in enumerate(rolls)])
                window = (alpha - others.upper) / chance, (beta - others.lower) / chance
                answer = self.best(board.rolled((a, b)), plies - 1, *window, few)
                rolls[i] = Bounds(
                    max(answer.lower, rolls[i].lower), min(answer.upper, rolls[i].upper), answer.outputs
                )
                found = self.sum(rolls)
        lower = min(found.lower, beta) if found.lower > alpha else -inf
        upper = max(found.upper, alpha) if found.upper < beta else inf
        self.nodes[place] = board, Bounds(lower, upper, found.outputs)
        return found

    def sum(self, rolls: list[Bounds]) -> Bounds:
        """The mean over all rolls, of which some may not have been looked at."""
        weighted = [(chance, roll) for (_, _, chance), roll in zip(ROLLS, rolls, strict=True)]
        lower, upper = sum(c * r.lower for c, r in weighted), sum(c * r.upper for c, r in weighted)
        outputs = sum((c * r.outputs for c, r in weighted), 0 * self.known.worth)
        return Bounds(lower, lower if abs(upper - lower) < 1e-9 else upper, outputs)

    def best(self, position: Any, plies: int, alpha: float, beta: float, few: int | None) -> Bounds:
        """The best of the first few moves: nothing is known of the others, and nothing once beta is reached."""
        assert plies == 0, "further down the order of moves would matter"
        moves = position.legal_moves()
        best, seen = Bounds(-inf, -inf, 0 * self.known.worth), 0
        for move in moves[:few]:
            seen += 1
            found = self.look(position.after(move), plies, -beta, -max(alpha, best.lower))
            if -found.upper > best.lower:
                best = Bounds(-found.upper, -found.upper, self.known.seen(found.outputs, -1))
            if best.lower >= beta:
                break
        return best if seen == len(moves) else Bounds(best.lower, MOST, best.outputs)
