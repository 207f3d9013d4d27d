"""Stands in for the native tournament search until the core has it: the training search, iteration by iteration."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any

from leafstrap._core import MAX_DEPTH, StopFlag

PAWN = 540.0


class SearchControl:
    def __init__(self) -> None:
        self.flag = StopFlag()
        self.hit = threading.Event()

    def stop(self) -> None:
        self.flag.set()

    def ponder_hit(self) -> None:
        self.hit.set()


@dataclass
class Line:
    score: int
    mate: int | None
    bound: Any
    pv: list[Any]
    depth: int
    seldepth: int


@dataclass
class Result:
    lines: list[Any]
    move: Any
    ponder: Any
    depth: int
    seldepth: int
    nodes: int
    seconds: float
    hashfull: int
    leaf: Any
    leaf_exact: bool


class Interim:
    def __init__(self, feature_set: Any, megabytes: int = 16, threads: int = 1) -> None:
        self._search = feature_set.alphabeta(16)

    def clear(self) -> None:
        pass

    def run(
        self,
        evaluator: Any,
        line: Any,
        *,
        depth: int = 0,
        nodes: int = 0,
        soft_seconds: float = 0.0,
        hard_seconds: float = 0.0,
        multipv: int = 1,
        moves: Any = (),
        pondering: bool = False,
        control: Any = None,
        progress: Any = None,
    ) -> Any:
        began = time.monotonic()
        best: Any = None
        spent = 0
        control = control or SearchControl()
        for d in range(1, (depth or MAX_DEPTH) + 1):
            timed = not pondering or control.hit.is_set()
            left = hard_seconds - (time.monotonic() - began) if hard_seconds and timed else 0.0
            if best is not None and ((hard_seconds and timed and left <= 0) or control.flag.is_set):
                break
            stop = control.flag if best is not None else StopFlag()
            r = self._search.run(
                evaluator,
                line,
                depth=d,
                nodes=max(1, nodes - spent) if nodes else 0,
                seconds=max(left, 0.001) if left else 0.0,
                stop=stop,
            )
            spent += r.nodes
            if best is not None and (r.depth < d):
                break
            mate = None
            if abs(r.value) > 9900:
                plies = round(9999 - abs(r.value))
                mate = (plies + 1) // 2 * (1 if r.value > 0 else -1)
            v = Line(round(100 * r.value / PAWN), mate, "exact", list(r.pv), d, len(r.pv))
            seconds = time.monotonic() - began
            best = Result(
                [v],
                r.move,
                r.pv[1] if len(r.pv) > 1 else None,
                d,
                len(r.pv),
                spent,
                seconds,
                0,
                r.leaf,
                r.leaf_evaluated,
            )
            if progress:
                progress(best)
            if (soft_seconds and timed and seconds > soft_seconds) or (nodes and spent >= nodes):
                break
        return best
