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

DRAUGHTS = Suite(
    perft=(("W:W31-50:B1-20", 9), ("B:BK17,K24:W6,9,10,11,20-23,30,K31,33,37,41-44,46", 7)),
    # Openings, middlegames with and without exchanges, endgames with kings.
    search=(
        "W:W31-50:B1-20",
        "W:W26-28,31-33,36-40,42-50:B2-4,6-14,16-19,23,24",
        "B:W27,28,32,33,34,37,38,39,43,44,48:B8,9,12,13,14,16,18,19,21,23,26",
        "W:W25,27,28,30,32,33,34,38,39,43:B9,13,14,16,17,18,19,20,23,24",
        "W:W22,28,31,37,38,48:B3,13,14,19,24,26",
        "B:W15,27,K46:B9,13,35,K4",
    ),
    depth=9,
    features="patterns",
    evaluations=20_000,
    signature_features="material",
)

SUITES = {"chess": CHESS, "draughts": DRAUGHTS}
