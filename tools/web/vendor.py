"""Fetch the packages of others that the web page is made with, at pinned versions, and check what came.

    python tools/web/vendor.py            what the page ships, into src/leafstrap/web/static/vendor
    python tools/web/vendor.py --tests    what only its tests need, into build/web, if it is not there yet

Packages come from the npm registry as archives; Node is not needed. The sums are those that the registry publishes.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import sys
import tarfile
import urllib.request
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ROOT / "src/leafstrap/web/static/vendor"
FOR_TESTS = ROOT / "build/web"


@dataclass(frozen=True)
class Package:
    """An archive of the registry and the files of it that are kept, by their new names."""

    name: str
    version: str
    integrity: str  # SHA-512, base64
    folder: str
    files: dict[str, str]

    @property
    def url(self) -> str:
        """Where the registry keeps it."""
        short = self.name.rpartition("/")[2]
        return f"https://registry.npmjs.org/{self.name}/-/{short}-{self.version}.tgz"


PAGE = [
    Package(
        "@lichess-org/chessground",
        "10.1.1",
        "IBEs8+J64/zE8QB4NXxsvpjm/tHRjfQAdWwUh4xzqqN+RValgthWHemLnxsmtHFwuxvO4lHd+crp1ecgZxKVoQ==",
        "chessground",
        {
            "LICENSE": "LICENSE.txt",
            "dist/chessground.min.js": "chessground.js",
            "assets/chessground.base.css": "chessground.base.css",
            "assets/chessground.cburnett.css": "chessground.cburnett.css",
        },
    ),
    Package(
        "uplot",
        "1.6.32",
        "KIMVnG68zvu5XXUbC4LQEPnhwOxBuLyW1AHtpm6IKTXImkbLgkMy+jabjLgSLMasNuGGzQm/ep3tOkyTxpiQIw==",
        "uplot",
        {"LICENSE": "LICENSE.txt", "dist/uPlot.esm.js": "uPlot.js", "dist/uPlot.min.css": "uPlot.css"},
    ),
]
TESTS = [
    Package(
        "axe-core",
        "4.14.0",
        "9WTZxEjsZ7b13TH8JPmbV2z8CHbl80/2hm3XPEG4JgNdQLK81IBRXmSxHfMAOkSqQeRxT/0dwNDz2GOm3zzpcQ==",
        "axe-core",
        {"LICENSE": "LICENSE.txt", "axe.min.js": "axe.min.js"},
    ),
]


def fetch(package: Package, into: Path) -> None:
    """Take one package; nothing is written unless the sum is right."""
    with urllib.request.urlopen(package.url, timeout=30) as answer:
        archive = answer.read()
    found = base64.b64encode(hashlib.sha512(archive).digest()).decode()
    if found != package.integrity:
        sys.exit(f"{package.url} is not what was expected: sha512-{found}")
    folder = into / package.folder
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for inside, name in package.files.items():
            file = files.extractfile(f"package/{inside}")
            if file is None:
                sys.exit(f"{package.name} {package.version} has no file {inside}")
            (folder / name).write_bytes(file.read())
    (folder / "VERSION.txt").write_text(version_of(package), encoding="utf-8")
    print(f"{package.name} {package.version} → {folder.relative_to(ROOT)}")


def version_of(package: Package) -> str:
    """What is written beside the files of a package."""
    return f"{package.name} {package.version}\nsha512-{package.integrity}\n"


def fetch_for_tests() -> None:
    """Take what is missing; where there is no network the tests that need it are skipped, and say so."""
    for package in TESTS:
        known = FOR_TESTS / package.folder / "VERSION.txt"
        if known.exists() and known.read_text(encoding="utf-8") == version_of(package):
            continue
        try:
            fetch(package, FOR_TESTS)
        except OSError as error:
            print(f"{package.name} cannot be fetched, tests that need it are skipped: {error}")


def main() -> None:
    """Fetch what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tests", action="store_true", help="what only the tests need")
    wanted = parser.parse_args()
    if wanted.tests:
        fetch_for_tests()
        return
    for package in PAGE:
        fetch(package, SHIPPED)


if __name__ == "__main__":
    main()
