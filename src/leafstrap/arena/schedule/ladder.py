"""A ladder: fixed opponents to measure others by, read from a TOML file."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from leafstrap import games
from leafstrap.errors import PlayerError, UsageError
from leafstrap.games import Game
from leafstrap.players import PlayerSpec, parse_player
from leafstrap.search.limits import Limits
from leafstrap.settings import fill, setting
from leafstrap.types import Table


@dataclass(frozen=True, slots=True)
class Rung:
    """One opponent."""

    name: str = setting("", "what results call it")
    player: str = setting("", "the player, with options and limits of its own")
    rating: float | None = setting(None, "its rating, where one is known")


@dataclass(frozen=True, slots=True)
class Ladder:
    """Opponents, and the limits of everybody who has none of its own."""

    game: Game
    limits: Limits | None
    rungs: tuple[Rung, ...]

    def ratings(self) -> dict[str, float]:
        """Those that are known."""
        return {rung.name: rung.rating for rung in self.rungs if rung.rating is not None}

    def present(self, note: Callable[[str], None]) -> list[PlayerSpec]:
        """The opponents that this machine has; `note` hears of each that it has not."""
        found = []
        for rung in self.rungs:
            try:
                spec = parse_player(rung.player, self.game, rung.name)
                spec.build().close()
            except PlayerError as error:
                note(f"{rung.name} is left out: {error}")
            else:
                found.append(spec)
        if not found:
            raise UsageError("None of the ladder's players is on this machine.")
        return found


def read_ladder(source: str) -> Ladder:
    """The ladder of a file, or one that ships with Leafstrap, by its name.

    >>> [rung.name for rung in read_ladder("stockfish").rungs]
    ['L1', 'L1b', 'L2', 'L3', 'L4', 'L5']
    """
    try:
        table = tomllib.loads(_text(source))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"The ladder {source} is no TOML: {error}.") from None
    unknown = sorted(table.keys() - {"game", "limits", "rung"})
    if unknown:
        raise UsageError(f"The ladder {source} has {unknown[0]}; a ladder has game, limits and rung.")
    rungs = table.get("rung", [])
    if not isinstance(rungs, list) or not rungs:
        raise UsageError(f"The ladder {source} has no [[rung]].")
    limits = Limits.parse(str(table["limits"])) if "limits" in table else None
    return Ladder(games.get(str(table.get("game", "chess"))), limits, _rungs(source, rungs))


def _rungs(source: str, tables: Sequence[Table]) -> tuple[Rung, ...]:
    rungs = tuple(fill(Rung, "rung", table) for table in tables)
    names = [rung.name for rung in rungs]
    if not all(rung.name and rung.player for rung in rungs) or len(set(names)) < len(names):
        raise UsageError(f"Every rung of the ladder {source} needs a name of its own and a player.")
    return rungs


def _text(source: str) -> str:
    if source.endswith(".toml") or "/" in source:
        try:
            return Path(source).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"The ladder {source} cannot be read: {error}.") from None
    shipped = files("leafstrap.arena.schedule.ladders")
    names = sorted(
        entry.name.removesuffix(".toml") for entry in shipped.iterdir() if entry.name.endswith(".toml")
    )
    if source not in names:
        near = difflib.get_close_matches(source, names, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}."
        raise UsageError(f"There is no ladder {source}; {hint}")
    return shipped.joinpath(f"{source}.toml").read_text(encoding="utf-8")
