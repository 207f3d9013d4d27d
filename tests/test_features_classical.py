"""The feature set `classical` against a second implementation, and the player that uses it with our weights."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import chess
import numpy as np
import pytest

from leafstrap._core.chess import Position, feature_sets
from leafstrap.errors import UsageError
from leafstrap.evaluators import LinearArchitecture
from leafstrap.games.chess import CHESS
from leafstrap.players import parse_evaluator, parse_player
from support.boards import random_games, sparse_starts
from support.naive_classical import white_concepts

CLASSICAL = feature_sets["classical"]
PLAYER = "hand;features=classical"


def in_core(board: chess.Board) -> tuple[Counter[str], Counter[str]]:
    """What the core says White and Black have; what is about the king in quarters."""
    white: Counter[str] = Counter()
    black: Counter[str] = Counter()
    for index, first, second in CLASSICAL.shares(Position.parse(board.fen())):
        unit = 0.25 if CLASSICAL.families[index] == "king" else 1
        white[CLASSICAL.names[index]] += int(first / unit)
        black[CLASSICAL.names[index]] -= int(second / unit)
    return +white, +black


def check_against_naive(board: chess.Board, seen: set[str]) -> None:
    white, black = in_core(board)
    assert white == white_concepts(board), board.fen()
    assert black == white_concepts(board.mirror()), board.fen()
    seen.update(white)


def test_it_has_the_features_of_the_slow_version() -> None:
    seen: set[str] = set()
    for board in islice(random_games(40, seed=1), 0, None, 7):
        check_against_naive(board, seen)
    for fen in sparse_starts(1500, seed=2):
        check_against_naive(chess.Board(fen), seen)
    assert not set(CLASSICAL.names) - seen


def test_hand_weights_know_what_is_good() -> None:
    weights = LinearArchitecture.of(CHESS, {"features": "classical"}).initial_weights("hand")
    assert np.isfinite(weights).all()
    linear = parse_evaluator(PLAYER, CHESS)
    assert linear.architecture.name == "classical"
    for better, worse in (
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"),
        ("4k3/8/8/3K4/8/8/P7/8 w - - 0 1", "4k3/8/8/8/8/8/P7/K7 w - - 0 1"),
        ("r2qkb1r/5ppp/8/8/8/8/5PPP/R2Q1RK1 w - - 0 1", "r2qkb1r/5ppp/8/8/5PPP/8/8/R2Q1RK1 w - - 0 1"),
        ("4k3/8/8/8/8/2P5/1P6/4K3 w - - 0 1", "4k3/8/8/8/8/2P5/2P5/4K3 w - - 0 1"),
    ):
        assert linear.value(Position.parse(better)) > linear.value(Position.parse(worse))


def test_it_plays() -> None:
    player = parse_player(f"{PLAYER}@depth=3", CHESS)
    mate = CHESS.Line(Position.parse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"))
    assert player.limits is not None
    assert str(player.build().choose(mate, player.limits).move) == "a1a8"
    with pytest.raises(UsageError, match="there are those for knightcap, classical"):
        parse_player("hand;features=meep", CHESS)
