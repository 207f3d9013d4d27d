"""Matches and tournaments on a cluster: the same games as in threads, whatever happens to workers and nodes."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from leafstrap import games
from leafstrap.arena import (
    Conditions,
    Match,
    MatchResult,
    Pair,
    ResultTable,
    RoundRobin,
    Sprt,
    game_text,
    round_robin,
)
from leafstrap.cli.app import run
from leafstrap.cluster.games import runner as games_runner
from leafstrap.cluster.games.machine import machine_on
from leafstrap.cluster.games.runner import runner_on
from leafstrap.errors import ClusterError, PlayerError, RunError
from leafstrap.evaluators.weights_file import save_weights
from leafstrap.papers.machine import THIS_MACHINE, Machine
from leafstrap.papers.trial import Pairing, Trial
from leafstrap.players import PlayerSpec, RandomPlayer, parse_evaluator, parse_player
from leafstrap.search import Limits
from support.ray_cluster import ray_cluster, worker_processes

TIMES = re.compile(r"\d+\.\d\ds\b")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with ray_cluster([1, 1]) as made:
        yield made


@pytest.fixture
def notes() -> list[str]:
    return []


def text_of(result: MatchResult, game: games.Game) -> str:
    texts = [
        game_text(game, played, number, "a match")
        for number, played in enumerate((each for pair in result.pairs for each in pair.played), start=1)
    ]
    return TIMES.sub("", "".join(texts))


def on_cluster(match: Match, notes: list[str], watch: Any = None, workers: int | None = 2) -> MatchResult:
    with runner_on("auto", workers, notes.append) as make_runner:
        return match.run(watch, make_runner=make_runner)


@pytest.mark.parametrize(
    ("game", "a", "b", "settings"),
    [
        ("draughts", "default", "random", {}),
        ("backgammon", "default", "default;cube=simple", {"points": 3}),
    ],
)
@pytest.mark.usefixtures("cluster")
def test_games_are_those_of_threads_to_the_byte(
    game: str, a: str, b: str, settings: dict[str, int], notes: list[str]
) -> None:
    rules = games.get(game)
    conditions = Conditions(rules, Limits(depth=1), concurrency=2, seed=5, **settings)  # type: ignore[arg-type]
    match = Match(parse_player(a, rules), parse_player(b, rules), conditions, 4)
    local, remote = match.run(), on_cluster(match, notes)
    assert text_of(remote, rules) == text_of(local, rules)
    assert remote.score == local.score
    assert not notes


@pytest.mark.usefixtures("cluster")
def test_weights_and_books_need_not_be_on_other_nodes(
    tmp_path: Path, notes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The players are told where this process stands, which is not where workers do."""
    chess = games.get("chess")
    monkeypatch.chdir(tmp_path)
    evaluator = parse_evaluator("untrained;seed=7", chess)
    save_weights(Path("own.safetensors"), evaluator.architecture, evaluator.weights)
    text = "own.safetensors;search=training"
    match = Match(
        parse_player(text, chess), parse_player("random", chess), Conditions(chess, Limits(depth=1)), 4
    )
    local, remote = match.run(), on_cluster(match, notes)
    assert text_of(remote, chess) == text_of(local, chess)
    assert remote.pairs[0].played[0].first == text


@pytest.mark.usefixtures("cluster")
def test_a_tournament_has_the_results_of_threads(notes: list[str]) -> None:
    chess = games.get("chess")
    specs = [parse_player(text, chess) for text in ("random", "material", "untrained;seed=2")]
    planned = RoundRobin(round_robin(specs), Conditions(chess, Limits(depth=1), max_plies=60), 4)
    local, remote = ResultTable(), ResultTable()
    assert planned.run(local)
    with runner_on("auto", None, notes.append) as make_runner:
        assert planned.run(remote, make_runner=make_runner)
    for one, other in planned.pairings:
        assert remote.between(one.name, other.name) == local.between(one.name, other.name)


@pytest.mark.usefixtures("cluster")
def test_a_worker_killed_in_the_middle_costs_nothing_but_time(notes: list[str]) -> None:
    draughts = games.get("draughts")
    conditions = Conditions(draughts, Limits(depth=3), seed=2)
    match = Match(parse_player("default", draughts), parse_player("material", draughts), conditions, 24)
    killed: list[int] = []

    def watch(result: MatchResult) -> None:
        if len(result.pairs) in (1, 6):
            killed.append(worker_processes("GamesWorker")[0])
            os.kill(killed[-1], signal.SIGKILL)

    remote = on_cluster(match, notes, watch)
    assert len(killed) == 2
    assert text_of(remote, draughts) == text_of(match.run(), draughts)
    assert sum("is gone" in note for note in notes) == 2
    assert not worker_processes("GamesWorker.play")


@pytest.mark.soak
def test_a_node_may_die_and_another_join(cluster: Any, notes: list[str]) -> None:
    draughts = games.get("draughts")
    match = Match(
        parse_player("default", draughts),
        parse_player("material", draughts),
        Conditions(draughts, Limits(depth=3)),
        24,
    )
    extra = cluster.add_node(num_cpus=1, num_gpus=0, object_store_memory=80 << 20)

    def watch(result: MatchResult) -> None:
        if len(result.pairs) == 2:
            cluster.remove_node(extra, allow_graceful=False)

    remote = on_cluster(match, notes, watch, workers=None)
    assert text_of(remote, draughts) == text_of(match.run(), draughts)


