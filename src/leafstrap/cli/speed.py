"""Speeds as every command reports them."""

from __future__ import annotations


def speed(nodes: int, seconds: float) -> dict[str, float]:
    """Nodes, seconds and nodes per second.

    >>> speed(100, 2.0)
    {'nodes': 100, 'seconds': 2.0, 'nps': 50.0}
    """
    return {"nodes": nodes, "seconds": seconds, "nps": nodes / max(seconds, 1e-9)}
