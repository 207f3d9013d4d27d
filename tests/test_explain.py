"""An evaluation taken apart sums to itself."""

from __future__ import annotations

import json
from random import Random

import pytest

from leafstrap import games
from leafstrap.cli.app import run
from leafstrap.evaluators import Evaluator, LinearArchitecture

CHESS = games.get("chess")
MEEP = LinearArchitecture.of(CHESS, {"features": "meep"})
FEN = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/P3BPPP/R1BQ1RK1 w - - 0 9"


def test_parts_sum_to_the_evaluation_on_random_games() -> None:
    random = Random(4)
    linear = Evaluator(MEEP, MEEP.initial_weights("random", seed=2, scale=100))
    for _ in range(20):
        line = CHESS.Line()
        while line.outcome() is None and len(line) < 120:
            line.push(random.choice(line.position.legal_moves()))
            if len(line) % 10:
                continue
            parts = linear.explain(line.position)
            assert sum(family.share for family in parts.families) == pytest.approx(parts.value, abs=0.05)
            assert parts.value == pytest.approx(linear.value(line.position))
            for family in parts.families:
                shares = [abs(term.share) for term in family.terms]
                assert shares == sorted(shares, reverse=True)
            totals = [abs(family.share) for family in parts.families]
            assert totals == sorted(totals, reverse=True)


def test_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "chess", FEN, "untrained;seed=3"]) == 0
    out = capsys.readouterr().out
    for family in set(MEEP.feature_set.families):
        assert family in out
    assert "Evaluation" in out
    assert run(["explain", "chess", FEN, "untrained;seed=3", "--top", "2"]) == 0
    short = capsys.readouterr().out
    assert "smaller" in short
    assert len(short.splitlines()) < len(out.splitlines())


def test_the_weights_that_come_along(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "chess", FEN, "--json"]) == 0
    alone = capsys.readouterr().out
    assert run(["explain", "chess", FEN, "default", "--json"]) == 0
    assert capsys.readouterr().out == alone


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    position = "4k3/4p3/8/8/8/8/8/R3K3 w - - 0 1"
    assert run(["explain", "chess", position, "material", "--json"]) == 0
    report = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert report["value"] == 5
    (family,) = report["families"]
    assert family["family"] == "material"
    assert [(term["name"], term["share"]) for term in family["features"]] == [("rook", 6), ("pawn", -1)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["junk", "material"], "invalid FEN"),
        (["startpos", "nowhere.safetensors"], "no weights file"),
        (["startpos", "random"], "The player 'random' has no weights"),
        ([], "POSITION"),
    ],
)
def test_wrong_use(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    assert run(["explain", "chess", *arguments]) == 2
    assert words in capsys.readouterr().err
