"""Weights of published programs: KnightCap's figures over `knightcap`, tscp's over `classical`."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import cast

import chess
import numpy as np
import pytest

from leafstrap import games
from leafstrap._core import Side
from leafstrap.arena import opening_lines
from leafstrap.errors import RecipeError, UsageError
from leafstrap.evaluators import LinearArchitecture
from leafstrap.evaluators.feature_set import concept
from leafstrap.games.chess import Line, Position
from leafstrap.players import parse_evaluator, parse_player
from run_helpers import learn, recipe_file
from support.boards import random_games, real_games
from support.naive_classical import ranks_on
from support.naive_tscp import tscp

CHESS = games.get("chess")
KNIGHTCAP, TSCP = "published", "published;features=classical"
# What Table A.1 has and the public program has not, or has elsewhere.
NOT_THERE = {
    "king", "pawn-advance", "unsupported-pawn", "adjacent-pawn", "passed-pawn-control", "king-passed-pawn-defence",
    "odd-bishops-pawn-pos", "pawn-defence", "knight-mobility", "knight-outpost", "bishop-outpost",
    "seventh-rank-rooks", "trapped-step", "noqueen-file-safety", "noq-king-attack-computer",
    "noq-king-attack-opponent",
}  # fmt: skip


def named(features: str) -> dict[str, float]:
    architecture = LinearArchitecture.of(CHESS, {"features": features})
    weights = architecture.initial_weights("published")
    assert len(weights) == architecture.size
    assert np.isfinite(weights).all()
    return dict(zip(architecture.names, weights.tolist(), strict=True))


def test_knightcaps_figures() -> None:
    weights = named("knightcap")
    for stage in ("opening", "middle", "ending", "mating"):
        values = [weights[f"{kind}.{stage}"] for kind in ("pawn", "knight", "bishop", "rook", "queen")]
        assert values == [1.0, 4.01, 4.12, 6.03, 12.0]
    for name, weight in {
        "bishop-pair.middle": 0.2,
        "pawn-pos.d4.opening": 0.07,
        "pawn-pos.g3.opening": -0.03,
        "knight-pos.a8.middle": -0.07,
        "knight-pos.f6.middle": 0.05,
        "rook-pos.c7.ending": 0.2,
        "pos-base.e5.middle": 0.06,
        "pos-kingside.g2.middle": 0.08,
        "pos-queenside.b1.middle": 0.09,
        "bishop-mobility.3.9.middle": 0.12,
        "queen-smobility.1.0.middle": -0.3,
        "queen-smobility.5.0.middle": -0.3 - 4 * 0.16,
        "queen-smobility.5.1.middle": -0.25,
        "pawn-advance2.7.ending": 1.6,
        "pawn-advance1.7.ending": 0.4,
        "pawn-advance2.8.ending": 0.0,
        "opening-king-advance.3.opening": -0.6,
        "king-proximity.4.mating": -4.0,
        "king-proximity.4.middle": 0.0,
        "ending-kpos.enemy.3.ending": 0.2,
        "ending-kpos.own.0.ending": -0.14,
        "piece-trade-bonus.4.ending": 0.4,
        "pawn-trade-bonus.10.ending": -0.24,
        "q-king-attack-computer.2.middle": 0.8,
        "q-king-attack-opponent.2.middle": 0.28,
        "castle-bonus.opening": 0.3,
        "castle-bonus.ending": 0.0,
    }.items():
        assert weights[name] == pytest.approx(weight), name


def test_every_group_that_the_program_has_counts() -> None:
    features = CHESS.feature_sets["knightcap"]
    groups: dict[str, bool] = {}
    for name, weight in named("knightcap").items():
        group = concept(features, name).split(".")[0]
        groups[group] = groups.get(group, False) or weight != 0
    assert {group for group, counts in groups.items() if not counts} == NOT_THERE


@pytest.mark.parametrize("player", [KNIGHTCAP, TSCP])
def test_a_mirrored_position_is_worth_as_much_to_the_other_side(player: str) -> None:
    evaluator = parse_evaluator(player, CHESS).snapshot()
    for board in islice(random_games(4, seed=3), 0, None, 5):
        here, there = Position.parse(board.fen()), Position.parse(board.mirror().fen())
        assert evaluator.value(here, Side.first) == pytest.approx(
            -evaluator.value(there, Side.second), abs=1e-3
        )
    assert evaluator.value(Position(), Side.first) == pytest.approx(0, abs=1e-5)


def test_tscps_figures() -> None:
    weights = named("classical")
    values = [weights[kind] for kind in ("pawn", "knight", "bishop", "rook", "queen", "bishop-pair")]
    assert values == [1.0, 3.0, 3.0, 5.0, 9.0, 0.0]
    for name, weight in {
        "pawn.d2": -0.4,
        "pawn.a7": 0.05,
        "knight.b1": -0.3,
        "bishop.c1": -0.2,
        "queen.d4": 0.0,
        "king.c1": 0.4,
        "king.f1": -0.2,
        "king-ending.d4": 0.6,
        "passed.2": 0.2,
        "passed.7": 1.2,
        "rook-seventh": 0.2,
        "shield.c.far": -0.1,
        "storm.b.coming": -0.05,
    }.items():
        assert weights[name] == pytest.approx(weight), name
    after_e4 = Position.parse("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    assert parse_evaluator(TSCP, CHESS).value(after_e4) == pytest.approx(0.48)


OURS = parse_evaluator(TSCP, CHESS)


def off(board: chess.Board) -> float:
    """How far our weights are from tscp's evaluation, in pawns."""
    return abs(OURS.value(Position.parse(board.fen())) - tscp(board))


