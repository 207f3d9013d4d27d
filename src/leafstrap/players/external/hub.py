"""An outside draughts engine that speaks Hub."""

from __future__ import annotations

import math
import shlex
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import cast

from leafstrap.games.draughts import DRAUGHTS, Position
from leafstrap.players.external.engine import Restarting, engine_kind, patience
from leafstrap.players.external.hub_line import HubLine
from leafstrap.players.external.hub_process import HubProcess
from leafstrap.players.kind import register
from leafstrap.players.player import Choice, Fault, bounded
from leafstrap.search.limits import Limits
from leafstrap.types import Line

LEAST = 0.001  # seconds; what is less would be written as nothing


@dataclass(slots=True)
class Thoughts:
    """What an engine says until it names its move."""

    move: str = ""
    told: dict[str, str] = field(default_factory=dict)  # what `info` said last of each thing
    complaint: str = ""

    def number(self, name: str) -> float | None:
        """A thing that was told, if it is a number."""
        try:
            value = float(self.told[name])
        except (KeyError, ValueError):
            return None
        return value if math.isfinite(value) else None


class HubPlayer:
    """Runs a command that speaks version 2 of the protocol. Close it, or its process stays."""

    def __init__(self, name: str, command: str, params: Mapping[str, str] | None = None) -> None:
        self.name = name
        self._game = object()
        words = shlex.split(command)
        self._engine = Restarting(name, lambda: HubProcess(words, params or {}), HubProcess.close)

    @property
    def restarts(self) -> int:
        """How often it was started again."""
        return self._engine.restarts

    def new_game(self, seed: int) -> None:
        """Tell the engine at the next move that a new game begins; engines know no seeds."""
        self._game = object()

    def choose(self, line: Line, limits: Limits) -> Choice:
        """The engine's move, after a restart if it died on the way."""
        asked = (_position(line), _level(limits), "go think")
        thoughts = self._engine.ask(lambda process: self._think(process, asked, patience(limits)))
        try:
            move = line.position.move(thoughts.move)
        except ValueError:
            self._engine.end()
            fault = f"made an illegal move ({thoughts.move[:40]!r})" if thoughts.move else "named no move"
            why = f" and said: {thoughts.complaint}" if thoughts.complaint else ""
            raise Fault(f"{self.name} {fault}{why}", "rules infraction") from None
        men, depth, nodes = (thoughts.number(name) for name in ("score", "depth", "nodes"))
        return Choice(
            move,
            None if men is None else bounded(100 * men),
            depth=None if depth is None else int(depth),
            nodes=None if nodes is None else int(nodes),
        )

    def close(self) -> None:
        """Ask the engine to quit, and kill it if it does not."""
        self._engine.close()

    def _think(self, process: HubProcess, asked: tuple[str, ...], seconds: float) -> Thoughts:
        process.overhear()
        if process.game is not self._game:
            process.say("new-game")
            process.game = self._game
        process.say(*asked)
        thoughts, end = Thoughts(), time.monotonic() + seconds
        while True:
            try:
                line = process.hear(end)
            except TimeoutError:
                raise TimeoutError(thoughts.complaint) from None
            if line.command == "info":
                thoughts.told |= line.arguments
            elif line.command == "error":
                thoughts.complaint = line.arguments.get("message", "").removesuffix(".")
            elif line.command == "done":
                thoughts.move = line.arguments.get("move", "")
                return thoughts


def _position(line: Line) -> str:
    """With all the moves, by which an engine knows repetitions."""
    told = {"pos": cast("Position", line.start).hub}
    if len(line):
        told["moves"] = " ".join(map(str, line.moves))
    return str(HubLine("pos", told))


def _level(limits: Limits) -> str:
    """The limits in the words of the protocol; `nodes` is not among them, but Scan and its like know it."""
    told: dict[str, str] = {}
    if limits.depth is not None:
        told["depth"] = str(limits.depth)
    if limits.nodes is not None:
        told["nodes"] = str(limits.nodes)
    if limits.movetime is not None:
        told["move-time"] = _seconds(limits.movetime)
    if limits.left is not None:
        own, increment = limits.left.own, limits.left.own_increment
        # Engines add the increment before they move, our clocks after it; less than that cannot be told as both.
        if own > increment > 0:
            told |= {"time": _seconds(own - increment), "inc": _seconds(increment)}
        else:
            told["time"] = _seconds(own)
    return str(HubLine("level", told))


def _seconds(seconds: float) -> str:
    return f"{max(seconds, LEAST):.3f}"


register(
    engine_kind(
        "hub",
        DRAUGHTS,
        "an outside draughts engine that speaks the Hub protocol",
        lambda name, command, params: partial(HubPlayer, name, command, params),
    )
)
