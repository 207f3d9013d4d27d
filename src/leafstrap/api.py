"""Leafstrap from Python: `import leafstrap as ls`, and then the few verbs that one needs most.

The command line is made of the same functions. All that is underneath can be used as well: `leafstrap.games`,
`leafstrap.evaluators`, `leafstrap.learn` and the other packages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from leafstrap import games
from leafstrap.arena import Conditions, Match, Score
from leafstrap.cluster.learning.main import train as train_on_cluster
from leafstrap.errors import LeafstrapError, UsageError, WeightsError
from leafstrap.evaluators import Evaluator, Explanation, default_weights, load_evaluator
from leafstrap.evaluators.export import exported
from leafstrap.evaluators.weights_file import read_origin
from leafstrap.games import Game
from leafstrap.games.notebook import html_table
from leafstrap.players import Player, PlayerSpec, parse_player, player_of, weights_of_run
from leafstrap.recipes import library
from leafstrap.search import Limits
from leafstrap.search.limits import default_limits
from leafstrap.training import Run
from leafstrap.training.history import History
from leafstrap.training.plot import plot_runs
from leafstrap.training.store.metrics import read_metrics
from leafstrap.types import Line, Position, SearchResult

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 10  # records in a notebook
TABLE_BITS = 18  # of the transposition table of a search

AnyPlayer = (
    str | Path | Evaluator
)  # a PLAYER as on the command line, a weights file or run folder, or weights


class Metrics:
    """What a run has measured, a column for each figure: `metrics["mean_error"]` is an array over its records.

    A record is a game, or a batch of games; `games` says after how many games of the run it was made.
    """

    def __init__(self, path: Path, kind: str = "game") -> None:
        records = list(read_metrics(path, kind))
        names = dict.fromkeys(name for record in records for name in record if name not in ("kind", "game"))
        self.games: NDArray[np.int64] = np.array([record["game"] for record in records], dtype=np.int64)
        self.columns: dict[str, NDArray[np.generic]] = {
            name: np.array([record.get(name) for record in records]) for name in names
        }

    def __len__(self) -> int:
        return len(self.games)

    def __getitem__(self, name: str) -> NDArray[np.generic]:
        return self.columns[name]

    def __repr__(self) -> str:
        return f"Metrics({len(self)} records: {', '.join(self.columns)})"

    def _repr_html_(self) -> str:
        """For notebooks: the last records."""
        rows = zip(
            *(column[-SHOWN:].tolist() for column in (self.games, *self.columns.values())), strict=True
        )
        texts = [
            [f"{value:.4g}" if isinstance(value, float) else str(value) for value in row] for row in rows
        ]
        return f"<p>{len(self)} records, the last of them:</p>{html_table(['game', *self.columns], texts)}"

    def to_frame(self) -> pd.DataFrame:
        """All columns as a data frame of pandas, which has to be installed for it."""
        try:
            import pandas as pd
        except ImportError:
            raise UsageError("Data frames are those of pandas: pip install pandas.") from None
        return pd.DataFrame({"game": self.games, **self.columns})


@dataclass(frozen=True, slots=True)
class LearnedRun:
    """A run on the disk, and what has come of it."""

    folder: Path

    def __repr__(self) -> str:
        try:
            history = History.read(self.folder)
        except LeafstrapError:  # one that has gone is shown all the same
            return f"<LearnedRun in {self.folder}>"
        about = f"{history.game.name}, {len(self.metrics.games)} games of {history.recipe.backup['name']}"
        return f"<LearnedRun in {self.folder}: {about}>"

    @property
    def weights(self) -> Evaluator:
        """What was learned: the best weights, or the newest as long as none have beaten the initial ones."""
        return load(self.folder)

    @property
    def metrics(self) -> Metrics:
        """Figures of every game."""
        return Metrics(History.read(self.folder).folder.metrics)

    @property
    def improvements(self) -> Metrics:
        """Figures of every match of newer weights against older ones."""
        return Metrics(History.read(self.folder).folder.metrics, "improvement")

    def plot(self, target: Path | str | None = None, weights: Sequence[str] = ()) -> Path:
        """Draw the learning curve, piece values and chosen weights; the picture is in the folder unless told."""
        path = self.folder / "plot.png" if target is None else Path(target)
        plot_runs([History.read(self.folder)], list(weights), path)
        return path

    def go_on(self, **settings: Any) -> LearnedRun:
        """Learn on where it stopped, as with `learn`: for more games or minutes."""
        game = History.read(self.folder).game.name
        return learn(game, out=self.folder, resume=True, **settings)


def learn(
    game: str | Game,
    recipe: str | Path | None = None,
    *,
    out: Path | str | None = None,
    games: int | None = None,
    minutes: float | None = None,
    workers: int | None = None,
    seed: int | None = None,
    resume: bool = False,
    settings: Mapping[str, object] | None = None,
    quiet: bool = False,
    cluster: str | None = None,
) -> LearnedRun:
    """Learn weights from games; a recipe says what and how, `settings` change it, as {"search.depth": 2}.

    Progress is shown on standard error. Ctrl-C ends the learning, saves the run and raises KeyboardInterrupt. With a
    `cluster` (local, auto or an address) the games are played by processes of Ray, anywhere.
    """
    given = {"games": games, "minutes": minutes, "workers": workers, "seed": seed}
    wanted = dict(settings or {}) | {f"run.{key}": value for key, value in given.items() if value is not None}
    changes = [f"{key}={_toml(value)}" for key, value in wanted.items()]
    run = open_run(
        _game(game).name,
        None if recipe is None else str(recipe),
        None if out is None else Path(out),
        changes,
        resume=resume,
    )
    if cluster is None:
        result = run.train(quiet=quiet)
    else:
        result = train_on_cluster(run, cluster, workers=workers, quiet=quiet).training
    if result.interrupted:
        raise KeyboardInterrupt
    return LearnedRun(run.folder.path)


def open_run(
    game: str, recipe: str | None, out: Path | None, changes: Sequence[str], *, resume: bool = False
) -> Run:
    """A run that is ready to train: a new one in a folder of its own, or the one that is there already."""
    name = recipe or games.get(game).default_recipe
    if not name:
        raise UsageError(f"No recipe comes with {game}: name one.")
    if resume:
        folder = out or _last_folder(game, Path(name).stem)
        return Run.resume(folder, game, changes, Path(recipe).stem if recipe else None)
    return Run.create(out or _next_folder(game, Path(name).stem), game, library.load(name, changes))


def load(source: Path | str, game: str | Game | None = None) -> Evaluator:
    """The weights of a file, of a run's folder, or, with a game, the default ones (`load("default", "chess")`).

    >>> load("default", "chess").architecture.name
    'meep'
    """
    if str(source) == "default":
        if game is None:
            raise UsageError('Every game has default weights: say of which, as in load("default", "chess").')
        return default_weights(_game(game))
    path = Path(source)
    if path.is_dir():
        path = weights_of_run(path)
    name = read_origin(path).get("game", "")
    if game is not None and _game(game).name != name:
        raise WeightsError(f"{path} holds weights for {name!r}, not for {_game(game).name}.")
    return load_evaluator(path, games.get(name))


def match(
    game: str | Game,
    a: AnyPlayer,
    b: AnyPlayer,
    *,
    games: int = 100,
    depth: int | None = None,
    nodes: int | None = None,
    movetime: float | None = None,
    concurrency: int = 1,
    openings: str = "own",
    seed: int = 0,
) -> Score:
    """Play a match in pairs with sides swapped; the score, from A's view, has its interval in it.

    >>> score = match("draughts", "material", "random", games=4, depth=2)
    >>> score.games, score.wins
    (4, 4)
    """
    limits, rules = Limits(depth, nodes, movetime), _game(game)
    conditions = Conditions(
        rules, limits if limits.any else default_limits(rules), concurrency, openings, seed
    )
    result = Match(_spec(a, game, "A"), _spec(b, game, "B"), conditions, games).run()
    if result.interrupted:
        raise KeyboardInterrupt
    return result.score


def search(
    evaluator: Evaluator, position: Position | Line | str, *, depth: int = 0, nodes: int = 0, seed: int = 0
) -> SearchResult:
    """Look ahead by the training search of the game: value (the mover's view), move, pv, leaf, nodes, depth.

    >>> chess = games.get("chess")
    >>> found = search(load("default", chess), chess.Position.parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), depth=2)
    >>> str(found.move), found.value
    ('a1a8', 9998.0)
    """
    game = evaluator.game
    line = (
        position
        if isinstance(position, game.Line)
        else game.Line(_position(game, cast("Position | str", position)))
    )
    searcher = next(iter(game.searches.values())).make(evaluator.architecture.core, TABLE_BITS)
    return searcher.run(evaluator.snapshot(), line, depth=depth, nodes=nodes, seed=seed)


def explain(evaluator: Evaluator, position: Position | str) -> Explanation:
    """The evaluation of a position, feature by feature.

    >>> parts = explain(load("default", "chess"), "4k3/4p3/8/8/8/8/8/R3K3 w - - 0 1")
    >>> parts.value > 0
    True
    """
    return evaluator.explain(_position(evaluator.game, position))


def export(evaluator: Evaluator, form: str) -> bytes:
    """Weights for other programs, with their names: json, csv, npz, or c, a header that evaluates.

    >>> print(export(load("default", "chess"), "csv").decode().splitlines()[0])
    # game: "chess"
    """
    return exported(evaluator, form)


def metrics(run: Path | str | LearnedRun, kind: str = "game") -> Metrics:
    """What a run has measured: of every game (or batch), or, as kind `improvement`, of every match that it played."""
    folder = run.folder if isinstance(run, LearnedRun) else Path(run)
    return Metrics(History.read(folder).folder.metrics, kind)


def _game(game: str | Game) -> Game:
    return game if isinstance(game, Game) else games.get(game)


def _position(game: Game, position: Position | str) -> Position:
    return game.Position.parse(position) if isinstance(position, str) else position


def _spec(player: AnyPlayer, game: str | Game, name: str) -> PlayerSpec:
    if isinstance(player, Evaluator):
        build = player_of(player, name)

        def made() -> Player:
            return build()

        return PlayerSpec(name, None, made)
    return parse_player(str(player), _game(game))


def _toml(value: object) -> str:
    """A value as `--set` takes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(repr(item) for item in value) + "]"
    return str(value)


def _numbered(game: str, recipe: str, number: int) -> Path:
    name = recipe if recipe.startswith(game) else f"{game}-{recipe}"  # a recipe may be named after its game
    return Path("runs") / f"{name}-{number}"


def _next_folder(game: str, recipe: str) -> Path:
    return next(path for number in count(1) if not (path := _numbered(game, recipe, number)).exists())


def _last_folder(game: str, recipe: str) -> Path:
    numbers = [number for number in range(1, 10_000) if _numbered(game, recipe, number).exists()]
    if not numbers:
        raise UsageError(f"There is no run of {recipe} to go on with; name its folder with --out.")
    return _numbered(game, recipe, numbers[-1])
