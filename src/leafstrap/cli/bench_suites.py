"""What `leafstrap bench` runs for each game. A change here changes the signatures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Suite:
    """Positions to count from, each with a depth, and positions to search, all to one depth."""

    perft: tuple[tuple[str, int], ...]
    search: tuple[str, ...]
    depth: int
    features: str  # the feature set whose speed is of interest
    evaluations: int  # how often each position to search is evaluated
    signature_features: str  # a feature set with integer values


CHESS = Suite(
    perft=(
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ),
    # Openings, middlegames, endgames with rooks, minor pieces and pawns, promotions, and mates.
    search=(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkb1r/ppp1pppp/5n2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR b KQkq - 2 3",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10",
        "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/P1NBB3/1PP1Q1PP/R4RK1 b - - 3 12",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/5pk1/4p1p1/1p1nP2p/1P1B3P/5PP1/6K1/8 w - - 0 40",
        "8/P1k5/8/8/8/8/5K1p/8 w - - 0 1",
        "4r1k1/5ppp/8/1Q6/8/8/5PPP/6K1 b - - 0 1",
        "7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
    ),
    depth=5,
    features="meep",
    evaluations=20_000,
    signature_features="material",
)

SUITES = {"chess": CHESS}
