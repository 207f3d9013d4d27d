"""From files to weights that other commands and other programs use: what `leafstrap fit` and `ls.fit` do."""

from __future__ import annotations

import csv
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap import games
from leafstrap.durable import write_whole
from leafstrap.errors import UsageError
from leafstrap.evaluators import EVALUATORS, Architecture, Evaluator, save_weights
from leafstrap.evaluators.export import WeightTable, weight_table
from leafstrap.games import Game
from leafstrap.games.notebook import html_table
from leafstrap.settings import fill
from leafstrap.training.fit.data import (
    SKIPPED_PLIES,
    FeatureMatrix,
    LabelledPositions,
    read_matrix,
    read_positions,
)
from leafstrap.training.fit.fitting import CENTIPAWN, Fit, FitSettings, Progress, fit_weights
from leafstrap.training.fit.objective import RowExamples, examples_of

Array = NDArray[np.float64]
Data = str | Path | Sequence[str | Path] | LabelledPositions | FeatureMatrix
Tell = Callable[[Progress], bool]

SUFFIXES = (".safetensors", ".csv", ".json", ".npz")
LINE_EVERY = 5.0  # seconds between lines of progress


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """Weights that were fitted, with their names."""

    fit: Fit
    names: Sequence[str]
    faults: Sequence[str]  # what of the data was left out
    evaluator: Evaluator | None  # None where rows came from elsewhere

    @property
    def weights(self) -> Array:
        """In the order of the names."""
        return self.fit.weights

    def as_dict(self) -> dict[str, float]:
        """Weights by name."""
        return dict(zip(self.names, self.weights.tolist(), strict=True))

    def save(self, path: Path | str) -> Path:
        """Write them: .safetensors for all that Leafstrap does; .csv, .json or .npz for other programs."""
        path = Path(path)
        about = self.fit.as_json()
        if path.suffix not in SUFFIXES:
            raise UsageError(
                f"Weights are written to files that end with {', '.join(SUFFIXES)}, not {path.name}."
            )
        if path.suffix == ".safetensors":
            if self.evaluator is None:
                raise UsageError(
                    "Rows of a matrix have no feature set of ours: write their weights to .csv or .json."
                )
            origin = {f"fit_{key}": each for key, each in about.items()}
            save_weights(path, self.evaluator.architecture, self.weights, origin)
            return path
        table = WeightTable({}, self.names, self.weights, {})
        if self.evaluator is not None:
            table = weight_table(self.evaluator)
        table = WeightTable({**table.about, "fit": about}, table.names, table.weights, table.columns)
        content = {".csv": table.as_csv, ".json": table.as_json, ".npz": table.as_npz}[path.suffix]()
        try:
            write_whole(path, content)
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}.") from None
        return path

    def __repr__(self) -> str:
        last, held = self.fit.last, self.fit.last_held_out
        outside = "" if held is None else f", held out {held.cross_entropy:.5f}"
        learned = f"{len(self.names)} weights, {self.fit.examples} examples"
        return f"Fitted({learned}, error {last.cross_entropy:.5f}{outside})"

    def _repr_html_(self) -> str:
        """For notebooks: every weight."""
        rows = [[name, f"{weight:+.4g}"] for name, weight in self.as_dict().items()]
        return f"<p>{escape(repr(self))}</p>{html_table(['feature', 'weight'], rows)}"


