"""Training games: who searches, what the backup is shown, where games start and end."""

from __future__ import annotations

from random import Random

import pytest

from leafstrap._core import Outcome, StopFlag
from leafstrap.experience import Exploration, GameRecord, SelfPlay
from leafstrap.games.chess import CHESS, Line, Position
from leafstrap.learn import Step, Update
from leafstrap.search import Limits, TimeControl
from support.own import own
from support.watching import Watcher, Weights, player


def self_play(
    watcher: Watcher, exploration: Exploration | None = None, plies: int = 40, seed: int = 1
) -> GameRecord:
    limits = Limits(depth=1)
    games = SelfPlay(
        player(watcher, Weights(), limits), CHESS, limits, exploration or Exploration([Line()]), plies
    )
    record = games.play(0, Random(seed))
    assert record is not None
    return record


def test_self_play_shows_every_position_to_the_backup() -> None:
    watcher = Watcher()
    record = self_play(watcher)
    assert watcher.sides == [None]
    assert len(watcher.steps) == len(record.line) == 40
    line = Line()
    for step, move in zip(watcher.steps, record.line.moves, strict=True):
        assert step.position == line.position
        assert own(step.result).move == move
        assert step.predicted
        assert not step.explored
        line.push(own(move))


def test_sums_of_a_game_are_sums_over_its_searches() -> None:
    watcher = Watcher()
    stats = self_play(watcher).stats
    assert stats.searches == 40
    assert stats.nodes == sum(own(step.result).nodes for step in watcher.steps)
    assert (stats.positions, stats.abs_error, stats.squared_error) == (120, 240.0, 480.0)


@pytest.mark.parametrize(("each_move", "snapshots"), [(True, 11), (False, 1)])
def test_rules_that_learn_from_whole_games_keep_their_weights_for_the_game(
    each_move: bool, snapshots: int
) -> None:
    limits, weights = Limits(depth=1), Weights()
    games = SelfPlay(player(Watcher(each_move), weights, limits), CHESS, limits, Exploration([Line()]), 10)
    games.play(0, Random(1))
    assert weights.snapshots == snapshots


def test_a_game_that_becomes_too_long_has_no_result() -> None:
    watcher = Watcher()
    record = self_play(watcher, plies=6)
    assert record.outcome is None
    assert watcher.outcomes == [None]
    assert record.headers("x")["Result"] == "*"


def test_a_mate_ends_the_game() -> None:
    watcher = Watcher()
    mate_in_one = Line(Position.parse("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"))
    record = self_play(watcher, Exploration([mate_in_one]))
    assert [str(move) for move in record.line.moves] == ["a1a8"]
    assert record.outcome == Outcome(1)
    assert watcher.outcomes == [Outcome(1)]
    assert record.headers("x")["Result"] == "1-0"


def test_the_same_seed_plays_the_same_game() -> None:
    exploration = Exploration([Line()], random_plies=4, epsilon=0.2)
    games = [self_play(Watcher(), exploration, seed=seed).line.moves for seed in (3, 3, 4)]
    assert games[0] == games[1] != games[2]


def test_a_random_move_is_marked_at_the_position_it_led_to() -> None:
    watcher = Watcher()
    record = self_play(watcher, Exploration([Line()], epsilon=0.3), plies=100)
    departed = [own(s.result).move != m for s, m in zip(watcher.steps, record.line.moves, strict=True)]
    marked = [step.explored for step in watcher.steps]
    assert 10 < record.explored < 60
    assert not marked[0]
    # A random move may happen to be the best one; apart from that, marks follow departures by one ply.
    assert all(mark or not before for before, mark in zip(departed, marked[1:], strict=False))
    assert record.explored - sum(marked) in (0, 1)


def test_random_plies_come_after_the_opening_and_are_not_learned_from() -> None:
    opening = Line()
    opening.push(opening.position.move("e2e4"))
    watcher = Watcher()
    record = self_play(watcher, Exploration([opening], random_plies=3), plies=10)
    assert str(record.line.moves[0]) == "e2e4"
    assert len(watcher.steps) == 6


def test_a_start_never_is_the_end_of_a_game() -> None:
    # From here most random moves end the game at once by stalemate or mate.
    cramped = Line(Position.parse("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"))
    exploration = Exploration([cramped], random_plies=2)
    assert all(exploration.start(Random(seed)).outcome() is None for seed in range(50))


def test_the_time_of_an_update_is_taken_from_the_clock() -> None:
    import time

    class Slow(Watcher):
        def observe(self, step: Step) -> Update | None:
            time.sleep(0.2)
            return super().observe(step)

    limits = Limits(clock=TimeControl(0.5, 0.0))
    watcher = Slow()
    record = SelfPlay(player(watcher, Weights(), limits), CHESS, limits, Exploration([Line()]), 6).play(
        0, Random(1)
    )
    assert record is not None
    # Two updates of 0.2 seconds leave nothing of half a second: a side's third search gets the least.
    assert own(watcher.steps[4].result).seconds < 0.02


def test_a_stopped_game_counts_for_nothing() -> None:
    stop = StopFlag()
    stop.set()
    watcher, weights, limits = Watcher(), Weights(), Limits(depth=1)
    games = SelfPlay(player(watcher, weights, limits, stop), CHESS, limits, Exploration([Line()]), 40)
    assert games.play(0, Random(1)) is None
    assert weights.updates == 0


@pytest.mark.parametrize(("least", "learned"), [(8, 1), (9, 0)])
def test_a_short_game_is_not_learned_from(least: int, learned: int) -> None:
    limits, watcher = Limits(depth=1), Watcher(updates_each_move=False)
    games = SelfPlay(
        player(watcher, Weights(), limits, least_moves=least), CHESS, limits, Exploration([Line()]), 8
    )
    assert games.play(0, Random(1)) is not None
    assert len(watcher.outcomes) == learned
