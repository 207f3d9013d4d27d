"""What the core does with fixed positions: `bench` measures it, and its signature tells whether it still does."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from leafstrap.arena.games.play import Participant, play_game
from leafstrap.errors import UsageError
from leafstrap.evaluators import Architecture, LinearArchitecture
from leafstrap.games import Game
from leafstrap.games.dice import Dice
from leafstrap.games.game import BenchPositions
from leafstrap.players import parse_player
from leafstrap.search import Limits
from leafstrap.types import Line, Search

TABLE_BITS = 18

nodes_of = attrgetter("nodes")


def signature(game: Game) -> int:
    """Nodes of fixed-depth searches with integer weights; with dice, positions in a perft and moves of fixed games.

    Sums of small integers are exact, so this is one number on every machine. It changes with the rules, the
    move ordering, the search or the table (with dice, with the rules and the fixed player), and with nothing else.
    """
    suite = bench_suite(game)
    if suite.games:
        return bench_perft(game, suite) + sum(map(len, bench_games(game, suite)))
    linear = LinearArchitecture.of(game, {"features": suite.integer_features})
    evaluator = linear.snapshot(linear.initial_weights("material"))
    found = (
        bench_search(linear).run(evaluator, line, depth=suite.depth) for line in bench_lines(game, suite)
    )
    return sum(map(nodes_of, found))


def core_signature(game: Game) -> int | None:
    """What tells whether two cores play a game alike; None: it has no positions for it."""
    return signature(game) if game.bench_positions is not None else None


def bench_search(architecture: Architecture) -> Search:
    """The first training search of its game."""
    return next(iter(architecture.game.searches.values())).make(architecture.core, TABLE_BITS)


def bench_suite(game: Game) -> BenchPositions:
    """The fixed positions of a game, which a game from outside may not have."""
    if game.bench_positions is None:
        raise UsageError(f"The game {game.name} has no positions to measure with.")
    return game.bench_positions


def bench_perft(game: Game, suite: BenchPositions) -> int:
    """Positions that can come of the fixed ones in so many plies."""
    return sum(int(game.Position.parse(text).perft(depth)) for text, depth in suite.perft)


def bench_lines(game: Game, suite: BenchPositions) -> Iterable[Line]:
    """The fixed positions that are searched."""
    return (game.Line(game.Position.parse(text)) for text in suite.search)


def bench_games(game: Game, suite: BenchPositions) -> list[Line]:
    """Games with dice that are always the same."""
    own = Participant(parse_player(suite.player, game).build(), Limits())
    played = (play_game(game, own, own, dice=Dice(f"bench {number}")) for number in range(suite.games))
    return [one.line for one in played if one is not None]
