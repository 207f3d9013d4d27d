"""Lines that nobody would send: whatever comes in, the engine goes on and answers."""

from __future__ import annotations

from random import Random

import pytest

from support.small_engine import small_engine
from support.spoiling import spoiled
from support.wire import Wire

LINES = [
    "uci",
    "debug on",
    "isready",
    "ucinewgame",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3 b8c6",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1",
    "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "go depth 2",
    "go nodes 100",
    "go movetime 1",
    "go wtime 5 btime 5 winc 1 binc 1 movestogo 2",
    "go infinite",
    "go ponder wtime 5 btime 5",
    "go mate 1",
    "go depth 2 searchmoves e2e4 d2d4",
    "go perft 2",
    "stop",
    "ponderhit",
    "setoption name Hash value 2",
    "setoption name MultiPV value 2",
    "setoption name Threads value 2",
    "setoption name UCI_ShowWDL value true",
    "setoption name Ponder value false",
    "setoption name OwnBook value true",
    "setoption name BookFile value /nowhere",
    "setoption name WeightsFile value material",
    "setoption name WeightsFile value nowhere.safetensors",
    "setoption name Learning value off",
    "setoption name SearchVariant value tournament",
    "setoption name Clear Hash",
    "eval",
    "d",
]
WORDS = sorted({word for line in LINES for word in line.split()} - {"WeightsFile", "BookFile"})


@pytest.mark.parametrize("count", [2_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_spoiled_lines(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # A table of gigabytes or a hundred threads would be a fair answer to some of these lines.
    monkeypatch.setattr("leafstrap.protocols.engine.Engine", small_engine)
    random = Random(count)
    wire = Wire()
    for number in range(count):
        line = spoiled(random.choice(LINES), WORDS, random)
        if "quit" in line.split():
            continue
        assert wire.server.obey(line), line
        if number % 100 == 99:
            assert "readyok" in wire("isready")
            wire("stop")
            assert wire.until("bestmove", "position startpos", "go depth 1")
            wire.stream.truncate(0)
            wire.stream.seek(0)
    wire.server.serve([])


def test_every_go_is_answered_once() -> None:
    random = Random(7)
    wire = Wire()
    goes = 0
    for _ in range(200):
        line = random.choice([line for line in LINES if "perft" not in line])
        goes += line.startswith("go ")
        wire.server.obey(line)
    wire.server.serve([])
    text = wire.stream.getvalue()
    assert text.count("bestmove") == goes
    known = ("id ", "option ", "uciok", "readyok", "info ", "bestmove ")
    assert all(line.startswith(known) for line in text.splitlines()), "nothing but the protocol"
