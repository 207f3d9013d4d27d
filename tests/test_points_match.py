"""Matches to points: the score, the Crawford rule, the cube at a score, and the record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from leafstrap import games
from leafstrap._core import Side
from leafstrap._core.backgammon import Line, Position
from leafstrap.arena import (
    Conditions,
    Match,
    MatchResult,
    Pair,
    Participant,
    PlayedMatch,
    PointsScore,
    game_text,
    play_points_match,
)
from leafstrap.cli.app import run
from leafstrap.evaluators import default_weights
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.games.mat import read_mat
from leafstrap.games.match_score import MatchScore
from leafstrap.players import Choice, Player, parse_player
from leafstrap.players.cube import chances_in
from leafstrap.players.external.gnubg import GnubgPlayer
from leafstrap.players.player import CubePlayer
from leafstrap.search import Limits
from support.gnubg import needs_gnubg, run_gnubg
from support.own import own
from support.refusal import assert_refused

BACKGAMMON = games.get("backgammon")
QUICK = Limits(depth=1)
CUBE = DoublingCube()
WORDS = ["match", "backgammon", "default", "untrained", "--points", "3", "--games", "4", "--depth", "1"]


class Gambler:
    """Doubles as soon as it can, but not again, and takes everything."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.asked: list[MatchScore | None] = []

    def new_game(self, seed: int) -> None: ...

    def choose(self, line: Any, limits: Limits) -> Choice:
        return Choice(line.position.legal_moves()[0])

    def choose_at(self, line: Any, limits: Limits, cube: DoublingCube, score: MatchScore) -> Choice:
        return self.choose(line, limits)

    def doubles(self, position: Any, cube: DoublingCube, score: MatchScore | None = None) -> bool:
        self.asked.append(score)
        return cube.owner is None

    def takes(self, position: Any, cube: DoublingCube, score: MatchScore | None = None) -> bool:
        return True

    def close(self) -> None: ...


@pytest.fixture(scope="module")
def played() -> MatchResult:
    players = parse_player("default", BACKGAMMON), parse_player("default;bear-off=best", BACKGAMMON)
    return Match(*players, Conditions(BACKGAMMON, QUICK, points=5, seed=2), 8).run()


def default() -> CubePlayer:
    player: Player = parse_player("default", BACKGAMMON).build()
    assert isinstance(player, CubePlayer)
    return player


def matches(result: MatchResult) -> list[PlayedMatch]:
    found = [played for pair in result.pairs for played in pair.played]
    assert all(isinstance(match, PlayedMatch) for match in found)
    return [match for match in found if isinstance(match, PlayedMatch)]


def test_the_crawford_game_comes_once() -> None:
    score = MatchScore(3)
    assert not score.crawford
    ahead = score.after(Side.second, 2)
    assert ahead.crawford
    assert ahead.points == (0, 2)
    level = ahead.after(Side.first, 2)
    assert level.points == (2, 2)
    assert not level.crawford
    assert score.after(Side.first, 2).after(Side.second, 1).points == (2, 1)
    assert not score.after(Side.first, 2).after(Side.second, 1).crawford
    assert ahead.after(Side.second, 6).winner == Side.second
    assert score.after(None, 0) == score


def test_who_may_double() -> None:
    score = MatchScore(5, (3, 2))
    assert score.may_double(Side.first, CUBE)
    assert not score.may_double(Side.first, DoublingCube(2, Side.first)), "a win of 2 is enough"
    assert score.may_double(Side.second, DoublingCube(2, Side.second))
    assert not MatchScore(5, (4, 2), crawford=True).may_double(Side.second, CUBE)
    after = MatchScore(5, (4, 2))
    assert after.may_double(Side.second, CUBE)
    assert not after.may_double(Side.first, CUBE)


def test_nobody_is_asked_in_the_crawford_game() -> None:
    gamblers = Gambler("a"), Gambler("b")
    seen = set()
    for seed in range(12):
        first, second = (Participant(gambler, QUICK) for gambler in gamblers)
        match = play_points_match(BACKGAMMON, first, second, 3, seed=seed, dice_seed=f"try {seed}")
        assert match is not None
        for game, score in zip(match.games, match.scores, strict=False):
            needless = min(score.points) == 2  # whoever wins has won the match
            assert bool(game.doubles) == (not score.crawford and not needless)
            seen.add((score.crawford, max(score.points) == 2, bool(game.doubles)))
    assert (True, True, False) in seen, "the Crawford game"
    assert (False, True, True) in seen, "after it"
    asked = [score for gambler in gamblers for score in gambler.asked]
    assert asked
    assert all(score is not None and not score.crawford for score in asked)


