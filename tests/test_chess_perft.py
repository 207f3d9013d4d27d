"""Perft: our own small files always, the public suites where they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from leafstrap.games.chess import Position
from support.perft_suites import read_suite, wrong_counts

OWN = Path(__file__).parent / "data" / "chess"
PUBLIC = [
    "chess-epds_perft.epd",
    "ethereal_standard.epd",
    "ferdy_double_checks.epd",
    "ferdy_enpassant_1.epd",
    "ferdy_single_check_1.epd",
    "pej_positions.epd",
    "perftsuite.epd",
    "random.perft",
    "tricky.perft",
]
# These need Chess960's castling (king or rook not at home): standard rules refuse the position.
CHESS960 = ("xfen-", "asymmetrical-and-king-on-h")

QUICK = 1_000_000
THOROUGH = 50_000_000


def check(path: Path, least: int, most: int) -> None:
    counts = list(read_suite(path))
    assert counts
    assert not wrong_counts(c for c in counts if least < c.nodes <= most and not c.name.startswith(CHESS960))


@pytest.mark.parametrize("name", ["well_known.epd", "special_moves.epd", "random_games.epd"])
def test_own_suites(name: str) -> None:
    check(OWN / name, 0, 5_000_000)


@pytest.mark.soak
def test_well_known_positions_deep() -> None:
    check(OWN / "well_known.epd", 5_000_000, 10_000_000_000)


@pytest.mark.parametrize("name", PUBLIC)
def test_public_suites(chess_data: Path, name: str) -> None:
    check(chess_data / "perft" / name, 0, QUICK)


@pytest.mark.soak
@pytest.mark.parametrize("name", PUBLIC)
def test_public_suites_thoroughly(chess_data: Path, name: str) -> None:
    check(chess_data / "perft" / name, QUICK, THOROUGH)


def test_every_public_suite_is_counted(chess_data: Path) -> None:
    assert sorted(path.name for path in (chess_data / "perft").iterdir()) == PUBLIC


def test_chess960_entries_are_refused(chess_data: Path) -> None:
    counts = read_suite(chess_data / "perft" / "tricky.perft")
    refused = {count.fen for count in counts if count.name.startswith(CHESS960)}
    assert len(refused) == 6
    for fen in refused:
        with pytest.raises(ValueError, match="castling right"):
            Position.parse(fen)


def test_divide_is_perft_of_the_children() -> None:
    position = Position.parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    parts = position.perft_divide(3)
    assert [move for move, _ in parts] == position.legal_moves()
    assert all(count == position.after(move).perft(2) for move, count in parts)


def test_depth_zero_is_one() -> None:
    assert Position().perft(0) == 1
