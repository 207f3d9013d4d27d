"""Meeting a cluster: what one reads where there is none, or no Ray, and that nothing is left of one of ours."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from leafstrap.cli.app import run
from leafstrap.cluster.connect import connected
from leafstrap.errors import ClusterError

needs_ray = pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
MATCH = ["match", "chess", "random", "random", "--games", "2", "--depth", "1"]


@pytest.mark.parametrize(
    "words",
    [
        [*MATCH, "--cluster", "local"],
        ["tournament", "chess", "random", "material", "--cluster", "auto"],
        ["reproduce", "beal-smith", "--cluster", "127.0.0.1:6379"],
        ["cluster", "status"],
    ],
)
def test_without_the_extra_there_is_a_sentence(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = importlib.import_module

    def missing(name: str, package: str | None = None) -> Any:
        if name.partition(".")[0] == "ray":
            raise ModuleNotFoundError(f"No module named {name!r}")
        return real(name, package)

    monkeypatch.setattr(importlib, "import_module", missing)
    assert run(words) == 2
    wanted = "leafstrap: A cluster needs Ray, which is an extra: pip install 'leafstrap[cluster]'.\n"
    assert capsys.readouterr().err == wanted


def test_commands_without_a_cluster_do_not_ask_for_ray() -> None:
    """In a process of its own: others here may have asked for it."""
    code = (
        f"import sys\nfrom leafstrap.cli.app import run\nassert run({MATCH}) == 0\n"
        "assert not [name for name in sys.modules if name.partition('.')[0] == 'ray']"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def test_nothing_else_imports_ray(root: Path) -> None:
    """Neither by a statement nor by a name that is looked up."""
    package = root / "src/leafstrap"
    importing = set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [str(each.value) for each in _given(node) if isinstance(each, ast.Constant)]
            if any(name.partition(".")[0] == "ray" for name in names):
                importing.add(path.relative_to(package).parts[0])
    assert importing == {"cluster"}


def _given(node: ast.AST) -> list[ast.expr]:
    """What `import_module` and `__import__` are given."""
    if not isinstance(node, ast.Call):
        return []
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    return node.args if called in ("import_module", "__import__") else []


@needs_ray
@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (
            "nonsense",
            "'nonsense' is no address of a cluster; give local, auto, HOST:PORT or ray://HOST:PORT.",
        ),
        ("127.0.0.1:99999", "'127.0.0.1:99999' is no address of a cluster; give local, auto, "),
        ("127.0.0.1:1", "Nothing answers at 127.0.0.1:1: "),
        ("ray://127.0.0.1:1", "Nothing answers at ray://127.0.0.1:1: "),
        ("no-such-host.invalid:6379", "Nothing answers at no-such-host.invalid:6379: "),
    ],
)
def test_an_address_where_nothing_is(address: str, sentence: str) -> None:
    with pytest.raises(ClusterError) as error, connected(address):
        pass
    assert str(error.value).startswith(sentence)
    assert str(error.value).endswith(".")


@needs_ray
def test_something_that_answers_but_is_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own: the thread that waits for it is left behind."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = (
            "from leafstrap.cluster import connect\nconnect.PATIENCE = 2.0\n"
            f"with connect.connected('127.0.0.1:{server.getsockname()[1]}'):\n    pass\n"
        )
        ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "does not let us join: it is no Ray cluster, is stuck, or asks for a token" in ended.stderr


@needs_ray
def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    words = ["match", "chess", "material", "random", "--depth", "2", "--games", "20000"]
    match = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "leafstrap",
            *words,
            "--cluster",
            "local",
            "--concurrency",
            "1",
            "--pgn",
            games,
        ],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        while match.poll() is None and not (games.exists() and games.stat().st_size):
            time.sleep(0.1)
        assert len(_session(match.pid)) > 3  # Ray, and a worker
        match.send_signal(signal.SIGINT)
        out, err = match.communicate(timeout=120)
    finally:
        match.kill()
    assert match.returncode == 130, err
    assert out.startswith("material - random: ")
    assert games.read_text().count("[Event ") == int(out.split(" of ")[1].split()[0])
    until = time.monotonic() + 20  # processes that have been killed may take a moment to be gone
    while (left := _session(match.pid)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not left


def _session(leader: int) -> list[str]:
    """The commands of all processes of a session, apart from those that nobody has asked for their status yet."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state, _, _, session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
                if int(session) == leader and state != "Z":
                    found.append((folder / "cmdline").read_text().replace("\0", " ")[:80])
            except OSError:
                continue  # it has ended meanwhile
    return found
