"""Who works where: a worker for every core of every node, started again when it dies, left out when it is no use.

Nodes may come and go. A worker that died is started again after a moment, twice as long each time; so is one that
hangs, which is silent for long although its node is there. One that fails several times in a row without finishing a
game is left out, and so is one that the server does not want.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from leafstrap.cluster.learning.messages import OVER
from leafstrap.cluster.nodes import Node, alive_nodes
from leafstrap.types import JsonObject

BACKOFF = 0.5  # seconds before the first restart
LONGEST_BACKOFF = 60.0
HANGS = 60.0  # seconds of silence after which a worker is ended
NODES_EVERY = 1.0  # seconds between looking for nodes
FAREWELL = 5.0  # seconds for workers to end what they hold

# How an actor of one slot is made: its node, its slot, its identity.
MakeWorker = Callable[[str, str, str], Any]


@dataclass(slots=True)
class Slot:
    """A core of a node, and the worker on it."""

    label: str
    node: str
    host: str
    state: str = "starting"  # starting | running | restarting | left out | node lost | done
    reason: str = ""
    restarts: int = 0
    failures: int = 0  # in a row
    games: int = 0  # that the worker had finished when it was last started
    identity: str = ""
    actor: Any = None
    ended: Any = None  # Ray's promise of how the worker ends
    again: float = 0.0  # when to start it again
    silent: float | None = None  # since when

    def row(self) -> JsonObject:
        """Its line of the table of workers, as far as it is known here."""
        return {
            "worker": self.label,
            "node": self.host,
            "cores": 1,
            "restarts": self.restarts,
            "state": self.state,
            "reason": self.reason,
        }


@dataclass(slots=True)
class Supervisor:
    """The workers of one run."""

    ray: Any
    make_worker: MakeWorker
    most: int | None  # workers; None: one a core
    max_restarts: int
    slots: dict[str, Slot] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)  # identities of workers that have died
    _nodes: dict[str, int] = field(default_factory=dict)  # numbers of nodes, as they appeared
    _looked: float = 0.0

    def step(self, games: Mapping[str, int], silent: Container[str] = ()) -> None:
        """Look after everybody once; `games` are those that each slot has finished, `silent` those not heard of."""
        if time.monotonic() - self._looked >= NODES_EVERY:
            self._looked = time.monotonic()
            self._look_at_nodes()
        for slot in self.slots.values():
            if slot.state in ("starting", "running"):
                self._look_after(slot, games.get(slot.label, 0), silent=slot.label in silent)
            elif slot.state == "restarting" and time.monotonic() >= slot.again:
                self._start(slot, games.get(slot.label, 0))

    def told(self) -> tuple[list[JsonObject], list[str], list[str]]:
        """What the server is told: all slots, and who died and what happened since it was last told."""
        lost, self.lost = self.lost, []
        events, self.events = self.events, []
        return [slot.row() for slot in self.slots.values()], lost, events

    @property
    def hopeless(self) -> str:
        """Why nobody will work any more, if that is so."""
        working = {"starting", "running", "restarting", "done"}
        if not self.slots or any(slot.state in working for slot in self.slots.values()):
            return ""
        out = [slot for slot in self.slots.values() if slot.state == "left out"]
        return f"worker {out[-1].label} was left out: {out[-1].reason}" if out else ""

    def stop(self) -> None:
        """End all workers."""
        actors = [slot.actor for slot in self.slots.values() if slot.actor is not None]
        ends = [slot.ended for slot in self.slots.values() if slot.state in ("starting", "running")]
        for actor in actors:
            actor.stop.remote()
        if ends:
            self.ray.wait(ends, num_returns=len(ends), timeout=FAREWELL)
        for actor in actors:
            self.ray.kill(actor)

    def _look_at_nodes(self) -> None:
        nodes = alive_nodes(self.ray)
        for node in nodes:
            if node.id not in self._nodes:
                self._nodes[node.id] = len(self._nodes) + 1
                self.events.append(f"node {self._nodes[node.id]} joined: {node.host}, {node.cores} cores")
        alive = {node.id for node in nodes}
        for slot in self.slots.values():
            if slot.node not in alive and slot.state != "node lost":
                if slot.state != "left out":
                    self.events.append(f"worker {slot.label} is gone with its node")
                slot.state = "node lost"
                self.lost.append(slot.identity)
        working = sum(slot.state not in ("left out", "node lost") for slot in self.slots.values())
        for label, node in self._places(nodes):
            if self.most is not None and working >= self.most:
                break
            if label not in self.slots:
                slot = self.slots[label] = Slot(label, node.id, node.host)
                self._start(slot, 0)
                working += 1

    def _places(self, nodes: Sequence[Node]) -> Iterator[tuple[str, Node]]:
        """Every core of every node, the first of each node first."""
        for core in range(max((node.cores for node in nodes), default=0)):
            for node in nodes:
                if core < node.cores:
                    yield f"{self._nodes[node.id]}.{core + 1}", node

    def _start(self, slot: Slot, games: int) -> None:
        slot.identity, slot.games = uuid.uuid4().hex, games
        slot.actor = self.make_worker(slot.node, slot.label, slot.identity)
        slot.ended = slot.actor.run.remote()
        slot.state, slot.reason, slot.silent = "running", "", None

    def _look_after(self, slot: Slot, games: int, *, silent: bool) -> None:
        ended, _ = self.ray.wait([slot.ended], timeout=0)
        if not ended:
            slot.silent = (slot.silent or time.monotonic()) if silent else None
            if slot.silent is not None and time.monotonic() - slot.silent > HANGS:
                self.ray.kill(slot.actor)
                self._fail(slot, games, "it hangs")
            return
        try:
            reason = str(self.ray.get(slot.ended))
        except self.ray.exceptions.RayError as error:
            self._fail(slot, games, _sentence(error))
            return
        if reason in (OVER, "stopped"):
            slot.state = "done"
        else:
            slot.state, slot.reason = "left out", reason

    def _fail(self, slot: Slot, games: int, reason: str) -> None:
        """Start it again, unless it has failed too often."""
        self.lost.append(slot.identity)
        slot.reason = reason
        slot.failures = 1 if games > slot.games else slot.failures + 1
        if slot.failures > self.max_restarts:
            slot.state = "left out"
            self.events.append(f"worker {slot.label} is left out after {slot.failures} failures: {reason}")
            return
        wait = min(LONGEST_BACKOFF, BACKOFF * 2 ** (slot.failures - 1))
        slot.restarts += 1
        slot.state, slot.again = "restarting", time.monotonic() + wait
        self.events.append(f"worker {slot.label} failed ({reason}); it is started again in {wait:g} s")


def _sentence(error: Exception) -> str:
    """The first line of what happened, without Ray's paragraphs about it."""
    cause = getattr(error, "cause", None)
    if isinstance(cause, Exception):
        return str(cause).strip().rstrip(".") or type(cause).__name__
    return {"ActorDiedError": "its process died", "ActorUnschedulableError": "its node is full or gone"}.get(
        type(error).__name__, type(error).__name__
    )
