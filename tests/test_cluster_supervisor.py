"""Who is started again, when, and who no more: the main process and its workers, on a cluster made of paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from leafstrap.cluster.learning import supervisor
from leafstrap.cluster.learning.messages import NAMESPACE, find_server, numbered
from leafstrap.cluster.learning.supervisor import HANGS, LONGEST_BACKOFF, Supervisor


class PaperError(Exception):
    """As Ray tells of an actor that is no more."""


@dataclass
class PaperRay:
    """What a supervisor asks Ray for; promises are dictionaries that get an end."""

    cores: dict[str, int]
    made: list[tuple[str, str]] = field(default_factory=list)
    promises: dict[str, dict[str, Any]] = field(default_factory=dict)  # of the newest worker of each slot
    killed: list[Any] = field(default_factory=list)
    exceptions: Any = field(default_factory=lambda: SimpleNamespace(RayError=PaperError))

    def nodes(self) -> list[dict[str, Any]]:
        return [
            {
                "NodeID": name,
                "NodeManagerHostname": name,
                "NodeManagerAddress": "",
                "Resources": {"CPU": cores},
                "Alive": True,
            }
            for name, cores in self.cores.items()
        ]

    def make_worker(self, node: str, slot: str, identity: str) -> Any:
        self.made.append((node, slot))
        promise = self.promises[slot] = {}
        return SimpleNamespace(slot=slot, run=SimpleNamespace(remote=lambda: promise))

    def wait(self, promises: list[dict[str, Any]], timeout: float) -> tuple[list[Any], list[Any]]:
        return [each for each in promises if each], [each for each in promises if not each]

    def get(self, promise: dict[str, Any]) -> str:
        if "error" in promise:
            raise promise["error"]
        return str(promise["said"])

    def kill(self, actor: Any) -> None:
        self.killed.append(actor)


class Clock:
    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(supervisor, "time", made)
    return made


def supervised(ray: PaperRay, most: int | None = None, max_restarts: int = 3) -> Supervisor:
    made = Supervisor(ray, ray.make_worker, most, max_restarts)
    made.step({})
    return made


def test_every_core_has_a_worker_also_of_nodes_that_join(clock: Clock) -> None:
    ray = PaperRay({"a": 2, "b": 1})
    watched = supervised(ray)
    assert ray.made == [("a", "1.1"), ("b", "2.1"), ("a", "1.2")]
    ray.cores["c"] = 1
    clock.now += 2
    watched.step({})
    assert ray.made[3:] == [("c", "3.1")]
    del ray.cores["b"]
    clock.now += 2
    watched.step({})
    assert watched.slots["2.1"].state == "node lost"
    _, lost, events = watched.told()
    assert lost == [watched.slots["2.1"].identity]
    assert events[-1] == "worker 2.1 is gone with its node"


@pytest.mark.usefixtures("clock")
def test_no_more_workers_than_wanted() -> None:
    ray = PaperRay({"a": 2, "b": 2})
    supervised(ray, most=2)
    assert ray.made == [("a", "1.1"), ("b", "2.1")]


def test_pauses_double_until_a_worker_that_finishes_nothing_is_left_out(clock: Clock) -> None:
    ray = PaperRay({"a": 1})
    watched = supervised(ray, max_restarts=3)
    pauses = []
    for failures in range(1, 5):
        ray.promises["1.1"]["error"] = PaperError()
        watched.step({})
        slot = watched.slots["1.1"]
        if failures <= 3:
            assert slot.state == "restarting"
            assert not watched.hopeless
            pauses.append(slot.again - clock.now)
            clock.now = slot.again - 0.01
            watched.step({})
            assert len(ray.made) == failures, "not before its time"
            clock.now = slot.again
            watched.step({})
            assert len(ray.made) == failures + 1
    assert pauses == [0.5, 1.0, 2.0]
    assert (slot.state, slot.restarts) == ("left out", 3)
    assert watched.hopeless == "worker 1.1 was left out: PaperError"
    assert watched.told()[2][-1] == "worker 1.1 is left out after 4 failures: PaperError"


def test_a_worker_that_finishes_games_may_die_as_often_as_it_likes(clock: Clock) -> None:
    ray = PaperRay({"a": 1})
    watched = supervised(ray, max_restarts=1)
    for games in range(1, 20):
        ray.promises["1.1"]["error"] = PaperError()
        watched.step({"1.1": games})
        assert watched.slots["1.1"].again - clock.now == 0.5
        clock.now += 1
        watched.step({"1.1": games})
    assert watched.slots["1.1"].restarts == 19
    assert watched.slots["1.1"].state == "running"


def test_pauses_end_somewhere(clock: Clock) -> None:
    ray = PaperRay({"a": 1})
    watched = supervised(ray, max_restarts=50)
    for _ in range(20):
        ray.promises["1.1"]["error"] = PaperError()
        watched.step({})
        clock.now = watched.slots["1.1"].again
        watched.step({})
    ray.promises["1.1"]["error"] = PaperError()
    watched.step({})
    assert watched.slots["1.1"].again - clock.now == LONGEST_BACKOFF


def test_a_worker_that_hangs_is_ended_and_started_again(clock: Clock) -> None:
    ray = PaperRay({"a": 1})
    watched = supervised(ray)
    actor, identity = watched.slots["1.1"].actor, watched.slots["1.1"].identity
    for seconds, silent in ((HANGS - 1, {"1.1"}), (2.0, set[str]()), (1.0, {"1.1"}), (HANGS - 1, {"1.1"})):
        clock.now += seconds
        watched.step({}, silent)  # heard of in between
    assert not ray.killed
    clock.now += 2
    watched.step({}, {"1.1"})
    assert ray.killed == [actor]
    assert watched.slots["1.1"].state == "restarting"
    assert watched.told()[1:] == (
        [identity],
        ["node 1 joined: a, 1 cores", "worker 1.1 failed (it hangs); it is started again in 0.5 s"],
    )


@pytest.mark.usefixtures("clock")
def test_who_is_refused_is_not_asked_again_and_who_is_done_is_done() -> None:
    ray = PaperRay({"a": 2})
    watched = supervised(ray)
    ray.promises["1.1"]["said"] = "its core has the signature 1, the run's 2"
    watched.step({})
    assert watched.slots["1.1"].state == "left out"
    assert not watched.hopeless, "the other one works"
    ray.promises["1.2"]["said"] = "the run is over"
    watched.step({})
    assert watched.slots["1.2"].state == "done"
    assert not watched.hopeless


@pytest.mark.parametrize("name", ["learn: /runs/plain", "learn: /runs/with #2", "learn: /runs/a #1 b"])
def test_the_newest_server_of_a_run_is_found_whatever_its_folder_is_called(name: str) -> None:
    others = ["learn: /runs/other #7", "learn: /runs/with #9", numbered(f"{name}er", 5)]
    named = [*(numbered(name, number) for number in (0, 2, 10)), *others]
    actors = [{"namespace": NAMESPACE, "name": each} for each in named]
    actors.append({"namespace": "another", "name": numbered(name, 99)})
    ray = SimpleNamespace(
        util=SimpleNamespace(list_named_actors=lambda all_namespaces: actors),
        get_actor=lambda found, namespace: found,
    )
    assert find_server(ray, name) == numbered(name, 10)
    with pytest.raises(ValueError, match="empty"):
        find_server(ray, "learn: /runs/nobody")
