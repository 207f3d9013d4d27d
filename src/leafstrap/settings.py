"""Tables of settings as dataclasses: each value declared once, with its type, limits and meaning."""

from __future__ import annotations

import dataclasses
import difflib
import types
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin, get_type_hints

from leafstrap.errors import RecipeError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Table = TypeVar("Table", bound="DataclassInstance")
Value = TypeVar("Value")


def setting(
    default: Value,
    meaning: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] | None = None,
) -> Value:
    """Declare a field that knows what it means and what it may be: docs and error messages come from it."""
    about = {"meaning": meaning, "low": low, "high": high, "choices": choices}
    return dataclasses.field(default=default, metadata=about)


def fill(kind: type[Table], table: str, values: Mapping[str, object]) -> Table:
    """Make a `kind` of `values`, or raise a RecipeError that names the first setting that is wrong."""
    # A trailing underscore keeps a field clear of Python's keywords: `lambda_` is written `lambda`.
    fields = {field.name.rstrip("_"): field for field in dataclasses.fields(kind)}
    hints = get_type_hints(kind)
    checked = {}
    for key, value in values.items():
        if key not in fields:
            raise unknown(f"{table}.{key}", [f"{table}.{name}" for name in fields])
        field = fields[key]
        checked[field.name] = _check(f"{table}.{key}", value, hints[field.name], field.metadata)
    return kind(**checked)


def unknown(key: str, known: Iterable[str]) -> RecipeError:
    """Make the error for a key that does not exist, with the nearest one that does."""
    names = sorted(known)
    near = difflib.get_close_matches(key, names, n=1, cutoff=0.5)
    if near:
        return RecipeError(f"{key} is not a setting; did you mean {near[0]}?")
    return RecipeError(f"{key} is not a setting; there are {', '.join(names)}.")


def _check(key: str, value: object, hint: object, about: Mapping[str, Any]) -> object:
    union = isinstance(hint, types.UnionType)
    wanted = [kind for kind in get_args(hint) if kind is not type(None)] if union else [hint]
    for kind in wanted:
        if (fitted := _fit(value, kind)) is not None:
            return in_limits(key, fitted, about)
    names = " or ".join(_KINDS[kind] for kind in wanted)
    raise RecipeError(f"{key} must be {names}, not {value!r}.")


_KINDS: dict[object, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    tuple[str, ...]: "a list of texts",
    tuple[int, ...]: "a list of whole numbers",
}


def _fit(value: object, kind: Any) -> object:
    """Give `value` as a `kind`, or None. In TOML 1 may stand for 1.0, but true is no number."""
    if get_origin(kind) is tuple:
        item_kind = get_args(kind)[0]
        if isinstance(value, list | tuple) and all(type(item) is item_kind for item in value):
            return tuple(value)
        return None
    if isinstance(value, bool):
        return value if kind is bool else None
    if kind is float and isinstance(value, int | float):
        return float(value)
    return value if isinstance(value, kind) else None


def in_limits(key: str, value: Value, about: Mapping[str, Any]) -> Value:
    """Give `value` back if it is what a field may be, by what the field knows about itself."""
    low, high, choices = about["low"], about["high"], about["choices"]
    if choices is not None and value not in choices:
        near = difflib.get_close_matches(str(value), choices, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f": it is one of {', '.join(choices)}."
        raise RecipeError(f"{key} cannot be {value!r}{hint}")
    if isinstance(value, int | float) and not isinstance(value, bool):
        # Written so that a NaN fails as well.
        if low is not None and not value >= low:
            raise RecipeError(f"{key} must be at least {low:g}, not {value:g}.")
        if high is not None and not value <= high:
            raise RecipeError(f"{key} must be at most {high:g}, not {value:g}.")
    return value
