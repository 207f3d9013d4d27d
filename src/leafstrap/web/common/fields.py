"""Reading what a page sends: objects whose every field is asked for by name, type and limits; and answers as JSON."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from leafstrap.errors import LeafstrapError
from leafstrap.types import JsonObject

Default = TypeVar("Default")
MISSING: Any = object()
DEEPEST = 20  # objects within objects: nothing that is asked for is deeper


class WebError(LeafstrapError):
    """A request that is refused: one sentence, and the status of HTTP that goes with it."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status


class Json(Response):
    """An answer as JSON; a number that JSON does not have is null."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        """The bytes of the body."""
        return to_json(content).encode()


def to_json(content: object) -> str:
    """JSON that every browser reads."""
    try:
        return json.dumps(content, allow_nan=False, separators=(",", ":"))
    except ValueError:
        return json.dumps(_finite(content), allow_nan=False, separators=(",", ":"))


def _finite(content: object) -> Any:
    if isinstance(content, float):
        return content if math.isfinite(content) else None
    if isinstance(content, dict):
        return {key: _finite(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [_finite(value) for value in content]
    return content


async def read_fields(request: Request) -> Fields:
    """The object that a request brings."""
    return Fields(parse_object(await request.body(), "The body"))


def parse_object(text: bytes | str, what: str) -> JsonObject:
    """A JSON object from a text that may be anything."""

    def refuse(constant: str) -> NoReturn:
        raise ValueError(f"there is no number {constant}")

    try:
        found = json.loads(text, parse_constant=refuse)
        if not isinstance(found, dict):
            raise WebError(f"{what} must be a JSON object.")
        _check(found, DEEPEST)
    except RecursionError:
        raise WebError(f"{what} is nested too deeply.") from None
    except (ValueError, UnicodeDecodeError) as error:
        if isinstance(error, WebError):
            raise
        raise WebError(f"{what} is not JSON.") from None
    return found


def _check(value: object, deepest: int) -> None:
    """Refuse what could only do harm further on: depth, numbers beyond all bounds, texts that are no text."""
    if deepest < 0:
        raise WebError("The JSON is nested too deeply.")
    if isinstance(value, dict):
        for key, inner in value.items():
            _check(key, deepest - 1)
            _check(inner, deepest - 1)
    elif isinstance(value, list):
        for inner in value:
            _check(inner, deepest - 1)
    elif isinstance(value, str):
        clean_text(value)
    elif (isinstance(value, float) and not math.isfinite(value)) or (
        isinstance(value, int) and abs(value) > 2**63
    ):
        raise WebError("A number is too large.")


def clean_text(text: str) -> str:
    """A text as it is, unless it has characters that no name, move or position has."""
    if any(sign < " " or sign == "\x7f" or "\ud800" <= sign <= "\udfff" for sign in text):
        raise WebError("A text has characters in it that cannot be meant.")
    return text


def shown(value: object) -> str:
    """Something wrong, short enough to be named in a sentence."""
    text = value if isinstance(value, str) else repr(value)
    return ascii(text if len(text) <= 40 else f"{text[:37]}…")


class Fields:
    """An object that is read field by field; `done` refuses what nobody asked for."""

    def __init__(self, values: JsonObject, what: str = "the request") -> None:
        self._values = values
        self._what = what
        self._asked: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return self._values.get(name) is not None

    def text(self, name: str, default: Default = MISSING, *, most: int = 200) -> str | Default:
        """A text of at most so many characters."""
        value: str | Default = self._get(name, default, str, "a text")
        if isinstance(value, str) and value is not default:
            if len(value) > most:
                raise WebError(f"{name} has more than {most} characters.")
            clean_text(value)
        return value

    def whole(self, name: str, default: Default = MISSING, *, low: int, high: int) -> int | Default:
        """A whole number within limits."""
        value: int | Default = self._get(name, default, int, "a whole number")
        self._limit(name, value, default, low, high)
        return value

    def number(self, name: str, default: Default = MISSING, *, low: float, high: float) -> float | Default:
        """A number within limits."""
        value = self._get(name, default, (int, float), "a number")
        self._limit(name, value, default, low, high)
        return value if value is default else float(value)

    def flag(self, name: str, default: bool) -> bool:
        """True or false."""
        return bool(self._get(name, default, bool, "true or false"))

    def choice(self, name: str, choices: tuple[str, ...], default: str = MISSING) -> str:
        """One of some words."""
        value = self.text(name, default)
        if value not in choices:
            raise WebError(f"{name} is {', '.join(choices[:-1])} or {choices[-1]}, not {shown(value)}.")
        return value

    def object(self, name: str, default: Any = MISSING) -> Any:
        """An object of its own fields; what is left out is the default, and null too if that is None."""
        value = self._get(name, default, dict, "an object")
        return Fields(value, name) if isinstance(value, dict) and value is not default else value

    def list(self, name: str, default: Any = MISSING, *, most: int) -> Any:
        """A list of at most so many things."""
        value = self._get(name, default, list, "a list")
        if isinstance(value, list) and len(value) > most:
            raise WebError(f"{name} has more than {most} entries.")
        return value

    def raw(self, name: str, default: Any = None) -> Any:
        """Whatever it is."""
        self._asked.add(name)
        return self._values.get(name, default)

    def values(self) -> JsonObject:
        """All there is, for who asks for the names as well."""
        self._asked.update(self._values)
        return dict(self._values)

    def done(self) -> None:
        """Nothing else may be there."""
        for name in self._values:
            if name not in self._asked:
                raise WebError(f"There is no {shown(name)} in {self._what}.")

    def _get(self, name: str, default: Any, kind: Any, word: str) -> Any:
        self._asked.add(name)
        value = self._values.get(name)
        if value is None:
            if default is MISSING:
                raise WebError(f"{name} is missing in {self._what}.")
            return default
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise WebError(f"{name} must be {word}, not {shown(value)}.")
        return value

    def _limit(self, name: str, value: Any, default: Any, low: float, high: float) -> None:
        # Written so that a NaN fails as well.
        if value is not default and not low <= value <= high:
            raise WebError(f"{name} must be {low:,g} to {high:,g}, not {shown(value)}.")


def query_fields(request: Request) -> Fields:
    """What stands in the address after the question mark, all of it texts."""
    values: JsonObject = {}
    for name, value in request.query_params.multi_items():
        if name in values:
            raise WebError(f"{shown(name)} stands in the address twice.")
        values[clean_text(name)] = clean_text(value)
    return Fields(values, "the address")


def query_whole(fields: Fields, name: str, default: int | None, *, low: int, high: int) -> int | None:
    """A whole number from an address."""
    value = query_number(fields, name, None, low=low, high=high)
    if value is None:
        return default
    if value != int(value):
        raise WebError(f"{name} must be a whole number, not {value:g}.")
    return int(value)


def query_number(
    fields: Fields, name: str, default: float | None, *, low: float, high: float
) -> float | None:
    """A number from an address."""
    text = fields.text(name, None, most=30)
    if text is None:
        return default
    try:
        value = float(text)
    except ValueError:
        raise WebError(f"{name} must be a number, not {shown(text)}.") from None
    if not low <= value <= high:
        raise WebError(f"{name} must be {low:,g} to {high:,g}, not {shown(text)}.")
    return value
