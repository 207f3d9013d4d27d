"""The machines of a cluster, as Ray knows them."""

from __future__ import annotations

import importlib
import threading
from collections import Counter
from collections.abc import Container
from dataclasses import dataclass
from types import ModuleType


@dataclass(frozen=True, slots=True)
class Node:
    """One machine, or what stands for one."""

    id: str
    host: str
    address: str
    cores: int  # that Ray may use
    memory: int  # bytes, of all its processes together
    alive: bool


def all_nodes(ray: ModuleType) -> list[Node]:
    """Those that are there and those that were, the head first."""
    described = sorted(ray.nodes(), key=lambda each: "node:__internal_head__" not in each["Resources"])
    return [
        Node(
            each["NodeID"],
            each["NodeManagerHostname"],
            each["NodeManagerAddress"],
            int(each["Resources"].get("CPU", 0)),
            int(each["Resources"].get("memory", 0)),
            each["Alive"],
        )
        for each in described
    ]


def alive_nodes(ray: ModuleType) -> list[Node]:
    """Those that are there."""
    return [node for node in all_nodes(ray) if node.alive]


class Cores:
    """The cores of a cluster, and which of them this process has given work to, from any of its threads."""

    def __init__(self, ray: ModuleType) -> None:
        self.ray = ray
        self._lock = threading.Lock()
        self._busy: Counter[str] = Counter()

    @property
    def number(self) -> int:
        """Of all nodes that are there."""
        return sum(node.cores for node in alive_nodes(self.ray))

    def take(self, left_out: Container[str] = ()) -> Node | None:
        """A core of the node that has most without work, apart from some nodes; None if there is none."""
        with self._lock:
            able = [node for node in alive_nodes(self.ray) if node.id not in left_out]
            node = max(able, key=self._free, default=None)
            if node is None or self._free(node) < 1:
                return None
            self._busy[node.id] += 1
            return node

    def give_back(self, node: Node) -> None:
        """Let others have it."""
        with self._lock:
            self._busy[node.id] -= 1

    def strategy(self, node: Node) -> object:
        """What tells Ray to use that node, and no other."""
        strategies = importlib.import_module("ray.util.scheduling_strategies")
        return strategies.NodeAffinitySchedulingStrategy(node.id, soft=False)

    def _free(self, node: Node) -> int:
        return node.cores - self._busy[node.id]
