"""Engines and commands with manners: what means nothing is refused in a sentence, and what is said is true."""

from __future__ import annotations

import io
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from leafstrap import games
from leafstrap.cli.app import run
from leafstrap.errors import UsageError
from leafstrap.experience.database import Database
from leafstrap.games.mat import read_mat
from leafstrap.games.xgid import Stakes
from leafstrap.lines import whole_lines
from support.wire import HubWire

DRAUGHTS = games.get("draughts")
OVER = "XGID=-a------------------------:0:0:-1:00:0:0:0:0:10"
START = "XGID=-b----E-C---eE---c-e----B-:{}:{}:1:31:{}:{}:{}:{}:10"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["random", "random", "--nodes", "5"], "know no limit nodes"),
        (["random", "random", "--movetime", "1"], "know no limit movetime"),
        (["random", "random", "--tc", "1+1"], "know no limit tc"),
        (["random@nodes=5", "random"], "know no limit nodes"),
        (["default@depth=9", "random"], "at most 4 plies, not 9"),
        (["default;plies=2", "random"], "there are bear-off, cube"),
        (["missing.safetensors;plies=2", "random"], "there are bear-off, cube"),
    ],
)
def test_what_backgammon_does_not_know_is_refused(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["match", "backgammon", *words, "--games", "2"]) == 2
    assert sentence in capsys.readouterr().err


def test_lists_of_players_name_those_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "draughts", "xyz", "random"]) == 2
    said = capsys.readouterr().err
    assert "turbo" in said
    assert "pubeval" not in said
    assert run(["hub", "random"]) == 2
    assert "The player 'random' has no weights: there are WEIGHTS.safetensors" in capsys.readouterr().err


def test_a_finished_game_is_not_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "backgammon", OVER]) == 2
    assert "The game is over in this position: the first player has won." in capsys.readouterr().err


