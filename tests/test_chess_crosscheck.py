"""Chess rules against an independent implementation, position by position."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, permutations
from pathlib import Path

import chess
import pytest

from leafstrap._core import Outcome, Side
from leafstrap.games.chess import Line, Position, from_board, line_from_board, line_to_board, to_board
from support.boards import random_games, real_games, sparse_starts


def expected_outcome(board: chess.Board) -> Outcome | None:
    """By the position alone."""
    if board.is_checkmate():
        return Outcome(-1 if board.turn else 1)
    return Outcome(0) if board.is_stalemate() or board.is_insufficient_material() else None


def expected_line_outcome(board: chess.Board) -> Outcome | None:
    """With the rules that count: ours end the game at once, theirs wait for a claim."""
    drawn = board.halfmove_clock >= 100 or board.is_repetition(3)
    return expected_outcome(board) or (Outcome(0) if drawn else None)


class Comparison:
    """Holds each position of a stream of boards against ours, and collects their hashes."""

    def __init__(self) -> None:
        self.count = 0
        self.epd_of_hash: dict[int, str] = {}
        self.hash_of_epd: dict[str, int] = {}
        self.checks = self.mates = self.draws = 0

    def run(self, boards: Iterable[chess.Board]) -> None:
        line = Line()
        for board in boards:
            # Play along move by move: what is compared was reached by our own `after`, not by parsing.
            if board.move_stack:
                line.push(line.position.move(board.peek().uci()))
            else:
                line = Line(Position.parse(board.fen()))
            self.compare(board, line)

    def compare(self, board: chess.Board, line: Line) -> None:
        position, fen = line.position, board.fen()
        assert position.fen == str(position) == fen
        assert sorted(map(str, position.legal_moves())) == sorted(m.uci() for m in board.legal_moves), fen
        assert position.in_check() == board.is_check(), fen
        assert position.turn == (Side.first if board.turn else Side.second), fen
        assert position.outcome() == expected_outcome(board), fen
        assert line.outcome() == expected_line_outcome(board), fen
        assert position == Position.parse(fen)
        assert position.hash == Position.parse(fen).hash, fen

        epd = board.epd()
        assert position.epd == epd
        assert self.epd_of_hash.setdefault(position.hash, epd) == epd, "two positions share a hash"
        assert self.hash_of_epd.setdefault(epd, position.hash) == position.hash, "one position has two hashes"
        self.count += 1
        self.checks += board.is_check()
        self.mates += board.is_checkmate()
        self.draws += line.outcome() == Outcome(0)


def test_random_games() -> None:
    comparison = Comparison()
    comparison.run(random_games(games=60, seed=1))
    assert comparison.count > 10_000
    assert comparison.checks > 200


def test_random_endings() -> None:
    comparison = Comparison()
    for seed, fen in enumerate(sparse_starts(150, seed=2)):
        comparison.run(random_games(games=1, seed=seed, start=fen, plies=120))
    assert comparison.count > 5_000
    assert comparison.mates > 1
    assert comparison.draws > 100


def test_real_games(chess_data: Path) -> None:
    comparison = Comparison()
    comparison.run(real_games(chess_data / "games" / "sample_500.pgn.gz", games=150))
    assert comparison.count > 10_000
    assert comparison.count > len(comparison.hash_of_epd)  # some positions were reached in several ways


def test_shuffling_pieces_repeats_and_runs_out_of_moves() -> None:
    comparison = Comparison()
    comparison.run(random_games(games=4, seed=3, start="4k2r/8/8/8/8/8/8/R3K3 w Qk - 80 90", plies=60))
    assert comparison.draws > 40


def test_transpositions_share_hash_and_equality() -> None:
    white, black = ["g1f3", "b1c3", "d2d3"], ["g8f6", "b8c6", "d7d6"]
    ends = set()
    for ours, theirs in zip(permutations(white), permutations(black), strict=True):
        line = Line()
        for text in chain.from_iterable(zip(ours, theirs, strict=True)):
            line.push(line.position.move(text))
        ends.add((line.position.hash, line.position.epd))
    assert len(ends) == 1


@pytest.mark.parametrize("plies", [0, 1, 40])
def test_boards_go_there_and_back(plies: int) -> None:
    for board in random_games(games=1, seed=plies, plies=plies):
        assert to_board(from_board(board)).fen() == board.fen()
        line = line_from_board(board)
        assert line_to_board(line).fen() == board.fen()
        assert [str(move) for move in line.moves] == [move.uci() for move in board.move_stack]
