"""A worker: one process that gets weights from the server, plays, and sends what it learned.

It can come and go at any time. One that loses its server looks for it until it is there again, or until it is told that
the run is over; what it had not sent by then is lost with the game that it was playing.
"""

from __future__ import annotations

import os
import socket
import tempfile
import time
import uuid
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np

from leafstrap import __version__, games
from leafstrap._core import StopFlag
from leafstrap.arena.signature import core_signature
from leafstrap.cluster.connect import load_ray
from leafstrap.cluster.learning.messages import Beat, Card, Learned, Parcel, Plan, Report, Task, find_server
from leafstrap.cluster.learning.weights_copy import WeightsCopy
from leafstrap.errors import ClusterError
from leafstrap.experience import GlickoRating, Standing
from leafstrap.experience.record import TrainingRecord
from leafstrap.recipes.recipe import Recipe
from leafstrap.training.builder import Builder
from leafstrap.training.weight_store import Snapshot
from leafstrap.training.workers import game_random
from leafstrap.types import Arrays

BEAT_EVERY = 2.0  # seconds between signs of life
WAIT = 0.05  # seconds before asking again where there was no game to play
LOOK_AGAIN = 0.5  # seconds before looking again for a server that is not there
PATIENCE = 300.0  # seconds without a server after which a worker gives up


class ServerLostError(Exception):
    """The weight server is not there, or does not know this worker: begin anew."""


class BrokenOffError(Exception):
    """There is nothing to do any more, and why."""


class Link:
    """Calls of a server that may be gone, or out of reach for a while."""

    def __init__(self, ray: Any, server: Any, stopped: Event) -> None:
        self.ray = ray
        self.server = server
        self._stopped = stopped

    def ask(self, method: Any, *arguments: Any) -> Any:
        """The answer. Where it is not known whether a call arrived, it is made again: parcels are counted once."""
        while not self._stopped.is_set():
            try:
                return self.ray.get(method.remote(*arguments))
            except self.ray.exceptions.ActorUnavailableError:
                self._stopped.wait(LOOK_AGAIN)
            except (self.ray.exceptions.RayActorError, self.ray.exceptions.OwnerDiedError):
                raise ServerLostError from None
        raise BrokenOffError("stopped")

    def fetch(self, arrays: Any) -> Arrays | None:
        """Arrays, from wherever they are."""
        if arrays is None or isinstance(arrays, dict):
            return arrays
        try:
            found: Arrays = self.ray.get(arrays)
        except self.ray.exceptions.RayError:  # its server died with it
            raise ServerLostError from None
        return found


class Seat:
    """A worker's place in one session of a server."""

    def __init__(self, link: Link, worker: str, plan: Plan, builder: Builder) -> None:
        self._link = link
        self._worker = worker
        self._plan = plan
        self._builder = builder
        self._sequence = 0
        self._number: int | None = None
        self._stop = StopFlag()
        self._closed = Event()
        self._weights = self._copy()
        level = builder.initial_rating()
        self._standing = None if level is None else Standing(GlickoRating(level))
        self._experience = builder.experience(self._weights, self._standing, self._stop)
        self._beats = Thread(target=self._beat, name="heartbeat", daemon=True)
        self._beats.start()

    def play(self) -> None:
        """Play until there is nothing more to play, which is told by an error."""
        task = self._exchange(Parcel(self._worker, self._plan.session, self._next()))
        while True:
            if self._stop.is_set:
                raise BrokenOffError("stopped")
            if task.number is None:
                time.sleep(WAIT)
                task = self._exchange(Parcel(self._worker, self._plan.session, self._next()))
                continue
            self._number = task.number
            seed = self._builder.recipe.run.seed
            record = self._experience.play(task.number, game_random(seed, task.number), task.most)
            task = self._hand_in(record)

    def break_off(self) -> None:
        """End what is being played."""
        self._stop.set()
        self._experience.close()

    def close(self) -> None:
        """Give back what it holds."""
        self._closed.set()
        self._experience.close()

    def _copy(self) -> WeightsCopy:
        start = self._builder.initial_weights()
        nothing = np.zeros_like(start)
        store = self._builder.weight_store(Snapshot(0, 0, 0.0, start, nothing, nothing))
        return WeightsCopy(store, learns=self._builder.rule.updates_each_move, send=self._send)

    def _next(self) -> int:
        self._sequence += 1
        return self._sequence

    def _hand_in(self, record: TrainingRecord | None) -> Task:
        report = None if record is None else self._report(record)
        parcel = Parcel(
            self._worker,
            self._plan.session,
            self._next(),
            self._number,
            self._weights.take(),
            report,
            abandoned=record is None,
        )
        return self._exchange(parcel)

    def _report(self, record: TrainingRecord) -> Report:
        text = record.text(self._builder.game, self._plan.name)
        return Report(record.games, text, record.summary(), record.stats, record.meeting, record.events)

    def _send(self, learned: tuple[Learned, ...]) -> None:
        """In the middle of a game."""
        parcel = Parcel(self._worker, self._plan.session, self._next(), self._number, learned)
        if self._exchange(parcel).number != self._number:
            self._stop.set()  # somebody else plays it by now
            raise ServerLostError

    def _exchange(self, parcel: Parcel) -> Task:
        task: Task = self._link.ask(self._link.server.exchange, parcel)
        if task.unknown:
            raise ServerLostError
        if task.over is not None:
            raise BrokenOffError(task.over)
        if task.number is not None:
            self._weights.go_to(task, self._link.fetch(task.arrays))
            if self._standing is not None and task.rating is not None:
                self._standing.become(task.rating)
        return task

    def _beat(self) -> None:
        while not self._closed.wait(BEAT_EVERY):
            beat = Beat(self._worker, self._plan.session, self._experience.moves_under_way())
            with suppress(ServerLostError, BrokenOffError):
                if not self._link.ask(self._link.server.beat, beat):
                    self._stop.set()
                    return


