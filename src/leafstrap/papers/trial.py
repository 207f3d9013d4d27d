"""One training run or match of an experiment: what every experiment is made of.

A run is a process of its own, started by the command that a reader can type; what an interrupted experiment has already
done is not done again.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from leafstrap import games
from leafstrap.arena import Conditions, Match, PlayedGame
from leafstrap.errors import RunError
from leafstrap.papers.machine import THIS_MACHINE, Machine
from leafstrap.players import parse_player
from leafstrap.search import Limits
from leafstrap.types import JsonObject, Table

# Rules are compared by the search they learn with: one that prunes by the evaluation would favour some of them.
PLAIN = ";search=training"


@dataclass(frozen=True, slots=True)
class Trial:
    """A training run with a recipe, some of its settings changed, for a time or a number of games."""

    folder: Path
    recipe: str
    seed: int
    minutes: float | None = None
    games: int | None = None
    settings: Table = field(default_factory=dict)
    game: str = "chess"

    @property
    def words(self) -> list[str]:
        """What follows `leafstrap` on the command line."""
        words = ["learn", self.game, "--recipe", self.recipe, "--out", str(self.folder)]
        words += ["--workers", "1", "--seed", str(self.seed)]
        words += [] if self.minutes is None else ["--minutes", f"{self.minutes:g}"]
        words += [] if self.games is None else ["--games", str(self.games)]
        return words + [word for key, value in self.settings.items() for word in ("--set", f"{key}={value}")]

    @property
    def command(self) -> str:
        """The whole command line."""
        return shlex.join(["leafstrap", *self.words])

    @property
    def initial(self) -> Path:
        """The weights it began with."""
        return self.folder / "weights" / "000000.safetensors"

    @property
    def newest(self) -> Path:
        """The weights it ended with."""
        return max(self._numbered(), key=lambda path: int(path.stem))

    def nearest(self, games: int) -> int:
        """After how many games it has weights, nearest to a number: a batch of very long games ends early."""
        return min((int(path.stem) for path in self._numbered()), key=lambda number: abs(number - games))

    def _numbered(self) -> list[Path]:
        return [path for path in (self.folder / "weights").glob("*.safetensors") if path.stem.isdigit()]

    def run(self, machine: Machine = THIS_MACHINE) -> Trial:
        """Learn, or go on where an interrupted experiment stopped."""
        done = self.folder / "done"
        if done.exists() and done.read_text(encoding="utf-8") != self.command:
            raise RunError(
                f"{self.folder} holds a run that was made by another command: remove it, or name another "
                "folder with --work."
            )
        if not done.exists():
            resume = ["--resume"] if (self.folder / "run.toml").exists() else []
            named = [value for value in self.settings.values() if isinstance(value, str)]
            files = {value: Path(value) for value in named if Path(value).is_file()}
            try:
                machine.learn([*self.words, *resume], self.folder, files)
            except RunError as error:
                raise RunError(f"{self.command} failed: {error}") from None
            done.write_text(self.command, encoding="utf-8")
        return self


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players who meet at a fixed depth, or by limits of their own; equal commands have equal games."""

    a: str
    b: str
    games: int
    depth: int | None
    seed: int
    game: str = "chess"
    search: str = PLAIN  # what both of them look ahead by

    @property
    def command(self) -> str:
        """The command line that plays the same games."""
        depth = [] if self.depth is None else ["--depth", str(self.depth)]
        options = ["--games", str(self.games), *depth, "--seed", str(self.seed)]
        return shlex.join(["leafstrap", "match", self.game, *self._players, *options])

    @property
    def _players(self) -> tuple[str, str]:
        return self.a + self.search, self.b + self.search

    def play(
        self,
        cache: Path,
        machine: Machine = THIS_MACHINE,
        look: Callable[[Iterable[PlayedGame]], JsonObject] | None = None,
    ) -> JsonObject:
        """The result as `leafstrap match --json` gives it, from `cache` if it was played before.

        `look` may count something in the games, which stands beside their result.
        """
        known: JsonObject = json.loads(cache.read_text()) if cache.exists() else {}
        if known.get("command") != self.command:
            game = games.get(self.game)
            conditions = Conditions(game, Limits(depth=self.depth), seed=self.seed)
            a, b = (parse_player(player, game) for player in self._players)
            result = Match(a, b, conditions, self.games).run(make_runner=machine.make_runner)
            if result.interrupted:
                raise KeyboardInterrupt
            known = {
                "command": self.command,
                **result.score.as_json(),
                **(look(result.games) if look else {}),
            }
            cache.parent.mkdir(parents=True, exist_ok=True)
            cache.write_text(json.dumps(known) + "\n")
        return known
