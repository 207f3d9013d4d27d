"""`learn` on a cluster: the main process starts the weight server and the workers, watches them, shows how it goes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from leafstrap.cluster.connect import connected
from leafstrap.cluster.learning.messages import NAMESPACE, numbered, server_name
from leafstrap.cluster.learning.progress import ShownProgress
from leafstrap.cluster.learning.remote_workers import SILENCE
from leafstrap.cluster.learning.server import View, WeightServer
from leafstrap.cluster.learning.supervisor import MakeWorker, Supervisor
from leafstrap.cluster.learning.table import table_lines
from leafstrap.cluster.learning.worker import Worker
from leafstrap.cluster.nodes import alive_nodes
from leafstrap.errors import ClusterError, RunError
from leafstrap.training import Run, TrainingResult
from leafstrap.training.signals import Interruption
from leafstrap.types import JsonObject

LOOK_EVERY = 0.2  # seconds
UNANSWERED = 10.0  # seconds without an answer of the server after which its node is looked at
LONELY = 10.0  # seconds without any worker after which that is told


@dataclass(frozen=True, slots=True)
class ClusterResult:
    """How a run on a cluster ended, and how it went with its workers."""

    training: TrainingResult
    workers: JsonObject
    server_restarts: int

    def lines(self) -> Iterator[str]:
        """What is said of it at the end."""
        figures = self.workers
        if not figures:  # it was over before anybody came
            return
        since = ""
        if self.server_restarts:
            yield f"The weight server was started again {self.server_restarts} times."
            since = " since then"
        yield (
            f"Updates{since}: {figures['updates']} applied, on average {figures['staleness']:.2f} and at most "
            f"{figures['largest_staleness']} updates of others stale; refused: {figures['refused_stale']} too stale, "
            f"{figures['refused_nonsense']} no numbers, {figures['duplicates']} twice, {figures['late']} too late."
        )
        yield from table_lines(figures["workers"])


@contextmanager
def connected_to_learn(address: str, workers: int | None) -> Iterator[ModuleType]:
    """Ray, where runs can learn: to be entered before there is a new run, which would be left behind empty."""
    if address.startswith("ray://"):
        raise ClusterError(
            "A run is written on the machine where it is started, which must be a node of the cluster: "
            "ray start --address=HOST:PORT, then --cluster auto."
        )
    with connected(address, workers) as ray:
        yield ray


def train(
    run: Run,
    address: str,
    *,
    workers: int | None = None,
    quiet: bool = False,
    silence: float = SILENCE,
    worker: type[Worker] = Worker,
) -> ClusterResult:
    """Learn on a cluster, until the end of the recipe or until Ctrl-C: `Run.train` with workers anywhere.

    `workers` is how many there are at most; one a core if it is not given. The run's folder stays on this machine.
    """
    if run.builder.recipe.run.clock != "wall":
        raise ClusterError("run.clock processor has no meaning on a cluster: leave it out.")
    run.folder.unlock()  # the server works in it
    with connected_to_learn(address, workers) as ray:

        def make_worker(node: str, slot: str, identity: str) -> Any:
            options = {"num_cpus": 1, "max_concurrency": 2, "max_restarts": 0, **_on(ray, node)}
            return ray.remote(worker).options(**options).remote(server_name(run.folder.path), slot, identity)

        with Interruption() as interruption, ShownProgress(run.goal, quiet) as progress:
            main = MainProcess(ray, run, progress, interruption, make_worker, workers, silence)
            try:
                return main.train()
            finally:
                main.close()


class MainProcess:
    """Starts what has to run, and starts it again when it dies."""

    def __init__(
        self,
        ray: Any,
        run: Run,
        progress: ShownProgress,
        interruption: Interruption,
        make_worker: MakeWorker,
        workers: int | None,
        silence: float,
    ) -> None:
        self._ray = ray
        self._run = run
        self._progress = progress
        self._interruption = interruption
        self._silence = silence
        self._max_restarts = run.builder.recipe.run.max_restarts
        self._supervisor = Supervisor(ray, make_worker, workers, self._max_restarts)
        self._here = ray.get_runtime_context().get_node_id()
        self._server: Any = None
        self._restarts = 0  # of the server
        self._failures = 0  # of the server, in a row
        self._games: int | None = None  # when it was last started
        self._figures: JsonObject = {}
        self._accompanied = time.monotonic()
        self._stopping = False

    def train(self) -> ClusterResult:
        """Until the run is over."""
        self._server = self._started()
        while True:
            try:
                view = self._look()
            except self._ray.exceptions.ActorUnavailableError:  # for the moment
                time.sleep(LOOK_EVERY)
                continue
            except self._ray.exceptions.RayActorError:
                self._start_again()
                continue
            if view.error is not None:
                raise view.error
            if view.result is not None:
                return ClusterResult(view.result, self._figures, self._restarts)
            self._look_after_workers(view)
            self._progress.show()
            time.sleep(LOOK_EVERY)

    def close(self) -> None:
        """End all processes that were started here."""
        self._supervisor.stop()
        if self._server is not None:
            self._ray.kill(self._server)

    def _started(self) -> Any:
        options = {
            "num_cpus": 0,
            "max_restarts": 0,
            "name": numbered(server_name(self._run.folder.path), self._restarts),
            "namespace": NAMESPACE,
        }
        path = str(self._run.folder.path.resolve())
        made = self._ray.remote(WeightServer).options(**options, **_on(self._ray, self._here))
        return made.remote(path, self._run.builder.game.name, str(Path.cwd()), silence=self._silence)

    def _look(self) -> View:
        if self._interruption.requested and not self._stopping:
            self._stopping = True
            self._server.stop.remote()
        answer = self._server.look.remote(*self._supervisor.told())
        while not self._ray.wait([answer], timeout=UNANSWERED)[0]:
            self._check_node()
        view: View = self._ray.get(answer)
        if self._games is None and view.games is not None:  # the first sight of this server
            self._games = view.games
            if self._restarts:
                self._progress.note(
                    f"The weight server goes on from its checkpoint after {view.games} games."
                )
        for note in view.notes:
            self._progress.note(note)
        self._progress.take(view.lines, view.share, view.workers)
        self._figures = view.workers or self._figures
        if view.games is not None and self._games is not None and view.games > self._games:
            self._failures = 0
        return view

    def _check_node(self) -> None:
        """Without the node of this machine nothing would ever be heard of the server."""
        try:
            alive = self._here in {node.id for node in alive_nodes(self._ray)}
        except self._ray.exceptions.RayError:
            alive = False
        if not alive:
            raise ClusterError(
                f"Ray's node on this machine is gone; the last checkpoint in {self._run.folder.path} is whole, "
                f"go on from it with --resume."
            )

    def _start_again(self) -> None:
        self._failures += 1
        self._restarts += 1
        if self._failures > self._max_restarts:
            raise RunError(
                f"The weight server died {self._failures} times without finishing a game; the last checkpoint in "
                f"{self._run.folder.path} is whole, go on from it with --resume."
            )
        self._progress.note("The weight server died; it is started again.")
        self._games, self._stopping = None, False
        self._server = self._started()

    def _look_after_workers(self, view: View) -> None:
        if view.workers is None or self._stopping:
            return
        rows = view.workers["workers"]
        silent = {row["worker"] for row in rows if row["state"] == "silent"}
        self._supervisor.step({row["worker"]: row.get("games", 0) for row in rows}, silent)
        if any(row["state"] in ("playing", "waiting") for row in rows):
            self._accompanied = time.monotonic()
            return  # also those that nobody here started
        if time.monotonic() - self._accompanied > LONELY:
            self._accompanied = time.monotonic()
            self._progress.note("No worker is at work: the run waits for one.")
        if (reason := self._supervisor.hopeless) and not view.result:
            with suppress(self._ray.exceptions.RayError):  # a server that dies now has its checkpoint
                self._ray.get(self._server.stop.remote())
                self._wait_for_end()
            raise ClusterError(f"No worker is left: {reason}; the run is saved, go on with --resume.")

    def _wait_for_end(self) -> None:
        while True:
            view = self._ray.get(self._server.look.remote(*self._supervisor.told()))
            if view.result is not None or view.error is not None:
                return
            time.sleep(LOOK_EVERY)


def _on(ray: Any, node: str) -> JsonObject:
    """Ray's option that puts an actor on a node."""
    strategies = ray.util.scheduling_strategies
    return {"scheduling_strategy": strategies.NodeAffinitySchedulingStrategy(node, soft=False)}
