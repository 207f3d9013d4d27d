"""Matches and tournaments on a cluster: the schedule's pairs, played by workers on all nodes instead of by threads.

A pair follows from its number alone, so whoever plays it plays the same games, and one that was lost on the way with
its worker is played again by another.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import leafstrap.cluster.games.wire  # noqa: F401 - conditions and openings on their way out
from leafstrap import __version__
from leafstrap.arena import Conditions, MakeRunner, MatchRunner, Pair, Task
from leafstrap.arena.signature import core_signature
from leafstrap.cluster.connect import connected
from leafstrap.cluster.games.worker import GamesWorker, Presence, SentPlayer, SentTask
from leafstrap.cluster.nodes import Cores, Node, alive_nodes
from leafstrap.errors import ClusterError, PlayerError
from leafstrap.players import PlayerSpec

POLL = 0.1  # seconds between looks at the keyboard
LOOK = 2.0  # seconds between looks at the nodes
BATCH = 0.25  # seconds of playing that are sent at once: quick games would else wait for messages
MOST_AT_ONCE = 64  # pairs of a batch
QUICK = 1.0  # seconds; where a pair takes less, a worker has its next batch before it asks
ATTEMPTS = 5  # workers that may die on one pair
DEATHS = 20  # of workers one after the other, without a pair from any
BEGINNINGS = 3  # of workers that die before they are ready, after which their node is left out
LONGEST_PAUSE = 10.0  # seconds before another worker is tried after many deaths
NO_WORKER = 300.0  # seconds without any worker after which a match gives up
ENDING = 3.0  # seconds for workers to give their players back

Note = Callable[[str], None]


@dataclass(slots=True)
class _Worker:
    """A worker as its match sees it."""

    node: Node
    actor: Any  # a handle of Ray, which tells no types
    beginning: Any  # the promise that it is ready; None afterwards
    batches: dict[Any, list[SentTask]] = field(default_factory=dict)  # under way, by their promises


class GamesRunner:
    """Plays tasks on the workers of a cluster, in whatever order they get done.

    Without a number of workers there is one for every core of every node, also of those that join on the way.
    """

    def __init__(
        self,
        cores: Cores,
        note: Note,
        conditions: Conditions,
        tasks: Iterator[Task],
        workers: int | None,
    ) -> None:
        self._cores = cores
        self._ray = cores.ray
        self._note = note
        self._conditions = conditions
        self._tasks = tasks
        self._most = workers
        self._places: dict[PlayerSpec, int] = {}
        self._workers: list[_Worker] = []
        self._again: deque[SentTask] = deque()  # lost with their workers
        self._upcoming: deque[Task] = deque()  # of the tasks, what was looked at already
        self._losses: dict[tuple[int, int, int], int] = {}
        self._finished: deque[Pair] = deque()
        self._refusals: dict[str, str] = {}  # why a node takes no part
        self._stillborn: Counter[str] = Counter()  # workers that were never ready, by their nodes
        self._deaths = 0
        self._pause_until = self._last_look = 0.0
        self._last_worker = time.monotonic()
        self._pair_seconds: float | None = None
        self._signature = core_signature(conditions.game)

    def start(self, *specs: PlayerSpec) -> None:
        """Send the players, each file once, and ask for workers."""
        contents: dict[str, bytes] = {}
        players = []
        for spec in specs:
            if spec.portable is None:
                raise PlayerError(f"The player {spec.name} is made by code, and cannot be sent to a cluster.")
            portable = spec.portable()
            contents |= portable.files
            players.append(SentPlayer(spec.name, spec.limits, portable.text, tuple(portable.files)))
        self._places = {spec: place for place, spec in enumerate(specs)}
        # In the object store: a node fetches them once, however many workers it has.
        self._sent = tuple(self._ray.put(each) for each in (self._conditions, players, contents))
        self._make = self._ray.remote(
            num_cpus=1, max_restarts=0, max_task_retries=0, concurrency_groups={"control": 1}
        )(GamesWorker)
        self._look_at_nodes()

    def next_pair(self) -> Pair | None:
        """A finished pair, or None after a moment without one."""
        if self._finished:
            return self._finished.popleft()
        self._look_at_nodes()
        self._send()
        promises = {worker.beginning: worker for worker in self._workers if worker.beginning is not None}
        promises |= {batch: worker for worker in self._workers for batch in worker.batches}
        if not promises:
            time.sleep(POLL)
            return None
        done, _ = self._ray.wait(list(promises), num_returns=1, timeout=POLL)
        for promise in done:
            self._take(promise, promises[promise])
        return self._finished.popleft() if self._finished else None

    def stop(self) -> None:
        """End all workers: they are asked, so that engines of theirs end as well, and then made to."""
        control = {"concurrency_group": "control"}
        asked = [worker.actor.end.options(**control).remote() for worker in self._workers]
        if asked:
            self._ray.wait(asked, num_returns=len(asked), timeout=ENDING)
        while self._workers:
            self._drop(self._workers[-1])

    def _take(self, promise: Any, worker: _Worker) -> None:
        """What became of something that a worker was asked for."""
        errors = self._ray.exceptions
        try:
            answer = self._ray.get(promise)
        except errors.RayTaskError as error:  # not the worker's end, but ours
            raise error.cause if isinstance(error.cause, Exception) else error from None
        except errors.RayError as error:
            self._lose(worker, error)
            return
        if isinstance(answer, Presence):
            self._welcome(worker, answer)
            return
        del worker.batches[promise]
        self._deaths = 0
        self._finished.extend(answer.pairs)
        if answer.pairs:
            self._pair_seconds = answer.seconds / len(answer.pairs)

    def _welcome(self, worker: _Worker, presence: Presence) -> None:
        worker.beginning = None
        refusal = presence.refusal
        if presence.version != __version__:
            refusal = f"it has Leafstrap {presence.version}, where this is {__version__}."
        elif presence.signature != self._signature:
            refusal = (
                f"its core has the signature {presence.signature}, where this one's is {self._signature}."
            )
        self._stillborn[worker.node.id] = 0
        if refusal is not None:
            self._drop(worker)
            self._leave_out(worker.node, refusal)

    def _leave_out(self, node: Node, refusal: str) -> None:
        if node.id not in self._refusals:
            self._note(f"{node.host} takes no part: {refusal}")
        self._refusals[node.id] = refusal

    def _lose(self, worker: _Worker, error: Exception) -> None:
        """A worker, or its node, is gone: what it was playing is played by others."""
        if worker not in self._workers:
            return  # one of several promises that it broke
        lost = [task for tasks in worker.batches.values() for task in tasks]
        self._drop(worker)
        reason = _reason(error)
        if worker.beginning is not None:
            self._stillborn[worker.node.id] += 1
            if self._stillborn[worker.node.id] >= BEGINNINGS:
                self._leave_out(worker.node, f"{BEGINNINGS} workers did not start there ({reason}).")
                return
        self._deaths += 1
        if self._deaths > DEATHS:
            raise ClusterError(
                f"Workers of the cluster died {self._deaths} times without finishing a pair: {reason}."
            )
        pause = min(LONGEST_PAUSE, 0.25 * 2 ** (self._deaths - 1))
        self._pause_until = time.monotonic() + pause
        for task in lost:
            key = task.a, task.b, task.number
            self._losses[key] = self._losses.get(key, 0) + 1
            if self._losses[key] >= ATTEMPTS:
                raise ClusterError(f"{ATTEMPTS} workers died playing the pair {task.number + 1}: {reason}.")
        self._again.extend(lost)
        again = f"; pairs that are played again: {len(lost)}" if lost else ""
        self._note(f"A worker on {worker.node.host} is gone{again}.")

    def _drop(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        self._ray.kill(worker.actor)
        self._cores.give_back(worker.node)

    def _look_at_nodes(self) -> None:
        """Ask for workers where there are cores without one, on nodes that have joined as well."""
        now = time.monotonic()
        if any(worker.beginning is None for worker in self._workers):
            self._last_worker = now
        elif now - self._last_worker > NO_WORKER:
            raise ClusterError(f"No core of the cluster became free within {NO_WORKER:.0f} seconds.")
        if now < max(self._last_look + LOOK, self._pause_until):
            return
        self._last_look = now
        if self._refusals and all(node.id in self._refusals for node in alive_nodes(self._ray) if node.cores):
            raise ClusterError(f"No node of the cluster can play: {next(iter(self._refusals.values()))}")
        while (self._most is None or len(self._workers) < self._most) and self._has_task():
            node = self._cores.take(self._refusals)
            if node is None:
                return
            actor = self._make.options(scheduling_strategy=self._cores.strategy(node)).remote(*self._sent)
            self._workers.append(_Worker(node, actor, actor.begin.remote()))

    def _send(self) -> None:
        """Give everybody who is ready something to do; the second batch of one comes after the first of all."""
        quick = self._pair_seconds is not None and self._pair_seconds < QUICK
        for ahead in range(2 if quick else 1):
            for worker in self._workers:
                if worker.beginning is None and len(worker.batches) == ahead:
                    if not (tasks := self._next_batch()):
                        return
                    worker.batches[worker.actor.play.remote(tasks)] = tasks

    def _next_batch(self) -> list[SentTask]:
        if self._again:  # one at a time: if one of them was the reason, the others have nothing to do with it
            return [self._again.popleft()]
        size = 1 if not self._pair_seconds else int(BATCH / self._pair_seconds)
        tasks: list[SentTask] = []
        while len(tasks) < max(1, min(size, MOST_AT_ONCE)) and self._has_task():
            task = self._upcoming.popleft()
            a, b = self._places[task.a], self._places[task.b]
            tasks.append(SentTask(a, b, task.number, task.opening))
        return tasks

    def _has_task(self) -> bool:
        if not self._upcoming and (task := next(self._tasks, None)) is not None:
            self._upcoming.append(task)
        return bool(self._upcoming or self._again)


def _reason(error: Exception) -> str:
    """What Ray says of a worker's end, in a few words of its page of them."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    missing = [line for line in lines if "No module named" in line]
    return (missing or lines or [type(error).__name__])[-1 if missing else 0].rstrip(".:")


@contextmanager
def runner_on(address: str | None, concurrency: int | None, note: Note) -> Iterator[MakeRunner]:
    """What plays the games of a command: threads, or where there is an address the workers of that cluster.

    Without a number of games at a time a cluster plays one on every core.
    """
    if address is None:
        yield MatchRunner
        return
    with connected(address, concurrency) as ray:
        cores = Cores(ray)
        yield lambda conditions, tasks, pairs: GamesRunner(
            cores, note, conditions, tasks, None if concurrency is None else pairs
        )
