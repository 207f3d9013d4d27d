"""Positions from games, as boards of the independent `chess` library."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import chess
import chess.pgn


def random_games(
    games: int, seed: int, start: str = chess.STARTING_FEN, plies: int = 200
) -> Iterator[chess.Board]:
    """Every position of games with random moves; one board is yielded again and again, its moves on it."""
    rng = random.Random(seed)
    for _ in range(games):
        board = chess.Board(start)
        yield board
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            yield board


def sparse_starts(count: int, seed: int) -> Iterator[str]:
    """Legal positions with both kings and up to four other pieces: endings, promotions, dead draws."""
    rng = random.Random(seed)
    while count:
        board = chess.Board(None)
        pieces = ["K", "k", *rng.choices("PpNnBbRrQq", k=rng.randrange(5))]
        for piece, square in zip(pieces, rng.sample(range(64), len(pieces)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(piece))
        board.turn = rng.random() < 0.5
        if board.is_valid():
            count -= 1
            yield board.fen()


def real_games(path: Path, games: int) -> Iterator[chess.Board]:
    """Every position of the first games of a compressed PGN file."""
    with gzip.open(path, "rt", encoding="latin-1") as file:
        for game in islice(iter(lambda: chess.pgn.read_game(file), None), games):
            board = game.board()
            yield board
            for move in game.mainline_moves():
                board.push(move)
                yield board
