"""What weights are fitted to: positions with results, out of EPD and records of games; or rows of somebody's own.

A result is the first player's (White's) view: 1 won, 0 lost, 0.5 drawn, or anything between.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from leafstrap.errors import UsageError
from leafstrap.experience.database import Database, opened
from leafstrap.games import Game
from leafstrap.types import Position, SparseRows

SKIPPED_PLIES = 8  # of every game: openings are played from memory
WORDS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5, "1/2": 0.5, "2-0": 1.0, "0-2": 0.0, "1-1": 0.5}
_RESULT = r"1-0|0-1|1/2-1/2|1/2|2-0|0-2|1-1|[01]?\.\d+"
# Where a line says its result: c9 "1-0" (any comment of EPD), [0.5], or at its end, as in `… 1-0` and `… | 0.5`. A
# whole number at the end is the move number of a FEN, and is taken for a result only where it is set apart.
_LABELS = (
    re.compile(rf'\bc\d\s+"\s*({_RESULT}|[01])\s*"\s*;?'),
    re.compile(rf"\[\s*({_RESULT}|[01])\s*\]"),
    re.compile(rf'(?:(?<=\s)|(?<=[;,|]))"?({_RESULT})"?\s*;?\s*$'),
    re.compile(r'[;,|]\s*"?([01])"?\s*;?\s*$'),
)


class CsrMatrix(Protocol):
    """What a sparse matrix of SciPy in CSR form has."""

    indptr: NDArray[Any]
    indices: NDArray[Any]
    data: NDArray[Any]
    shape: tuple[int, int]


@dataclass(slots=True)
class LabelledPositions:
    """Positions of one game with their results; those of one game played belong to one group."""

    game: Game
    positions: list[Position] = field(default_factory=list)
    results: list[float] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)  # what was left out, and why

    def __len__(self) -> int:
        return len(self.positions)

    def add(self, positions: Iterable[Position], result: float) -> None:
        """Positions that came to a result together."""
        group = self.groups[-1] + 1 if self.groups else 0
        for position in positions:
            self.positions.append(position)
            self.results.append(result)
            self.groups.append(group)


@dataclass(frozen=True, slots=True, eq=False)
class FeatureMatrix:
    """Rows of features, as a CSR matrix has them, with results."""

    rows: SparseRows
    results: NDArray[np.float32]
    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.results)


def read_positions(
    game: Game, paths: Sequence[Path], *, skip: int = SKIPPED_PLIES, only_quiet: bool = True
) -> LabelledPositions:
    """The labelled positions of files: records of games (by their suffix), or lines of positions with results.

    Of records, the first plies are skipped, and where the game can tell only those positions count where nothing was
    going on.
    """
    read = LabelledPositions(game)
    for path in paths:
        if f".{game.record_suffix}" in path.suffixes:
            _add_games(read, path, skip, only_quiet)
        else:
            _add_lines(read, path)
    if not len(read):
        reason = f": {read.faults[0]}" if read.faults else "."
        raise UsageError(f"There are no labelled positions in {', '.join(map(str, paths))}{reason}")
    return read


def _add_games(read: LabelledPositions, path: Path, skip: int, only_quiet: bool) -> None:
    database, before = Database(path, read.game), len(read)
    quiet_positions = read.game.quiet_positions if only_quiet else None
    for number in range(database.distinct):
        played = database.game(number)
        line, outcome = played.line, played.outcome
        if outcome is None:
            continue
        boards = list(line.before)
        quiet = [True] * len(boards) if quiet_positions is None else quiet_positions(line)
        # With dice an evaluator speaks of boards before the roll.
        chosen = (
            getattr(board, "before_roll", board)
            for ply, (board, calm) in enumerate(zip(boards, quiet, strict=False))
            if ply >= skip and calm
        )
        read.add(chosen, 0.5 * (1 + np.sign(outcome.points)))
    if len(read) == before:
        noisy = "" if quiet_positions is None else " and positions that are not quiet"
        read.faults.append(
            f"{path}: the first {skip} plies{noisy} are left out, and its games have no others."
        )
    read.faults += database.faults()


def _add_lines(read: LabelledPositions, path: Path) -> None:
    broken, first = 0, ""
    for number, line in _lines(path):
        try:
            position, result = parse_labelled(read.game, line)
        except ValueError as error:
            broken, first = broken + 1, first or f"line {number}: {error}"
            continue
        read.add([position], result)
    if broken:
        left_out = "a line is left out," if broken == 1 else f"{broken} lines are left out, the first of them"
        read.faults.append(f"{path}: {left_out} {first}")


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        with opened(path) as file:
            for number, raw in enumerate(file, 1):
                line = raw.decode("utf-8", errors="replace").strip()
                if line and not line.startswith("#"):
                    yield number, line
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from None


def parse_labelled(game: Game, line: str) -> tuple[Position, float]:
    """A position and its result; `ValueError` says what is missing.

    >>> from leafstrap import games
    >>> chess = games.get("chess")
    >>> for label in ('c9 "1/2-1/2";', '[0.5]', '1-0', '| 0.25', 'bm e4; c9 "0-1"; id "x";'):
    ...     print(parse_labelled(chess, "4k3/8/8/8/8/8/4P3/4K3 w - - " + label)[1], end=" ")
    0.5 0.5 1.0 0.25 0.0
    >>> parse_labelled(chess, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    Traceback (most recent call last):
    ...
    ValueError: there is no result, as c9 "1-0", [0.5] or 1-0
    """
    for label in _LABELS:
        if found := label.search(line):
            word = found.group(1)
            result = WORDS[word] if word in WORDS else float(word)
            if not 0 <= result <= 1:
                raise ValueError(f"a result is between 0 and 1, not {word}")
            return _position(game, line[: found.start()], line[found.end() :]), result
    raise ValueError('there is no result, as c9 "1-0", [0.5] or 1-0')


def _position(game: Game, before: str, after: str) -> Position:
    text = before.strip(' \t;,|"')
    try:
        return game.Position.parse(text)
    except ValueError:
        if game.read_position is None:
            raise
        return game.parse_position(f"{before} {after}".strip())[0]


def read_matrix(path: Path, results: Path | None = None, names: Path | None = None) -> FeatureMatrix:
    """Rows of features out of an .npz file, as `scipy.sparse.save_npz` writes it for a CSR matrix.

    Results are its array `results`, or another file: .npy, or text with one number or result a line. Names are its
    array `names`, or a text file with one a line; without any, features are called by their numbers.
    """
    try:
        with np.load(path, allow_pickle=False) as loaded:
            arrays = {key: loaded[key] for key in loaded.files}
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read as arrays of NumPy: {error}.") from None
    missing = [key for key in ("indptr", "indices", "data", "shape") if key not in arrays]
    if missing or (kind := bytes(arrays["format"].item()) if "format" in arrays else b"csr") != b"csr":
        what = f"it has no {', '.join(missing)}" if missing else f"its format is {kind.decode()}"
        raise UsageError(
            f"{path} is no CSR matrix: {what}. Write one with scipy.sparse.save_npz(file, matrix.tocsr())."
        )
    matrix = SimpleNamespace(**{key: arrays[key] for key in ("indptr", "indices", "data", "shape")})
    return matrix_of(matrix, _results(results, arrays, path), _names(names, arrays))


def matrix_of(matrix: CsrMatrix, results: ArrayLike, names: Sequence[str] | None = None) -> FeatureMatrix:
    """A CSR matrix as SciPy has it, with results."""
    told = np.ascontiguousarray(results, dtype=np.float32)
    width = int(matrix.shape[1])
    rows = (
        np.ascontiguousarray(matrix.indptr, dtype=np.int64),
        np.ascontiguousarray(matrix.indices, dtype=np.int32),
        np.ascontiguousarray(matrix.data, dtype=np.float32),
    )
    called = tuple(names) if names is not None else tuple(f"feature-{number}" for number in range(width))
    if len(called) != width:
        raise UsageError(f"There are {len(called)} names for {width} features.")
    if len(told) != len(rows[0]) - 1:
        raise UsageError(f"There are {len(told)} results for {len(rows[0]) - 1} rows.")
    if not ((told >= 0) & (told <= 1)).all():
        raise UsageError("Results are between 0, lost, and 1, won, as the first player sees them.")
    if not np.isfinite(rows[2]).all():
        raise UsageError("The matrix has values that are not finite numbers.")
    if len(rows[1]) and not 0 <= rows[1].min() <= rows[1].max() < width:
        raise UsageError(f"The matrix has a column beyond its {width}.")
    return FeatureMatrix(rows, told, called)


def _results(path: Path | None, arrays: dict[str, NDArray[np.generic]], where: Path) -> NDArray[np.float32]:
    if path is None:
        if "results" not in arrays:
            raise UsageError(f"{where} has no array results: name a file of them with --results.")
        return np.ascontiguousarray(arrays["results"], dtype=np.float32)
    try:
        if path.suffix == ".npy":
            return np.ascontiguousarray(np.load(path, allow_pickle=False), dtype=np.float32)
        words = path.read_text().split()
        return np.array([WORDS[word] if word in WORDS else float(word) for word in words], dtype=np.float32)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} holds no results: {error}.") from None


def _names(path: Path | None, arrays: dict[str, NDArray[np.generic]]) -> list[str] | None:
    if path is None:
        return [str(name) for name in arrays["names"]] if "names" in arrays else None
    try:
        return [line.strip() for line in path.read_text().splitlines() if line.strip()]
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from None
