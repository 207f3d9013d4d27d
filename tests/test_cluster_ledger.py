"""What a weight server takes of what its workers send: everything once, nothing that makes no sense. No Ray needed."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import numpy as np
import pytest

from leafstrap._core import StopFlag
from leafstrap.cluster.learning.messages import Beat, Card, Parcel, Reached, Report, Task
from leafstrap.cluster.learning.remote_workers import NONSENSE, RemoteWorkers
from leafstrap.cluster.learning.served_weights import ServedWeights
from leafstrap.errors import RunError
from leafstrap.experience.record import Stats
from leafstrap.learn import Update
from leafstrap.training.gate import Gate
from leafstrap.training.weight_store import Part, Snapshot, WeightStore
from leafstrap.training.workers import Finished, Shared

SIZE = 4


def start(games: int = 0, updates: int = 0, weight: float = 0.0, size: int = SIZE) -> Snapshot:
    return Snapshot(games, updates, 0.0, np.full(size, weight), np.zeros(size), np.zeros(size))


def workers(
    games: int | None = None,
    at: Snapshot | None = None,
    gate: Gate | None = None,
    max_staleness: int | None = None,
    silence: float = 1e9,
    in_turn: bool = False,
    workers_learn: bool = False,
    size: int = SIZE,
) -> RemoteWorkers:
    state = at or start(size=size)
    store = WeightStore(
        lambda weights: weights.copy(), state, fixed=np.zeros(size, np.bool_), step_size=lambda games: 1.0
    )
    shared = Shared(gate or Gate(0, (), 0, games), cast("Any", store), None, StopFlag())
    weights = ServedWeights(
        cast("Any", store),
        lambda arrays: {name: array.copy() for name, array in arrays.items()},
        workers_learn=workers_learn,
        in_turn=in_turn,
        max_staleness=max_staleness,
    )
    return RemoteWorkers(shared, "session", weights, silence)


def card(worker: str, slot: str = "") -> Card:
    return Card(worker, slot, "node", "host", 1, "0", 7, "digest")


ONES = Update(np.ones(SIZE), 1, 0.5, 0.25)


def report(games: int = 1, stats: Stats | None = None) -> Report:
    return Report(games, None, {}, stats or Stats(positions=1, abs_error=0.5, squared_error=0.25), None, ())


class Player:
    """A worker that speaks to the server as real ones do, and may forget to listen."""

    def __init__(self, server: RemoteWorkers, name: str, slot: str = "") -> None:
        self.server, self.name, self.sequence, self.task = server, name, 0, Task()
        self.last: Parcel | None = None
        self.refusal = server.join(card(name, slot), "")

    def send(self, *updates: Any, finished: Report | None = None, abandoned: bool = False) -> Task:
        self.sequence += 1
        number = self.task.number
        self.last = Parcel(self.name, "session", self.sequence, number, updates, finished, abandoned)
        self.task = self.server.exchange(self.last)
        return self.task

    def reach(self, *weights: float, places: Any = None, updates: int = 1, **more: Any) -> Task:
        """As a worker does that learns in a copy of its own."""
        part = Part(None if places is None else np.array(places, np.int32), {"weights": np.array(weights)})
        return self.send(Reached(updates, updates, part), **more)

    def again(self) -> Task:
        assert self.last is not None
        return self.server.exchange(self.last)


def finished(server: RemoteWorkers) -> list[Finished]:
    found = []
    while (item := server.next_finished(0)) is not None:
        found.append(item)
        server._shared.gate.written()
    return found


def test_a_parcel_that_comes_twice_counts_once() -> None:
    server = workers()
    player = Player(server, "a")
    player.send()
    first = player.send(ONES, finished=report())
    assert player.again() == first
    assert player.again() == first
    assert [item.snapshot.games for item in finished(server)] == [1]
    assert server.duplicates == 2
    assert server._shared.store.state().weights.tolist() == [1.0] * SIZE


def test_staleness_counts_the_updates_of_others() -> None:
    server = workers()
    a, b = Player(server, "a"), Player(server, "b")
    a.send(), b.send()
    a.send(ONES, ONES, finished=report())  # fresh, both
    b.send(ONES, finished=report())  # has not seen a's two
    assert (server.staleness.total, server.staleness.updates, server.staleness.largest) == (2, 3, 2)
    assert {row["worker"]: row["staleness"] for row in server.figures()["workers"]} == {
        "guest 1": 0,
        "guest 2": 2,
    }


def test_batches_that_learned_in_turn_do_not_add_up() -> None:
    server = workers(in_turn=True)
    a, b = Player(server, "a"), Player(server, "b")
    a.send()
    b.send()
    a.send(ONES, finished=report())
    b.send(ONES, finished=report())  # began with the same weights as a
    assert server._shared.store.state().weights.tolist() == [1.5] * SIZE
    b.send(np.ones(SIZE), finished=report())  # fresh again
    assert server._shared.store.state().weights.tolist() == [2.5] * SIZE


def test_an_update_that_is_too_stale_is_refused_and_its_game_played_again() -> None:
    server = workers(max_staleness=0)
    a, b = Player(server, "a"), Player(server, "b")
    a.send()
    b.send()
    number = b.task.number
    a.send(ONES, finished=report())
    b.send(ONES, finished=report())
    assert b.task.number == number, "its own game comes back to be played with newer weights"
    assert b.task.version == 1
    b.send(ONES, finished=report())
    assert len(finished(server)) == 2
    assert server.figures()["refused_stale"] == 1
    assert server._shared.store.updates == 2


def test_a_copy_that_learned_alone_is_where_the_weights_go_to_the_bit() -> None:
    server = workers(at=start(weight=0.1), workers_learn=True)
    player = Player(server, "a")
    player.send()
    there = [0.1 + 0.2, 1e-17, 0.1, 1 / 3]
    assert player.reach(*there, updates=3).arrays is None, "it has them already"
    assert server._shared.store.state().weights.tolist() == there
    assert player.reach(0.7, places=[2], finished=report()).arrays is None
    assert server._shared.store.state().weights.tolist() == [*there[:2], 0.7, there[3]]
    assert (server.staleness.updates, server.staleness.total, server._shared.store.updates) == (4, 0, 4)


def test_of_copies_that_learned_at_the_same_time_the_ways_are_added() -> None:
    server = workers(workers_learn=True)
    a, b = Player(server, "a"), Player(server, "b")
    a.send()
    b.send()
    a.reach(2.0, 2.0, 2.0, 2.0, updates=5)
    answer = b.reach(1.0, places=[1])
    assert server._shared.store.state().weights.tolist() == [2.0, 3.0, 2.0, 2.0]
    assert answer.arrays["weights"].tolist() == [2.0, 3.0, 2.0, 2.0]
    assert (server.staleness.total, server.staleness.largest) == (5, 5), "b's update has missed a's five"
    answer = a.reach(4.0, places=[0])
    assert server._shared.store.state().weights.tolist() == [4.0, 3.0, 2.0, 2.0]
    assert answer.arrays["weights"].tolist() == [4.0, 3.0, 2.0, 2.0], "half of them have moved"


def test_a_copy_that_is_too_far_behind_is_thrown_away() -> None:
    server = workers(workers_learn=True, max_staleness=1)
    a, b = Player(server, "a"), Player(server, "b")
    a.send()
    b.send()
    a.reach(2.0, 2.0, 2.0, 2.0, updates=2)
    assert b.reach(1.0, places=[1]).arrays["weights"].tolist() == [2.0] * SIZE
    assert server.figures()["refused_stale"] == 1


def test_only_what_has_moved_is_sent() -> None:
    server = workers(size=8)
    a, b = Player(server, "a"), Player(server, "b")
    a.send()
    b.send()
    one = Update(np.ones(1), 1, 0.5, 0.25, np.array([5], np.int32))
    a.send(one, finished=report())
    b.send(abandoned=True)
    for task in (a.task, b.task):
        assert task.places is not None
        assert task.places.tolist() == [5]
        assert task.arrays["weights"].tolist() == [1.0]
    assert b.send(abandoned=True).arrays is None
    assert Player(server, "c").send().places is None, "who is new has nothing"


@pytest.mark.parametrize(
    ("weights", "places"),
    [((np.nan, 0.0, 0.0, 0.0), None), ((1.0,), None), ((1.0,), [SIZE]), ((1e30,), [1])],
)
def test_a_copy_that_makes_no_sense_is_refused(weights: tuple[float, ...], places: Any) -> None:
    server = workers(workers_learn=True)
    player = Player(server, "a")
    player.send()
    answer = player.reach(*weights, places=places)
    assert answer.arrays["weights"].tolist() == [0.0] * SIZE
    assert server.figures()["refused_nonsense"] == 1
    assert server._shared.store.updates == 0


@pytest.mark.parametrize(
    "update",
    [
        Update(np.array([1.0, np.nan, 0.0, 0.0]), 1, 0.5, 0.25),
        Update(np.array([1.0, np.inf, 0.0, 0.0]), 1, 0.5, 0.25),
        Update(np.ones(SIZE + 1), 1, 0.5, 0.25),
        Update(np.full(SIZE, 1e30), 1, 0.5, 0.25),
        Update(np.ones(1), 1, 0.5, 0.25, np.array([SIZE], np.int32)),
        Update(np.ones(1), 1, 0.5, 0.25, np.array([-1], np.int32)),
        np.full(SIZE, np.nan),
    ],
)
def test_nonsense_is_refused_and_who_sends_it_again_and_again_is_left_out(update: Any) -> None:
    server = workers()
    mad, sound = Player(server, "mad", "1.1"), Player(server, "sound", "1.2")
    sound.send()
    mad.send()
    for _ in range(NONSENSE):
        assert mad.task.over is None
        mad.send(update, finished=report())
    assert mad.task.over is not None
    assert "no numbers" in mad.task.over
    assert not server.beat(Beat("mad", "session", None))
    assert Player(server, "mad again", "1.1").refusal == mad.task.over, (
        "the next process in its place is no better"
    )
    assert sound.send(ONES, finished=report()).number == 1, "the game of the one who is left out"
    assert [item.snapshot.games for item in finished(server)] == [1]
    assert server._shared.store.state().weights.tolist() == [1.0] * SIZE
    assert server.figures()["refused_nonsense"] == NONSENSE


@pytest.mark.parametrize(
    "bad", [report(games=2), report(games=0), report(stats=Stats(abs_error=float("nan")))]
)
def test_a_report_that_makes_no_sense_is_refused(bad: Report) -> None:
    server = workers()
    player = Player(server, "a")
    player.send()
    player.send(ONES, finished=bad)
    assert not finished(server)
    assert server.figures()["refused_nonsense"] == 1


def test_of_a_parcel_with_nonsense_in_it_nothing_is_applied() -> None:
    server = workers()
    player = Player(server, "a")
    player.send()
    player.send(ONES, Update(np.full(SIZE, np.nan), 1, 0.5, 0.25), ONES, finished=report())
    assert not finished(server)
    assert server._shared.store.updates == 0
    assert player.task.number == 0, "the game is played again, from the weights as they are"
    assert player.task.arrays is not None
    player.send(ONES, finished=report(stats=Stats(abs_error=float("inf"))))
    assert server._shared.store.updates == 0
    assert server.figures()["refused_nonsense"] == 2


def test_the_table_tells_what_the_main_process_knows_and_why() -> None:
    server = workers()
    Player(server, "a", "1.1").send()
    slot = {"worker": "1.1", "node": "host", "cores": 1, "restarts": 0, "state": "running", "reason": ""}

    def row(**changes: Any) -> tuple[str, str, int]:
        server.supervise([slot | changes], [], [])
        found = server.figures()["workers"][0]
        return found["state"], found["reason"], found["restarts"]

    assert row() == ("playing", "", 0)
    assert row(state="restarting", reason="its process died", restarts=1) == (
        "restarting",
        "its process died",
        1,
    )
    assert row(state="left out", reason="it hangs", restarts=5) == ("left out", "it hangs", 5)


def test_the_game_of_who_dies_is_played_by_another_and_comes_too_late_from_the_dead() -> None:
    server = workers()
    a = Player(server, "a")
    a.send()
    server.supervise([], ["a"], [])
    b = Player(server, "b")
    assert b.send().number == 0
    a.send(ONES, finished=report())  # it had only been cut off
    b.send(ONES, finished=report())
    assert server.late == 1
    assert [item.record.games for item in finished(server)] == [1]
    assert server._shared.store.updates == 1


def test_who_is_silent_loses_the_game_and_may_come_back() -> None:
    server = workers(silence=-1.0)
    a = Player(server, "a")
    a.send()
    server.supervise([], [], [])
    assert server.figures()["workers"][0]["state"] == "silent"
    b = Player(server, "b")
    assert b.send().number == 0
    assert a.send(ONES, finished=report()).number == 1
    assert server.figures()["workers"][0]["state"] == "playing"
    assert [event.partition("silent")[1] for event in server.news()[0]].count("silent") == 1


def test_what_was_meant_for_another_session_is_not_taken() -> None:
    server = workers()
    Player(server, "a").send()
    assert server.exchange(Parcel("a", "before", 9, 0, (ONES,), report())).unknown
    assert server.exchange(Parcel("stranger", "session", 1)).unknown
    assert not server.beat(Beat("a", "before", None))
    assert server._shared.store.updates == 0


def test_weights_are_made_ready_once_a_version_and_sent_only_if_they_have_moved() -> None:
    server = workers()
    a, b = Player(server, "a"), Player(server, "b")
    a.send(), b.send()
    assert a.task.arrays is b.task.arrays
    assert a.send(abandoned=True).arrays is None
    b.send(ONES, finished=report())
    assert a.send(abandoned=True).arrays is b.task.arrays
    assert a.task.arrays["weights"].tolist() == [1.0] * SIZE


def test_weights_beyond_all_bounds_end_the_run() -> None:
    server = workers(at=start(weight=1.8e19))
    player = Player(server, "a")
    player.send()
    player.send(ONES, finished=report())
    with pytest.raises(RunError, match="beyond all bounds"):
        server.next_finished(0)


def test_a_run_of_so_many_games_has_so_many_and_then_tells_everybody() -> None:
    server = workers(games=2)
    a, b, c = (Player(server, name) for name in "abc")
    assert [player.send().number for player in (a, b, c)] == [0, 1, None]
    assert c.task.over is None, "one of the others may still fail"
    a.send(ONES, finished=report())
    playing = [server.playing]
    b.send(ONES, finished=report())
    assert [item.snapshot.games for item in finished(server)] == [1, 2]
    assert [*playing, server.playing] == [True, False]
    assert c.send().over == "the run is over"


def test_what_comes_after_the_end_is_not_taken_and_not_played_again() -> None:
    server = workers()
    player = Player(server, "a")
    player.send()
    server.stop()
    assert player.send(ONES, finished=report()).over == "the run is over"
    assert (server.late, server._shared.store.updates) == (1, 0)


def test_under_way_is_what_all_are_at() -> None:
    server = workers()
    a, b = Player(server, "a"), Player(server, "b")
    assert server.under_way() is None
    a.send(), b.send()
    assert server.beat(Beat("a", "session", 7))
    playing = server.under_way()
    assert playing is not None
    assert (playing.games, playing.moves) == (2, 7)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_happens_every_game_counts_once_and_moves_the_weights_once(seed: int) -> None:
    """Every update moves each weight by 1: the weights themselves say how many have been applied."""
    random, games = Random(seed), 60
    state, started, unfinished = start(), 0, tuple[int, ...]()
    restarts = deaths = 0
    while state.games < games:  # every round is one life of the server, from its last checkpoint
        server = workers(at=state, gate=Gate(started, unfinished, state.games, games))
        players = [Player(server, f"{restarts} {name}", f"1.{name}") for name in range(4)]
        written = state.games
        while server.playing:
            player = random.choice(players)
            event = random.random()
            if event < 0.05:  # dies; another process takes its place, before or after that is known
                deaths += 1
                players.remove(player)
                if random.random() < 0.5:
                    server.supervise([], [player.name], [])
                slot = server.members[player.name].label
                players.append(Player(server, f"{restarts} {deaths} new", slot))
                if random.random() < 0.3:
                    player.send(ONES, finished=report())  # what it sent last arrives after all
            elif event < 0.15 and player.last is not None:
                player.again()  # the answer was lost on the way
            elif event < 0.2:
                player.send(Update(np.full(SIZE, np.nan), 1, 0.0, 0.0), finished=report())
                server.members[player.name].nonsense = 0  # else all would be left out soon
            elif event < 0.25:
                player.send(abandoned=True)
            else:
                player.send(ONES, finished=report() if player.task.number is not None else None)
            for item in finished(server):
                written += 1
                assert item.snapshot.games == written
                assert item.snapshot.weights.tolist() == [float(written)] * SIZE
                if written % 7 == 0 or written == games:  # a checkpoint
                    state, started, unfinished = item.snapshot, item.started, item.unfinished
            if random.random() < 0.01 and restarts < 20:
                break  # the server dies
        restarts += 1
    assert state.weights.tolist() == [float(games)] * SIZE
    assert state.updates == games
