"""Showing the game under way to people who watch a run, a few times a second, and only while somebody does.

Whoever watches touches a file in the run's folder; the run looks at it and writes the game that is being played beside
it. Learning never waits for them: there is no connection, and what cannot be written is not shown.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from leafstrap.experience.record import GameUnderWay
from leafstrap.games import Game
from leafstrap.training.store.folder import RunFolder
from leafstrap.types import JsonObject, Line, RollingLine

EVERY = 0.25  # seconds between looks
PATIENCE = 5.0  # seconds that somebody who has touched the file is taken to be there


class Spectators:
    """Those who watch one run, as it sees them."""

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder
        self._looked = 0.0

    @property
    def present(self) -> bool:
        """Whether somebody has said a moment ago that he watches."""
        try:
            return time.time() - self._folder.watched.stat().st_mtime < PATIENCE
        except OSError:
            return False

    def show(self, playing: Callable[[], tuple[int, GameUnderWay] | None]) -> None:
        """Write the game under way for them, if it is time to and anybody is there."""
        now = time.monotonic()
        if now - self._looked < EVERY:
            return
        self._looked = now
        if self.present and (found := playing()) is not None:
            with contextlib.suppress(OSError):  # a full disk ends the run where it matters
                self._write(*found)

    def leave(self) -> None:
        """Nothing is being played any more."""
        for path in (self._folder.game_under_way, self._folder.watched):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)

    def _write(self, number: int, game: GameUnderWay) -> None:
        content = {"number": number + 1, "names": game.names, **_line_data(game.line.copy())}
        path = self._folder.game_under_way
        fresh = path.with_name(f".{path.name}.new")
        # Whole or absent, but not synced: it is worth nothing after a crash.
        fresh.write_text(json.dumps(content), encoding="utf-8")
        fresh.replace(path)


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game under way, as those who watch read it."""

    number: int  # from 1, in the order in which games began
    names: tuple[str, str]
    line: Line


def watch(folder: RunFolder) -> None:
    """Tell a run that somebody watches; to be said again every few seconds."""
    with contextlib.suppress(OSError):  # in a folder that others may only read nothing is shown
        folder.watched.touch()


def read_game(text: str, game: Game) -> ShownGame:
    """What a run has written; a ValueError if it is no game."""
    try:
        content = json.loads(text)
        first, second = content["names"]
        line = game.Line(game.parse_position(content["start"])[0])
        for dice, word in content["moves"]:
            if dice is not None:
                cast("RollingLine", line).roll((int(dice[0]), int(dice[1])))
            line.push(next(move for move in line.position.legal_moves() if str(move) == word))
        return ShownGame(int(content["number"]), (str(first), str(second)), line)
    except (KeyError, TypeError, ValueError, StopIteration) as error:
        raise ValueError(f"This is no game under way: {error}.") from None


def _line_data(line: Line) -> JsonObject:
    moves = [
        (getattr(before, "dice", None), str(move))
        for before, move in zip(line.before, line.moves, strict=True)
    ]
    return {"start": str(line.start), "moves": moves}
