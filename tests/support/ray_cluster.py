"""A Ray cluster of several nodes on this machine, for tests: on the loopback device, with a token of its own."""

from __future__ import annotations

import importlib
import os
import secrets
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from leafstrap.cluster.connect import load_ray

ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # Ray's word for: keep to the loopback device
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_failure_threshold": "4",
}


@contextmanager
def ray_cluster(cores: Sequence[int]) -> Iterator[Any]:
    """A cluster with a node for each number of cores, which this process has joined; skips where there is no Ray."""
    pytest.importorskip("ray", reason="Ray is not installed")
    before = dict(os.environ)
    os.environ.update(ENVIRONMENT, RAY_AUTH_TOKEN=secrets.token_hex(32))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Ray's own
        ray = load_ray()
        read_environment()
        constants: Any = importlib.import_module("ray._private.ray_constants")
        constants.ENABLE_RAY_CLUSTER = False
        cluster = importlib.import_module("ray.cluster_utils").Cluster()
        try:
            for number in cores:
                cluster.add_node(
                    num_cpus=number, num_gpus=0, object_store_memory=80 << 20, include_dashboard=False
                )
            ray.init(address=cluster.address, logging_level="error", log_to_driver=False)
            yield cluster
        finally:
            ray.shutdown()
            cluster.shutdown()
            constants.ENABLE_RAY_CLUSTER = True
            os.environ.clear()
            os.environ.update(before)
            read_environment()


def read_environment() -> None:
    """Ray reads it once a process; tests before may have been in other clusters."""
    raylet = importlib.import_module("ray._raylet")
    raylet.Config.initialize("")
    raylet.AuthenticationTokenLoader.instance().reset_cache()


def worker_processes(name: str) -> list[int]:
    """The processes of actors of a class on nodes that this process started."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                command = (folder / "cmdline").read_bytes().split(b"\0")[0]
                if (
                    command.startswith(f"ray::{name}".encode())
                    and _parent(_parent(int(folder.name))) == os.getpid()
                ):
                    found.append(int(folder.name))
            except OSError:
                continue  # it has ended meanwhile
    return found


def _parent(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
