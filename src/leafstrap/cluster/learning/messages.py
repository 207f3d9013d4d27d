"""What a weight server and its workers say to each other. Plain values: Ray carries them from process to process."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap.experience.rating import GlickoRating
from leafstrap.experience.record import Meeting, Stats
from leafstrap.games import Game
from leafstrap.learn import Update
from leafstrap.training.weight_store import Part
from leafstrap.types import JsonObject

NAMESPACE = "leafstrap"  # of Ray's named actors
OVER = "the run is over"  # what workers are told then
SERVER = "learn: "  # before the name of a run: what its weight server is called


def server_name(path: Path) -> str:
    """What the weight server of the run in a folder is called."""
    return f"{SERVER}{path.resolve()}"


def numbered(name: str, number: int) -> str:
    """The same of one of those who had that name, one after the other: Ray's names outlive who has them."""
    return f"{name} #{number}"


def find_server(ray: Any, name: str) -> Any:
    """The newest weight server of that name; ValueError if there is none."""
    named = [
        each["name"]
        for each in ray.util.list_named_actors(all_namespaces=True)
        if each["namespace"] == NAMESPACE
    ]
    numbers = [int(each.rpartition("#")[2]) for each in named if each.rpartition(" #")[0] == name]
    return ray.get_actor(numbered(name, max(numbers)), namespace=NAMESPACE)


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a worker's own copy of the weights has gone since it last was as the server's were."""

    updates: int
    versions: int  # by how many: updates that are collected make none
    part: Part  # of the copy


# What an update is here: a sum that moves the weights by the optimiser's rule, or the way they have gone already; or
# many of them, made by a worker that goes on with what it has learned.
Learned = Update | NDArray[np.float64] | Reached


@dataclass(frozen=True, slots=True)
class Card:
    """Who a worker is, and what its core can do."""

    worker: str  # different for every process
    slot: str  # the place of the run that it fills; empty: it came by itself
    node: str  # Ray's name of the machine
    host: str
    pid: int
    version: str
    signature: int | None  # node count of fixed searches; None: the game has no positions for it
    digest: str  # of what the weights mean


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run is about, for those who play its games."""

    session: (
        str  # of the server: one that has been started again knows nothing of what was sent to the one before
    )
    name: str  # of the run
    game: str
    recipe: str
    recipe_text: str
    folder: str  # where the command was given: files of the recipe are named as seen from there
    model: bytes | None  # the file of the model that the rule looks through


@dataclass(slots=True)
class Report:
    """What a run writes down of a finished game, or of a batch of games, when it was played elsewhere."""

    games: int
    written: str | None
    figures: JsonObject
    stats: Stats
    meeting: Meeting | None
    events: tuple[str, ...]

    def text(self, game: Game, event: str) -> str | None:
        """The record, as its player wrote it."""
        return self.written

    def summary(self) -> JsonObject:
        """What the metrics of a run say about it."""
        return self.figures


@dataclass(frozen=True, slots=True)
class Parcel:
    """What a worker has done since the parcel before it."""

    worker: str
    session: str
    sequence: int  # counts its parcels: one that comes twice is taken in once
    number: int | None = None  # of the game or batch that it is playing
    updates: tuple[Learned, ...] = ()
    report: Report | None = None  # of that game, if it is over
    abandoned: bool = False  # the game will not be finished


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker does next: play, wait a moment, or leave."""

    number: int | None = None  # a game to play, or go on with; None: there is none at the moment
    most: int = 1  # games that it may come to
    version: int = 0
    games: int = 0  # finished, of the whole run
    # The weights of that version: arrays, or where Ray keeps them; None: the worker's are the same.
    arrays: Any = None
    places: NDArray[np.int32] | None = None  # of the weights that these arrays are about; None: all of them
    rating: GlickoRating | None = None
    over: str | None = None  # there is nothing to do any more, and why
    unknown: bool = False  # the server does not know who asks: join first


@dataclass(frozen=True, slots=True)
class Beat:
    """A sign of life."""

    worker: str
    session: str
    moves: int | None  # of what it is playing
