"""Moves as PGN writes them, against the `chess` library."""

from __future__ import annotations

from random import Random

import chess
import chess.pgn
import pytest

from leafstrap.games.chess import Line, Position, line_to_board, pgn

# Two and three pieces that reach the same square, promotions with capture and mate, castling with check, en passant.
POSITIONS = [
    "1k6/8/8/8/R6R/8/8/R3K3 w - - 0 1",
    "7k/7p/8/1Q3Q2/8/1Q6/8/4K3 w - - 0 1",
    "1n3n2/P5P1/7k/8/8/8/8/4K3 w - - 0 1",
    "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "3r3k/8/8/8/8/8/3R1R2/3K4 w - - 0 1",
]


def assert_same(position: Position) -> None:
    board = chess.Board(position.fen)
    for move in position.legal_moves():
        assert position.san(move) == board.san(chess.Move.from_uci(str(move))), position.fen


@pytest.mark.parametrize("fen", POSITIONS)
def test_moves_that_need_care(fen: str) -> None:
    assert_same(Position.parse(fen))


def test_moves_of_random_games() -> None:
    random = Random(1)
    for _ in range(20):
        line = Line()
        while line.outcome() is None and len(line) < 120:
            assert_same(line.position)
            line.push(random.choice(line.position.legal_moves()))


@pytest.mark.parametrize("fen", [chess.STARTING_FEN, "4k3/8/8/8/8/8/4P3/R3K3 b - - 0 40"])
def test_a_game_is_written_as_the_chess_library_writes_it(fen: str) -> None:
    random = Random(2)
    line = Line(Position.parse(fen))
    while line.outcome() is None and len(line) < 60:
        line.push(random.choice(line.position.legal_moves()))
    tags = {"Event": "x", "White": "a", "Black": "b", "Result": "*"}
    expected = chess.pgn.Game.from_board(line_to_board(line))
    expected.headers.update(tags)
    assert pgn(line, tags) == f"{expected}\n\n"


def test_an_illegal_move_has_no_notation() -> None:
    with pytest.raises(ValueError, match="illegal move"):
        Position().san(Position.parse("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").move("a1a8"))
