"""Try the installed package as its users will: every kind of command once, in an empty folder.

    python tools/try_package.py

Run it with the Python that a wheel was installed for. Nothing of the checkout is imported; of the tests only the
signatures of `leafstrap bench` are read, which a portable build must share with one that is tuned for a machine.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

SCRIPTS = Path(sysconfig.get_path("scripts"))
SIGNATURES = Path(__file__).parents[1] / "tests/test_bench.py"


def leafstrap(*arguments: str, script: str = "leafstrap", typed: str = "") -> str:
    """What a command prints on standard output; it must end well."""
    print("  " + " ".join([script, *arguments]), flush=True)
    command = [str(SCRIPTS / script), *arguments]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, encoding="utf-8", timeout=900)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}exit status {done.returncode}")
    return done.stdout


def last_object(output: str) -> Any:
    """The JSON object on the last line."""
    return json.loads(output.splitlines()[-1])


def signatures() -> dict[str, int]:
    """What `leafstrap bench` must come to, game by game."""
    found = re.search(r"^SIGNATURES = (\{.*\})$", SIGNATURES.read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    return {str(game): int(nodes) for game, nodes in json.loads(found[1]).items()}


def main() -> None:
    """Bench, learn, play what was learned, and the protocols."""
    bench = last_object(leafstrap("bench", "--json"))
    for game, nodes in signatures().items():
        assert bench[game]["signature"] == nodes, f"{game}: {bench[game]['signature']} instead of {nodes}"

    leafstrap("learn", "chess", "--minutes", "0.5", "--out", "chess")
    leafstrap("learn", "draughts", "--minutes", "0.1", "--out", "draughts")
    leafstrap("learn", "backgammon", "--minutes", "0.1", "--out", "backgammon")
    match = last_object(
        leafstrap("match", "chess", "chess", "untrained", "--games", "20", "--depth", "2", "--json")
    )
    assert match["games"] == 20, match
    assert match["score"] > 0.5, match

    assert "uciok" in leafstrap("uci", "chess", typed="uci\nquit\n")
    assert "bestmove" in leafstrap(script="leafstrap-uci", typed="position startpos\ngo depth 6\nquit\n")
    assert "wait" in leafstrap(script="leafstrap-hub", typed="hub\nquit\n")
    assert "a b c d e f g h" in leafstrap("play", "chess", typed="e2e4\nquit\n")


if __name__ == "__main__":
    os.environ["PYTHONUTF8"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            main()
        finally:
            os.chdir(SCRIPTS)  # some systems do not remove the folder one is in
