"""Levels: all of them play, the same game has the same answers, and lower ones lose to higher ones."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from leafstrap import games, load, match
from leafstrap.errors import UsageError
from leafstrap.players import LEVELS, LevelPlayer, level_at, level_of, level_ratings
from leafstrap.players.levels import drawn
from leafstrap.search import Limits
from leafstrap.search.engine import Engine, SearchRequest
from support.own import own
from support.wire import HubWire, Wire


@pytest.mark.parametrize("name", ["chess", "draughts", "backgammon"])
def test_all_levels_play_and_the_same_game_has_the_same_answers(name: str) -> None:
    game = games.get(name)
    evaluator = load("default", game)
    line = game.Line()
    if game.board_data.dice:
        own(line).roll((4, 2))
    legal = {str(move) for move in line.position.legal_moves()}
    for level in LEVELS[:8]:
        moves = [
            str(LevelPlayer("x", evaluator, level, seed=seed).choose(line, Limits()).move)
            for seed in (1, 1, 2, 3, 4)
        ]
        assert set(moves) <= legal
        assert moves[0] == moves[1]


def test_what_is_drawn_is_the_best_at_temperature_zero_and_else_the_better_the_more_often() -> None:
    random = Random(1)
    counts = [0, 0, 0]
    for _ in range(3000):
        counts[drawn([0.0, 50.0, 100.0], 50.0, random)] += 1
    assert counts[0] < counts[1] < counts[2]
    # Probabilities are in the ratio e^-2 : e^-1 : 1.
    assert abs(counts[2] / 3000 - 0.665) < 0.04
    assert all(drawn([1.0, 3.0, 2.0], 0.0, random) == 1 for _ in range(5))
    assert drawn([-30_000.0, 30_000.0], 1.0, random) == 1


@pytest.mark.parametrize("name", ["chess", "draughts"])
def test_no_level_chooses_among_moves_that_it_has_not_looked_at(name: str) -> None:
    """A search that is cut short has passed over moves, which then have no score: not that of a win, either."""
    game, random = games.get(name), Random(5)
    engine, line = Engine(load("default", game), megabytes=1), game.Line()
    short = 0
    while line.outcome() is None and len(line) < 40:
        moves = list(line.position.legal_moves())
        request = level_of(7).request(SearchRequest(), len(moves))
        found = engine.think(line, request)
        short += len(found.lines) < request.multipv
        assert all(-32_000 <= each.score <= 32_000 for each in found.lines)
        assert found.move == found.lines[0].pv[0]
        line.push(found.move if random.random() < 0.8 else random.choice(moves))
    assert short, "no search was cut short where it had to be: this tests nothing"


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match="no level 11"):
        level_of(11)
    for text in ("level:0", "level:eleven", "level:²", "level"):
        with pytest.raises(UsageError, match=r"level"):
            match("chess", text, "random", games=2)


@pytest.mark.parametrize(("name", "games_played"), [("chess", 12), ("draughts", 12), ("backgammon", 300)])
def test_a_higher_level_beats_a_lower_one(name: str, games_played: int) -> None:
    score = match(name, "level:6", "level:1", games=games_played)
    assert score.score > 0.6


def test_level_players_know_the_cube() -> None:
    score = match("backgammon", "level:9", "level:3", games=20)
    assert score.games == 20


@pytest.mark.parametrize("name", ["chess", "draughts", "backgammon"])
def test_measured_ratings_rise_from_level_to_level(name: str) -> None:
    ratings = level_ratings(games.get(name))
    assert all(low < high for low, high in pairwise(ratings))


def test_between_two_levels_lies_everything() -> None:
    chess = games.get("chess")
    ratings = level_ratings(chess)
    assert [level_at(chess, rating) for rating in ratings] == list(LEVELS)
    assert level_at(chess, -5000) == LEVELS[0]
    assert level_at(chess, 9000) == LEVELS[-1]
    between = level_at(chess, (ratings[5] + ratings[6]) / 2)
    assert LEVELS[5].nodes < between.nodes < LEVELS[6].nodes
    assert LEVELS[5].temperature > between.temperature > LEVELS[6].temperature


def test_the_uci_engine_plays_as_weakly_as_it_is_told() -> None:
    wire = Wire("default")
    low, *_, high = level_ratings(games.get("chess"))
    assert f"option name UCI_Elo type spin default {high} min {low} max {high}" in wire("uci")
    wire("setoption name UCI_LimitStrength value true", f"setoption name UCI_Elo value {low}")
    moves = set()
    for _ in range(20):
        lines = wire.until("bestmove", "position startpos", "go nodes 100000")
        assert not any(" multipv 2 " in line for line in lines)
        moves.add(lines[-1].split()[1])
    assert len(moves) > 4, "a beginner plays this and that"
    wire("setoption name UCI_LimitStrength value false")
    strong = {
        wire.until("bestmove", "ucinewgame", "position startpos", "go nodes 2000")[-1] for _ in range(3)
    }
    assert len(strong) == 1
    wire.server.serve([])


def test_the_hub_engine_has_levels() -> None:
    wire = HubWire("default")
    assert "param name=level value=0 type=int min=0 max=10" in wire("hub")
    wire("set-param name=level value=1")
    moves = {wire.until("done", "pos start", "level nodes=100000", "go think")[-1] for _ in range(15)}
    assert len(moves) > 3
    wire.server.serve([])