def test_explain_says_chances_and_looks_at_the_dice(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "backgammon", START.format(0, 0, 0, 0, 0, 0), "--top", "1"]) == 0
    assert "the best moves, for the mover: 8/5 6/5 +0." in capsys.readouterr().out
    # One of the outputs of this position is below 0 by the networks.
    for number in range(6):
        board = ["A"] * number + ["-"] * (6 - number)
        position = f"XGID=-A{''.join(board)}-----------------b:0:0:1:00:0:0:0:0:10"
        if run(["explain", "backgammon", position, "--top", "1"]) == 0:
            said = capsys.readouterr().out.splitlines()[0].partition("mean result")[2]
            assert not any(word.startswith("-") for word in said.split()[1:])
    assert run(["explain", "chess", "startpos", "--top", "1"]) == 0
    assert "the side to move wins" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ((99, 0, 0, 0, 0, 0), "the cube of an XGID"),
        ((-1, 0, 0, 0, 0, 0), "the cube of an XGID"),
        ((0, 5, 0, 0, 0, 0), "the owner of the cube"),
        ((0, 0, 7, 0, 0, 7), "the scores of an XGID"),
        ((0, 0, -1, 0, 0, 7), "the scores of an XGID"),
        ((0, 0, 0, 0, 2, 7), "the eighth field"),
        ((0, 0, 0, 0, 0, -7), "the scores of an XGID"),
    ],
)
def test_xgids_are_checked(fields: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        games.get("backgammon").Position.parse(START.format(*fields))


def test_what_an_xgid_is_about() -> None:
    stakes = Stakes.of_xgid(START.format(2, -1, 3, 1, 0, 5)).seen_by(games.backgammon.Position().turn.other)
    assert stakes.cube.value == 4
    assert stakes.score is not None
    assert stakes.score.points == (1, 3)
    assert Stakes.of_xgid(START.format(0, 0, 0, 0, 0, 0)).score is None


def test_every_match_to_points_has_a_file_that_others_read(tmp_path: Path) -> None:
    words = ["match", "backgammon", "default", "default", "--points", "1", "--games", "4", "--pgn"]
    assert run([*words, str(tmp_path / "m.mat")]) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["m-001.mat", "m-002.mat", "m-003.mat", "m-004.mat"]
    for name in names:
        text = (tmp_path / name).read_text()
        assert text.count(" point match") == 1
        assert len(list(read_mat(text))) == 1


@pytest.mark.skipif(
    shutil.which("gnubg", path="/usr/games:/usr/bin") is None, reason="gnubg is not installed"
)
def test_gnubg_imports_every_match(tmp_path: Path) -> None:
    words = ["match", "backgammon", "default", "default", "--points", "1", "--games", "2", "--pgn"]
    assert run([*words, str(tmp_path / "m.mat")]) == 0
    for name in ("m-001.mat", "m-002.mat"):
        done = subprocess.run(
            [shutil.which("gnubg", path="/usr/games:/usr/bin") or "", "-t", "-q", "-r"],
            input=f"import mat {tmp_path / name}\nlist game\nquit\ny\n",
            env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert "/off" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["chess", "draughts", "backgammon"])
def test_recorded_games_are_looked_through(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games"
    limits = [] if name == "backgammon" else ["--nodes", "100"]
    assert run(["match", name, "default", "random", "--games", "2", *limits, "--pgn", str(file)]) == 0
    capsys.readouterr()
    assert run(["analyse", name, str(file), *limits, "--json"]) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[0].startswith("default: ")
    assert said.splitlines()[1].startswith("random: ")
    assert '"games": 2' in said
    assert run(["analyse", name, str(tmp_path / "nothing")]) == 2
    (tmp_path / "empty").write_text("nothing\n")
    assert run(["analyse", name, str(tmp_path / "empty")]) == 2
    assert "There is no whole game with a result" in capsys.readouterr().err


def test_a_perfect_player_gives_nothing_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.mat"
    assert run(["match", "backgammon", "default", "random", "--games", "2", "--pgn", str(file)]) == 0
    capsys.readouterr()
    assert run(["analyse", "backgammon", str(file)]) == 0
    losses = [float(line.split()[1]) for line in capsys.readouterr().out.splitlines()[:2]]
    assert max(losses) > 50, "random gave much away"


@pytest.mark.parametrize(
    ("level", "name"),
    [
        ("move-time=inf", "move-time"),
        ("move-time=-1", "move-time"),
        ("depth=0", "depth"),
        ("depth=-1", "depth"),
        ("nodes=-5", "nodes"),
        ("nodes=0", "nodes"),
        ("time=-5", "time"),
        ("time=9 inc=-1", "inc"),
        ("time=9 moves=-1", "moves"),
    ],
)
def test_hub_levels_that_mean_nothing_are_errors(level: str, name: str) -> None:
    wire = HubWire("material")
    wire("level depth=2")
    (answer,) = wire(f"level {level}")
    assert answer.startswith(f'error message="level: {name} is ')
    assert "depth=2" in wire.until("done", "pos start", "go think")[0]
    wire.server.serve([])


@pytest.mark.parametrize("letters", [50, 52])
def test_a_hub_position_of_the_wrong_length_is_told_so(letters: int) -> None:
    wire = HubWire("material")
    (answer,) = wire(f"pos pos=W{'e' * (letters - 1)}")
    assert f"found {letters} letters" in answer
    wire.server.serve([])


def test_a_line_that_nobody_can_mean_is_answered() -> None:
    heard: list[str] = []
    lines = list(whole_lines(io.BytesIO(b"x" * 3_000_000 + b"\nping\n"), lambda: heard.append("long")))
    assert lines == [b"ping\n"]
    assert heard == ["long"]
    done = subprocess.run(
        [sys.executable, "-m", "leafstrap", "hub", "material"],
        input=b"pos " + b"e" * 3_000_000 + b"\nping\nquit\n",
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines() == [
        b'error message="A line of 100000 letters or more is passed over."',
        b"pong",
    ]


@pytest.mark.parametrize(
    ("result", "points"),
    [("6-4", 1), ("4-6", -1), ("5-5", 0), ("10-0", 1), ("0-10", -1), ("8-2", 1), ("2-8", -1)],
)
def test_ten_points_are_results(result: str, points: int, tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(f'[Event "x"]\n[Result "{result}"]\n\n1. 32-28 19-23 2. 28x19 14x23 {result}\n')
    assert DRAUGHTS.GameFile is not None
    read = DRAUGHTS.GameFile(str(file))
    assert (len(read), read.broken) == (1, 0)
    outcome = read.game(0).outcome
    assert outcome is not None
    assert outcome.points == points
    assert len(read.game(0).line) == 4


def test_a_move_that_looks_like_a_result_is_a_move(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text('[FEN "B:W48,49:B2,3"]\n[Result "0-2"]\n\n1... 2-8 2. 48-43 3-9 0-2\n')
    assert DRAUGHTS.GameFile is not None
    assert len(DRAUGHTS.GameFile(str(file)).game(0).line) == 3


@pytest.mark.parametrize(
    ("name", "text"),
    [("draughts", "1. 32-99 2-0\n"), ("chess", "1. e9 1-0\n"), ("backgammon", "nothing\n")],
)
def test_a_database_without_games_says_why(name: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_text(text)
    with pytest.raises(UsageError, match=r"There is no whole game with a result in .*: .*line 1: [^l]"):
        Database(file, games.get(name))
    file.write_text("")
    with pytest.raises(UsageError, match="it has no games"):
        Database(file, games.get(name))


def test_help_of_perft_is_for_all_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["perft", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "FEN in chess" not in said
    assert "XGID" in said


def test_the_benchmark_of_backgammon_divides_alike(root: Path) -> None:
    corrected = runpy.run_path(str(root / "benchmarks/backgammon.py"))["by_processor_time"]
    assert corrected(1000.0, wall=10.0, cpu=10.0) == 1000.0
    assert corrected(500.0, wall=10.0, cpu=5.0) == 1000.0, "half a processor: the same program, the same rate"