def fit(
    game: str | Game,
    data: Data,
    *,
    features: str | None = None,
    evaluator: Mapping[str, object] | None = None,
    initial: str | Path | Evaluator | Mapping[str, float] | None = None,
    fixed: Sequence[str] = (),
    results: Path | str | None = None,
    names: Path | str | None = None,
    skip: int = SKIPPED_PLIES,
    only_quiet: bool = True,
    threads: int | None = None,
    tell: Tell | None = None,
    quiet: bool = False,
    **settings: Any,
) -> Fitted:
    """Weights that expect results best: of labelled EPD, of records of games, or of a CSR matrix with results.

    `data` is a file or several (.epd or any text; .pgn, .pdn, .mat; .npz), `LabelledPositions`, or a `FeatureMatrix`.
    `features` is the feature set of a linear evaluator; `evaluator` a table as in recipes, for networks and others.
    `initial` is where to begin: a word as in recipes, a weights file, or for a matrix a .csv file with name and weight.
    `settings` are those of `FitSettings`: scale, l2, optimiser, iterations, step_size, batch, held_out, seed.

    >>> import leafstrap as ls
    >>> from leafstrap import games
    >>> chess = games.get("chess")
    >>> data = ls.LabelledPositions(chess)
    >>> for text, result in (("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1.0), ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", 0.0),
    ...                      ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0.5), ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", 0.5)):
    ...     data.add([chess.Position.parse(text)], result)
    >>> fitted = ls.fit("chess", data, features="material", held_out=0, l2=0, quiet=True)
    >>> round(fitted.as_dict()["pawn"])  # three of four points: 191 centipawns by the usual scale
    191
    """
    told = fill(FitSettings, "fit", {key: value for key, value in settings.items() if value is not None})
    threads = threads or os.cpu_count() or 1
    tell = tell or (_silent if quiet else _Lines())
    matrix = data if isinstance(data, FeatureMatrix) else _matrix(data, results, names)
    if matrix is not None:
        start = _start_of_matrix(initial, matrix.names)
        done = fit_weights(
            RowExamples.of(matrix, threads), start, told, fixed=_named(matrix.names, fixed), tell=tell
        )
        return Fitted(done, matrix.names, (), None)
    game = games.get(game) if isinstance(game, str) else game
    architecture, begin = _architecture(game, features, evaluator, initial)
    labelled = (
        data
        if isinstance(data, LabelledPositions)
        else read_positions(game, _paths(data), skip=skip, only_quiet=only_quiet)
    )
    won = float(architecture.outputs.results[1][0])
    done = fit_weights(
        examples_of(architecture, labelled, threads),
        begin,
        told,
        groups=np.array(labelled.groups, dtype=np.int64),
        fixed=architecture.fixed(fixed),
        # Where a won game is worth 1, that is 98 % certain; else units are centipawns as ratings count them.
        default_scale=4.0 / won if won <= 1 else CENTIPAWN,
        start_tells=not isinstance(initial, str | None) or str(initial) not in architecture.starts,
        tell=tell,
    )
    return Fitted(done, architecture.names, tuple(labelled.faults), Evaluator(architecture, done.weights))


def _paths(data: Any) -> list[Path]:
    return [Path(data)] if isinstance(data, str | Path) else [Path(each) for each in data]


def _matrix(data: Data, results: Path | str | None, names: Path | str | None) -> FeatureMatrix | None:
    if isinstance(data, LabelledPositions):
        return None
    paths = _paths(data)
    if not any(path.suffix == ".npz" for path in paths):
        return None
    if len(paths) > 1:
        raise UsageError("A matrix is fitted by itself: name one .npz file.")
    return read_matrix(paths[0], Path(results) if results else None, Path(names) if names else None)


def _architecture(
    game: Game,
    features: str | None,
    table: Mapping[str, object] | None,
    initial: str | Path | Evaluator | Mapping[str, float] | None,
) -> tuple[Architecture, Array]:
    """What is fitted, and where it begins."""
    if isinstance(initial, Evaluator):
        return initial.architecture, initial.weights
    if isinstance(initial, Mapping):
        raise UsageError("Weights by name are where the fit of a matrix begins: name a weights file.")
    told = {"features": features, **(table or {})}
    kind = EVALUATORS.get(str(told.pop("kind", "linear")))
    architecture = kind.of(game, told)
    begin = str(initial or ("zero" if "zero" in kind.starts else "random"))
    return architecture, architecture.initial_weights(begin)


def _start_of_matrix(initial: object, names: Sequence[str]) -> Array:
    if initial is None or initial == "zero":
        return np.zeros(len(names))
    if isinstance(initial, str | Path):
        initial = _read_csv(Path(initial))
    if not isinstance(initial, Mapping):
        raise UsageError("The fit of a matrix begins with zero, or a .csv file with columns name and weight.")
    unknown = [name for name in initial if name not in set(names)]
    if unknown:
        raise UsageError(f"The matrix has no feature {unknown[0]} to begin with.")
    return np.array([float(initial.get(name, 0.0)) for name in names])


def _read_csv(path: Path) -> dict[str, float]:
    try:
        with path.open(newline="") as file:
            lines = (line for line in file if not line.startswith("#"))
            return {row["name"]: float(row["weight"]) for row in csv.DictReader(lines)}
    except (OSError, KeyError, ValueError, TypeError) as error:
        raise UsageError(f"{path} does not hold columns name and weight: {error}.") from None


def _named(names: Sequence[str], wanted: Sequence[str]) -> NDArray[np.bool_]:
    fixed = np.zeros(len(names), dtype=np.bool_)
    for pattern in wanted:
        hits = [index for index, name in enumerate(names) if fnmatchcase(name, pattern)]
        if not hits:
            raise UsageError(f"There is no feature {pattern} to hold fixed.")
        fixed[hits] = True
    return fixed


def _silent(progress: Progress) -> bool:
    return True


class _Lines:
    """Tells of the fit now and then, on standard error."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def __call__(self, progress: Progress) -> bool:
        if time.monotonic() - self._last >= LINE_EVERY:
            self._last = time.monotonic()
            print(progress, file=sys.stderr, flush=True)
        return True
