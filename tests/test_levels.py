"""Levels: all of them play, the same game has the same answers, and lower ones lose to higher ones."""

from __future__ import annotations

from random import Random

import pytest

from leafstrap import games, load, match
from leafstrap.errors import UsageError
from leafstrap.players import LEVELS, LevelPlayer, level_of
from leafstrap.players.levels import drawn
from leafstrap.search import Limits
from support.own import own


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
