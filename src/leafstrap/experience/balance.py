"""How many boards have come from experts and from the learner's own play: what `mixed` keeps to a share."""

from __future__ import annotations

from threading import Lock

import numpy as np
from numpy.typing import NDArray

from leafstrap.types import Arrays


class Balance:
    """The boards of all games of a run so far. Threads may share it.

    >>> balance = Balance()
    >>> balance.lacks_experts(0.9)
    True
    >>> balance.count(expert=95, own=5)
    >>> balance.lacks_experts(0.9)
    False
    """

    def __init__(self, stored: Arrays | None = None) -> None:
        self._expert, self._own = (int(number) for number in stored["boards"]) if stored else (0, 0)
        self._lock = Lock()

    def lacks_experts(self, share: float) -> bool:
        """Whether fewer boards than this share are experts'."""
        with self._lock:
            return self._expert <= share * (self._expert + self._own)

    def count(self, expert: int, own: int) -> None:
        """Add the boards of a game."""
        with self._lock:
            self._expert += expert
            self._own += own

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """The numbers, for a checkpoint."""
        with self._lock:
            return {"boards": np.array([self._expert, self._own], dtype=np.float64)}
