"""Small things that once went wrong for people: tracebacks, silence, files where nobody wanted them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from leafstrap.cli.app import COMMANDS, run
from leafstrap.cli.common.folding import say
from leafstrap.evaluators import load_evaluator, load_weights, save_weights
from leafstrap.games.chess import CHESS
from leafstrap.recipes import library
from leafstrap.training import Run
from leafstrap.training.history import told_apart
from leafstrap.training.store.metrics import EventFile
from run_helpers import learn, recipe_file

Output = pytest.CaptureFixture[str]


def leafstrap(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "leafstrap", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


@pytest.mark.parametrize("game", ["chess", "draughts"])
def test_a_match_ends_without_a_word_about_leaks(game: str) -> None:
    done = leafstrap("match", game, "random", "random", "--games", "2")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "arguments", [("recipes", "quick"), ("match", "--help"), ("explain", "chess", "startpos")]
)
def test_a_terminal_without_letters(arguments: tuple[str, ...]) -> None:
    done = leafstrap(*arguments, LC_ALL="C", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


def test_letters_that_a_terminal_has_not_are_spelled() -> None:
    done = leafstrap("recipes", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert "TDLeaf(lambda)" in done.stdout
    assert "TreeStrap(alpha-beta)" in done.stdout
    assert "?" not in done.stdout


@pytest.mark.parametrize("columns", [40, 72, 80])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_the_terminal_and_cuts_nothing(
    command: str, columns: int, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert run([command, "--help"] if command else ["--help"]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= columns
    assert "…" not in shown
    assert not re.search(r"[a-z]\.\.\.", shown)


def test_sentences_are_broken_between_words(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = (
        "Strength: 1791 [1696, 1887], above Material, MTD(f) (1650) and below Material, 3000 nodes (1810)"
    )
    say(sentence)
    assert capsys.readouterr().out == f"{sentence}\n", "a pipe has no width"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    say(sentence)
    shown = capsys.readouterr().out
    assert shown.split() == sentence.split()
    assert max(map(len, shown.splitlines())) <= 40


def test_lists_of_recipes_stay_in_their_columns() -> None:
    program = "from leafstrap.cli.common.folding import say_beside as s; s('name    ', 'what it is, in a few words')"
    for columns, shown in ((24, "name    what it is, in a\n        few words\n"),):
        typed = f"import sys; sys.stdout.isatty = lambda: True; {program}"
        done = subprocess.run(
            [sys.executable, "-c", typed],
            env={**os.environ, "COLUMNS": str(columns)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == shown


def test_help_shows_flags_as_flags_and_names_every_player(capsys: Output) -> None:
    assert run(["match", "--help"]) == 0
    shown = capsys.readouterr().out
    assert "<bool>" not in shown
    for player in ("level:N", "uci:COMMAND", "gnubg:PLIES", "pubeval", "random"):
        assert player in shown


def test_completion_knows_commands_options_games_and_recipes() -> None:
    words = {"_LEAFSTRAP_COMPLETE": "complete_bash"}
    program = [sys.executable, "-c", "from leafstrap.cli import main; main()"]
    for typed, place, found in (
        ("leafstrap tourn", "1", "tournament"),
        ("leafstrap match --op", "2", "--openings"),
        ("leafstrap explain bac", "2", "backgammon"),
        ("leafstrap learn chess --recipe meep-tree", "4", "meep-treestrap-ab"),
        ("leafstrap recipes td-", "2", "td-gammon"),
    ):
        environment = {**os.environ, **words, "COMP_WORDS": typed, "COMP_CWORD": place}
        program[2] = "import sys; sys.argv[0] = 'leafstrap'; from leafstrap.cli import main; main()"
        done = subprocess.run(program, capture_output=True, text=True, check=False, env=environment)
        assert found in done.stdout


def test_a_narrow_terminal_keeps_the_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    from leafstrap.cli.explain import _table
    from leafstrap.evaluators import default_weights

    parts = default_weights(CHESS).explain(CHESS.Position.parse(CHESS.example))
    assert [column.header for column in _table(parts, 1, 1.0, 40).columns] == ["feature", "share"]
    assert len(_table(parts, 1, 1.0, 100).columns) == 5


def test_explain_speaks_in_pawns(capsys: Output) -> None:
    assert run(["explain", "chess", "startpos", "material"]) == 0
    assert "Evaluation +0.00 pawns" in capsys.readouterr().out
    assert run(["explain", "chess", "startpos", "material", "--raw"]) == 0
    assert "pawns" not in capsys.readouterr().out


def test_a_program_that_is_no_engine() -> None:
    # In a process of its own: the library of engines leaves that of one which never answered to the garbage collector.
    program = (
        "from leafstrap.cli.app import run\n"
        "from leafstrap.players.external import chess_engine, uci\n"
        "chess_engine.HANDSHAKE = uci.HANDSHAKE = 0.5\n"
        "raise SystemExit(run(['match', 'chess', 'uci:cat', 'random', '--games', '2']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "does not answer within 0.5 seconds" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_weights_beyond_reason_stop_a_run(tmp_path: Path, capsys: Output) -> None:
    settings = [
        "--set",
        "backup.step_size=1e9",
        "--set",
        "backup.optimiser=plain",
        "--set",
        "run.final_games=0",
    ]
    assert run(["learn", "chess", "--games", "4", *settings, "--out", str(tmp_path / "run")]) == 2
    assert "grew beyond all bounds" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
@pytest.mark.parametrize("command", ["recipes", "explain chess startpos", "--help"])
def test_output_that_cannot_be_written(command: str) -> None:
    program = [sys.executable, "-m", "leafstrap", *command.split()]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "leafstrap: The output cannot be written: No space left on device.\n"


def test_ctrl_c_before_the_command_is_loaded() -> None:
    program = (
        "import sys\n"
        "class Typed:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'typer':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Typed())\n"
        "from leafstrap.cli import main\n"
        "main(['recipes'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_weights_go_to_a_pipe_and_do_not_replace_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "read").open("wb") as read:
        reader = subprocess.Popen(["cat", tmp_path / "pipe"], stdout=read)
    done = leafstrap("export", "default:chess", "--format", "csv", "--out", str(tmp_path / "pipe"))
    still_a_pipe = (tmp_path / "pipe").is_fifo()
    if not still_a_pipe:
        reader.kill()
    assert reader.wait() == 0
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "read").read_bytes().startswith(b'# game: "chess"')


def test_default_weights_are_those_of_a_game(capsys: Output) -> None:
    assert run(["export", "default"]) == 2
    assert "default:chess" in capsys.readouterr().err


def test_a_description_that_was_cut_is_named(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "run.toml").write_text('[about]\ngame = "chess"\nrecipe = "quick"\n')
    assert run(["plot", str(tmp_path)]) == 2
    assert f"{tmp_path}/run.toml is no whole recipe: " in capsys.readouterr().err


def test_names_of_runs_in_another_encoding_have_a_picture() -> None:
    (shown,) = told_apart([Path(os.fsdecode("Läufe/x".encode("latin-1")))])
    assert shown == "x"
    (shown,) = told_apart([Path(os.fsdecode("Läufe".encode("latin-1")))])
    assert shown == "L\N{REPLACEMENT CHARACTER}ufe"


def test_paths_may_be_strings(tmp_path: Path) -> None:
    run = Run.create(str(tmp_path / "run"), "chess", library.load("quick", ["run.games=0"]))
    run.folder.unlock()
    file = str(run.folder.weights_after(0))
    evaluator = load_evaluator(file, CHESS)
    assert np.array_equal(load_weights(file, evaluator.architecture), evaluator.weights)
    save_weights(str(tmp_path / "copy.safetensors"), evaluator.architecture, evaluator.weights)


def test_events_are_what_tensorboard_reads(tmp_path: Path) -> None:
    pytest.importorskip("tensorboardX")
    from tensorboardX.proto.event_pb2 import Event

    file = EventFile(tmp_path / "events", 7)
    file.write({"game/error": 0.5}, 8)
    file.close()
    (path,) = (tmp_path / "events").iterdir()
    content, events = path.read_bytes(), []
    while content:
        length = int.from_bytes(content[:8], "little")
        events.append(Event.FromString(content[12 : 12 + length]))
        content = content[16 + length :]
    assert [event.step for event in events] == [0, 8, 8]
    assert (events[2].summary.value[0].tag, events[2].summary.value[0].simple_value) == ("game/error", 0.5)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
def test_a_full_disk_leaves_no_traceback_at_the_end(tmp_path: Path) -> None:
    assert learn(tmp_path / "run", "--games", "0", recipe=recipe_file(tmp_path)) == 0
    (tmp_path / "run" / "metrics.jsonl").unlink(missing_ok=True)
    program = (
        "import leafstrap.durable as d, os, sys\n"
        "real = d.write_all\n"
        "def write_all(descriptor, content):\n"
        "    real(os.open('/dev/full', os.O_WRONLY), content)\n"
        "import leafstrap.training.run\n"
        "d.write_all = write_all\n"
        "from leafstrap.cli import main\n"
        "main(sys.argv[1:])\n"
    )
    command = ["learn", "chess", "--out", str(tmp_path / "run"), "--resume", "--games", "2"]
    done = subprocess.run(
        [sys.executable, "-c", program, *command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_small_trial_of_an_experiment_leaves_the_pages_alone(capsys: Output) -> None:
    assert run(["reproduce", "--help"]) == 0
    assert "docs/results" not in capsys.readouterr().out