@pytest.mark.usefixtures("cluster")
def test_a_test_stops_when_it_is_decided(notes: list[str]) -> None:
    chess = games.get("chess")
    conditions = Conditions(chess, Limits(depth=1))
    match = Match(
        parse_player("material", chess), parse_player("random", chess), conditions, 400, Sprt.parse("0,50")
    )
    local, remote = match.run(), on_cluster(match, notes)
    assert remote.verdict == local.verdict == "accept H1"
    assert len(remote.pairs) == len(local.pairs) < 200


@pytest.mark.usefixtures("cluster")
def test_an_engine_that_no_node_has_is_a_sentence(notes: list[str]) -> None:
    chess = games.get("chess")
    missing = parse_player("uci:no-such-engine-anywhere", chess)
    match = Match(missing, parse_player("random", chess), Conditions(chess, Limits(depth=1)), 4)
    with pytest.raises(
        ClusterError, match=r"^No node of the cluster can play: .*no-such-engine-anywhere.*\.$"
    ):
        on_cluster(match, notes)
    assert all("takes no part" in note for note in notes)


@pytest.mark.usefixtures("cluster")
def test_a_pair_that_workers_die_of_ends_the_match_with_a_sentence(
    notes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_runner, "ATTEMPTS", 1)
    chess = games.get("chess")
    conditions = Conditions(chess, Limits(depth=1))
    match = Match(parse_player("material", chess), parse_player("random", chess), conditions, 2000)

    class Killing:
        def __init__(self, runner: Any) -> None:
            self.runner = runner

        def next_pair(self) -> Pair | None:
            if (pair := self.runner.next_pair()) is not None:
                os.kill(worker_processes("GamesWorker")[0], signal.SIGKILL)
            return pair  # type: ignore[no-any-return]

        def __getattr__(self, name: str) -> Any:
            return getattr(self.runner, name)

    with (
        runner_on("auto", 2, notes.append) as make_runner,
        pytest.raises(ClusterError, match="1 workers died playing"),
    ):
        match.run(make_runner=lambda *given: Killing(make_runner(*given)))


@pytest.mark.usefixtures("cluster")
def test_a_player_made_by_code_cannot_be_sent(notes: list[str]) -> None:
    chess = games.get("chess")
    spec = PlayerSpec("home-made", None, RandomPlayer)
    with pytest.raises(PlayerError, match="home-made is made by code"):
        on_cluster(Match(spec, spec, Conditions(chess, Limits(depth=1)), 2), notes)


@pytest.mark.usefixtures("cluster")
def test_the_commands_have_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "chess", "material", "random", "--games", "4", "--depth", "1", "--json"]
    files = [tmp_path / "local.pgn", tmp_path / "remote.pgn"]
    assert run([*words, "--pgn", str(files[0])]) == 0
    local = capsys.readouterr().out
    assert run([*words, "--pgn", str(files[1]), "--cluster", "auto"]) == 0
    assert capsys.readouterr().out == local
    assert TIMES.sub("", files[0].read_text()) == TIMES.sub("", files[1].read_text())


def learned(folder: Path, start: Path, machine: Machine = THIS_MACHINE) -> Trial:
    settings = {"evaluator.initial": str(start), "run.final_games": 0, "run.checkpoint_every": 2}
    return Trial(folder, "quick", seed=3, games=8, settings=settings).run(machine)


@pytest.mark.usefixtures("cluster")
def test_a_run_of_an_experiment_learns_elsewhere_what_it_learns_here(
    tmp_path: Path, notes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its node is lost on the way; its folder is at home all the time, and the file that it begins with goes along."""
    monkeypatch.setattr("leafstrap.cluster.games.machine.NEWS", 0.3)
    evaluator = parse_evaluator("untrained;seed=7", games.get("chess"))
    start = tmp_path / "start.safetensors"
    save_weights(start, evaluator.architecture, evaluator.weights)
    local = learned(tmp_path / "local", start)
    folder, killed = tmp_path / "remote", []

    def kill() -> None:
        while not (found := worker_processes("TrialWorker")) or not list(folder.glob("checkpoints/*")):
            time.sleep(0.05)
        killed.append(found[0])
        os.kill(found[0], signal.SIGKILL)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    with machine_on("auto", 2, notes.append) as (machine, _):
        remote = learned(folder, start, machine)
        assert remote.newest.read_bytes() == local.newest.read_bytes()
        # Each run says in its folder what it began with, by the name that the file has here.
        assert str(start) in (folder / "run.toml").read_text()
        pairing = Pairing("material", "untrained", games=4, depth=1, seed=4)
        here, there = pairing.play(tmp_path / "a.json"), pairing.play(tmp_path / "b.json", machine)
        assert here == there
    assert len(killed) == 1
    assert notes[0] == "The node that learned remote is gone; it goes on elsewhere."


@pytest.mark.usefixtures("cluster")
def test_a_run_that_fails_elsewhere_says_why(tmp_path: Path, notes: list[str]) -> None:
    with machine_on("auto", 1, notes.append) as (machine, _), pytest.raises(RunError, match="beal-smth"):
        Trial(tmp_path / "run", "beal-smth", seed=1, games=1).run(machine)


def test_the_nodes_are_shown(cluster: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cluster", "status", "--json"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("2 nodes, 2 cores")
    assert lines[-1] == "No run is under way."
    found = json.loads(last)
    assert [node["cores"] for node in found["nodes"] if node["alive"]] == [1, 1]
    assert found["runs"] == []