class Worker:
    """Plays games of a run, one after the other, until it is told that there are no more."""

    seat_type = Seat

    def __init__(self, server: str, slot: str = "", identity: str = "") -> None:
        self._ray = load_ray()
        self._name = server
        self._slot = slot
        self._id = identity or uuid.uuid4().hex
        self._stopped = Event()
        self._seat: Seat | None = None

    def run(self) -> str:
        """Play; why there is nothing to do any more."""
        while not self._stopped.is_set():
            try:
                with np.errstate(over="ignore", invalid="ignore"):  # the server looks at every update
                    self._work(self._find())
            except BrokenOffError as reason:
                return str(reason)
            except ServerLostError:
                self._stopped.wait(LOOK_AGAIN)
        return "stopped"

    def stop(self) -> None:
        """Break off what it plays, and leave."""
        self._stopped.set()
        if self._seat is not None:
            self._seat.break_off()

    def card(self, plan: Plan, builder: Builder) -> Card:
        """Who it is."""
        node = self._ray.get_runtime_context().get_node_id()
        return Card(
            self._id,
            self._slot,
            node,
            socket.gethostname(),
            os.getpid(),
            __version__,
            core_signature(builder.game),
            builder.architecture.digest,
        )

    def builder(self, plan: Plan) -> Builder:
        """What makes games and learns from them, as in the process of the server."""
        if Path(plan.folder).is_dir():
            os.chdir(plan.folder)
        recipe = Recipe.from_text(plan.recipe, plan.recipe_text)
        builder = Builder.of(games.get(plan.game), recipe)
        with tempfile.TemporaryDirectory() as folder:
            model = Path(folder) / "model.safetensors"
            if plan.model is not None:
                model.write_bytes(plan.model)
            ready = builder.prepared(model, lambda note: None, StopFlag())
        assert ready is not None  # nobody stopped it
        return ready

    def _find(self) -> Any:
        """The weight server; whoever was killed is started again under the same name."""
        end = time.monotonic() + PATIENCE
        while not self._stopped.is_set():
            with suppress(ValueError):
                return find_server(self._ray, self._name)
            if time.monotonic() > end:
                raise ClusterError(
                    f"There has been no weight server {self._name!r} for {PATIENCE:.0f} seconds."
                )
            self._stopped.wait(LOOK_AGAIN)
        raise BrokenOffError("stopped")

    def _work(self, server: Any) -> None:
        """Join a server, and play for it until it is gone or has nothing more to play."""
        link = Link(self._ray, server, self._stopped)
        plan: Plan | None = link.ask(server.plan)
        if plan is None:  # it is getting ready
            raise ServerLostError
        builder = self.builder(plan)
        refusal = link.ask(server.join, self.card(plan, builder))
        if refusal:
            raise BrokenOffError(refusal)
        self._seat = self.seat_type(link, self._id, plan, builder)
        try:
            self._seat.play()
        finally:
            self._seat.close()
            self._seat = None
