"""Our own players: an evaluator, a search that looks ahead with it, and what they can be told."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeVar, cast

from leafstrap._core import WIN, SearchControl, StopFlag
from leafstrap.errors import UsageError
from leafstrap.evaluators import Evaluator, centipawns_per_unit
from leafstrap.games.game import PlayedBy
from leafstrap.players.books import BookPlayer, open_book
from leafstrap.players.expectimax_player import BearOff, ExpectimaxOptions, ExpectimaxPlayer
from leafstrap.players.kind import Builder, no_such_option
from leafstrap.players.player import Choice, Player
from leafstrap.players.uct_player import UctPlayer, UctSettings
from leafstrap.search.engine import MEGABYTES, VARIANTS, Engine, SearchRequest
from leafstrap.search.limits import Limits
from leafstrap.search.native import TrainingResult, TrainingSearch
from leafstrap.search.tablebase import DEFAULT, FEWEST, MOST
from leafstrap.settings import setting
from leafstrap.types import JsonObject, Line

if TYPE_CHECKING:
    from leafstrap.search.syzygy import SyzygyTables

# 2^18 entries: enough for the some hundred thousand nodes of a move, small enough for many players at once.
TABLE_BITS = 18
# Evaluations are cut here; what lies beyond is a win, less the plies until it.
EVALUATION_LIMIT = 9900
TRAINING, CUT, UCT = "training", "cut", "uct"
SEARCHES = (*VARIANTS, TRAINING, CUT, UCT)
MOST_MEGABYTES, MOST_THREADS = 65536, 256

Options = TypeVar("Options")


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How an evaluator is searched with, as the last settings of a PLAYER say."""

    search: str = setting("tournament", f"the search: {', '.join(SEARCHES)}")
    hash: int = setting(MEGABYTES, "megabytes of memory of the tournament search")
    threads: int = setting(1, "threads of the tournament search")
    tablebase: int = setting(DEFAULT, "pieces of the tablebase, in games that have one; 0 for none")
    syzygy: str = setting("", "folders of Syzygy tables, in chess")
    book: str = setting("", "a book to look into first")
    prior: float = setting(10.0, "uct: visits that the evaluation of a new position counts for")
    playout: int = setting(0, "uct: plies of random play that tell a result; 0: the evaluation tells it")
    exploration: float = setting(0.3, "uct: what the uncertainty of a move counts")

    @property
    def uct(self) -> UctSettings:
        """What is for that search alone."""
        return UctSettings(self.prior, self.playout, self.exploration)

    def __post_init__(self) -> None:
        if self.search not in SEARCHES:
            raise UsageError(f"There is no search {self.search!r}: there are {', '.join(SEARCHES)}.")
        if self.tablebase not in (0, *range(FEWEST, MOST + 1)):
            raise UsageError(f"A tablebase has {FEWEST} to {MOST} pieces; 0 is without one.")
        if not (1 <= self.hash <= MOST_MEGABYTES and 1 <= self.threads <= MOST_THREADS):
            raise UsageError(
                f"A player has a hash of 1 to {MOST_MEGABYTES} megabytes and 1 to {MOST_THREADS} threads."
            )


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """The same in games that have no search for play."""

    search: str = setting(TRAINING, "the search", choices=(TRAINING, CUT))


OLD_NAMES = {"endings": "tablebase"}  # as earlier versions called them


class TournamentPlayer:
    """Plays by an engine of its own; it has no chance in it, so equal games need equal openings."""

    def __init__(
        self,
        name: str,
        evaluator: Evaluator,
        *,
        variant: str = "tournament",
        megabytes: int = MEGABYTES,
        threads: int = 1,
        pieces: int = DEFAULT,
        syzygy: str = "",
    ) -> None:
        self.name = name
        self._engine = Engine(
            evaluator,
            megabytes=megabytes,
            threads=threads,
            variant=variant,
            pieces=pieces,
            syzygy=_syzygy(syzygy),
        )
        self._control = SearchControl()

    def new_game(self, seed: int) -> None:
        """Forget the last game."""
        self._engine.new_game()

    def choose(self, line: Line, limits: Limits) -> Choice:
        """The best move that the search finds within the limits."""
        found = self._engine.think(line, SearchRequest.within(limits), self._control)
        best = found.lines[0]
        return Choice(
            found.move, None if best.mate is not None else best.score, best.mate, found.depth, found.nodes
        )

    def close(self) -> None:
        """End a search that is under way; it answers at once with what it has."""
        self._control.stop()


