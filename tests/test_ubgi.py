"""The UBGI engine: its commands, and ten thousand lines that nobody would send."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from leafstrap.evaluators import default_weights
from leafstrap.games.backgammon import BACKGAMMON, Position
from leafstrap.players import Choice, ExpectimaxPlayer, Fault, RandomPlayer
from leafstrap.protocols.server import Output
from leafstrap.protocols.ubgi import Opponent, UbgiServer
from leafstrap.search.limits import Limits

START = "4HPwATDgc/ABMA"
SHUT_OUT = Position.parse("XGID=-------------------bbbbbbA:0:0:1:00:0:0:0:0:10")
OVER = Position.parse("XGID=-a------------------------:0:0:-1:00:0:0:0:0:10")
# A player whose own words must not reach the program at the other end.
NOISY = """
from leafstrap.players import RandomPlayer
from leafstrap.protocols.ubgi import Opponent, serve
from leafstrap.search.limits import Limits

class Noisy(RandomPlayer):
    def choose(self, line, limits):
        print("noise")
        return super().choose(line, limits)

serve(Opponent(Noisy(), Limits()))
"""


class LastMove:
    """Takes the last of the legal moves, and remembers what it was asked."""

    name = "last"

    def __init__(self) -> None:
        self.asked: list[Position] = []
        self.seeds: list[int] = []

    def new_game(self, seed: int) -> None:
        self.seeds.append(seed)

    def choose(self, line: Any, limits: Limits) -> Choice:
        self.asked.append(line.position)
        return Choice(line.position.legal_moves()[-1], score=-7)

    def close(self) -> None:
        pass


class Broken(LastMove):
    def choose(self, line: Any, limits: Limits) -> Choice:
        raise Fault("broken resigned", "normal")


class Wire:
    """Commands in, lines out."""

    def __init__(self, player: Any, evaluator: Any = None) -> None:
        self.player = player
        self.stream = io.StringIO()
        self.server = UbgiServer(Output(self.stream), Opponent(player, Limits(), evaluator))

    def __call__(self, *lines: str) -> list[str]:
        """Send lines; gives what was answered when nothing is under way any more."""
        at = len(self.stream.getvalue())
        for line in (*lines, "stop"):
            assert self.server.obey(line)
        return self.stream.getvalue()[at:].splitlines()


@pytest.fixture
def wire() -> Iterator[Wire]:
    wire = Wire(LastMove())
    yield wire
    wire.server.serve([])


def test_names_itself(wire: Wire) -> None:
    lines = wire("ubgi")
    assert lines[0].startswith("id name Leafstrap")
    assert lines[-1] == "ubgiok"
    assert wire("isready") == ["readyok"]


def test_plays_a_move(wire: Wire) -> None:
    lines = wire("newgame", f"position gnubgid {START}", "dice 6 5", "go role chequer")
    position = Position().rolled((6, 5))
    assert lines == ["info string equity -0.07", f"bestmove {position.legal_moves()[-1]}"]
    assert wire.player.asked == [position]
    assert wire.player.seeds == [1]
    assert wire("position startpos", "dice 3 1", "go")[-1].startswith("bestmove ")


def test_every_step_is_written_and_no_hit_is_marked() -> None:
    wire = Wire(RandomPlayer())
    hits = 0
    for seed in range(300):
        random = Random(seed)
        lines = wire(f"dice {random.randrange(1, 7)} {random.randrange(1, 7)}", "go")
        answer = lines[-1].removeprefix("bestmove ")
        assert all(word.count("/") == 1 for word in answer.split())
        hits += "*" in answer or "(" in answer
    assert hits == 0


def test_no_move_is_a_pass(wire: Wire) -> None:
    assert (
        wire(f"position gnubgid {SHUT_OUT.position_id}", "dice 6 6", "go role chequer")[-1] == "bestmove pass"
    )


def test_the_other_id_and_dice_in_it(wire: Wire) -> None:
    second = str(Position().rolled((4, 2))).replace(":1:", ":-1:")
    assert wire(f"position xgid {second}", "go")[-1].startswith("bestmove ")
    assert wire.player.asked[-1].dice == (4, 2)
    wire(f"position xgid {second}", "dice 1 1", "go")
    assert wire.player.asked[-1].dice == (1, 1), "what is said last counts"


@pytest.mark.parametrize(
    ("lines", "note", "answer"),
    [
        (["go role chequer"], "the dice are not rolled", "error missing_context dice"),
        (
            ["dice 3 1", "go role cube"],
            "last plays checkers and knows no cube",
            "error unsupported_feature go_role_cube",
        ),
        (
            ["dice 3 1", "go role"],
            "a role is chequer or cube",
            "error unsupported_feature go_role_",
        ),
        (
            [f"position gnubgid {OVER.position_id}", "dice 3 1", "go"],
            "the game is over",
            "error missing_context position",
        ),
        (
            ["dice 3 1", "go nodes 9"],
            "it looks ahead by depth, and not by nodes",
            "error unsupported_feature go_nodes",
        ),
        (
            ["dice 3 1", "go depth 9"],
            "Players of backgammon look ahead at most 4 plies, not 9.",
            "error bad_argument depth",
        ),
    ],
)
def test_every_go_is_answered(wire: Wire, lines: list[str], note: str, answer: str) -> None:
    assert wire(*lines) == [f"info string go: {note}", answer]


def test_one_roll_is_for_one_move(wire: Wire) -> None:
    assert wire("dice 3 1", "go")[-1].startswith("bestmove ")
    assert wire("go")[-1] == "error missing_context dice"


@pytest.mark.parametrize(
    "line",
    ["position", "position gnubgid", "position gnubgid junk", f"position fen {START}", "dice", "dice 1", "dice 0 1",
     "dice 7 1", "dice x y", "dice 1 2 3", "dice ² 1"],
)  # fmt: skip
def test_bad_words_are_errors_and_leave_nothing_old_to_move_in(wire: Wire, line: str) -> None:
    wire(f"position gnubgid {START}", "dice 6 1")
    note, answer = wire(line)
    what = line.split()[0]
    assert note.startswith(f"info string {what}: ")
    assert answer == f"error bad_argument {what}"
    assert wire("go")[-1] == f"error missing_context {what}"
    assert wire.player.asked == []


@pytest.mark.parametrize("line", ["hello", "UBGI", "debug on", "\x00"])
def test_unknown_words_are_errors(wire: Wire, line: str) -> None:
    assert wire(line)[-1] == "error unknown_command"
    assert wire("", "  ") == []


def test_options(wire: Wire) -> None:
    assert "option name Depth type spin default 0 min 0 max 4" in wire("ubgi")
    assert wire("setoption name Threads value 2")[-1] == "error bad_argument setoption"
    assert wire("setoption name Depth value 5")[-1] == "error bad_argument setoption"
    assert wire("setoption name Depth value 2") == []
    assert wire("setoption name Level value 3")[-1] == "error unsupported_feature setoption_Level"
    assert wire("dice 3 1", "go")[-1].startswith("bestmove ")


def test_levels_and_depths_of_our_own_player() -> None:
    evaluator = default_weights(BACKGAMMON)
    player = ExpectimaxPlayer("ours", evaluator)
    wire = Wire(player, lambda: evaluator)
    assert wire("dice 3 1", "go role chequer depth 2")[-1] == "bestmove 8/5 6/5"
    wire("setoption name Level value 1")
    moves = set()
    for _ in range(20):
        moves.add(wire("newgame", "dice 3 1", "go")[-1])
    assert len(moves) > 3, "a beginner plays this and that"
    wire("setoption name Level value 0")
    assert wire("dice 3 1", "go")[-1] == "bestmove 8/5 6/5"


@pytest.fixture(scope="module")
def cube() -> Wire:
    return Wire(ExpectimaxPlayer("ours", default_weights(BACKGAMMON)))


def race(
    cube: int = 0,
    owner: int = 0,
    turn: int = 1,
    dice: str = "00",
    own: int = 0,
    other: int = 0,
    length: int = 0,
) -> str:
    """A race in which the mover is ahead enough to double, and the other side passes."""
    board = "---EEE" + "-" * 13 + "eee" + "----"
    return f"XGID={board}:{cube}:{owner}:{turn}:{dice}:{own}:{other}:0:{length}:10"


def test_the_cube_is_served(cube: Wire) -> None:
    assert cube("newsession", "position startpos", "go role cube") == ["bestmove roll"]
    assert cube(f"position xgid {race()}", "go role cube") == ["bestmove double"]
    assert cube(f"position xgid {race(cube=1, owner=-1)}", "go role cube") == ["bestmove roll"], "not ours"
    assert cube(f"position xgid {race(dice='D')}", "go role cube") == ["bestmove drop"]
    assert cube("position startpos", "setcube 1 offered", "go role cube") == ["bestmove take"]
    assert cube("setcube 2 own", "dice 3 1", "go role cube")[-1] == "error bad_argument dice"
    for bad in ("setcube", "setcube 3", "setcube 128", "setcube 2 mine", "setcube x"):
        assert cube(bad)[-1] == "error bad_argument cube"


def test_the_score_of_a_match_counts(cube: Wire) -> None:
    assert cube("newsession", "setscore 1 0")[-1] == "error missing_context session"
    assert cube("newsession 5", "setscore 5 0")[-1] == "error bad_argument score"
    gammonless = f"position gnubgid {Position.parse(race()).position_id}"
    assert cube("newsession 5", "setscore 4 0 crawford", gammonless, "go role cube") == ["bestmove roll"]
    assert cube("newsession 7", gammonless, "go role cube") == ["bestmove double"]
    assert cube("newsession 7", "setscore 6 6", "dice 3 1", "go")[-1].startswith("bestmove ")
    assert cube("newsession 99")[-1] == "error bad_argument session"


def test_a_deep_search_ends_with_the_engine() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "leafstrap", "ubgi", "default@depth=4"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write("dice 2 1\ngo\nisready\n")
        engine.stdin.flush()
        assert engine.stdout.readline() == "readyok\n"
        engine.send_signal(signal.SIGTERM)
        assert engine.wait(timeout=30) == 130


def test_a_search_that_is_stopped_answers_with_a_move() -> None:
    player = ExpectimaxPlayer("ours", default_weights(BACKGAMMON))
    wire = Wire(player)
    assert wire("setoption name Depth value 4", "dice 3 1", "go")[-1] == "bestmove 8/5 6/5"


def test_a_player_that_fails_still_moves() -> None:
    lines = Wire(Broken())("dice 3 1", "go")
    assert lines[0] == "info string Fault: broken resigned"
    assert lines[1].startswith("bestmove ")


def test_spoiled_lines() -> None:
    good = [
        "ubgi", "isready", "newgame", f"position gnubgid {START}", f"position gnubgid {START}:cAkAAAAAAAAA",
        f"position xgid {Position().rolled((2, 1))}", "position startpos", "dice 3 1", "dice 6 6", "go role chequer",
        "go", "go role cube", "stop", "setoption name Depth value 1", "newsession 5", "setscore 1 2",
        "setcube 2 own offered",
    ]  # fmt: skip
    words = sorted({word for line in good for word in line.split()})
    letters = [chr(code) for code in range(33, 127)] + ["\t", "\x00", "ß", "棋", "\ufffd", "\u2028", "٣"]
    known = ("id ", "option ", "ubgiok", "readyok", "info string ", "bestmove ", "error ")
    random = Random(10_000)
    wire = Wire(RandomPlayer())
    moves = 0
    for _ in range(10_000):
        line = random.choice(good).split()
        for _ in range(random.choice((0, 0, 1, 1, 2))):
            at = random.randrange(len(line) + 1)
            match random.randrange(4):
                case 0:
                    line.insert(at, random.choice(words))
                case 1:
                    del line[at : at + 1]
                case 2:
                    line[at : at + 1] = [random.choice(("-1", "0", "9" * 5000, "1e9", "nan", "None"))]
                case _ if at < len(line):
                    spoiled = list(line[at])
                    spoiled[random.randrange(len(spoiled))] = random.choice(letters)
                    line[at] = "".join(spoiled)
        if line[:1] == ["quit"]:
            continue
        answers = wire(" ".join(line))
        assert all(answer.startswith(known) for answer in answers), (line, answers)
        if line[:1] == ["go"]:
            assert sum(answer.startswith(("bestmove ", "error ")) for answer in answers) == 1
        moves += any(answer.startswith("bestmove") for answer in answers)
        wire.stream.truncate(0)
        wire.stream.seek(0)
    assert moves > 100
    assert wire("isready") == ["readyok"]


def test_nothing_but_the_protocol_on_standard_output() -> None:
    said = f"ubgi\nposition gnubgid {START}\ndice 3 1\ngo role chequer\nquit\nisready\n"
    done = subprocess.run(
        [sys.executable, "-c", NOISY], input=said, capture_output=True, text=True, timeout=60
    )
    lines = done.stdout.splitlines()
    assert "ubgiok" in lines
    assert lines[-1].startswith("bestmove ")
    assert "readyok" not in lines, "quit is the end"
    assert (done.returncode, done.stderr) == (0, "noise\n")


def test_ends_when_it_is_told_to() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "from leafstrap.cli.engines import ubgi; ubgi('random')"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write("isready\n")
        engine.stdin.flush()
        assert engine.stdout.readline() == "readyok\n"
        started = time.monotonic()
        engine.send_signal(signal.SIGTERM)
        engine.wait(timeout=30)
        assert time.monotonic() - started < 30
