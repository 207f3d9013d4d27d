"""An experiment on a cluster: its runs learn on any node and its games are played on all of them.

The folder of a run stays where the experiment is; the node that learns has a copy, and what changes in it comes home
again and again. A run whose node was lost goes on elsewhere from what came last.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from leafstrap.arena import Conditions, Pair, Task
from leafstrap.cluster.connect import connected
from leafstrap.cluster.games.runner import GamesRunner
from leafstrap.cluster.games.trial_worker import LAST_WORDS, RunNews, TrialWorker
from leafstrap.cluster.nodes import Cores, Node
from leafstrap.durable import write_whole
from leafstrap.errors import ClusterError
from leafstrap.papers.machine import failed

NEWS = 20.0  # seconds between two looks at a run
POLL = 0.25  # seconds between two looks at whether all is to end
ATTEMPTS = 5  # nodes that may be lost with one run, without news from it
ANSWER = 60.0  # seconds for a node to answer
NO_CORE = 3600.0  # seconds to wait for a core: other runs of the experiment may have all of them
INTERRUPTED = 130


class ClusterMachine:
    """Learns and plays on the nodes of a cluster; called from as many threads as there is to do at a time."""

    def __init__(self, cores: Cores, note: Callable[[str], None]) -> None:
        self._cores = cores
        self._ray = cores.ray
        self._note = note
        self._stopped = threading.Event()
        self._make = self._ray.remote(num_cpus=1, max_restarts=0)(TrialWorker)

    def make_runner(self, conditions: Conditions, tasks: Iterator[Task], pairs: int) -> GamesRunner:
        """What plays games, until all is to end."""
        return _StoppableRunner(self._stopped, self._cores, self._note, conditions, tasks, pairs)

    def learn(self, words: Sequence[str], folder: Path, files: Mapping[str, Path]) -> None:
        """Carry out `leafstrap learn` on some node, and bring home what it writes."""
        sent = {word: (path.name, path.read_bytes()) for word, path in files.items()}
        plain = [word for word in words if word != "--resume"]
        promised = self._ray.put(sent)
        losses, known = 0, _checkpoints(folder)
        while losses < ATTEMPTS:
            resume = ["--resume"] if (folder / "run.toml").exists() else []
            try:
                with self._worker([*plain, *resume], folder) as worker:
                    self._ask(worker.begin.remote(promised))
                    self._follow(worker, folder)
                return
            except self._ray.exceptions.RayTaskError as error:
                raise ClusterError(f"A run could not be carried out: {error.cause}.") from None
            except self._ray.exceptions.RayError:
                losses = losses + 1 if _checkpoints(folder) == known else 1
                known = _checkpoints(folder)
                self._note(f"The node that learned {folder.name} is gone; it goes on elsewhere.")
        raise ClusterError(
            f"{folder.name} was lost {ATTEMPTS} times with the node that learned it, and got no further."
        )

    def stop(self) -> None:
        """Break off what is under way; runs bring home what they have saved."""
        self._stopped.set()

    @contextmanager
    def _worker(self, words: Sequence[str], folder: Path) -> Iterator[Any]:
        node = self._core()
        kept = {
            str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()
        }
        strategy = self._cores.strategy(node)
        worker = self._make.options(scheduling_strategy=strategy).remote(list(words), str(folder), kept)
        try:
            yield worker
        finally:
            with suppress(self._ray.exceptions.RayError):  # it may be gone
                self._ask(worker.forget.remote())
            self._ray.kill(worker)
            self._cores.give_back(node)

    def _core(self) -> Node:
        until = time.monotonic() + NO_CORE
        while time.monotonic() < until:
            node = self._cores.take()
            if node is not None:
                return node
            if self._stopped.wait(POLL):
                raise KeyboardInterrupt
        raise ClusterError(f"No core of the cluster became free within {NO_CORE / 60:.0f} minutes.")

    def _follow(self, worker: Any, folder: Path) -> None:
        """Bring home what a run writes, until it ends."""
        pause = POLL
        while True:
            stopping = self._stopped.wait(pause)
            if stopping:
                self._ask(worker.end.remote())
            news: RunNews = self._ask(worker.news.remote())
            _bring_home(news, folder)
            if stopping:
                raise KeyboardInterrupt
            if news.status is not None:
                if news.status != 0:
                    raise failed(news.message)
                return
            pause = min(NEWS, 1.5 * pause)  # short runs need not wait, long ones not talk

    def _ask(self, promise: Any) -> Any:
        return self._ray.get(promise, timeout=ANSWER + LAST_WORDS)


class _StoppableRunner(GamesRunner):
    """One that hears of Ctrl-C although it is not in the thread that gets it."""

    def __init__(self, stopped: threading.Event, *given: Any) -> None:
        super().__init__(*given)
        self._stopped = stopped

    def next_pair(self) -> Pair | None:
        if self._stopped.is_set():
            raise KeyboardInterrupt
        return super().next_pair()


def _bring_home(news: RunNews, folder: Path) -> None:
    """Write what is new, checkpoints last: at every instant the folder can be gone on from."""
    for name in sorted(news.files, key=lambda each: each.startswith("checkpoints")):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, news.files[name])
    if news.names:
        for path in (folder / "checkpoints").glob("*.safetensors"):
            if str(path.relative_to(folder)) not in news.names:
                path.unlink()


def _checkpoints(folder: Path) -> set[str]:
    """How far a run has come, as it is known here."""
    return {path.name for path in (folder / "checkpoints").glob("*.safetensors")}


@contextmanager
def machine_on(
    address: str, jobs: int | None, note: Callable[[str], None]
) -> Iterator[tuple[ClusterMachine, int]]:
    """A cluster as a machine, and how many things it does at a time: one on every core, unless told."""
    with connected(address, jobs) as ray:
        cores = Cores(ray)
        machine = ClusterMachine(cores, note)
        try:
            yield machine, jobs or max(1, cores.number)
        finally:
            machine.stop()
