"""`leafstrap bench` and the signature that says whether search still does the same."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from leafstrap import games
from leafstrap.arena.signature import signature
from leafstrap.cli.app import run
from leafstrap.errors import UsageError

# Changes together with rules, move ordering, search or table, on purpose only: say why in the commit.
SIGNATURES = {"chess": 442464, "draughts": 2381325, "backgammon": 205880}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signature(name: str) -> None:
    assert signature(games.get(name)) == SIGNATURES[name]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "chess", "--json"]) == 0
    report = json.loads(capsys.readouterr().out.splitlines()[-1])["chess"]
    assert report["signature"] == SIGNATURES["chess"]
    for what in ("perft", "evaluation", "search", "learning"):
        assert report[what].keys() == {"nodes", "seconds", "nps"}
    assert report["perft"]["nodes"] == 119060324 + 193690690


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench"]) == 0
    assert f"chess signature: {SIGNATURES['chess']}\n" in capsys.readouterr().out


def test_a_game_without_positions_is_refused() -> None:
    with pytest.raises(UsageError, match="chess has no positions"):
        signature(replace(games.get("chess"), bench_positions=None))