def test_a_match_adds_up(played: MatchResult) -> None:
    assert played.score.games == 8 == played.score.wins + played.score.losses
    assert played.score.points_score is not None
    assert played.score.points_score.games == sum(len(match.games) for match in matches(played))
    for match in matches(played):
        assert match.scores[0] == MatchScore(5)
        assert len(match.scores) == len(match.games) + 1
        assert match.scores[-1].winner is not None
        assert all(score.winner is None for score in match.scores[:-1])
        for game, before, after in zip(match.games, match.scores, match.scores[1:], strict=False):
            first = max(game.stake(Side.first), 0), max(game.stake(Side.second), 0)
            assert after.points == (before.points[0] + first[0], before.points[1] + first[1])
            assert not (before.crawford and game.doubles)
        ahead, behind = sorted((match.stake(Side.first), match.stake(Side.second)), reverse=True)
        assert 1 <= ahead == -behind <= 5
    assert any(game.doubles for game in played.games)


def test_both_matches_of_a_pair_have_the_same_rolls(played: MatchResult) -> None:
    for pair in played.pairs:
        first, second = matches_of(pair)
        for one, other in zip(first.games, second.games, strict=False):
            assert one.line.start == other.line.start, "the one on the left begins, or the one on the right"
            rolls = [[own(position).dice for position in game.line.before] for game in (one, other)]
            shorter = min(map(len, rolls))
            assert rolls[0][:shorter] == rolls[1][:shorter]
    begins = {game.line.start.turn for game in played.games}
    assert begins == {Side.first, Side.second}


def matches_of(pair: Pair) -> tuple[PlayedMatch, PlayedMatch]:
    first, second = pair.played
    assert isinstance(first, PlayedMatch)
    assert isinstance(second, PlayedMatch)
    return first, second


def test_several_at_once_are_the_same_matches(played: MatchResult) -> None:
    players = parse_player("default", BACKGAMMON), parse_player("default;bear-off=best", BACKGAMMON)
    again = Match(*players, Conditions(BACKGAMMON, QUICK, concurrency=2, points=5, seed=2), 8).run()
    assert [match.key for match in matches(again)] == [match.key for match in matches(played)]
    assert again.score == played.score


def test_after_the_crawford_game_whoever_is_behind_doubles() -> None:
    player = default()
    for points in range(4):
        assert player.doubles(Position(), CUBE, MatchScore(5, (points, 4)))
    assert not player.doubles(Position(), CUBE, MatchScore(5)), "too early"
    assert not player.doubles(Position(), CUBE)


def test_a_lost_game_is_given_up_only_if_the_match_is_not() -> None:
    lost = Position.parse("XGID=-B-----------------eee----:0:0:1:00:0:0:0:0:10")
    player = default()
    assert player.takes(lost, CUBE, MatchScore(5, (4, 0)))
    assert not player.takes(lost, CUBE, MatchScore(5, (3, 3)))


@pytest.mark.parametrize("depth", [1, 2])
def test_where_only_winning_counts_gammons_do_not(depth: int) -> None:
    """Of all moves the one that wins most often, as the definition says, one roll ahead as well."""
    player, evaluator = default(), default_weights(BACKGAMMON)
    networks, search = evaluator.snapshot(), evaluator.architecture.core.expectimax()
    score = MatchScore(3, (2, 2))
    position = Position.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10")
    chosen = player.choose_at(Line(position), Limits(depth=depth), CUBE, score).move
    wins = {}
    for move in position.legal_moves():
        theirs = search.expect(networks, position.after(move), depth=depth).tolist()
        wins[move] = 1 - chances_in(theirs).win
    best = sorted(wins.values(), reverse=True)
    assert wins[own(chosen)] >= best[0] - (1e-6 if depth == 1 else 0.02)


def test_points_per_game_of_matches() -> None:
    """Twice the games at the same rate: no spread, however many a pair has."""
    even = PointsScore().with_pair(3, -1, 4).with_pair(6, -2, 8)
    assert even.per_game == 0.5
    assert even.margin == pytest.approx(0, abs=1e-6)
    assert PointsScore().with_pair(2, 1).with_pair(-1, 0).margin == pytest.approx(1.96, abs=1e-3)


