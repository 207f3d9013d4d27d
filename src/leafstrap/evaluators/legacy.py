"""Weights files of earlier versions: what they called their formats, and how they told what weights mean."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from leafstrap.evaluators.architecture import Architecture


def former_formats() -> Mapping[str, str]:
    """What formats are called now, by their names of earlier versions."""
    return {"leafstrap perceptron weights": "leafstrap network weights"}


def former_digests(architecture: Architecture) -> tuple[str, ...]:
    """Digests that mean the same as the one of today: of networks that share their inputs, these were told once."""
    inputs: Sequence[Sequence[tuple[str, str, str]]] = getattr(architecture, "inputs", ())
    networks: Sequence[str] = getattr(architecture, "networks", ())
    if not inputs:
        return ()
    lines = (f"{name}: {meaning}" for name, _, meaning in inputs[0])
    told = "\n".join([architecture.name, *networks, *lines])
    return (hashlib.sha256(told.encode()).hexdigest()[:16],)
