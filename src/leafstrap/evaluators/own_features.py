"""Feature sets written in Python: a function from positions to rows of numbers, with names.

They are feature sets like those of the core: linear evaluators and networks, learning, searches and explanations know
them by their names. A look at a position is then a call of Python, so that a search makes some ten thousand of them a
second where the core makes a million.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, runtime_checkable
from weakref import WeakMethod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from leafstrap.errors import FeatureError, RecipeError
from leafstrap.games import GAMES, Game
from leafstrap.registry import Registry
from leafstrap.types import FeatureSet, Positions, SparseRows

MOST_VALUE = 1e6  # so that what weights and values add up to stays finite


@runtime_checkable
class CsrMatrix(Protocol):
    """What the sparse matrices of SciPy have in CSR form."""

    indptr: NDArray[Any]
    indices: NDArray[Any]
    data: NDArray[Any]


Row = Mapping[str, float] | Mapping[int, float]  # by name or number of the feature; what is left out is 0
Rows = CsrMatrix | tuple[ArrayLike, ArrayLike, ArrayLike] | NDArray[Any] | Iterable[Row]
RowFunction = Callable[[list[Any]], Any]  # from positions to what Rows describes


@dataclass(frozen=True, eq=False)
class OwnFeatures:
    """A feature set of a game, told by a function."""

    game: str
    name: str
    function: RowFunction
    names: tuple[str, ...]
    families: tuple[str, ...]
    meanings: tuple[str, ...]
    movers_view: bool = False
    _numbers: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_numbers", {name: number for number, name in enumerate(self.names)})
        what = f"The feature set {self.name} of {self.game}"
        if not self.name or set(self.name) & set(' ,;@=+"') or self.name in GAMES.get(self.game).feature_sets:
            raise FeatureError(
                f"A feature set of {self.game} cannot be called {self.name!r}: choose one word that no other has."
            )
        if not self.names or len(self._numbers) != len(self.names):
            raise FeatureError(f"{what} needs names for its features, each of them once.")
        if not len(self.names) == len(self.families) == len(self.meanings):
            raise FeatureError(f"{what} has a family and a meaning for every feature, or none at all.")

    @cached_property
    def core(self) -> FeatureSet:
        """As the core and the rest of the package know it."""
        game = GAMES.get(self.game)
        if game.FeatureSet is None:
            raise FeatureError(f"{game.name} has no feature sets beside its own.")
        described = list(zip(self.names, self.families, self.meanings, strict=True))
        return game.FeatureSet.own(self.name, described, self.movers_view, WeakMethod(self.read))

    def read(self, positions: Positions) -> SparseRows:
        """The rows of positions; a FeatureError says what is wrong with what the function gave."""
        what = f"The function of the feature set {self.name}"
        try:
            told = self.function(list(positions))
        except Exception as error:
            raise FeatureError(f"{what} failed: {type(error).__name__}: {error}") from error
        try:
            indptr, indices, values = self._arrays(told)
        except (TypeError, ValueError, IndexError, OverflowError) as error:
            raise FeatureError(
                f"{what} gave no rows: {error}; it gives a mapping for each position, a table, or the arrays indptr, "
                "indices and values of a CSR matrix."
            ) from error
        if len(indptr) != len(positions) + 1:
            raise FeatureError(f"{what} gave {len(indptr) - 1} rows for {len(positions)} positions.")
        if indptr[0] != 0 or (np.diff(indptr) < 0).any() or not indptr[-1] == len(indices) == len(values):
            raise FeatureError(f"{what} gave indptr, indices and values that do not belong together.")
        if len(indices) and (indices.min() < 0 or indices.max() >= len(self.names)):
            wrong = indices[(indices < 0) | (indices >= len(self.names))][0]
            raise FeatureError(f"{what} told of feature {wrong}: there are 0 to {len(self.names) - 1}.")
        if not (np.abs(values) <= MOST_VALUE).all():
            place = int(np.flatnonzero(~(np.abs(values) <= MOST_VALUE))[0])
            raise FeatureError(
                f"{what} told {values[place]} of {self.names[indices[place]]}: a value is a number within a million."
            )
        return indptr, indices, values

    def _arrays(self, told: Any) -> SparseRows:
        if isinstance(told, CsrMatrix):
            told = told.indptr, told.indices, told.data
        if isinstance(told, np.ndarray) and told.ndim == 2:
            if told.shape[1] != len(self.names):
                raise ValueError(f"a row of the table has {told.shape[1]} numbers, not {len(self.names)}")
            rows, columns = np.nonzero(told)
            told = np.searchsorted(rows, np.arange(len(told) + 1)), columns, told[rows, columns]
        elif not isinstance(told, tuple) or len(told) != 3 or isinstance(told[0], Mapping):
            numbered = [{self._number(key): value for key, value in row.items()} for row in told]
            told = (
                np.cumsum([0, *map(len, numbered)]),
                [number for row in numbered for number in row],
                [value for row in numbered for value in row.values()],
            )
        indptr, indices, values = (np.asarray(each) for each in told)
        for whole in (indptr, indices):
            if whole.size and not np.issubdtype(whole.dtype, np.integer):
                raise TypeError("indptr and indices are whole numbers")
        return (
            np.ascontiguousarray(indptr, dtype=np.int64),
            np.ascontiguousarray(indices, dtype=np.int32),
            np.ascontiguousarray(values, dtype=np.float32),
        )

    def _number(self, key: str | int) -> int:
        if isinstance(key, str):
            if key not in self._numbers:
                raise ValueError(f"there is no feature {key!r}")
            return self._numbers[key]
        return int(key)


def _by_game(features: OwnFeatures) -> dict[str, OwnFeatures]:
    return {f"{features.game}/{features.name}": features}


# Those of other packages and of notebooks; the games know their own.
FEATURE_SETS: Registry[OwnFeatures] = Registry(
    group="leafstrap.feature_sets",
    noun="feature set",
    error=RecipeError,
    part_type=OwnFeatures,
    unpack=_by_game,
)


# The core refers weakly to what it calls, and evaluators outlive a set that was replaced.
_KEPT: list[OwnFeatures] = []


def feature_set(
    game: str | Game,
    name: str,
    names: Sequence[str],
    *,
    families: Sequence[str] | str = "own",
    meanings: Sequence[str] | None = None,
    movers_view: bool = False,
    replace: bool = False,
) -> Callable[[RowFunction], OwnFeatures]:
    """Make a function from positions to rows a feature set of a game, by the name that recipes and files call it.

    The function gets a list of positions and gives a row for each: mappings from the name or number of a feature to
    its value (what is left out is 0), a table with a column for each feature, or a CSR matrix (of SciPy, or its arrays
    indptr, indices, values). Values are the first player's view, what he has minus what the other has; with
    `movers_view` that of the side to move. `meanings` say what each feature counts: weights fit only where names and
    meanings are the same. `replace` takes the place of a set of that name, as when a cell of a notebook is run again.

    >>> import leafstrap as ls
    >>> from leafstrap import games
    >>> @ls.feature_set("chess", "tiny", ["pawns", "tempo"])
    ... def tiny(positions):
    ...     for position in positions:
    ...         board = position.fen.split()[0]
    ...         yield {"pawns": board.count("P") - board.count("p"), "tempo": position.turn.sign}
    >>> chess = games.get("chess")
    >>> tiny.core.row(chess.Position.parse("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1"))
    (array([0, 1], dtype=int32), array([2., 1.], dtype=float32))
    """
    known = game.name if isinstance(game, Game) else game
    families = (families,) * len(names) if isinstance(families, str) else tuple(families)

    def register(function: RowFunction) -> OwnFeatures:
        features = OwnFeatures(
            known, name, function, tuple(names), families, tuple(meanings or names), movers_view
        )
        _KEPT.append(features)
        return FEATURE_SETS.register(f"{known}/{name}", features, replace=replace)

    return register
