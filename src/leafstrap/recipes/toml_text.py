"""Tables of plain values as TOML text (the standard library reads TOML but does not write it)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from leafstrap.types import Table


def to_toml(tables: Mapping[str, Table]) -> str:
    """Write one `[table]` after the other; settings that are None (not set) are left out."""
    blocks = []
    for name, table in tables.items():
        lines = [f"{key} = {_value(value)}" for key, value in table.items() if value is not None]
        blocks.append("\n".join([f"[{name}]", *lines]))
    return "\n\n".join(blocks) + "\n"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)  # the shortest text that reads back as the same number
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    raise TypeError(f"no TOML for a {type(value).__name__}")
