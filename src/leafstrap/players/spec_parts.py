"""What the texts of all players have in common: settings after `;`, limits after `@`, runs that stand for weights."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap.errors import PlayerError, UsageError
from leafstrap.evaluators.weights_file import read_origin
from leafstrap.players.player import Player
from leafstrap.search.limits import Limits


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player that can be made once a thread; `limits` are its own, None for those of the match."""

    name: str
    limits: Limits | None
    build: Callable[[], Player]


def split_limits(text: str) -> tuple[str, Limits | None]:
    """A file name may hold an `@` as well; limits hold an `=`."""
    base, at, tail = text.rpartition("@")
    if not at or "=" not in tail or ";" in tail or Path(text).exists():
        return text, None
    return base, Limits.parse(tail)


def read_options(text: str, settings: list[str], known: tuple[str, ...] | None = None) -> dict[str, str]:
    """The settings after `;`, each NAME=VALUE; None for `known` lets the engine decide what it knows."""
    options = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name.strip():
            raise UsageError(f"A setting of a player is NAME=VALUE, not {setting!r} (in {text!r}).")
        if known is not None and name.strip() not in known:
            there_are = f"there are {', '.join(known)}" if known else "it has none"
            raise UsageError(
                f"{text!r} names the setting {name.strip()!r}, which this player does not have: {there_are}."
            )
        options[name.strip()] = value.strip()
    return options


def weights_of_run(folder: Path) -> Path:
    """The weights a run stands for: its best, or the newest while none have beaten the initial ones."""
    weights = folder / "weights"
    best = weights / "best.safetensors"
    if best.is_file() and read_origin(best).get("games") not in (None, "0"):
        return best
    numbered = [path for path in weights.glob("*.safetensors") if path.stem.isdigit()]
    if numbered:
        return max(numbered, key=lambda path: int(path.stem))
    if best.is_file():
        return best
    raise PlayerError(f"{folder} is no run folder: there are no weights in {weights}.")


def no_such_player(text: str, head: str, words: Sequence[str], known: str) -> PlayerError:
    """The sentence for a text that means no player, with the nearest word that does."""
    near = difflib.get_close_matches(head, words, n=1)
    hint = f"; did you mean {near[0]}?" if near else f": there are {known}."
    return PlayerError(f"There is no player {text!r}{hint}")
