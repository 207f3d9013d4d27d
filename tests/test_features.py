"""The feature sets of chess, against a second implementation and against their pages."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest

from leafstrap._core.chess import FeatureSet, Line, Position, feature_sets
from leafstrap.evaluators.feature_set import concept
from leafstrap.evaluators.feature_table import pages
from support.boards import random_games, real_games, sparse_starts
from support.naive_meep import white_concepts

MEEP: Any = feature_sets["meep"]
CONCEPTS = [concept(MEEP, name) for name in MEEP.names[:: MEEP.stages]]


QUARTERS = {"pawn-steps", "step-threats", "centre", "space", "pressure", "loose"}


def in_core(board: chess.Board) -> tuple[Counter[str], Counter[str]]:
    """What the core says White and Black have; the right to move left out."""
    white: Counter[str] = Counter()
    black: Counter[str] = Counter()
    for index, first, second in MEEP.shares(Position.parse(board.fen())):
        name = CONCEPTS[index]
        unit = 0.25 if name in QUARTERS else 1
        if name != "to-move":
            white[name] += int(first / unit)
            black[name] -= int(second / unit)
    return +white, +black


def check_against_naive(board: chess.Board) -> None:
    white, black = in_core(board)
    assert white == white_concepts(board), board.fen()
    assert black == white_concepts(board.mirror()), board.fen()


def test_random_games_have_the_features_of_the_slow_version() -> None:
    for board in islice(random_games(30, seed=1), 0, None, 9):
        check_against_naive(board)


def test_endings_have_the_features_of_the_slow_version() -> None:
    for fen in sparse_starts(300, seed=2):
        check_against_naive(chess.Board(fen))


PLACES = {
    "two-bishops-mate": ("8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1", "corner", 3),
    "square-of-the-pawn": ("8/8/8/8/P6k/8/8/K7 w - - 0 1", "passed-unstoppable", 1),
    "it-is-caught": ("8/8/8/8/P3k3/8/8/K7 b - - 0 1", "passed-unstoppable", 0),
    "knight-on-e5": ("4k3/8/8/4N3/3P4/8/8/4K3 w - - 0 1", "outpost.knight.5", 1),
    "pawn-drives-it-off": ("4k3/5p2/8/4N3/3P4/8/8/4K3 w - - 0 1", "outpost.knight.5", 0),
    "battery-sees-through-rook": ("4k3/8/8/8/8/8/3R4/K2R4 w - - 0 1", "rooks-joined", 2),
    "rook-behind-passer": ("4k3/8/8/3P4/8/8/8/K2R4 w - - 0 1", "passed-rook.own", 1),
    "pinned-knight-stays": ("4r2k/8/8/8/4N3/8/8/4K3 w - - 0 1", "mobility.knight.0", 1),
    "castled-king": ("6k1/8/8/8/8/8/5PPP/6K1 w - - 0 1", "shelter.ah.2", 1),
}


@pytest.mark.parametrize(("fen", "name", "count"), PLACES.values(), ids=PLACES)
def test_known_places(fen: str, name: str, count: int) -> None:
    assert name in CONCEPTS
    assert in_core(chess.Board(fen))[0][name] == count


def test_the_right_to_move_is_the_whole_of_a_mirrored_difference() -> None:
    indices, values = MEEP.row(Position())
    assert [MEEP.names[index] for index in indices] == ["to-move.opening"]
    assert values.tolist() == [1.0]


# Takes five pieces around one king: seldom in thousands of games, but possible.
RARE = {"gathering.321"}


def test_every_concept_occurs() -> None:
    rng = random.Random(3)
    positions = [Position.parse(fen) for fen in sparse_starts(4000, seed=4)]
    for _ in range(250):
        line = Line()
        while line.outcome() is None:
            line.push(rng.choice(line.position.legal_moves()))
            positions.append(line.position)
    seen = {CONCEPTS[index] for position in positions for index, _, _ in MEEP.shares(position)}
    assert set(CONCEPTS) - seen <= RARE
    crowd = "r4rk1/ppp2pRp/5NQR/8/3B4/3B4/8/4K3 b - - 0 1"
    assert all(in_core(chess.Board(crowd))[0][name] for name in RARE)


def test_about_a_hundred_features_are_active_in_real_games(chess_data: Path) -> None:
    games = sorted(chess_data.rglob("*.pgn.gz"))
    if not games:
        pytest.skip("no games in the collection")
    positions = [Position.parse(board.fen()) for board in real_games(games[0], 40)]
    starts, _, _ = MEEP.rows(positions)
    assert 80 <= np.diff(starts).mean() <= 200


@pytest.mark.parametrize("feature_set", feature_sets.values(), ids=lambda feature_set: str(feature_set.name))
def test_every_feature_is_described(feature_set: FeatureSet) -> None:
    assert feature_set.size == feature_set.concepts * feature_set.stages
    assert len(set(feature_set.names)) == feature_set.size
    assert len(feature_set.families) == len(feature_set.meanings) == feature_set.size
    assert all(feature_set.families)
    assert all(feature_set.meanings)


def test_meep_has_the_size_and_families_of_the_paper() -> None:
    assert MEEP.size == 1812
    assert list(dict.fromkeys(MEEP.families)) == [
        "material", "piece-square tables", "pawn structure", "mobility", "king safety",
    ]  # fmt: skip


def test_the_pages_are_those_the_core_gives(root: Path) -> None:
    folder = root / "docs" / "features"
    made = pages()
    assert {path.name for path in folder.glob("*.md")} == set(made)
    for name, text in made.items():
        assert (folder / name).read_text(encoding="utf-8") == text, f"{name} is out of date"
