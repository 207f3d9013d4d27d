"""The weights of a run as its server hands them out and moves them: to and from copies that are behind.

What is learned from weights that others have moved since is stale by as many updates. A worker whose weights are known
gets what has changed since; whole arrays are made ready once a version, however many fetch them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap.cluster.learning.member import Member
from leafstrap.cluster.learning.messages import Learned, Reached
from leafstrap.learn import Update
from leafstrap.training.weight_store import LARGEST, Name, WeightStore
from leafstrap.types import Arrays, CoreEvaluator


class ServedWeights:
    """One store, and what each worker has of it."""

    def __init__(
        self,
        store: WeightStore[CoreEvaluator],
        publish: Callable[[Arrays], Any],
        *,
        workers_learn: bool,
        in_turn: bool,
        max_staleness: int | None,
    ) -> None:
        self._store = store
        self._publish = publish
        self._workers_learn = workers_learn  # each in a copy of its own, which needs all that moves
        self._names: tuple[Name, ...] = store.moving if workers_learn else ("weights",)
        self._in_turn = in_turn  # a batch goes most of the way to its targets: several must not add up
        self._max_staleness = max_staleness
        self._size = len(store.state().weights)
        self._published: tuple[tuple[int, int], Any] = ((-1, -1), None)

    def make_sense(self, member: Member, learned: Learned) -> bool:
        """Whether it is made of numbers, for weights that there are, and of none that the weights could not take."""
        if isinstance(learned, Update):
            return self._fit(learned.indices, learned.gradient) and _can_be_added(learned.gradient)
        if not isinstance(learned, Reached):
            return self._fit(None, learned) and _can_be_added(learned)
        part, base = learned.part, member.base
        if base is None or set(part.arrays) != set(self._names):
            return False
        if not all(
            self._fit(part.places, array) and np.isfinite(array).all() for array in part.arrays.values()
        ):
            return False
        return _can_be_added(np.asarray(part.arrays["weights"], np.float64) - base.weights[part.which])

    def take(self, member: Member, learned: Learned) -> int | None:
        """Move the weights by what a worker has learned; how stale that was, or None if too much so."""
        store = self._store
        stale = store.updates - member.version - member.own
        if self._max_staleness is not None and stale > self._max_staleness:
            return None
        before = store.updates
        share = 1 / (1 + stale) if self._in_turn else 1.0
        if isinstance(learned, Reached):
            alone = store.changes == member.change
            store.advance(learned.part, learned.versions, None if alone else member.base, share)
            if alone:
                member.change = store.changes
        elif isinstance(learned, Update):
            store.apply(learned if share == 1 else replace(learned, gradient=share * learned.gradient))
        else:
            store.shift(learned if share == 1 else share * learned)
        member.own += store.updates - before
        return stale

    def give(self, member: Member, *, astray: bool) -> tuple[Any, NDArray[np.int32] | None]:
        """What a worker lacks of the newest weights, and at which places; who went astray lacks all."""
        store = self._store
        if self._workers_learn:
            same = member.change == store.changes
            member.base = store.state()
        else:
            same = member.version == store.updates
        since = -1 if astray else member.change
        member.version, member.own, member.change = store.updates, 0, store.changes
        if same and not astray:
            return None, None
        part = store.part(self._names, since)
        if part.places is not None:
            return self._publish(part.arrays), part.places
        moment = store.updates, store.changes if self._workers_learn else 0
        if self._published[0] != moment:
            self._published = moment, self._publish(part.arrays)
        return self._published[1], None

    def _fit(self, places: NDArray[np.int32] | None, numbers: NDArray[Any]) -> bool:
        if len(numbers) != (self._size if places is None else len(places)):
            return False
        return places is None or not len(places) or bool(0 <= places.min() <= places.max() < self._size)


def _can_be_added(moved: NDArray[np.float64]) -> bool:
    return bool(np.einsum("i,i->", moved, moved) <= LARGEST)  # so written, it is also false of NaN
