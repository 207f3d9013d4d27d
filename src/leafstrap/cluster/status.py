"""What one sees of a cluster: its nodes, and the runs that are under way on it with their workers."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from types import ModuleType

from leafstrap.cluster.learning.messages import NAMESPACE
from leafstrap.cluster.learning.table import table_lines
from leafstrap.cluster.nodes import all_nodes
from leafstrap.types import JsonObject

PATIENCE = 10.0  # seconds for a weight server to say how it stands


def cluster_status(ray: ModuleType) -> JsonObject:
    """Nodes, cores, and the runs whose weight servers answer."""
    nodes = [dataclasses.asdict(node) for node in all_nodes(ray)]
    free = ray.available_resources().get("CPU", 0)
    return {
        "nodes": nodes,
        "cores": sum(node["cores"] for node in nodes if node["alive"]),
        "free_cores": int(free),
        "runs": [_run(ray, name) for name in _servers(ray)],
    }


def status_lines(status: JsonObject) -> list[str]:
    """The same in plain text."""
    alive = [node for node in status["nodes"] if node["alive"]]
    lines = [
        f"{len(alive)} node{'s' * (len(alive) != 1)}, {status['cores']} cores, {status['free_cores']} of them free"
    ]
    rows = [("node", "address", "cores", "memory", "state")]
    for node in status["nodes"]:
        state, memory = "alive" if node["alive"] else "gone", f"{node['memory'] / 2**30:.1f} GiB"
        rows.append(
            (node["host"], node["address"], str(node["cores"]), memory if node["alive"] else "-", state)
        )
    lines += _aligned(rows)
    for run in status["runs"]:
        lines.append("")
        if "error" in run:
            lines.append(f"{run['run']}: {run['error']}")
            continue
        lines.append(
            f"{run['run']}: {run['game']}, {run['recipe']}, {run['games']} games in {run['minutes']} minutes"
        )
        lines += table_lines(run["workers"])
    return lines if status["runs"] else [*lines, "", "No run is under way."]


def _servers(ray: ModuleType) -> list[str]:
    named = ray.util.list_named_actors(all_namespaces=True)
    return sorted(each["name"] for each in named if each["namespace"] == NAMESPACE)


def _run(ray: ModuleType, name: str) -> JsonObject:
    """How a run stands; one that has ended just now, or is stuck, is worth a line as well."""
    try:
        server = ray.get_actor(name, namespace=NAMESPACE)
        answer: JsonObject = ray.get(server.status.remote(), timeout=PATIENCE)
    except (ValueError, ray.exceptions.RayError) as error:
        stuck = isinstance(error, ray.exceptions.GetTimeoutError)
        return {"run": name, "error": f"no answer within {PATIENCE:g} seconds" if stuck else "it has ended"}
    return answer


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
