"""Check the types of the page's JavaScript with the TypeScript compiler, where Node is there; else say why not.

    python tools/web/check.py

The compiler is fetched once into build/web by npm, at a pinned version. Nothing of this is needed to use the page.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TYPESCRIPT = "5.9.3"
PLACE = ROOT / "build/web"


def compiler() -> Path | None:
    """The compiler, fetched if it has to be; None where it cannot be had."""
    found = PLACE / "node_modules/.bin/tsc"
    if found.exists():
        return found
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        print("The page's types are not checked: Node is not installed.")
        return None
    PLACE.mkdir(parents=True, exist_ok=True)
    fetched = subprocess.run(
        [npm, "install", "--silent", "--no-save", "--prefix", str(PLACE), f"typescript@{TYPESCRIPT}"],
        check=False,
    )
    if fetched.returncode or not found.exists():
        print("The page's types are not checked: npm could not fetch TypeScript.")
        return None
    return found


def main() -> int:
    """Print faults in our own files; packages of others are theirs."""
    tsc = compiler()
    if tsc is None:
        return 0
    checked = subprocess.run(
        [str(tsc), "--pretty", "false", "-p", "tools/web/jsconfig.json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    ours = False
    faults = 0
    for line in checked.stdout.splitlines():
        if not line.startswith(" "):  # what is indented belongs to the fault before
            ours = "/vendor/" not in line
            faults += ours
        if ours:
            print(line)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
