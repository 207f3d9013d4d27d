"""The command line: what it prints, where, and its exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import leafstrap
from leafstrap.cli.app import run
from support.refusal import assert_refused

Output = pytest.CaptureFixture[str]

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def test_version(capsys: Output) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"leafstrap {leafstrap.__version__}\n"


def test_no_arguments_print_help(capsys: Output) -> None:
    assert run([]) == 2
    assert "perft" in capsys.readouterr().out


def test_perft(capsys: Output) -> None:
    assert run(["perft", "chess", "--depth", "3"]) == 0
    assert capsys.readouterr().out.startswith("8902 nodes in ")


def test_perft_json(capsys: Output) -> None:
    assert run(["perft", "chess", KIWIPETE, "--depth", "3", "--json"]) == 0
    report = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert report.keys() == {"nodes", "seconds", "nps"}
    assert report["nodes"] == 97862
    assert report["nps"] == pytest.approx(report["nodes"] / report["seconds"])


def test_perft_divide(capsys: Output) -> None:
    assert run(["perft", "chess", "startpos", "--depth", "2", "--divide"]) == 0
    *moves, total = capsys.readouterr().out.splitlines()
    assert moves[0] == "a2a3: 20"
    assert len(moves) == 20
    assert total.startswith("400 nodes")
    assert run(["perft", "chess", "--depth", "2", "--divide", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["divide"]["e2e4"] == 20


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["perft", "go", "--depth", "2"], "no game 'go'"),
        (["perft", "chess"], "--depth"),
        (["perft", "chess", "--depth", "x"], "--depth"),
        (["perft", "chess", "--depth", "0"], "--depth"),
        (["perft", "chess", "--depth", "99"], "--depth"),
        (["perft", "chess", "junk", "--depth", "1"], "invalid FEN"),
        (["perft", "chess", "8/8/8/8/8/8/8/8 w - - 0 1", "--depth", "1"], "White has no king"),
        (["perft", "chess", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "--depth", "1"], "Black is in check"),
        (["perft", "chess", "x" * 100_000, "--depth", "1"], "longer than"),
        (["perft", "chess", "--deep", "1"], "--deep"),
        (["bench", "go"], "no game 'go'"),
        (["fly"], "fly"),
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(capsys: Output, arguments: list[str], words: str) -> None:
    assert len(assert_refused(capsys, arguments, words)) < 200


def python(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "leafstrap", *arguments]


def test_module_and_script_are_the_same_command() -> None:
    script = str(Path(sys.executable).with_name("leafstrap"))
    for command in [
        python("perft", "chess", "--depth", "2", "--json"),
        [script, "perft", "chess", "--depth", "2", "--json"],
    ]:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert json.loads(done.stdout)["nodes"] == 400
        assert done.stderr == ""


def test_exit_status_reaches_the_shell() -> None:
    done = subprocess.run(
        python("perft", "chess", "junk", "--depth", "1"), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.skipif(os.name == "nt", reason="signals are sent another way on Windows")
def test_ctrl_c_breaks_off_native_work() -> None:
    # Says when it has been loaded: an interrupt before that would meet the import, not the command.
    program = "from leafstrap.cli import main; print('loaded', flush=True); main()"
    command = [sys.executable, "-c", program, "perft", "chess", "--depth", "12"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "loaded\n"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "")


@pytest.mark.parametrize("depth", ["1", "4"])
def test_a_closed_pipe_leaves_no_traceback(depth: str) -> None:
    command = python("perft", "chess", "--depth", depth, "--divide")
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    process.stdout.close()
    assert process.stderr
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait()
