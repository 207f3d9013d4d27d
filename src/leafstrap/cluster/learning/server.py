"""The weight server: the process that has the weights of a run, its optimiser, its counters and its folder.

It carries out the run as `leafstrap learn` does in one process; only that those who play its games are elsewhere. One
that was killed is started again at its last checkpoint.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

from leafstrap import __version__
from leafstrap.arena.signature import core_signature
from leafstrap.cluster.connect import load_ray
from leafstrap.cluster.learning.messages import Beat, Card, Parcel, Plan, Task
from leafstrap.cluster.learning.progress import RelayedProgress
from leafstrap.cluster.learning.remote_workers import RemoteWorkers
from leafstrap.cluster.learning.served_weights import ServedWeights
from leafstrap.training import Builder, Run, TrainingResult
from leafstrap.training.signals import Interruption
from leafstrap.training.store.folder import RunFolder
from leafstrap.training.workers import Shared, Workers
from leafstrap.types import Arrays, JsonObject

INLINE = 100_000  # bytes up to which Ray carries a value within an answer, which is faster than by its object store


@dataclass(frozen=True, slots=True)
class View:
    """What the main process sees of its server."""

    notes: list[str]  # since the last look
    lines: tuple[str, ...]  # of the progress
    share: float | None  # of the run, that is done
    games: int | None
    workers: JsonObject | None  # None: it is getting ready
    result: TrainingResult | None  # None: it goes on
    error: Exception | None


class WeightServer:
    """An actor of Ray; one call at a time, none of which takes long, and a thread that learns."""

    def __init__(self, path: str, game: str, folder: str, *, silence: float) -> None:
        os.chdir(folder)
        self._path, self._game = Path(path), game
        self._folder = folder
        self._silence = silence
        self._session = uuid.uuid4().hex
        self._interruption = Interruption()
        self._progress: RelayedProgress | None = None
        self._builder: Builder
        self._signature: int | None = None
        self._workers: RemoteWorkers | None = None  # None: it is getting ready
        self._result: TrainingResult | None = None
        self._error: Exception | None = None
        self._thread = Thread(target=self._learn, name="learner", daemon=True)
        self._thread.start()

    # ---- for workers

    def plan(self) -> Plan | None:
        """What the run is about; None while it is getting ready."""
        if self._workers is None:
            return None
        model = RunFolder(self._path).model
        recipe = self._builder.recipe
        return Plan(
            self._session,
            self._path.name,
            self._builder.game.name,
            recipe.name,
            recipe.to_text(),
            self._folder,
            model.read_bytes() if model.exists() else None,
        )

    def join(self, card: Card) -> str:
        """Take in a worker; why not, if its core is another than this one's."""
        assert self._workers is not None  # it had the plan
        return self._workers.join(card, self._refusal(card))

    def exchange(self, parcel: Parcel) -> Task:
        """Take in a parcel; what its worker does next."""
        return Task(unknown=True) if self._workers is None else self._workers.exchange(parcel)

    def beat(self, beat: Beat) -> bool:
        """Take in a sign of life; whether the worker is to go on."""
        return self._workers is not None and self._workers.beat(beat)

    # ---- for the main process, and whoever wants to know

    def look(self, slots: Sequence[JsonObject], lost: Sequence[str], events: Sequence[str]) -> View:
        """What has happened; and what the main process knows: of all slots, of workers that died, and what happened."""
        if self._workers is not None:
            self._workers.supervise(slots, lost, events)
        ended, progress = not self._thread.is_alive(), self._progress
        if progress is None:
            return View([], ("starting",), None, None, None, None, self._error if ended else None)
        return View(
            progress.notes(),
            progress.lines(),
            progress.share(),
            progress.finished,
            None if self._workers is None else self._workers.figures(),
            self._result if ended else None,
            self._error if ended else None,
        )

    def status(self) -> JsonObject:
        """How the run stands, and its workers."""
        about = {"run": str(self._path), "game": self._game, "pid": os.getpid()}
        progress = self._progress
        if progress is None or self._workers is None:
            return about | {"recipe": "-", "games": 0, "minutes": 0.0, "progress": "starting", "workers": []}
        return {
            **about,
            "recipe": self._builder.recipe.name,
            "games": progress.finished,
            "minutes": round(progress.seconds() / 60, 2),
            "progress": "  ".join(progress.lines()),
            **self._workers.figures(),
        }

    def stop(self) -> None:
        """Ask for an end: what is finished is saved."""
        self._interruption.ask()

    # ---- inside

    def _learn(self) -> None:
        try:
            run = Run.resume(self._path, self._game)
            counters = run.state.counters
            self._signature = core_signature(run.builder.game)
            self._progress = RelayedProgress(run.goal, counters.games, counters.seconds)
            self._result = run.train_with(self._progress, self._interruption, self._make_workers)
        except Exception as error:
            self._error = error

    def _make_workers(self, builder: Builder, shared: Shared) -> Workers:
        self._builder = builder  # ready now, with the model if there is one
        weights = ServedWeights(
            shared.store,
            publish,
            workers_learn=builder.rule.updates_each_move,
            in_turn=builder.rule.learns_in_turn,
            max_staleness=builder.recipe.run.max_staleness,
        )
        self._workers = RemoteWorkers(shared, self._session, weights, self._silence)
        return self._workers

    def _refusal(self, card: Card) -> str:
        if card.version != __version__:
            return f"it has Leafstrap {card.version}, the run {__version__}"
        if card.signature != self._signature:
            return f"its core has the signature {card.signature}, the run's {self._signature}"
        if card.digest != self._builder.architecture.digest:
            return "its weights mean something else than the run's"
        return ""


def publish(arrays: Arrays) -> Any:
    """Arrays as they go into an answer: themselves, or, if large, put once where all of a node can read them."""
    if sum(array.nbytes for array in arrays.values()) <= INLINE:
        return arrays
    return load_ray().put(arrays)
