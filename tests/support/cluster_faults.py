"""What can happen to a run on a cluster, done to it on purpose while it learns, and what must hold afterwards."""

from __future__ import annotations

import dataclasses
import importlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import numpy as np

from leafstrap.cluster.connect import load_ray
from leafstrap.cluster.learning.main import ClusterResult
from leafstrap.cluster.learning.messages import Card, Learned, Plan, find_server, server_name
from leafstrap.cluster.learning.weights_copy import WeightsCopy
from leafstrap.cluster.learning.worker import Worker
from leafstrap.learn import Update
from leafstrap.recipes.recipe import Recipe
from leafstrap.training import Builder, Run
from leafstrap.training.store import checkpoint
from leafstrap.types import JsonObject

# One update a game, so that updates and games can be counted against each other.
RECIPE = """
[evaluator]
features = "material"
initial = "random"
scale = 5.0
[backup]
name = "td-leaf"
lambda = 0.7
step_size = 1e-3
[search]
depth = 2
[experience]
max_plies = 60
[run]
games = 6
checkpoint_every = 5
"""


def run_of(path: Path, games: int, *changes: str) -> Run:
    """A new run."""
    recipe = Recipe.from_text("small", RECIPE, [f"run.games={games}", *changes])
    return Run.create(path, "chess", recipe)


class MadWorker(Worker):
    """Its arithmetic is broken."""

    def builder(self, plan: Plan) -> Builder:
        taken = WeightsCopy.take

        def spoiled(copy: WeightsCopy) -> tuple[Learned, ...]:
            return tuple(Update(np.full(1, np.nan), 1, 0.0, 0.0, np.zeros(1, np.int32)) for _ in taken(copy))

        WeightsCopy.take = spoiled  # type: ignore[method-assign, assignment]
        return super().builder(plan)


class OtherWorker(Worker):
    """Its core is of another version."""

    def card(self, plan: Plan, builder: Builder) -> Card:
        own = super().card(plan, builder)
        return dataclasses.replace(own, signature=(own.signature or 0) + 1)


# What `ray start` does, which refuses the loopback device.
NODE = """
import signal, sys
from ray._private.node import Node
from ray._private.parameter import RayParams
settings = RayParams(
    gcs_address=sys.argv[1], redis_address=sys.argv[1], node_ip_address="127.0.0.1", num_cpus=1, num_gpus=0,
    object_store_memory=80 << 20, include_log_monitor=False, node_manager_port=0, dashboard_agent_listen_port=None,
)
node = Node(settings, head=False)
signal.pause()
"""