def test_the_record_is_read_back(played: MatchResult, tmp_path: Path) -> None:
    text = "".join(
        game_text(BACKGAMMON, match, number, "a match")
        for number, match in enumerate(matches(played), start=1)
    )
    found = list(read_mat(text))
    written = list(played.games)
    scores = [score for match in matches(played) for score in match.scores[:-1]]
    assert len(found) == len(written)
    for back, game, score in zip(found, written, scores, strict=True):
        assert back.match_length == 5
        assert back.score == score.points
        assert back.points == game.stake(Side.first)
        assert back.cube == game.doubles
        assert back.line.moves == game.line.moves
        assert back.line.start == game.line.start
        assert back.players == (game.first, game.second)
    assert text.count("and the match") == len(matches(played))


@needs_gnubg
def test_gnubg_reads_our_matches(played: MatchResult, tmp_path: Path) -> None:
    match = matches(played)[0]
    (tmp_path / "ours.mat").write_text(game_text(BACKGAMMON, match, 1, "a match"))
    run_gnubg(["import mat ours.mat", "export match mat theirs.mat"], tmp_path)
    theirs = list(read_mat((tmp_path / "theirs.mat").read_text()))
    assert [game.score for game in theirs] == [score.points for score in match.scores[:-1]]
    assert [game.line.moves for game in theirs] == [game.line.moves for game in match.games]


@needs_gnubg
def test_gnubg_knows_the_score() -> None:
    player = GnubgPlayer("gnubg:0")
    lost = Position.parse("XGID=-B-----------------eee----:0:0:1:00:0:0:0:0:10")
    try:
        assert player.doubles(Position(), CUBE, MatchScore(5, (3, 4))), "after the Crawford game"
        assert not player.doubles(Position(), CUBE, MatchScore(5, (4, 3)))
        assert player.takes(lost, CUBE, MatchScore(5, (4, 0)))
        assert not player.takes(lost, CUBE, MatchScore(5, (0, 4)))
        line = Line(Position().rolled((3, 1)))
        move = player.choose_at(line, QUICK, CUBE, MatchScore(5, (3, 4), crawford=True)).move
        assert line.position.move_text(own(move)) == "8/5 6/5"
    finally:
        player.close()


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run([*WORDS, "--pgn", str(tmp_path / "games.mat"), "--json"]) == 0
    out = capsys.readouterr().out
    assert "of 4 matches to 3 (" in out
    assert "points per game of " in out
    said = json.loads(out.splitlines()[-1])
    assert said["games"] == said["matches"] == 4 == said["wins"] + said["draws"] + said["losses"]
    assert said["match_points"] == 3
    assert said["score"] == said["wins"] / 4
    assert {"distinct", "elo", "elo_low", "elo_high", "points_per_game", "ppg_low", "ppg_high"} <= said.keys()
    files = sorted(tmp_path.glob("games-*.mat"))
    written = [game for file in files for game in read_mat(file.read_text())]
    assert len(written) == said["match_games"] >= 4
    assert run([*WORDS, "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1]) == said


def test_positions_with_a_score_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    board = "XGID=-b----E-C---eE---c-e----B-"
    assert run(["explain", "backgammon", f"{board}:1:1:1:52:3:4:1:7:10", "--json"]) == 0
    at_a_score = capsys.readouterr().out
    assert run(["explain", "backgammon", f"{board}:0:0:1:52:0:0:0:0:10", "--json"]) == 0
    assert capsys.readouterr().out == at_a_score


def test_sprt_stops_matches(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*WORDS[:-4], "--depth", "1", "--sprt", "0,400", "--json"]) == 0
    said = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert said["verdict"] == "accept H1"
    assert said["matches"] < 200


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["match", "chess", "material", "random", "--points", "5"], "Matches to points are for backgammon"),
        (["match", "backgammon", "default", "default", "--points", "0"], "1 to 64 points, not 0"),
        (["match", "backgammon", "default", "default", "--points", "65"], "1 to 64 points, not 65"),
        (["match", "backgammon", "default", "pubeval", "--points", "3"], "pubeval does not know the cube"),
        ([*WORDS, "--cube"], "leave --cube out"),
        ([*WORDS, "--max-plies", "9"], "played to their end"),
        ([*WORDS, "--openings", "some.mat"], "begin as usual"),
    ],
)
def test_matches_that_make_no_sense(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert_refused(capsys, words, sentence)
