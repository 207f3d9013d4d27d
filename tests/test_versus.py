"""Games against others: who plays whom with what, what is shown to the backup, and opponents that fail."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from leafstrap._core import Outcome, Side
from leafstrap.errors import PlayerError
from leafstrap.experience import Exploration, GameRecord, GlickoRating, Opponent, Opponents, Standing, Versus
from leafstrap.experience.opponents import FAILURES
from leafstrap.games.chess import CHESS, Line, Position
from leafstrap.players import Choice, Fault, PlayerSpec, RandomPlayer, parse_player
from leafstrap.search import Limits
from support.own import own
from support.watching import Watcher, Weights, player

FAKE = Path(__file__).parent / "support" / "fake_engine.py"


def opponent(make: Any = RandomPlayer, rating: float = 1500.0, name: str = "random") -> Opponent:
    return Opponent(PlayerSpec(name, None, make), rating, None)


def fake(mode: str, protocol: str = "uci", rating: float = 1500.0, log: Path | None = None) -> Opponent:
    """The engine that misbehaves."""
    command = f"{protocol}:{sys.executable} {FAKE} {protocol} {mode} {log or ''}".strip()
    return Opponent(parse_player(command, CHESS, mode), rating, None)


def versus(
    watcher: Watcher,
    *pool: Opponent,
    games: int = 1,
    plies: int = 30,
    standing: Standing | None = None,
    start: Line | None = None,
) -> list[GameRecord]:
    limits = Limits(depth=2)
    experience = Versus(
        player(watcher, Weights(), limits),
        CHESS,
        Opponents(pool, spread=150.0),
        limits,
        Exploration([start or Line()]),
        plies,
        standing or Standing(GlickoRating(1500.0)),
    )
    try:
        records = [experience.play(number, Random(number)) for number in range(games)]
    finally:
        experience.close()
    return [record for record in records if record is not None]


class Failing(RandomPlayer):
    """Plays two moves and then raises."""

    error: Exception = Fault("gone", "abandoned")

    def choose(self, line: Any, limits: Limits) -> Choice:
        if len(line) > 4:
            raise self.error
        return super().choose(line, limits)


def test_sides_alternate_and_only_the_learner_learns() -> None:
    watcher = Watcher()
    records = versus(watcher, opponent(), games=2, plies=12)
    assert watcher.sides == [Side.first, Side.second]
    assert [step.position.turn for step in watcher.steps] == [Side.first] * 6 + [Side.second] * 6
    assert [(r.headers("x")["White"], r.headers("x")["Black"]) for r in records] == [
        ("learner", "random"),
        ("random", "learner"),
    ]


def test_a_move_of_the_opponent_is_predicted_when_the_variation_had_it() -> None:
    watcher = Watcher()
    record = versus(watcher, opponent(), plies=40)[0]
    moves, steps = record.line.moves, watcher.steps
    assert steps[0].predicted
    expected = [own(step.result).pv[1] if len(own(step.result).pv) > 1 else None for step in steps]
    for i in range(1, len(steps)):
        assert steps[i].predicted == (expected[i - 1] == moves[2 * i - 1])
    assert not all(step.predicted for step in steps)
    assert record.meeting is not None
    replies = [move for move, reply in zip(expected, moves[1::2], strict=False) if move is not None and reply]
    hits = sum(move == reply for move, reply in zip(expected, moves[1::2], strict=False))
    assert (record.meeting.replies, record.meeting.predicted) == (len(replies), hits)


@pytest.mark.parametrize(
    ("own", "other", "stronger"), [(1500, 1501, True), (1500, 1500, False), (1600, 1500, False)]
)
def test_the_pool_says_who_is_stronger(own: float, other: float, stronger: bool) -> None:
    watcher = Watcher()
    versus(watcher, opponent(rating=other), plies=6, standing=Standing(GlickoRating(own)))
    assert {step.opponent_stronger for step in watcher.steps} == {stronger}


def test_results_move_the_rating_and_it_is_recorded() -> None:
    standing = Standing(GlickoRating(1500.0, 100.0))
    mate_in_one = Line(Position.parse("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"))
    record = versus(Watcher(), opponent(rating=1700.0), standing=standing, start=mate_in_one)[0]
    assert record.outcome == Outcome(1)
    assert standing.rating == GlickoRating(1500.0, 100.0).after(1.0, 1700.0)
    summary = record.summary()
    assert (summary["opponent"], summary["opponent_rating"]) == ("random", 1700.0)
    assert summary["rating"] == pytest.approx(standing.rating.points, abs=0.01)


@pytest.mark.parametrize("error", [Fault("it hangs", "time forfeit"), PlayerError("it knows no nodes.")])
def test_a_failure_ends_the_game_without_a_result_and_is_an_event(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Failing, "error", error)
    standing, watcher = Standing(GlickoRating(1500.0)), Watcher()
    record = versus(watcher, opponent(Failing), standing=standing)[0]
    assert (record.outcome, len(record.line)) == (None, 5)
    assert watcher.outcomes == [None]
    assert standing.rating == GlickoRating(1500.0)
    assert record.events == (f"{str(error).removesuffix('.')}: a game without a result.",)


def test_who_resigns_has_lost_but_its_end_teaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Failing, "error", Fault("it resigned", "normal"))
    standing, watcher = Standing(GlickoRating(1500.0)), Watcher()
    record = versus(watcher, opponent(Failing), standing=standing)[0]
    assert record.outcome == Outcome(1)
    assert watcher.outcomes == [None]
    assert standing.rating.points > 1500
    assert record.events == ()


def test_who_fails_again_and_again_is_left_out() -> None:
    records = versus(
        Watcher(), opponent(Failing, name="weak", rating=1500), opponent(rating=9000), games=FAILURES + 2
    )
    assert [record.opponent for record in records] == ["weak"] * FAILURES + ["random"] * 2
    assert records[FAILURES - 1].events[-1] == f"weak is left out: it failed {FAILURES} times in a row."
    with pytest.raises(
        PlayerError, match="No opponent is left to play against: random is left out: it failed"
    ):
        versus(Watcher(), opponent(Failing), games=FAILURES + 1)


def test_who_does_not_start_is_left_out_at_once() -> None:
    gone = Opponent(parse_player("uci:no-such-engine", CHESS, "gone"), 1500.0, None)
    record = versus(Watcher(), gone, opponent(rating=3000), plies=4)[0]
    assert record.opponent == "random"
    assert len(record.line) == 4
    assert record.events[0].startswith("gone is left out: The engine 'no-such-engine' does not start")
    with pytest.raises(
        PlayerError, match="No opponent is left to play against: gone is left out: The engine"
    ):
        versus(Watcher(), gone)


def test_an_engine_that_dies_is_started_again_and_the_game_goes_on(tmp_path: Path) -> None:
    record = versus(Watcher(), fake("crash", log=tmp_path / "log"), plies=12)[0]
    assert len(record.line) == 12
    assert record.events == ("crash died and was started again (restarts so far: 1).",)


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("doomed", "doomed died 3 times on one move"),
        ("illegal", "illegal made an illegal move"),
        ("nothing", "no move"),
    ],
)
def test_an_engine_that_is_beyond_help_costs_one_game(mode: str, words: str) -> None:
    record = versus(Watcher(), fake(mode), plies=12)[0]
    assert (record.outcome, len(record.line)) == (None, 1)
    assert any(words in event for event in record.events)


def test_an_xboard_engine_that_resigns_has_lost() -> None:
    standing = Standing(GlickoRating(1500.0))
    record = versus(Watcher(), fake("resign", "xboard"), standing=standing)[0]
    assert record.outcome == Outcome(1)
    assert standing.rating.points > 1500
