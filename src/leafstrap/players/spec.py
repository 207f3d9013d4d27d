"""PLAYER on the command line and in recipes: a word, a file, a run or an engine, with limits after `@`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from leafstrap.books import open_book
from leafstrap.errors import PlayerError, UsageError
from leafstrap.evaluators import Evaluator, Linear, default_weights, initial_weights, load_evaluator
from leafstrap.evaluators.initial import HAND, SCALE
from leafstrap.games import Game
from leafstrap.players.book_player import BookPlayer
from leafstrap.players.dice_spec import parse_dice_player
from leafstrap.players.engine_spec import parse_engine
from leafstrap.players.evaluator_player import EvaluatorPlayer
from leafstrap.players.player import Player
from leafstrap.players.random_player import RandomPlayer
from leafstrap.players.spec_parts import (
    PlayerSpec,
    no_such_player,
    read_options,
    split_limits,
    weights_of_run,
)
from leafstrap.players.tournament_player import TournamentPlayer
from leafstrap.search.engine import MEGABYTES, VARIANTS
from leafstrap.search.tablebase import DEFAULT, FEWEST, MOST

KNOWN = (
    "WEIGHTS.safetensors, a run folder, default, random, untrained, material, hand, uci:COMMAND, xboard:COMMAND, "
    "hub:COMMAND, turbo"
)
OWN_SETTINGS = ("search", "hash", "threads", "tablebase", "book")
OLD_SETTINGS = {"endings": "tablebase"}  # as earlier versions called them
TRAINING, CUT = "training", "cut"
SEARCHES = (*VARIANTS, TRAINING, CUT)
MOST_MEGABYTES, MOST_THREADS = 65536, 256
WORDS = ("default", "random", "untrained", "material", "hand", "uci:", "xboard:", "hub:", "turbo")


def parse_player(text: str, game: Game, name: str | None = None) -> PlayerSpec:
    """The player that a text means; files are read now, so that a wrong one is known before the first game.

    Its name in results is the text, unless it has another.

    >>> from leafstrap import games
    >>> parse_player("random@depth=1", games.get("chess")).limits.depth
    1
    """
    name = name or text
    if game.dice:
        return parse_dice_player(text, game, name)
    base, limits = split_limits(text.strip())
    head, *settings = (word.strip() for word in base.split(";"))
    engine = parse_engine(text, head, settings, game, name)
    if engine is not None:
        return PlayerSpec(name, limits, engine)
    if head == "random":
        read_options(text, settings, known=())
        return PlayerSpec(name, limits, lambda: RandomPlayer(name))
    base, own = _split_own(base)
    head, *settings = (word.strip() for word in base.split(";"))
    thinks = _thinker(name, _weighted(text, head, settings, base, game), own)
    if "book" not in own:
        return PlayerSpec(name, limits, thinks)
    book = Path(own["book"])
    open_book(book)
    return PlayerSpec(name, limits, lambda: BookPlayer(thinks(), open_book(book)))


def parse_weights(text: str, game: Game) -> Evaluator:
    """The evaluator that a text means: a player that has weights, without limits."""
    head, *settings = (word.strip() for word in text.split(";"))
    return _weighted(text, head, settings, text, game)


def _weighted(text: str, head: str, settings: list[str], base: str, game: Game) -> Evaluator:
    if head == "untrained":
        return _untrained(game, read_options(text, settings, ("features", "seed", "scale")))
    if head == "default":
        read_options(text, settings, known=())
        return default_weights(game)
    if head == "material":
        read_options(text, settings, known=())
        features = game.feature_sets["material"]
        return Linear(game, features, initial_weights(game, features, "material"))
    if head == "hand":
        return _hand(game, read_options(text, settings, ("features",)))
    path = Path(base)
    if base and path.is_dir():
        return load_evaluator(weights_of_run(path), game)
    if base.endswith(".safetensors") or (base and path.exists()):
        return load_evaluator(path, game)
    raise no_such_player(base, head, WORDS, KNOWN)


def _split_own(text: str) -> tuple[str, dict[str, str]]:
    """What every player with weights can be told, as its last settings; before them stands the player proper."""
    own: dict[str, str] = {}
    while True:
        base, found, setting = text.rpartition(";")
        name, equals, value = setting.partition("=")
        name = OLD_SETTINGS.get(name.strip(), name.strip())
        if not (found and equals and name in OWN_SETTINGS):
            return text, own
        own.setdefault(name, value.strip())
        text = base


def _thinker(name: str, evaluator: Evaluator, own: dict[str, str]) -> Callable[[], Player]:
    search = own.get("search", "tournament")
    if search not in SEARCHES:
        raise UsageError(f"There is no search {search!r}: there are {', '.join(SEARCHES)}.")
    try:
        megabytes, threads = int(own.get("hash", MEGABYTES)), int(own.get("threads", 1))
        pieces = int(own.get("tablebase", DEFAULT))
    except ValueError:
        raise UsageError("The settings hash, threads and tablebase of a player are whole numbers.") from None
    if pieces not in (0, *range(FEWEST, MOST + 1)):
        raise UsageError(f"A tablebase has {FEWEST} to {MOST} pieces; 0 is without one.")
    if not (1 <= megabytes <= MOST_MEGABYTES and 1 <= threads <= MOST_THREADS):
        raise UsageError(
            f"A player has a hash of 1 to {MOST_MEGABYTES} megabytes and 1 to {MOST_THREADS} threads."
        )
    if search in (TRAINING, CUT):
        return lambda: EvaluatorPlayer(name, evaluator, extend=search == TRAINING)
    return lambda: TournamentPlayer(
        name, evaluator, variant=search, megabytes=megabytes, threads=threads, pieces=pieces
    )


def _untrained(game: Game, options: dict[str, str]) -> Linear:
    name = options.get("features", game.default_features)
    if name not in game.feature_sets:
        raise UsageError(
            f"There is no feature set {name!r} for {game.name}: there are {', '.join(game.feature_sets)}."
        )
    try:
        seed, scale = int(options.get("seed", 0)), float(options.get("scale", SCALE))
    except ValueError:
        raise UsageError("The settings seed and scale of untrained are numbers.") from None
    if seed < 0 or not scale >= 0:
        raise UsageError("The settings seed and scale of untrained are not negative.")
    features = game.feature_sets[name]
    return Linear(game, features, initial_weights(game, features, "random", seed=seed, scale=scale))


def _hand(game: Game, options: dict[str, str]) -> Linear:
    known = [name for of, name in HAND if of == game.name]
    if not known:
        raise PlayerError(f"There are no weights for {game.name} that were set by hand.")
    name = options.get("features", known[0])
    if name not in known:
        raise UsageError(f"No weights for {name!r} were set by hand: there are those for {', '.join(known)}.")
    features = game.feature_sets[name]
    return Linear(game, features, initial_weights(game, features, "hand"))
