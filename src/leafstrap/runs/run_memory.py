"""What the games of a run remember of earlier ones beside the weights, and a checkpoint keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from leafstrap.experience import Balance
from leafstrap.learn.ring_buffer import RingBuffer

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class RunMemory:
    """Each is None where a run has no use for it."""

    ring: RingBuffer | None = None  # of examples: ebnn
    balance: Balance | None = None  # of boards: mixed

    def arrays(self) -> Arrays:
        """All of it; the names begin with whose it is."""
        parts = {"ring": self.ring, "balance": self.balance}
        return {
            f"{whose}.{name}": array
            for whose, part in parts.items()
            if part is not None
            for name, array in part.arrays().items()
        }


def belonging(stored: Arrays, whose: str) -> Arrays:
    """The arrays of one of them, by their own names; none at the start of a run."""
    prefix = f"{whose}."
    return {name.removeprefix(prefix): array for name, array in stored.items() if name.startswith(prefix)}
