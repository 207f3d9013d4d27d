"""A node whose network is cut: one in a network namespace of its own, whose cable is pulled for half a minute."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from leafstrap.cluster.connect import connected, load_ray
from leafstrap.cluster.learning.main import train
from leafstrap.types import JsonObject
from support.cluster_faults import Saboteur, checked, run_of, session_of
from support.ray_cluster import read_environment

HERE, THERE, PORT = "10.201.77.1", "10.201.77.2", 6399
SPACE, CABLE = "leafstrap-test", "leafstrap0"


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextmanager
def namespace() -> Iterator[None]:
    """Another machine, as far as the network goes, at the end of a cable."""
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("network namespaces need the command ip, and root")
    try:
        ip("netns", "add", SPACE)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network namespace can be made here: {error.stderr.decode().strip()}")
    try:
        ip("link", "add", CABLE, "type", "veth", "peer", "name", "eth0", "netns", SPACE)
        ip("addr", "add", f"{HERE}/30", "dev", CABLE)
        ip("link", "set", CABLE, "up")
        for words in (
            ["addr", "add", f"{THERE}/30", "dev", "eth0"],
            ["link", "set", "eth0", "up"],
            ["link", "set", "lo", "up"],
        ):
            ip("-n", SPACE, *words)
        yield
    finally:
        with suppress(subprocess.CalledProcessError):
            ip("link", "del", CABLE)
        ip("netns", "del", SPACE)


class Started:
    """Processes of a node."""

    def __init__(self, *words: str, inside: bool = False) -> None:
        ray = str(Path(sys.executable).with_name("ray"))
        space = ["ip", "netns", "exec", SPACE] if inside else []
        settings = ["--num-cpus=1", "--num-gpus=0", f"--object-store-memory={80 << 20}", "--block"]
        self._process = subprocess.Popen(
            [*space, ray, "start", *words, *settings],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill(self) -> None:
        """All of them."""
        for process in session_of(self._process.pid):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._process.wait()


class CableSaboteur(Saboteur):
    """Pulls the cable."""

    def add_node(self) -> None:
        playing = self._there(self.status())
        self.added.append(Started(f"--address={HERE}:{PORT}", f"--node-ip-address={THERE}", inside=True))
        self.wait_for("a worker behind the cable", lambda status: self._there(status) > playing)

    def cut_off(self) -> None:
        if not self.added:
            self.add_node()
        label = self.status()["workers"][-1]["worker"]

        def state(status: JsonObject) -> str:
            return next(str(row["state"]) for row in status["workers"] if row["worker"] == label)

        ip("link", "set", CABLE, "down")
        try:
            end = time.monotonic() + self.cut
            self.wait_for("its silence", lambda status: state(status) in ("silent", "node lost"))
            time.sleep(max(0.0, end - time.monotonic()))
        finally:
            ip("link", "set", CABLE, "up")
        status = self.wait_for("what became of it", lambda status: state(status) in ("playing", "node lost"))
        if state(status) == "node lost":  # Ray gave it up meanwhile: it joins anew
            self.added.pop().kill()
            self.add_node()

    @staticmethod
    def _there(status: JsonObject) -> int:
        return sum(
            row["state"] == "playing" and not row["worker"].startswith("1.") for row in status["workers"]
        )


@pytest.mark.soak
def test_a_cable_is_pulled_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
    times = int(os.environ.get("LEAFSTRAP_CUTS", "20"))
    with namespace():
        head = Started("--head", f"--node-ip-address={HERE}", f"--port={PORT}", "--include-dashboard=false")
        try:
            wait_for_port()
            load_ray()
            read_environment()
            with connected(f"{HERE}:{PORT}"):
                path = tmp_path / "run"
                cluster: Any = SimpleNamespace(address=f"{HERE}:{PORT}")
                kinds = ["node cut off"] * times
                with CableSaboteur(cluster, path, kinds, seed=2, seconds=3.0, cut=30.0) as saboteur:
                    result = train(run_of(path, saboteur.games), "auto", quiet=True, silence=5.0)
                checked(path, result, saboteur)
        finally:
            head.kill()


def wait_for_port() -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        with suppress(OSError):
            socket.create_connection((HERE, PORT), 1.0).close()
            return
        time.sleep(0.2)
    raise AssertionError("the head did not start")
