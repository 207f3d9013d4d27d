"""Lines that nobody would send: whatever comes in, the engine goes on and answers."""

from __future__ import annotations

from random import Random

import pytest

from leafstrap.players.external.hub_line import HubLine
from support.small_engine import small_engine
from support.spoiling import spoiled
from support.wire import HubWire

KINGS = "WBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWw"
LINES = [
    "hub",
    "init",
    "ping",
    "new-game",
    "pos start",
    'pos start moves="32-28 19-23 28x19x23 14x23x19"',
    "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
    'pos pos=BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee moves="38-15 5-41 48-26"',
    f"pos pos={KINGS}",
    "level depth=2",
    "level nodes=50",
    "level move-time=0.001",
    "level moves=2 time=0.005 inc=0.001",
    "level infinite",
    "level depth=1 ponder",
    "go think",
    "go ponder",
    "go analyze",
    "stop",
    "ponder-hit",
    "set-param name=threads value=2",
    "set-param name=tt-size value=16",
    "set-param name=variant value=normal",
    "set-param name=book value=false",
    "set-param name=move-overhead value=0",
    'set-param name=weights value=""',
    "set-param name=weights value=nowhere.safetensors",
]
# Files are real, whatever their names: none is made up.
WORDS = sorted({word for line in LINES for word in line.split()} - {"name=weights"})
KNOWN = {"id", "param", "wait", "ready", "pong", "info", "done", "error"}


def check(text: str) -> None:
    """Nothing but the protocol was written, and all of it can be read."""
    for line in text.splitlines():
        assert HubLine.parse(line).command in KNOWN, line


@pytest.mark.parametrize("count", [20_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_spoiled_lines(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # A table of gigabytes or a hundred threads would be a fair answer to some of these lines.
    monkeypatch.setattr("leafstrap.protocols.engine.Engine", small_engine)
    random = Random(count)
    wire = HubWire()
    for number in range(count):
        line = spoiled(random.choice(LINES), WORDS, random)
        if line.split()[:1] == ["quit"]:
            continue
        assert wire.server.obey(line), line
        if number % 100 == 99:
            assert "ready" in wire("init")
            wire("stop")
            assert wire.until("done move=", "pos start", "level depth=1", "go think")
            check(wire.stream.getvalue())
            wire.stream.truncate(0)
            wire.stream.seek(0)
    wire.server.serve([])


def test_every_go_is_answered_once() -> None:
    random = Random(7)
    wire = HubWire()
    goes = 0
    for _ in range(400):
        line = random.choice(LINES)
        goes += line.startswith("go ")
        wire.server.obey(line)
    wire.server.serve([])
    text = wire.stream.getvalue()
    assert sum(line.startswith("done move=") for line in text.splitlines()) == goes
    check(text)
