"""Safetensors files with a header that says what they hold: read with care, written the same every time."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load

from leafstrap.errors import WeightsError
from leafstrap.types import JsonObject


def read_tensors(path: Path) -> tuple[dict[str, str], dict[str, NDArray[np.float64]]]:
    """The header's metadata and all tensors."""
    about, content = read_whole(path)
    try:
        return {str(key): str(value) for key, value in about.items()}, load(content)
    except (SafetensorError, KeyError, ValueError):
        raise damaged(path) from None


def read_whole(path: Path | str) -> tuple[JsonObject, bytes]:
    """The header's metadata and the whole file."""
    path = Path(path)
    if path.is_dir():
        raise WeightsError(f"{path} is a folder: name the .safetensors file in it.")
    if path.exists() and not path.is_file():
        raise WeightsError(f"{path} is not a regular file: name a .safetensors file.")
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise WeightsError(f"There is no weights file {path}: check the name.") from None
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror}.") from None
    return _header(path, content).get("__metadata__", {}), content


def _header(path: Path, content: bytes) -> JsonObject:
    """A safetensors file starts with the length of a JSON object, in eight bytes, and that object."""
    foreign = WeightsError(f"{path} is not a safetensors file: Leafstrap reads weights in no other format.")
    size = int.from_bytes(content[:8], "little")
    if len(content) < 9 or content[8:9] != b"{":
        raise foreign
    if len(content) < 8 + size:
        raise damaged(path)
    try:
        header = json.loads(content[8 : 8 + size])
    except ValueError:
        raise foreign from None
    if not isinstance(header.get("__metadata__", {}), dict):
        raise foreign
    return header  # type: ignore[no-any-return]


def damaged(path: Path | str) -> WeightsError:
    """The error of a file that is not whole."""
    return WeightsError(f"{path} is truncated or damaged: copy it again, or take an earlier checkpoint.")


def sorted_header(content: bytes) -> bytes:
    """The same file with its header in alphabetical order; safetensors writes it in an order that varies."""
    size = int.from_bytes(content[:8], "little")
    header = json.dumps(json.loads(content[8 : 8 + size]), sort_keys=True, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)  # tensors start at a multiple of eight bytes
    return len(header).to_bytes(8, "little") + header + content[8 + size :]
