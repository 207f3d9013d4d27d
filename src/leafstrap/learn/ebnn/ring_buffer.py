"""Training examples in a ring: so many are kept, and a new one replaces the oldest (Thrun 1995, section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

import numpy as np

from leafstrap.evaluators import Architecture
from leafstrap.evaluators.feature_rows import Array, FeatureRows
from leafstrap.types import Arrays, JsonObject


@dataclass(frozen=True, slots=True)
class Examples:
    """A row for every example: a board, the one that its target is made of, and how.

    The target values of `before` are `reward` + `discount` · V(`after`), for every output.
    """

    before: FeatureRows
    after: FeatureRows  # of a final board itself, with discount 0
    discount: Array
    reward: Array  # examples × outputs
    weight: Array  # of the values, as a factor of the step size
    trust: Array  # of the slopes; 0 where there are none

    def __len__(self) -> int:
        return len(self.before)


class RingBuffer:
    """Threads may share it."""

    def __init__(self, architecture: Architecture, size: int, stored: Arrays | None = None) -> None:
        columns = {
            "before": architecture.row_width,
            "after": architecture.row_width,
            "before_shares": len(architecture.kinds_of_parts),
            "after_shares": len(architecture.kinds_of_parts),
            "numbers": 3 + len(architecture.outputs),
        }
        self._arrays = {name: np.zeros((size, width), np.float32) for name, width in columns.items()}
        self._added = 0
        self._lock = Lock()
        if stored:
            self._added = int(stored["added"][0])
            for name, array in self._arrays.items():
                array[: len(stored[name])] = stored[name]

    def __len__(self) -> int:
        return min(self._added, self.size)

    @property
    def size(self) -> int:
        """How many it can keep."""
        return len(self._arrays["numbers"])

    def add(self, examples: Examples) -> None:
        """Keep examples, of which there are fewer than places."""
        rows = {
            "before": examples.before.inputs,
            "after": examples.after.inputs,
            "before_shares": examples.before.shares,
            "after_shares": examples.after.shares,
            "numbers": np.column_stack([examples.discount, examples.reward, examples.weight, examples.trust]),
        }
        with self._lock:
            places = (self._added + np.arange(len(examples))) % self.size
            for name, found in rows.items():
                self._arrays[name][places] = found
            self._added += len(examples)

    def draw(self, random: np.random.Generator, number: int) -> Examples:
        """So many of them, at random."""
        with self._lock:
            places = random.integers(0, len(self), number)
            rows = {name: array[places] for name, array in self._arrays.items()}
        discount, *reward, weight, trust = rows["numbers"].T
        return Examples(
            FeatureRows(rows["before"], rows["before_shares"]),
            FeatureRows(rows["after"], rows["after_shares"]),
            discount,
            np.stack(reward, axis=1),
            weight,
            trust,
        )

    def arrays(self) -> JsonObject:
        """All it holds, for a checkpoint."""
        with self._lock:
            held = {name: array[: len(self)].copy() for name, array in self._arrays.items()}
            return held | {"added": np.array([self._added], dtype=np.float64)}
