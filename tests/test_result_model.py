"""Chances by score: the fit finds what games were made of, and what engines tell agrees with it."""

from __future__ import annotations

from random import Random

import pytest

from leafstrap import games
from leafstrap.arena.games.judged import JudgedPosition, judged_games
from leafstrap.arena.stats.result_fit import calibration, fit_results, mean_loss
from leafstrap.cli.app import run
from leafstrap.errors import UsageError
from leafstrap.games.result_model import ResultModel
from leafstrap.players import parse_player
from leafstrap.search import Limits
from support.wire import Wire

TRUE = ResultModel(5.5, -1.0, 4.2, 0.4)


def made(model: ResultModel, count: int, seed: int) -> list[JudgedPosition]:
    """Positions whose results are drawn by a model."""
    random = Random(seed)
    found = []
    for _ in range(count):
        score, share = round(random.gauss(0, 200)), random.random()
        won, drawn, lost = model.chances(score, share)
        result = random.choices((1, 0, -1), (won, drawn, lost))[0]
        found.append(JudgedPosition(score, share, result))
    return found


def test_the_fit_finds_the_model_that_made_the_results() -> None:
    positions, others = made(TRUE, 20_000, 1), made(TRUE, 20_000, 2)
    model = fit_results(positions)
    for share in (0.2, 0.6, 1.0):
        for score in (-300, -50, 0, 120, 400):
            for found, true in zip(model.chances(score, share), TRUE.chances(score, share), strict=True):
                assert found == pytest.approx(true, abs=0.02)
    assert mean_loss(model, others) < mean_loss(fit_results(positions, by_pieces=False), others) - 0.005
    for each in calibration(model, others, (-200, -50, 50, 200)):
        for expected, seen in zip(each.expected, each.seen, strict=True):
            assert expected == pytest.approx(seen, abs=0.03)


def test_the_slope_is_that_of_the_loss() -> None:
    """No step in any direction is better than where the fit ends."""
    positions = made(TRUE, 3000, 3)
    model = fit_results(positions)
    best = mean_loss(model, positions)
    for place in range(4):
        for step in (-0.05, 0.05):
            numbers = [model.even, model.even_pieces, model.spread, model.spread_pieces]
            numbers[place] += step
            assert mean_loss(ResultModel(*numbers), positions) > best


@pytest.mark.parametrize("name", ["chess", "draughts"])
def test_chances_of_the_games(name: str) -> None:
    game = games.get(name)
    start = game.Position()
    even, ahead, behind = (game.chances(start, score) for score in (0, 300, -300))
    assert even is not None
    assert ahead is not None
    assert behind is not None
    assert even[0] == even[2]
    assert ahead == behind[::-1]
    assert behind[0] < even[0] < ahead[0]
    assert all(sum(each) == 1000 for each in (even, ahead, behind))


def test_games_give_positions_in_the_view_of_the_mover() -> None:
    game = games.get("draughts")
    (positions,) = judged_games(game, parse_player("material", game).build(), Limits(nodes=50), 1, 1)
    assert len(positions) > 20
    assert positions[0].share == pytest.approx(1.0, abs=0.3)
    assert {each.result for each in positions} in ({0}, {1, -1})
    with pytest.raises(UsageError, match="say themselves"):
        next(judged_games(games.get("backgammon"), parse_player("random", game).build(), Limits(), 1, 1))


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "draughts", "material", "--games", "20", "--nodes", "30", "--json"]) == 0
    assert '"model"' in capsys.readouterr().out.splitlines()[-1]
    assert run(["calibrate", "backgammon"]) == 2


def test_uci_tells_the_fitted_chances() -> None:
    wire = Wire()
    wire("setoption name UCI_ShowWDL value true")
    lines = wire.until("bestmove", "position startpos", "go depth 1")
    words = next(line for line in lines if " wdl " in line).split()
    at = words.index("wdl")
    score = int(words[words.index("cp") + 1])
    expected = games.get("chess").chances(games.get("chess").Position(), score)
    assert tuple(int(word) for word in words[at + 1 : at + 4]) == expected
    wire.server.serve([])