class StartedNode:
    """A node of its own, as on another machine: processes that can be stopped and killed together."""

    def __init__(self, address: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", NODE, address],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to all of its processes."""
        for process in session_of(self._process.pid):
            with suppress(ProcessLookupError):
                os.kill(process, number)

    def kill(self) -> None:
        """As if the power went out."""
        self.signal(signal.SIGKILL)
        self._process.wait()


def session_of(leader: int) -> list[int]:
    """All processes of a session that are there."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended meanwhile
            if int(fields[3]) == leader and fields[0] != "Z":
                found.append(int(folder.name))
    return found


def is_there(process: int) -> bool:
    """Whether it is more than an entry of its parent's."""
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Saboteur:
    """A thread that does harm to a run at random moments; a context manager around `train`."""

    def __init__(
        self, cluster: Any, path: Path, kinds: Sequence[str], *, seed: int, seconds: float, cut: float = 3.0
    ) -> None:
        self.cluster, self.path, self.kinds, self.cut = cluster, path, kinds, cut
        self.random, self.seconds = Random(seed), seconds
        self.done: list[str] = []
        self.errors: list[BaseException] = []
        self.added: list[Any] = []
        self.games = 1_000_000  # it is the saboteur who ends the run
        self.ray = load_ray()
        self._over = Event()
        self._thread = Thread(target=self._work, name="saboteur", daemon=True)

    def __enter__(self) -> Saboteur:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *about: object) -> None:
        self._over.set()
        self._thread.join()
        for node in self.added:
            node.kill()
        if kind is None and self.errors:
            raise self.errors[0]

    @property
    def server(self) -> Any:
        return find_server(self.ray, server_name(self.path))

    def status(self) -> JsonObject:
        """As soon as there is a server that can tell."""
        while not self._over.is_set():
            try:
                status: JsonObject = self.ray.get(self.server.status.remote())
                return status
            except (ValueError, self.ray.exceptions.RayError):
                time.sleep(0.1)
        raise AssertionError("the run ended before it was sabotaged")

    def wait_for(self, what: str, condition: Any, seconds: float = 120.0) -> JsonObject:
        """Wait until something is so."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            status = self.status()
            if condition(status):
                return status
            time.sleep(0.1)
        raise AssertionError(f"waited in vain for {what}: {json.dumps(status, indent=1)}")

    def _work(self) -> None:
        try:
            for kind in self.kinds:
                self.wait_for("games", lambda status: self._playing(status) >= 1 and status["games"] > 0)
                time.sleep(self.random.uniform(0, self.seconds))
                getattr(self, FAULTS[kind])()
                self.done.append(kind)
            before = self.status()["games"]
            self.wait_for("games after the fault", lambda status: status["games"] > before + 5)
        except BaseException as error:
            self.errors.append(error)
        finally:
            self.ray.get(self.server.stop.remote())

    @staticmethod
    def _playing(status: JsonObject) -> int:
        return sum(row["state"] == "playing" for row in status["workers"])

    # ---- the faults

    def kill_worker(self) -> None:
        self._do_to_a_worker(signal.SIGKILL)

    def stop_worker(self) -> None:
        """Its process is there, and does nothing any more."""
        hanging = self._do_to_a_worker(signal.SIGSTOP)
        end = time.monotonic() + 60
        while is_there(hanging):
            assert time.monotonic() < end, "a process that hangs was left behind"
            time.sleep(0.1)

    def _do_to_a_worker(self, number: signal.Signals) -> int:
        rows = [row for row in self.status()["workers"] if row["state"] == "playing"]
        row = self.random.choice(rows)
        os.kill(row["pid"], number)
        self.wait_for(
            "its restart",
            lambda status: any(
                each["worker"] == row["worker"]
                and each["restarts"] > row["restarts"]
                and each["state"] == "playing"
                for each in status["workers"]
            ),
        )
        return int(row["pid"])

    def add_node(self) -> None:
        while len(self.added) > 1:  # there is not so much room here
            self.added.pop(0).kill()
        workers = len(self.status()["workers"])
        self.added.append(StartedNode(self.cluster.address))
        self.wait_for(
            "a worker on the new node",
            lambda status: len(status["workers"]) > workers and status["workers"][-1]["state"] == "playing",
        )

    def kill_node(self) -> None:
        if not self.added:
            self.add_node()
        lost = self._lost()
        self.added.pop().kill()
        self.wait_for("its loss", lambda status: self._lost(status) > lost)

    def _lost(self, status: JsonObject | None = None) -> int:
        rows = (status or self.status())["workers"]
        return sum(row["state"] == "node lost" for row in rows)

    def cut_off(self) -> None:
        """Stop all processes of a node for a while: what others see of that is what they see of a cut cable."""
        if not self.added:
            self.add_node()
        label = self.status()["workers"][-1]["worker"]
        self.added[-1].signal(signal.SIGSTOP)

        def state(status: JsonObject) -> str:
            return next(str(row["state"]) for row in status["workers"] if row["worker"] == label)

        try:
            end = time.monotonic() + self.cut
            self.wait_for("its silence", lambda status: state(status) in ("silent", "node lost"))
            time.sleep(max(0.0, end - time.monotonic()))
        finally:
            self.added[-1].signal(signal.SIGCONT)
        # Ray may have given the node up: then its processes end, as soon as they hear of it. Else it comes back.
        status = self.wait_for("what became of it", lambda status: state(status) in ("playing", "node lost"))
        if state(status) == "node lost":
            self.added.pop().kill()

    def kill_server(self) -> None:
        status = self.status()
        os.kill(status["pid"], signal.SIGKILL)
        self.wait_for(
            "another server, and its workers",
            lambda now: now["pid"] != status["pid"] and self._playing(now) > 0,
        )

    def go_mad(self) -> None:
        self._invite(MadWorker, "no numbers")

    def come_with_another_core(self) -> None:
        self._invite(OtherWorker, "signature")

    def _invite(self, kind: type[Worker], why: str) -> None:
        """A worker that nobody asked for, as workstations came and went in the paper; it must be left out."""
        before = self._left_out(self.status(), why)
        pickling = importlib.import_module("ray.cloudpickle")
        pickling.register_pickle_by_value(importlib.import_module(kind.__module__))
        actor = self.ray.remote(kind).options(num_cpus=0, max_concurrency=2).remote(server_name(self.path))
        ended = actor.run.remote()
        self.wait_for("its exclusion", lambda status: self._left_out(status, why) > before)
        assert why in self.ray.get(ended)
        self.ray.kill(actor)

    @staticmethod
    def _left_out(status: JsonObject, why: str) -> int:
        return sum(row["state"] == "left out" and why in row["reason"] for row in status["workers"])


FAULTS = {  # and the methods that do it
    "worker killed": "kill_worker",
    "worker hangs": "stop_worker",
    "node added": "add_node",
    "node killed": "kill_node",
    "node cut off": "cut_off",
    "server killed": "kill_server",
    "worker with NaN": "go_mad",
    "worker with another core": "come_with_another_core",
}


def checked(path: Path, result: ClusterResult, saboteur: Saboteur) -> None:
    """The run ended and is saved; no game counts twice, no update was lost; the summary says what happened."""
    assert saboteur.done == list(saboteur.kinds)
    records = [json.loads(line) for line in (path / "metrics.jsonl").read_text().splitlines()]
    games = [record for record in records if record["kind"] == "game"]
    state, warnings = checkpoint.read_newest(path / "checkpoints")
    assert not warnings
    assert state.counters == result.training.state.counters
    assert [record["game"] for record in games] == list(range(1, state.counters.games + 1))
    assert len({record["number"] for record in games}) == state.counters.games
    assert state.counters.updates == sum(record["positions"] > 0 for record in games)
    assert np.isfinite(state.weights).all()
    said = "\n".join([*result.lines(), *(record["text"] for record in records if record["kind"] == "event")])
    for kind in saboteur.kinds:
        assert TOLD[kind] in said, f"nothing was said of: {kind}"


TOLD = {
    "worker killed": "its process died",
    "worker hangs": "it hangs",
    "node added": "joined",
    "node killed": "gone with its node",
    "node cut off": "has been silent",
    "server killed": "The weight server was started again",
    "worker with NaN": "no numbers",
    "worker with another core": "its core has the signature",
}
