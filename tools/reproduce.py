"""Every experiment once more, in small: what `make reproduce` does, in some forty minutes of two cores, as reckoned.

One seed each, some minutes of a processor at most; games to learn from are stand-ins by self-play.
So few games show that everything runs and what its pages look like, nothing more.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path

from leafstrap.papers import EXPERIMENTS

OUT = Path("build/reproduce")
# The two sides differ, so that the two games of a pair do.
STAND_INS = {
    "book.pgn": ("chess", "default@nodes=200", "default@nodes=300"),
    "expert.pdn": ("draughts", "default@nodes=200", "default@nodes=300"),
    "weak.pdn": ("draughts", "default@nodes=1", "default@nodes=2"),
}
STAND_IN_GAMES = 400


def leafstrap(*words: str) -> None:
    """Carry out a command of the package; what it says is seen, and where it fails all ends."""
    if failed := subprocess.run([sys.executable, "-m", "leafstrap", *words], check=False).returncode:
        sys.exit(failed)


def stand_in(name: str) -> Path:
    """A file of games, made once."""
    path = OUT / name
    if not path.exists():
        OUT.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_stem("unfinished")
        unfinished.unlink(missing_ok=True)
        leafstrap(
            "match", *STAND_INS[name], "--games", str(STAND_IN_GAMES), "--seed", "1", "--pgn", str(unfinished)
        )
        unfinished.rename(path)
    return path


def reproduce(name: str, factor: float) -> None:
    """One experiment, in small."""
    kind = EXPERIMENTS.get(name)
    scale = max(0.001, factor * kind.small)
    words = ["--scale", f"{scale:g}", "--seeds", "1", "--out", str(OUT), "--work", str(OUT / "runs" / name)]
    words += [word for file in kind.data for word in ("--data", str(stand_in(file)))]
    leafstrap("reproduce", name, *words)


def spent() -> float:
    """Processor seconds of all that was started here and is over."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Those that are named, or all; how long each took is said."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="experiments; none: all")
    parser.add_argument("--scale", type=float, default=1.0, help="how many times larger than usual")
    options = parser.parse_args()
    for name in options.names or EXPERIMENTS.names():
        began, before = time.monotonic(), spent()
        reproduce(name, options.scale)
        minutes, processor = (time.monotonic() - began) / 60, (spent() - before) / 60
        print(f"{name}: {minutes:.1f} minutes, {processor:.1f} of a processor", flush=True)
    print(f"all: {spent() / 60:.1f} minutes of a processor")


if __name__ == "__main__":
    main()