def _syzygy(path: str) -> SyzygyTables | None:
    """Imported when it is needed: its library takes a moment."""
    if not path:
        return None
    from leafstrap.search.syzygy import SyzygyTables

    return SyzygyTables(path)


class EvaluatorPlayer:
    """Plays the best move of the training alpha-beta search; the seed breaks ties between equal moves.

    Without `extend` the search is cut at its depth.
    """

    def __init__(
        self,
        name: str,
        evaluator: Evaluator,
        *,
        seed: int = 0,
        table_bits: int = TABLE_BITS,
        extend: bool = True,
    ) -> None:
        self.name = name
        self._extend = extend
        self._evaluator = evaluator.snapshot()
        self._centipawns = centipawns_per_unit(evaluator.architecture, evaluator.weights)
        self._search: TrainingSearch = _training_search(evaluator, table_bits)
        self._random = Random(seed)
        self._stop = StopFlag()

    def new_game(self, seed: int) -> None:
        """Start anew; every search clears its table itself."""
        self._random = Random(seed)

    def choose(self, line: Line, limits: Limits) -> Choice:
        """The best move that the search finds within the limits."""
        found = self.think(line, limits)
        score = mate = None
        if abs(found.value) > EVALUATION_LIMIT:
            moves = (int(WIN - abs(found.value)) + 1) // 2
            mate = moves if found.value > 0 else -moves
        else:
            score = round(found.value * self._centipawns)
        return Choice(found.move, score, mate, found.depth, found.nodes)

    def think(self, line: Line, limits: Limits) -> TrainingResult:
        """All that the search found; the value is the mover's view."""
        return self._search.run(
            self._evaluator,
            line,
            depth=limits.depth or 0,
            nodes=limits.nodes or 0,
            seconds=limits.seconds_for_move(),
            seed=self._random.getrandbits(32),
            stop=self._stop,
            extend=self._extend,
        )

    def close(self) -> None:
        """End a search that is under way; it answers at once with what it has."""
        self._stop.set()


def player_of(evaluator: Evaluator, name: str, options: Mapping[str, str] | None = None) -> Builder:
    """How to make the player that plays by an evaluator; options that it does not have are refused now.

    >>> from leafstrap import evaluators, games
    >>> player_of(evaluators.default_weights(games.get("chess")), "ours", {"search": "training"})().name
    'ours'
    """
    return BUILDERS[evaluator.game.played_by](evaluator, name, options or {})


def training_player(
    evaluator: Evaluator, name: str, *, table_bits: int, extend: bool, candidates: int
) -> Player:
    """One that plays by the training search of its game and nothing else: what it has learned is to be seen."""
    if evaluator.game.played_by == "expectimax":
        return ExpectimaxPlayer(name, evaluator, candidates=candidates, bear_off="best")
    return EvaluatorPlayer(name, evaluator, table_bits=table_bits, extend=extend)


def _training_search(evaluator: Evaluator, table_bits: int) -> TrainingSearch:
    made = next(iter(evaluator.game.searches.values())).make(evaluator.architecture.core, table_bits)
    return cast("TrainingSearch", made)  # where there are no dice


def _training_builder(evaluator: Evaluator, name: str, words: Mapping[str, str]) -> Builder:
    options = read_options(TrainingOptions, name, words)
    return lambda: EvaluatorPlayer(name, evaluator, extend=options.search == TRAINING)


