"""Rules of draughts against py-draughts, an independent implementation, move for move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from leafstrap.errors import PlayerError
from leafstrap.games.draughts import Line, Position
from leafstrap.players.external.turbo import find_turbo, squares, squares_of

POSITIONS = 10_000  # of each kind


@pytest.fixture(scope="module")
def board_class() -> Any:
    try:
        return find_turbo()[0]
    except PlayerError as error:
        pytest.skip(str(error))


def random_start(random: Random) -> Position:
    """A few men and kings anywhere: flying kings and long captures, which games from the start seldom see."""
    numbers = random.sample(range(1, 51), random.randrange(2, 21))
    half = random.randrange(1, len(numbers))

    def side(squares: list[int], last_row: range) -> str:
        kings = [number in last_row or random.random() < 0.3 for number in squares]
        return ",".join(f"{'K' * king}{number}" for number, king in zip(squares, kings, strict=True))

    white, black = side(numbers[:half], range(1, 6)), side(numbers[half:], range(46, 51))
    return Position.parse(f"{random.choice('WB')}:W{white}:B{black}")


def compare(line: Line, board: Any) -> None:
    """Equal boards with equal moves, told apart by what they capture, and the same result or none."""
    position = line.position
    assert Position.parse(board.fen.split('"')[1]) == position
    ours = [squares(str(move)) for move in position.legal_moves()]
    theirs = [squares_of(move) for move in board.legal_moves]
    assert len(ours) == len(theirs), position
    assert set(ours) == set(theirs), position
    outcome = line.outcome()
    assert (outcome is not None) == board.game_over, position
    assert (outcome is not None and outcome.winner is None) == board.is_draw, position


@pytest.mark.parametrize("odd", [False, True], ids=["games", "odd starts"])
def test_moves_and_results(board_class: Any, odd: bool) -> None:
    random = Random(20 + odd)
    seen = captures = draws = 0
    while seen < POSITIONS:
        line = Line(random_start(random)) if odd else Line()
        board = board_class.from_fen(str(line.start))
        compare(line, board)
        while line.outcome() is None:
            move = random.choice(line.position.legal_moves())
            captures += line.position.must_capture
            line.push(move)
            wanted = squares(str(move))
            board.push(next(legal for legal in board.legal_moves if squares_of(legal) == wanted))
            compare(line, board)
            seen += 1
        draws += bool(line.position.legal_moves())
    assert captures > POSITIONS / 10
    assert draws > 0
