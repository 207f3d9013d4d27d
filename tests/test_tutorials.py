"""The commands of the tutorials work as they stand, one after the other, in an empty folder; minutes are fewer."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from leafstrap.cli.app import run

TUTORIALS = Path(__file__).parents[1] / "docs" / "tutorials"
BLOCK = re.compile(r"^```(python|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SERVERS = ("web", "uci")  # that wait for others
SHORT = {"--minutes": ["--games", "4", "--set", "run.final_games=4"], "--games": ["--games", "2"]}


def by_shell(page: str, folder: Path) -> str:
    """What the commands of a page print, all in one shell."""
    script = ["set -eu"]
    for kind, text in BLOCK.findall((TUTORIALS / f"{page}.md").read_text(encoding="utf-8")):
        if kind == "sh":
            script.append(text)
        else:  # a file, whose name is in its first line
            (folder / text.splitlines()[0].removeprefix("# ")).write_text(text)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", "\n".join(script)],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_engine_authors_tune_an_evaluation(tmp_path: Path) -> None:
    printed = by_shell("engine-author", tmp_path)
    table = dict(re.findall(r"^\d+,(\w+),([-.\d]+)$", printed, re.MULTILINE))
    assert float(table["pawn"]) == pytest.approx(100, abs=25)
    assert float(table["rook"]) == pytest.approx(500, abs=80)
    assert "LEAFSTRAP_CENTIPAWNS_PER_UNIT" in printed
    if compiler := shutil.which("cc"):
        text = (TUTORIALS / "engine-author.md").read_text(encoding="utf-8")
        (tmp_path / "evaluate.c").write_text(
            "".join(re.findall(r"^```c\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
        )
        subprocess.run([compiler, "evaluate.c", "-o", "evaluate"], cwd=tmp_path, check=True)
        said = subprocess.run([tmp_path / "evaluate"], capture_output=True, text=True, check=True).stdout
        pawns = re.search(r"Evaluation ([-+.\d]+) pawns", printed)
        assert pawns is not None
        assert float(said.split()[0]) == pytest.approx(100 * float(pawns[1]), abs=1)


def test_researchers_compare_rules(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    printed = by_shell("researcher", tmp_path)
    assert "runs/a - runs/b: " in printed
    assert re.search(r"runs/mine - random: \+(\d+)", printed), "the rule of the page has learned and played"
    assert (tmp_path / "compared.png").read_bytes().startswith(b"\x89PNG")


def shortened(command: list[str]) -> list[str]:
    for option, instead in SHORT.items():
        if option in command:
            at = command.index(option)
            return [*command[:at], *instead, *command[at + 2 :]]
    return command


@pytest.mark.parametrize("page", ["player", "student"])
def test_the_commands_of_a_tutorial(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (TUTORIALS / f"{page}.md").read_text(encoding="utf-8")
    found = [shlex.split(line) for line in re.findall(r"^    leafstrap (.*)$", text, re.MULTILINE)]
    assert len(found) > 6
    for command in found:
        if command[0] in SERVERS:
            continue
        monkeypatch.setattr("sys.stdin", io.StringIO("moves\nhint\nexplain\nreview\nquit\n"))
        if command[0] == "plot":
            pytest.importorskip("matplotlib")
        assert run(shortened(command)) == 0, command
