"""The UCI engine: every command, every option, and what it does with words that mean nothing."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import chess.engine
import pytest

from leafstrap import games
from leafstrap.evaluators import Evaluator, LinearArchitecture, save_weights
from leafstrap.lines import whole_lines
from leafstrap.protocols.uci.setup import OPTIONS
from leafstrap.search.engine import VARIANTS, Engine
from support.wire import Wire

CHESS = games.get("chess")
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


@pytest.fixture
def wire() -> Iterator[Wire]:
    engine = Wire()
    yield engine
    engine.server.serve([])


def best(lines: list[str]) -> str:
    (answer,) = (line for line in lines if line.startswith("bestmove"))
    return answer.split()[1]


def test_uci_names_itself_and_its_options(wire: Wire) -> None:
    lines = wire("uci")
    assert lines[0].startswith("id name Leafstrap")
    assert lines[1].startswith("id author")
    assert lines[-1] == "uciok"
    options = [line for line in lines if line.startswith("option")]
    for name in ["Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "WeightsFile", "SearchVariant",
                 "UCI_ShowWDL", "SyzygyPath", "OwnBook", "BookFile", "Learning", "Clear Hash"]:  # fmt: skip
        assert any(line.startswith(f"option name {name} type ") for line in options)
    assert "option name Hash type spin default 16 min 1 max" in lines[2]


def test_the_page_about_it_names_every_option(root: Path) -> None:
    page = (root / "docs/uci.md").read_text()
    listed = re.findall(r"^\| `([^`]+)` \|([^|]*)\|", page.partition("## Options")[2], re.MULTILINE)
    known = [(option.name, (option.default or "empty") * (option.kind != "button")) for option in OPTIONS]
    assert [(name, default.strip()) for name, default in listed] == known


def test_searches_to_a_depth_and_reports_on_its_way(wire: Wire) -> None:
    lines = wire.until("bestmove", f"position fen {MATE_IN_ONE}", "go depth 4")
    assert lines[-1].startswith("bestmove a1a8")
    infos = [line for line in lines if line.startswith("info depth")]
    pattern = (
        r"info depth \d+ seldepth \d+ multipv 1 score (cp|mate) -?\d+( lowerbound| upperbound)? "
        r"nodes \d+ nps \d+ hashfull \d+ time \d+( pv( [a-h][1-8][a-h][1-8][qrbn]?)+)?"
    )
    assert all(re.fullmatch(pattern, line) for line in infos), infos
    assert "score mate 1 " in infos[-1]


@pytest.mark.parametrize(
    "go",
    [
        "depth 3", "nodes 2000", "movetime 20", "mate 1", "wtime 300 btime 300 winc 10 binc 10",
        "wtime 300 btime 300 movestogo 1", "wtime 0 btime 0", "wtime -50 btime 1000", "movetime 0",
        "depth 0", "nodes 0", "depth 999999999999999999999", "movetime 20 depth x", "movestogo 0 wtime 90",
    ],
)  # fmt: skip
def test_every_limit_ends_the_search(wire: Wire, go: str) -> None:
    stoppable = ("depth 999",)
    if go.startswith(stoppable):
        wire(f"go {go}")
        assert best(wire.until("bestmove", "stop"))
    else:
        assert best(wire.until("bestmove", f"go {go}"))


def test_positions_with_moves(wire: Wire) -> None:
    wire("position startpos moves e2e4 e7e5 g1f3")
    assert "info string fen rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2" in wire("d")
    wire(f"position fen {MATE_IN_ONE} moves a1a8")
    assert wire.until("bestmove", "go depth 3")[-2:] == ["info depth 0 score mate 0", "bestmove (none)"]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("", "neither startpos nor fen"),
        ("fen", "invalid FEN"),
        ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("startpos moves e2e4 e2e4", "move 2, 'e2e4', is not legal"),
        ("startpos moves e7e8q", "move 1"),
        ("startpos moves 0000", "move 1"),
    ],
)
def test_bad_positions_are_explained_and_change_nothing(wire: Wire, position: str, reason: str) -> None:
    wire("position startpos moves d2d4")
    before = wire("d")
    (line,) = wire(f"position {position}")
    assert line.startswith("info string position: ")
    assert reason in line
    assert wire("d") == before


def test_words_that_mean_nothing_are_passed_over(wire: Wire) -> None:
    assert wire("joho isready", "", "   ", "xyzzy", "\x00\ufffd isready now") == ["readyok", "readyok"]
    assert best(wire.until("bestmove", "go sideways depth 2 backwards"))
    assert wire("debug on", "xyzzy", "debug off", "xyzzy") == ["info string there is no command 'xyzzy'."]


def test_readyok_also_during_a_search(wire: Wire) -> None:
    wire("go infinite")
    assert "readyok" in wire("isready")
    assert best(wire.until("bestmove", "stop"))


def test_infinite_answers_only_after_stop(wire: Wire) -> None:
    wire(f"position fen {MATE_IN_ONE}")
    wire("go infinite")  # finds the mate at once
    time.sleep(0.1)
    assert "bestmove" not in wire.stream.getvalue()
    assert wire.until("bestmove", "stop")[-1].startswith("bestmove a1a8")
    assert wire("stop", "ponderhit") == []


def test_every_stop_is_answered(wire: Wire) -> None:
    for answered in range(10):
        assert wire.stream.getvalue().count("bestmove") == answered
        wire("position startpos", "go infinite", "stop")
    assert wire.stream.getvalue().count("bestmove") == 10


def test_who_is_stopped_at_once_still_takes_a_queen(wire: Wire) -> None:
    for _ in range(10):
        wire("ucinewgame", "position fen 4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1")
        assert best(wire.until("bestmove", "go infinite", "stop")) == "c3d5"


def test_a_second_go_ends_the_first(wire: Wire) -> None:
    wire("go infinite")
    lines = wire.until("bestmove", "go depth 1")
    assert lines.count("bestmove") <= 2
    wire.server.serve([])
    assert wire.stream.getvalue().count("bestmove") == 2


def test_pondering(wire: Wire) -> None:
    wire("position startpos moves e2e4 e7e5", "go ponder wtime 200 btime 200")
    time.sleep(0.3)
    assert "bestmove" not in wire.stream.getvalue(), "while pondering the clock does not run"
    assert best(wire.until("bestmove", "ponderhit"))
    wire("position startpos moves e2e4 c7c5", "go ponder wtime 1000 btime 1000")
    assert best(wire.until("bestmove", "stop"))


def test_searchmoves(wire: Wire) -> None:
    assert best(wire.until("bestmove", "go depth 3 searchmoves a2a3 e2e5 h2h3")) in ("a2a3", "h2h3")
    assert best(wire.until("bestmove", "go searchmoves a2a4 depth 2")) == "a2a4"
    assert best(wire.until("bestmove", "go depth 2 searchmoves none"))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_search_variant(wire: Wire, variant: str) -> None:
    assert wire(f"setoption name SearchVariant value {variant}") == []
    assert best(wire.until("bestmove", f"position fen {MATE_IN_ONE}", "go depth 4")) == "a1a8"
    assert best(wire.until("bestmove", "position startpos", "go movetime 20"))
    assert best(wire.until("bestmove", "go depth 3 searchmoves a2a3")) == "a2a3"
    wire("go infinite")
    assert best(wire.until("bestmove", "stop"))
    wire("go ponder wtime 200 btime 200")
    assert best(wire.until("bestmove", "ponderhit"))


def test_multipv(wire: Wire) -> None:
    lines = wire.until("bestmove", "setoption name MultiPV value 3", "go depth 3")
    firsts = {line.split(" pv ")[1].split()[0] for line in lines if "depth 3 " in line and " pv " in line}
    assert len(firsts) == 3
    for number in (1, 2, 3):
        assert any(f" multipv {number} " in line for line in lines)


def test_wdl(wire: Wire) -> None:
    lines = wire.until("bestmove", "setoption name UCI_ShowWDL value true", "go depth 2")
    (chances,) = {tuple(map(int, found)) for found in re.findall(r" wdl (\d+) (\d+) (\d+)", lines[0])}
    assert sum(chances) == 1000


def test_drawn_games_still_get_a_move(wire: Wire) -> None:
    back_and_forth = " ".join(["g1f3", "g8f6", "f3g1", "f6g8"] * 3)
    assert best(wire.until("bestmove", f"position startpos moves {back_and_forth}", "go depth 2"))
    assert best(wire.until("bestmove", "position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1", "go depth 2"))
    assert best(wire.until("bestmove", "position fen 8/8/4k3/8/8/4K3/4R3/8 w - - 100 90", "go depth 2"))


def test_perft(wire: Wire) -> None:
    lines = wire.until("Nodes", "go perft 3")
    assert "e2e4: 600" in lines
    assert lines[-1] == "Nodes searched: 8902"
    assert wire.until("Nodes", "go perft 1")[-1] == "Nodes searched: 20"
    assert wire.until("Nodes", "go perft 0")[-1] == "Nodes searched: 1"
    wire("go perft 60")
    assert wire.until("info string The count was stopped", "stop")


def test_eval_and_bench(wire: Wire) -> None:
    assert "evaluation +6.00" in wire(f"position fen {MATE_IN_ONE.replace('5ppp', '8')}", "eval")[-1]
    assert "nodes a second" in wire.until("info string bench", "bench")[-1]


def test_options(wire: Wire, tmp_path: Path) -> None:
    assert wire(
        "setoption name Hash value 8",
        "setoption name threads value 2",
        "setoption name Move Overhead value 100",
        "setoption name Clear Hash",
        "setoption name SyzygyPath value <empty>",
        "setoption name Ponder value true",
        "setoption name WeightsFile value <empty>",
        "setoption name SearchVariant value Tournament",
        "ucinewgame",
    ) == []  # fmt: skip
    path = tmp_path / "my weights.safetensors"
    material = LinearArchitecture.of(CHESS, {"features": "material"})
    save_weights(path, material, 2 * material.initial_weights("material"))
    lone_rook = MATE_IN_ONE.replace("5ppp", "8")
    assert wire(f"setoption name WeightsFile value {path}", f"position fen {lone_rook}") == []
    assert "evaluation +12.00" in wire("eval")[-1]
    assert best(wire.until("bestmove", "go depth 2"))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "needs a name"),
        ("name", "no option ''"),
        ("name Strength value 9", "no option 'Strength'"),
        ("name Hash value many", "is a number"),
        ("name Hash value 0", "from 1 to"),
        ("name Hash", "is a number"),
        ("name Ponder value maybe", "one of true, false"),
        ("name Learning value fast", "one of off, td-leaf, treestrap"),
        ("name WeightsFile value nowhere.safetensors", "no weights file"),
        ("name BookFile value nowhere.bin", "There is no book"),
        ("name LearnedBookFile value .", "cannot be read"),
    ],
)
def test_options_that_cannot_be_set(wire: Wire, words: str, reason: str) -> None:
    (line,) = wire(f"setoption {words}")
    assert line.startswith("info string setoption: ")
    assert reason in line
    assert best(wire.until("bestmove", "go depth 2"))


def test_options_wait_for_the_end_of_a_search(wire: Wire) -> None:
    wire("go infinite")
    assert "between searches" in wire("setoption name Hash value 1")[-1]
    wire("stop")
    assert wire("setoption name Hash value 1") == []


def test_too_large_a_table_is_made_smaller(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def engine(evaluator: Evaluator, *, megabytes: int, **others: Any) -> Engine:
        made.append(megabytes)
        if megabytes > 16:
            raise MemoryError
        return Engine(evaluator, megabytes=megabytes, **others)

    monkeypatch.setattr("leafstrap.protocols.engine.Engine", engine)
    lines = wire("setoption name Hash value 64", "isready")
    assert lines == ["info string there is no memory for a table of 64 MB: it has 16.", "readyok"]
    assert made == [64, 16]


def test_a_fault_of_ours_still_gives_a_move(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise RuntimeError("broken\nfor a test")

    monkeypatch.setattr(Engine, "think", fail)
    lines = wire.until("bestmove", "go depth 2")
    assert lines[0] == "info string RuntimeError: broken for a test"
    monkeypatch.setattr("leafstrap.protocols.uci.setup.UciSetup.engine", fail)
    lines = wire.until("bestmove", "go depth 2")
    assert best(lines)


def test_quit_and_the_end_of_input() -> None:
    for lines in ([b"go infinite\n", b"quit\n", b"isready\n"], [b"go infinite\n"]):
        wire = Wire()
        wire.server.serve(lines)
        answers = wire.stream.getvalue().splitlines()
        assert answers[-1].startswith("bestmove")
        assert "readyok" not in answers


@pytest.mark.skipif(os.name == "nt", reason="signals are sent another way on Windows")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_polite_kill_saves_the_book(tmp_path: Path, number: signal.Signals) -> None:
    path = tmp_path / "book.json"
    command = [sys.executable, "-m", "leafstrap", "uci", "material"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"setoption name LearnedBookFile value {path}\ngo depth 3\n".encode())
    process.stdin.flush()
    while not process.stdout.readline().startswith(b"bestmove"):
        assert process.poll() is None
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, b"")
    assert path.exists()


def test_lines_too_long_to_mean_anything() -> None:
    stream = io.BytesIO(b"isready\n" + b"quit " * 100_000 + b"\nuci\n" + b"x" * 200_000)
    assert list(whole_lines(stream)) == [b"isready\n", b"uci\n"]
    assert list(whole_lines(io.BytesIO(b"quit"))) == [b"quit"]


def test_the_chess_library_plays_a_game_against_it() -> None:
    command = [str(Path(sys.executable).with_name("leafstrap-uci")), "material"]
    if not Path(command[0]).exists():  # installed before there was this script
        command = [sys.executable, "-m", "leafstrap", "uci", "material"]
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 12:
            played = engine.play(board, chess.engine.Limit(nodes=500), info=chess.engine.INFO_ALL)
            assert played.move is not None
            assert "score" in played.info
            board.push(played.move)
        assert board.ply() == 12
        engine.configure({"UCI_ShowWDL": True})
        info = engine.analyse(board, chess.engine.Limit(depth=3), multipv=2)
        assert len(info) == 2
        assert "wdl" in info[0]
