"""`leafstrap web` as a process: it says where it is, serves, and ends by Ctrl-C; wrong use gets one sentence."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from leafstrap.cli.app import run


def started(*arguments: str) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "leafstrap", "web", "--no-browser", "--port", "0", *arguments]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    line = process.stderr.readline()
    found = re.search(r"http://\S+", line)
    assert found, line + process.stderr.read()
    return process, found[0].rstrip(";")


def ended(process: subprocess.Popen[str]) -> str:
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode in (0, 130)
    return said


def test_it_serves_until_ctrl_c(tmp_path: Path) -> None:
    process, address = started("--state", str(tmp_path))
    try:
        assert httpx.get(f"{address}api/games", timeout=30).json() == {"games": []}
        with httpx.stream("GET", f"{address}api/runs/events", timeout=30) as stream:
            assert next(stream.iter_lines()).startswith("event: runs")
            said = ended(process)  # with a page that listens
    finally:
        process.kill()
    assert "Traceback" not in said


def test_with_another_host_a_token_is_made_and_printed(tmp_path: Path) -> None:
    process, address = started("--host", "0.0.0.0", "--state", str(tmp_path))
    try:
        token = address.partition("?token=")[2]
        assert len(token) > 20
        port = re.search(r":(\d+)/", address)
        assert port
        local = f"http://127.0.0.1:{port[1]}"
        assert httpx.get(f"{local}/api/games", timeout=30).status_code == 401
        answer = httpx.get(f"{local}/api/games", headers={"Authorization": f"Bearer {token}"}, timeout=30)
        assert answer.status_code == 200
        ended(process)
    finally:
        process.kill()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["missing"], "There is no folder missing."),
        (["--port", "70000"], "65535"),
        (["--host", "203.0.113.1", "--token", "x"], "cannot be served"),
    ],
)
def test_wrong_use(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["web", "--no-browser", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['starlette'] = None; sys.modules['uvicorn'] = None\n"
        "from leafstrap.cli.app import run; sys.exit(run(['web']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "leafstrap: The web page needs more packages: pip install 'leafstrap[web]'.\n"
