"""Games that end early by what the players say, and only then."""

from __future__ import annotations

import io
import re
from typing import Any

import chess.pgn
import pytest

from leafstrap import games
from leafstrap.arena import (
    Adjudication,
    DrawRule,
    Opening,
    Participant,
    PlayedGame,
    WinRule,
    game_text,
    play_game,
)
from leafstrap.arena.games.adjudication import Judge
from leafstrap.errors import UsageError
from leafstrap.players import Choice, RandomPlayer, parse_player
from leafstrap.search import Limits

CHESS = games.get("chess")


class Talker(RandomPlayer):
    """Says always the same of its moves."""

    def __init__(self, name: str, score: int | None = None, mate: int | None = None) -> None:
        super().__init__(name)
        self._score, self._mate = score, mate

    def choose(self, line: Any, limits: Limits) -> Choice:
        return Choice(super().choose(line, limits).move, self._score, self._mate, depth=3)


def game_between(first: Talker, second: Talker, rules: Adjudication) -> PlayedGame:
    game = play_game(
        CHESS, Participant(first, Limits()), Participant(second, Limits()), max_plies=40, adjudication=rules
    )
    assert game is not None
    return game


WIN = Adjudication(win=WinRule(500, 3))
DRAW = Adjudication(draw=DrawRule(10, 2, 20))


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [(600, -500, 1), (-900, 700, -1), (None, 500, -1), (600, None, 1)],
)
def test_agreement_decides(first: int | None, second: int | None, points: int) -> None:
    game = game_between(Talker("a", first), Talker("b", second), WIN)
    assert (game.outcome.points, game.termination, len(game.line)) == (points, "adjudication", 6)
    assert "ahead by 500 centipawns for 3 moves" in game.reason
    assert not game.irregular


def test_a_mate_is_more_than_any_score() -> None:
    assert game_between(Talker("a", mate=3), Talker("b", mate=-3), WIN).outcome.points == 1


@pytest.mark.parametrize(("first", "second"), [(600, 600), (600, -499), (None, None), (499, -499)])
def test_without_agreement_the_game_goes_on(first: int | None, second: int | None) -> None:
    assert len(game_between(Talker("a", first), Talker("b", second), WIN).line) == 40


def test_draws_from_a_ply_on() -> None:
    game = game_between(Talker("a", 20), Talker("b", -3), DRAW)
    assert (game.outcome.points, game.termination, len(game.line)) == (0, "adjudication", 10)
    assert len(game_between(Talker("a", 21), Talker("b", 0), DRAW).line) == 40


def test_moves_count_only_in_a_row() -> None:
    judge = Judge(Adjudication(win=WinRule(100, 2)))
    said = [200, 200, 200, 50, 200, 200, 200, 200]
    assert [judge.hear(ply, lead) is not None for ply, lead in enumerate(said)] == 7 * [False] + [True]


@pytest.mark.parametrize("text", ["", "900", "900,0", "-1,3", "900,4,5", "a,b", "900,2.5"])
def test_meaningless_rules(text: str) -> None:
    with pytest.raises(UsageError, match=r"SCORE,MOVES such as 900,4"):
        WinRule.parse(text)


def test_parse() -> None:
    assert WinRule.parse("900,4") == WinRule(900, 4)
    assert DrawRule.parse("80, 8, 10") == DrawRule(80, 8, 10)


def test_thoughts_are_in_the_record() -> None:
    material = Participant(parse_player("material", CHESS).build(), Limits(depth=2))
    opening = Opening("e4", CHESS, CHESS.Position(), (CHESS.Position().move("e2e4"),))
    line = opening.line()
    game = play_game(CHESS, material, Participant(RandomPlayer(), Limits()), line, opening="e4", max_plies=9)
    assert game is not None
    read = chess.pgn.read_game(io.StringIO(game_text(CHESS, game, 1, "test")))
    assert read is not None
    assert not read.errors
    nodes = list(read.mainline())
    assert nodes[0].comment == ""
    for node in nodes[1:]:
        thought = r"[+-]\d+\.\d\d/2 \d+\.\d\ds" if node.turn() == chess.BLACK else r"\d+\.\d\ds"
        assert re.fullmatch(thought, node.comment), node.comment
    assert [move.uci() for move in read.mainline_moves()] == [str(move) for move in game.line.moves]
