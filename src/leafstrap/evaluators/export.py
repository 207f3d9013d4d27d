"""Weights for other programs: as JSON, CSV, arrays of NumPy, or a C header that evaluates."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leafstrap.errors import UsageError
from leafstrap.evaluators.architecture import Evaluator
from leafstrap.evaluators.piece_values import centipawns_per_unit
from leafstrap.types import JsonObject


@dataclass(frozen=True, slots=True, eq=False)
class WeightTable:
    """Every weight with its index and name, and what there is to know of all of them."""

    about: JsonObject
    names: Sequence[str]
    weights: NDArray[np.float64]
    columns: Mapping[str, Sequence[object]]  # what else is known of each weight

    def rows(self) -> list[JsonObject]:
        """A record for each weight."""
        return [
            {
                "index": index,
                "name": name,
                **{key: column[index] for key, column in self.columns.items()},
                "weight": float(self.weights[index]),
            }
            for index, name in enumerate(self.names)
        ]

    def as_json(self) -> bytes:
        """One object: what all share, and a list of the weights."""
        return (json.dumps({**self.about, "weights": self.rows()}, indent=1) + "\n").encode()

    def as_csv(self) -> bytes:
        """A line for each weight, with a heading; what all share is in the first lines, after `#`."""
        text = io.StringIO()
        for key, value in self.about.items():
            print(f"# {key}: {json.dumps(value)}", file=text)
        writer = csv.DictWriter(text, ["index", "name", *self.columns, "weight"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows())
        return text.getvalue().encode()

    def as_npz(self) -> bytes:
        """Arrays by name; what all share is JSON in the array `about`."""
        arrays: dict[str, NDArray[np.generic]] = {
            "weights": self.weights,
            "names": np.array(self.names),
            "about": np.array(json.dumps(self.about)),
        }
        arrays |= {key: np.array(column) for key, column in self.columns.items()}
        content = io.BytesIO()
        np.savez_compressed(content, allow_pickle=False, **arrays)
        return content.getvalue()


def weight_table(evaluator: Evaluator) -> WeightTable:
    """What an evaluator knows of its weights.

    >>> from leafstrap import games
    >>> from leafstrap.evaluators import LinearArchitecture
    >>> material = LinearArchitecture.of(games.get("chess"), {"features": "material"})
    >>> table = weight_table(Evaluator(material, np.array([2.0, 6, 6, 10, 18])))
    >>> table.about["centipawns_per_unit"], table.rows()[4]["name"], table.rows()[4]["centipawns"]
    (50.0, 'queen', 900.0)
    """
    architecture, game = evaluator.architecture, evaluator.game
    about: JsonObject = {
        "game": game.name,
        "kind": architecture.kind,
        "features": architecture.name,
        "digest": architecture.digest,
        "unit": architecture.unit,
        "win": game.win,
    }
    if game.pieces is not None:
        about["centipawns_per_unit"] = centipawns_per_unit(architecture, evaluator.weights)
    about |= architecture.about_weights()
    columns = dict(architecture.weight_columns())
    if game.pieces is not None and architecture.linear_rows([]) is not None:
        columns["centipawns"] = (about["centipawns_per_unit"] * evaluator.weights).tolist()
    return WeightTable(about, architecture.names, evaluator.weights, columns)


def _c_header(evaluator: Evaluator) -> bytes:
    return evaluator.architecture.c_header(evaluator.weights).encode()


# What each format makes of an evaluator.
FORMATS: dict[str, Callable[[Evaluator], bytes]] = {
    "json": lambda evaluator: weight_table(evaluator).as_json(),
    "csv": lambda evaluator: weight_table(evaluator).as_csv(),
    "npz": lambda evaluator: weight_table(evaluator).as_npz(),
    "c": _c_header,
}


def exported(evaluator: Evaluator, form: str) -> bytes:
    """The weights in one of the formats: json, csv, npz, c."""
    if form not in FORMATS:
        raise UsageError(f"Weights are exported as {', '.join(FORMATS)}, not as {form}.")
    return FORMATS[form](evaluator)