def half_open_at_white_king(board: chess.Board) -> bool:
    """Whether a king in the middle has a file beside it without an own pawn; tscp minds it only if Black has none."""
    file = chess.square_file(board.king(chess.WHITE) or 0)
    return file in (3, 4) and not all(
        ranks_on(board, chess.WHITE, each) for each in range(file - 1, file + 2)
    )


def test_with_all_pieces_on_the_board_only_backward_pawns_differ_from_tscp() -> None:
    lines = opening_lines(CHESS, random_starts=0)
    boards = [chess.Board(cast("Position", line.position).fen) for line in lines]
    full = [board for board in boards if (board.occupied & ~board.pawns).bit_count() == 16]
    closed = [b for b in full if not half_open_at_white_king(b) and not half_open_at_white_king(b.mirror())]
    differences = Counter(round(100 * off(board)) for board in closed)
    assert set(differences) == {0, 8, 16}
    assert differences[0] > len(closed) / 2


def test_tscps_evaluation_is_near_in_real_games(chess_data: Path) -> None:
    differences = [
        off(b) for b in islice(real_games(chess_data / "games" / "sample_500.pgn.gz", 60), 0, None, 9)
    ]
    assert len(differences) > 300
    assert fmean(differences) < 0.2


def test_they_are_players() -> None:
    mate = Line(Position.parse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"))
    for text in (KNIGHTCAP, TSCP, f"{KNIGHTCAP};search=knightcap", f"{TSCP};search=training"):
        player = parse_player(f"{text}@depth=3", CHESS)
        assert player.limits is not None
        assert str(player.build().choose(mate, player.limits).move) == "a1a8"
    with pytest.raises(UsageError, match="there are those for knightcap, classical"):
        parse_player("published;features=gnuchess", CHESS)
    with pytest.raises(
        RecipeError, match="no weights of a published program; of chess these have: knightcap"
    ):
        LinearArchitecture.of(CHESS, {"features": "meep"}).initial_weights("published")


def test_a_run_begins_from_them(tmp_path: Path) -> None:
    text = '[evaluator]\nfeatures = "classical"\ninitial = "published"\n[search]\ndepth = 1\n'
    assert learn(tmp_path / "run", "--games", "1", recipe=recipe_file(tmp_path, text)) == 0
    began = parse_evaluator(str(tmp_path / "run" / "weights" / "000000.safetensors"), CHESS)
    np.testing.assert_array_equal(began.weights, parse_evaluator(TSCP, CHESS).weights)