def _expectimax_builder(evaluator: Evaluator, name: str, words: Mapping[str, str]) -> Builder:
    options = read_options(ExpectimaxOptions, name, words)
    bear_off, simple = cast("BearOff", options.bear_off), options.cube == "simple"
    return lambda: ExpectimaxPlayer(name, evaluator, bear_off=bear_off, simple_cube=simple)


def _tournament_builder(evaluator: Evaluator, name: str, words: Mapping[str, str]) -> Builder:
    options = read_options(SearchOptions, name, words)
    if options.syzygy:
        from leafstrap.search.syzygy import check_syzygy

        check_syzygy(evaluator.game, options.syzygy)  # a wrong folder is known before the first game

    def build() -> EvaluatorPlayer | TournamentPlayer | UctPlayer:
        if options.search == UCT:
            return UctPlayer(name, evaluator, options.uct, pieces=options.tablebase)
        if options.search in (TRAINING, CUT):
            return EvaluatorPlayer(name, evaluator, extend=options.search == TRAINING)
        return TournamentPlayer(
            name,
            evaluator,
            variant=options.search,
            megabytes=options.hash,
            threads=options.threads,
            pieces=options.tablebase,
            syzygy=options.syzygy,
        )

    if not options.book:
        return build
    book = Path(options.book)
    open_book(book)  # a wrong one is known before the first game
    return lambda: BookPlayer(build(), open_book(book))


# How players are made, by what they look ahead by in their game, of an evaluator, a name and settings.
BUILDERS: Mapping[PlayedBy, Callable[[Evaluator, str, Mapping[str, str]], Builder]] = {
    "training": _training_builder,
    "tournament": _tournament_builder,
    "expectimax": _expectimax_builder,
}


# And what they can be told.
OPTIONS: Mapping[PlayedBy, type] = {
    "training": TrainingOptions,
    "tournament": SearchOptions,
    "expectimax": ExpectimaxOptions,
}


def option_names(options: type) -> tuple[str, ...]:
    """The settings that a table of options declares, as they are written.

    >>> option_names(ExpectimaxOptions)
    ('bear-off', 'cube')
    """
    return tuple(field.name.replace("_", "-") for field in dataclasses.fields(options))


OWN_OPTIONS = frozenset((*option_names(SearchOptions), *option_names(ExpectimaxOptions), *OLD_NAMES))


def split_options(text: str) -> tuple[str, dict[str, str]]:
    """A player with weights: what says which weights, and the settings of how to use them.

    >>> split_options("untrained;seed=2;hash=1")
    ('untrained;seed=2', {'hash': '1'})
    """
    head, *settings = text.split(";")
    rest, own = [head], {}
    for setting_text in settings:
        name, equals, value = (part.strip() for part in setting_text.partition("="))
        if equals and name in OWN_OPTIONS:
            own[OLD_NAMES.get(name, name)] = value
        else:
            rest.append(setting_text)
    return ";".join(rest), own


def read_options(table: type[Options], text: str, values: Mapping[str, str]) -> Options:
    """A table of options from their texts; a UsageError names what is wrong."""
    fields = dict(zip(option_names(table), dataclasses.fields(table), strict=True))  # type: ignore[arg-type]
    numbers: dict[str, type[int] | type[float]] = {
        name: int if isinstance(field.default, int) else float
        for name, field in fields.items()
        if not isinstance(field.default, str)
    }
    read: JsonObject = {}
    for name, value in values.items():
        if name not in fields:
            raise no_such_option(text, name, list(fields))
        choices = fields[name].metadata["choices"]
        if choices is not None and value not in choices:
            raise UsageError(f"The setting {name} is {' or '.join(choices)}, not {value!r}.")
        try:
            read[fields[name].name] = numbers[name](value) if name in numbers else value
        except ValueError:
            kind = "whole numbers" if numbers[name] is int else "numbers"
            *most, last = (each for each, number in numbers.items() if number is numbers[name])
            raise UsageError(f"The settings {', '.join(most)} and {last} of a player are {kind}.") from None
    return table(**read)
