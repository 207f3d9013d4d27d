"""Where a process meets a Ray cluster: one that it starts on this machine, or one that is running somewhere."""

from __future__ import annotations

import importlib
import logging
import os
import re
import shutil
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from leafstrap.errors import ClusterError

LOCAL, AUTO = "local", "auto"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
OBJECT_STORE = 256 << 20  # bytes; weights and games are small
PATIENCE = 20.0  # seconds for a cluster to answer

CLUSTER_HELP = (
    f"On the processes of a Ray cluster: {LOCAL} starts one on this machine, {AUTO} finds the one that is running, "
    "HOST:PORT or ray://HOST:PORT is one elsewhere."
)


def load_ray() -> ModuleType:
    """Ray, or the sentence that says how to get it."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would report home
    # Ray takes the GPUs of a process away that did not ask for any; we have no use for them, nor for its notice.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise ClusterError(
            "A cluster needs Ray, which is an extra: pip install 'leafstrap[cluster]'."
        ) from None


@contextmanager
def connected(address: str, cpus: int | None = None) -> Iterator[ModuleType]:
    """Ray, connected for as long as the context lasts.

    `cpus` is how many games or workers a cluster that is started here runs at a time: one a core if it is not given.
    A process belongs to one cluster at a time; one that is connected already stays so, and `local` and `auto` mean
    that cluster.
    """
    ray = load_ray()
    if ray.is_initialized():
        if address not in (LOCAL, AUTO, ray.get_runtime_context().gcs_address):
            raise ClusterError(f"This process is part of another cluster than {address} already.")
        yield ray
        return
    folder = tempfile.mkdtemp(prefix="leafstrap-ray-") if address == LOCAL else None
    try:
        if folder is not None:
            _start(ray, folder, cpus)
        else:
            _join(ray, address)
        yield ray
    finally:
        ray.shutdown()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def _start(ray: ModuleType, folder: str, cpus: int | None) -> None:
    _keep_to_loopback(True)
    # In this thread: the processes of the cluster die with the thread that starts them.
    try:
        ray.init(
            address=LOCAL,  # else RAY_ADDRESS in the environment would win
            num_cpus=cpus or os.cpu_count() or 1,
            num_gpus=0,
            object_store_memory=OBJECT_STORE,
            include_dashboard=False,
            configure_logging=True,
            logging_level=logging.ERROR,
            log_to_driver=False,
            _temp_dir=folder,
        )
    except Exception as error:
        raise ClusterError(f"Ray did not start on this machine: {_first_sentence(error)}.") from None


def _join(ray: ModuleType, address: str) -> None:
    """Join a cluster in a thread that is left behind if it takes too long: Ray itself would try for minutes."""
    found = _find() if address == AUTO else address
    _check_answers(found)
    # By its word, not by what was found: Ray shows its token to a cluster of this machine, never to one that is named.
    asked = AUTO if address == AUTO else found
    errors: list[BaseException] = []

    def join() -> None:
        try:
            ray.init(address=asked, logging_level=logging.ERROR, log_to_driver=False)
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=join, name="ray joins", daemon=True)
    thread.start()
    thread.join(PATIENCE)
    if thread.is_alive():
        raise ClusterError(
            f"What answers at {found} does not let us join: it is no Ray cluster, is stuck, "
            "or asks for a token (RAY_AUTH_MODE=token)."
        )
    if errors:
        raise ClusterError(
            f"The Ray cluster at {found} cannot be joined: {_first_sentence(errors[0])}."
        ) from None


def _find() -> str:
    """The cluster that RAY_ADDRESS names, or that is running on this machine."""
    services = importlib.import_module("ray._private.services")
    try:
        return str(services.get_ray_address_from_environment(AUTO, None))
    except ConnectionError:
        raise ClusterError(
            "No Ray cluster is running on this machine; ray start --head begins one."
        ) from None


def _check_answers(address: str) -> None:
    """Refuse what is no address, or where nobody listens."""
    parts = re.fullmatch(r"(?:ray://)?(?:\[(?P<v6>[^\]]+)\]|(?P<host>[^\s:/]+)):(?P<port>\d{1,5})", address)
    if parts is None or not 0 < int(parts["port"]) < 1 << 16:
        raise ClusterError(
            f"'{address}' is no address of a cluster; give {LOCAL}, {AUTO}, HOST:PORT or ray://HOST:PORT."
        )
    host, port = parts["v6"] or parts["host"], int(parts["port"])
    # Ray takes this machine by the address that others see; a cluster of `local` listens at the loopback device alone.
    _keep_to_loopback(host in LOOPBACK and _refusal(host, port) is None)
    services = importlib.import_module("ray._private.services")
    refusal = _refusal(services.resolve_ip_for_localhost(host), port)
    if refusal is not None:
        raise ClusterError(f"Nothing answers at {address}: {refusal}.")


def _refusal(host: str, port: int) -> str | None:
    try:
        socket.create_connection((host, port), PATIENCE).close()
    except OSError as error:
        return error.strerror or str(error) or "no reply"
    return None


def _keep_to_loopback(alone: bool) -> None:
    """Ray has this as a variable of the environment, read when it is imported; here it depends on the address."""
    constants: Any = importlib.import_module("ray._private.ray_constants")
    constants.ENABLE_RAY_CLUSTER = not alone


def _first_sentence(error: BaseException) -> str:
    """What Ray says, without its paragraphs of advice."""
    text = " ".join(str(error).split())
    return re.split(r"[.:](?: (?=[A-Z])|$)", text, maxsplit=1)[0] or type(error).__name__
