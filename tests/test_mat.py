"""Records of backgammon: written, read back, read from others, and read when they are damaged."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from leafstrap import games
from leafstrap._core import Side
from leafstrap._core.backgammon import Line, Position
from leafstrap.arena import Conditions, Match, PlayedGame, game_text
from leafstrap.games.checker_steps import read_steps
from leafstrap.games.mat import MatError, MatGame, read_mat, write_mat
from leafstrap.games.mat_game import standard_start
from leafstrap.players import parse_player
from leafstrap.search import Limits
from support.backgammon_games import played_game
from support.gnubg import needs_gnubg, run_gnubg

RECORD = """\
; [Event "Club"]

 5 point match

 Game 1
 Ann Other : 1                   Bob:2 : 3
  1)                             31: 8/5 6/5
  2) 64: 24/14                   Doubles => 2
  3) Takes                       55: 8/3(2) 6/1*(2)
  4) 66: Cannot Move             21: 13/10
  5) 44: ????
                                 Wins 4 points

 Game 2
 Ann Other : 1                   Bob:2 : 7
  1) 42: 8/4 6/4                 Doubles => 2
  2)  Drops                       Wins 1 point
"""


def played(line: Any) -> list[tuple[str, str]]:
    return [(str(before), str(move)) for before, move in zip(line.before, line.moves, strict=True)]


def only(text: str) -> MatGame:
    (game,) = read_mat(text)
    return game


def faults_of(text: str) -> tuple[list[MatGame], list[str]]:
    faults: list[MatError] = []
    games = list(read_mat(text, faults))
    return games, [str(fault) for fault in faults]


@pytest.mark.parametrize("skill", [0.0, 0.9])
def test_written_games_are_read_back(skill: float) -> None:
    random = Random(5)
    lines = [
        played_game(random, standard_start(random.choice((Side.first, Side.second))), skill)
        for _ in range(150)
    ]
    text = "".join(write_mat(line, {"White": "a : b", "Black": f"{i}"}) for i, line in enumerate(lines))
    games = list(read_mat(text))
    assert len(games) == len(lines)
    for i, (line, game) in enumerate(zip(lines, games, strict=True)):
        assert played(game.line) == played(line)
        outcome = line.outcome()
        assert outcome is not None
        assert (game.points, game.players) == (outcome.points, ("a : b", str(i)))
        assert (game.match_length, game.score, game.cube) == (0, (0, 0), ())


def cube_games(count: int) -> list[PlayedGame]:
    """Games of the default weights."""
    game = games.get("backgammon")
    conditions = Conditions(game, Limits(depth=1), seed=3, cube=True)
    return list(
        Match(parse_player("default", game), parse_player("default", game), conditions, count).run().games
    )


def test_doubles_are_read_back() -> None:
    played_games = cube_games(20)
    kinds = set()
    for number, game in enumerate(played_games, start=1):
        found = only(game_text(games.get("backgammon"), game, number, "cube"))
        assert played(found.line) == played(game.line)
        assert found.cube == game.doubles
        assert found.points == game.stake(Side.first)
        kinds |= {(action.side, action.kind) for action in found.cube}
    assert len(kinds) == 6


def test_unfinished_games_and_other_starts() -> None:
    line = Line(Position.parse("XGID=-a----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"))
    line.roll((6, 4))
    assert played(only(write_mat(line, {})).line) == []
    assert only(write_mat(line, {})).line.position == line.position, "the roll is kept"
    line.push(line.position.legal_moves()[0])
    game = only(write_mat(line, {"Result": "0-1", "Event": "x"}))
    assert played(game.line) == played(line)
    assert (game.points, game.headers["Event"]) == (-1, "x")
    assert only(write_mat(line, {"Result": "*"})).points is None


def test_headers_hold_for_their_match_only() -> None:
    odd = Line(Position.parse("XGID=-a----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"))
    text = write_mat(odd, {"White": "a:b", "Round": "1"}) + write_mat(Line(), {"White": "a-b"})
    first, second = read_mat(text)
    assert (first.players[0], second.players[0]) == ("a:b", "a-b")
    assert (first.line.start, second.line.start) == (odd.start, Position())
    assert second.headers == {}


def test_comments_stand_ahead_of_the_game() -> None:
    line = played_game(Random(1))
    text = write_mat(line, {"Event": 'a "b"\n]'}, ["+0.12", "", "so\nso: so"])
    assert f"\n; {len(line) - 2} +0.12 | {len(line)} so so. so\n\n 0 point match\n" in text
    game = only(text)
    assert played(game.line) == played(line)
    assert game.headers["Event"] == "a 'b' ]"


def test_what_other_programs_write() -> None:
    first, second = read_mat(RECORD)
    assert first.players == ("Ann Other", "Bob:2")
    assert (first.match_length, first.score, second.score) == (5, (1, 3), (1, 7))
    assert first.line.start.turn == Side.second
    assert [str(move) for move in first.line.moves][-2:] == ["pass", "13/11 11/10"]
    assert first.line.position.dice == (4, 4), "rolled, but the move is missing"
    assert [(action.ply, action.side, action.kind, action.cube) for action in first.cube] == [
        (2, Side.second, "double", 2),
        (2, Side.first, "take", 2),
    ]
    assert (first.points, second.points) == (-4, -1)
    assert [action.kind for action in second.cube] == ["double", "drop"]
    assert first.headers == {"Event": "Club"}


@pytest.mark.parametrize(
    ("end", "points"),
    [
        ("      Wins 2 points", 2),
        ("                                      Wins 1 point and the match", -1),
        ("  3)  Losses 1 point  Wins 1 point", -1),
        ("  3)  WINS 3 POINTS  ; by resignation", 3),
        ("  3) Doubles => 2                   Drops\n      Wins 1 point", 1),
        ("  3) Doubles                        Takes\n      Wins 4 points", 4),
        ("  3) Doubles => 2                   Drops", 1),
        ("", None),
    ],
)
def test_how_games_end_in_other_records(end: str, points: int | None) -> None:
    moves = "1) 13: 8/5 6/5   16: 13/7 8/7\n 2) 24: 8/4 6/4   56: 24/13"
    game = only(f"1 point match\nGame 1\na,1600 : 0  b (1500): 0\n{moves}\n{end}\n")
    assert (game.points, len(game.line), game.players) == (points, 4, ("a,1600", "b (1500)"))


def test_blanks_do_not_matter() -> None:
    squeezed = "\n".join(" ".join(row.split()) for row in RECORD.splitlines())
    # The first player of all is the one thing that only the blanks say.
    squeezed = squeezed.replace(
        "1) 31: 8/5 6/5\n2) 64: 24/14 Doubles", "1)                       31: 8/5 6/5\n2) 64: 24/14 Doubles"
    )
    tabs = RECORD.replace("   ", "\t").replace("\n", "\r\n")
    for text in (squeezed, tabs, "\ufeff" + RECORD, RECORD.upper().replace("EVENT", "Event")):
        games = list(read_mat(text))
        assert [played(game.line) for game in games] == [played(game.line) for game in read_mat(RECORD)]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("8/5 6/5", "8/5 6/4", "line 7: '8/5 6/4' is no move here"),
        ("24/14", "Cannot Move", "line 8: 'pass' is no move here"),
        ("24/14", "????", "line 9: the move before this one is missing"),
        ("64: 24/14 ", "24/14     ", "line 8: a move stands here without its dice"),
        ("64: 24/14 ", "          ", "line 9: it is not the turn of Bob:2"),
        ("24/14", "24/x", "line 8: '24/x' is no move here: 'x' is no point"),
        ("Ann Other : 1                   Bob:2 : 3", "Ann Other", "line 6: the players' names"),
    ],
)
def test_a_damaged_game_is_left_out(old: str, new: str, words: str) -> None:
    text = RECORD.replace(old, new, 1)
    games, faults = faults_of(text)
    assert len(games) == 1
    assert games[0].score == (1, 7)
    assert len(faults) == 1
    assert faults[0].startswith(words)
    with pytest.raises(MatError, match="line "):
        list(read_mat(text))


def test_no_game_at_all() -> None:
    assert list(read_mat("")) == []
    with pytest.raises(MatError, match="line 1: there is no game here"):
        list(read_mat("junk\n1. e4 e5"))


def test_cut_off_anywhere() -> None:
    """Every beginning of a record gives whole games, then the last as far as it goes."""
    whole = [played(game.line) for game in read_mat(RECORD)]
    for length in range(len(RECORD)):
        text = RECORD[:length].rstrip("\n")
        games, faults = faults_of(text)
        assert not [fault for fault in faults if "no game here" not in fault], text[-40:]
        for game, full in zip(games, whole, strict=False):
            assert played(game.line) == full[: len(game.line)]


def test_spoiled_records_are_read_or_refused() -> None:
    random = Random(3)
    text = "".join(write_mat(played_game(random, skill=0.8), {}) for _ in range(2)) + RECORD
    for _ in range(300):
        letters = list(text)
        for _ in range(random.randrange(1, 6)):
            at = random.randrange(len(letters))
            letters[at : at + random.randrange(2)] = random.choice("\n :/*()?;16)é\x00b")
        games, faults = faults_of("".join(letters))
        assert len(games) + len(faults) > 0
        assert all("\n" not in fault and fault.startswith("line ") for fault in faults)


def test_stops_on_lone_checkers_are_hits() -> None:
    position = Position.parse("XGID=-----aa-A-----------------:0:0:1:21:0:0:0:0:10")
    by_six, by_seven = read_steps(position, "8/6 6/5"), read_steps(position, "8/7 7/5")
    assert position.move_text(by_six) == "8/6*/5*"
    assert position.move_text(by_seven) == "8/5*"
    assert read_steps(position, " 7/5 8 / 7") == by_seven


@needs_gnubg
def test_records_by_gnubg(tmp_path: Path) -> None:
    commands = [
        *(f"set player {i} {word}" for i in (0, 1) for word in ("gnubg", "chequerplay evaluation plies 0")),
        *(f"set player {i} cubedecision evaluation plies 0" for i in (0, 1)),
        "set seed 7",
        "set display off",
        "set player 0 name ann",
        "set player 1 name bob",
        "new match 7",
        "export match mat match.mat",
    ]
    run_gnubg(commands, tmp_path)
    text = (tmp_path / "match.mat").read_text()
    games = list(read_mat(text))
    assert len(games) == text.count(" Game ")
    assert any(game.cube for game in games)
    score = [0, 0]
    for game in games:
        assert (game.match_length, game.score) == (7, tuple(score))
        assert game.points
        score[game.points < 0] += abs(game.points)
    assert max(score) >= 7


@needs_gnubg
def test_gnubg_reads_what_we_write(tmp_path: Path) -> None:
    random = Random(11)
    for number in range(8):
        side = random.choice((Side.first, Side.second))
        line = played_game(random, standard_start(side), skill=0.5)
        (tmp_path / "ours.mat").write_text(write_mat(line, {"White": "gnubg:0", "Black": "an other"}, ["x"]))
        said = run_gnubg(["import mat ours.mat", "export match mat theirs.mat"], tmp_path)
        assert "nvalid" not in said, said
        assert "Unrecognised" not in said, said
        theirs = only((tmp_path / "theirs.mat").read_text())
        assert played(theirs.line) == played(line), number
        outcome = line.outcome()
        assert outcome is not None
        assert theirs.points == outcome.points


@needs_gnubg
def test_gnubg_reads_our_doubles(tmp_path: Path) -> None:
    for number, game in enumerate(cube_games(10), start=1):
        (tmp_path / "ours.mat").write_text(game_text(games.get("backgammon"), game, number, "cube"))
        said = run_gnubg(["import mat ours.mat", "export match mat theirs.mat"], tmp_path)
        assert "nvalid" not in said, said
        theirs = only((tmp_path / "theirs.mat").read_text())
        assert played(theirs.line) == played(game.line), number
        assert (theirs.cube, theirs.points) == (game.doubles, game.stake(Side.first))
