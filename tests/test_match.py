"""Matches: real games, the same every time, however many are played at once."""

from __future__ import annotations

import io
import threading
from typing import Any

import chess.pgn
import pytest

from leafstrap import games
from leafstrap._core import Side, StopFlag
from leafstrap.arena import (
    Conditions,
    Match,
    MatchResult,
    Pair,
    Participant,
    Sprt,
    game_text,
    play_game,
    play_match,
)
from leafstrap.errors import PlayerError, UsageError
from leafstrap.players import Choice, Fault, PlayerSpec, RandomPlayer, parse_player
from leafstrap.search import Limits, TimeControl

CHESS = games.get("chess")


def a_match(a: str = "material", b: str = "random", **settings: Any) -> Match:
    number, sprt = settings.pop("games", 8), settings.pop("sprt", None)
    conditions = Conditions(CHESS, **{"limits": Limits(depth=1), **settings})
    return Match(parse_player(a, CHESS), parse_player(b, CHESS), conditions, number, sprt)


def keys(result: MatchResult) -> list[object]:
    return [game.key for game in result.games]


def test_material_beats_random() -> None:
    result = a_match(games=20, limits=Limits(depth=2)).run()
    assert result.score.games == 20
    assert result.score.score > 0.9
    assert result.score.elo_low > 0
    assert result.score.distinct == 20


def test_pairs_swap_sides_from_one_opening() -> None:
    result = a_match().run()
    for pair in result.pairs:
        first, second = pair.games
        assert (first.first, first.second) == ("material", "random") == (second.second, second.first)
        assert first.opening == second.opening
        shared = len(first.line.moves) and next(
            index
            for index, moves in enumerate(zip(first.key[1], second.key[1], strict=False))
            if moves[0] != moves[1]
        )
        assert shared >= 4


def test_every_game_is_legal_and_its_result_that_of_the_rules() -> None:
    for game in a_match("untrained", games=10).run().games:
        board = chess.Board()
        for move in game.key[1]:
            board.push(board.parse_uci(move))
        outcome = board.outcome(claim_draw=True)
        if game.termination == "normal":
            assert outcome is not None
            assert {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[game.outcome.points] == outcome.result()
        else:
            assert (game.termination, game.outcome.points) == ("adjudication", 0)


def test_the_same_seed_gives_the_same_games_at_any_concurrency() -> None:
    one = a_match("untrained@depth=2", "material@nodes=200", seed=5).run()
    three = a_match("untrained@depth=2", "material@nodes=200", seed=5, concurrency=3).run()
    other = a_match("untrained@depth=2", "material@nodes=200", seed=6).run()
    assert keys(one) == keys(three)
    assert keys(one) != keys(other)


def test_random_players_follow_the_seed_too() -> None:
    assert keys(a_match("random", seed=1).run()) == keys(a_match("random", seed=1, concurrency=2).run())
    assert keys(a_match("random", seed=1).run()) != keys(a_match("random", seed=2).run())


def test_repeated_games_are_counted_once() -> None:
    """Two players without randomness, one start: one game from each side, again and again."""

    class First(RandomPlayer):
        def choose(self, line: Any, limits: Limits) -> Choice:
            return Choice(min(line.position.legal_moves(), key=str))

    spec = PlayerSpec("first", None, First)
    result = Match(spec, spec, Conditions(CHESS, Limits(depth=1), openings="none", max_plies=30), 10).run()
    assert result.score.games == 10
    assert result.score.distinct == 1


def test_long_games_are_drawn() -> None:
    result = a_match("random", max_plies=12).run()
    assert all(len(game.line) <= 12 for game in result.games)
    assert {game.termination for game in result.games} == {"adjudication"}
    assert result.score.draws == 8


@pytest.mark.parametrize(("winner", "points"), [(Side.first, (1.0, 0.0)), (Side.second, (0.0, 1.0))])
def test_points_are_from_the_view_of_a(winner: Side, points: tuple[float, float]) -> None:
    """If the first player always wins, A wins its first game and loses its second."""

    class Loser(RandomPlayer):
        def choose(self, line: Any, limits: Limits) -> Choice:
            if line.position.turn != winner:
                raise Fault("gave up", "abandoned")
            return super().choose(line, limits)

    participants = (Participant(Loser("a"), Limits()), Participant(Loser("b"), Limits()))
    first = play_game(CHESS, *participants)
    second = play_game(CHESS, participants[1], participants[0])
    assert first is not None
    assert second is not None
    assert Pair(0, (first, second)).points == points
    assert (first.termination, first.reason) == ("abandoned", "gave up")


def test_running_out_of_time_loses() -> None:
    class Sleeper(RandomPlayer):
        def choose(self, line: Any, limits: Limits) -> Choice:
            assert limits.left is not None
            threading.Event().wait(limits.left.own + 0.01)
            return super().choose(line, limits)

    limits = Limits(clock=TimeControl(0.05, 0))
    game = play_game(
        CHESS, Participant(Sleeper("sleeper"), limits), Participant(RandomPlayer(), Limits(depth=1))
    )
    assert game is not None
    assert game.outcome.winner == Side.second
    assert (game.termination, game.reason) == ("time forfeit", "sleeper lost on time")


def test_timed_games_end() -> None:
    for limits in (Limits(movetime=0.001), Limits(clock=TimeControl(0.5, 0.01))):
        result = a_match(games=2, limits=limits, max_plies=60).run()
        assert result.score.games == 2


def test_sprt_stops_early_and_at_the_same_pair_whatever_the_concurrency() -> None:
    ends = []
    for concurrency in (1, 3):
        result = a_match(games=400, sprt=Sprt(0, 100), concurrency=concurrency, limits=Limits(depth=2)).run()
        assert result.verdict == "accept H1"
        assert result.score.games < 200
        ends.append(keys(result))
    assert ends[0] == ends[1]


def test_watch_sees_every_pair_in_order() -> None:
    seen: list[int] = []
    a_match(concurrency=2).run(lambda result: seen.append(result.pairs[-1].number))
    assert seen == [0, 1, 2, 3]


def test_stop_ends_a_match_between_moves() -> None:
    stop = StopFlag()
    match = a_match(games=1000, limits=Limits(movetime=3600))
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    result = match.run(stop=stop)
    timer.join()
    assert result.interrupted
    assert result.score.games == 0


def test_ctrl_c_keeps_whole_pairs() -> None:
    def interrupt(result: MatchResult) -> None:
        if len(result.pairs) == 2:
            raise KeyboardInterrupt

    result = a_match(games=100, concurrency=2).run(interrupt)
    assert result.interrupted
    assert result.score.games == 4


def test_errors_in_a_thread_end_the_match() -> None:
    class Broken(RandomPlayer):
        def choose(self, line: Any, limits: Limits) -> Choice:
            raise RuntimeError("broken player")

    broken = PlayerSpec("broken", None, Broken)
    with pytest.raises(RuntimeError, match="broken player"):
        Match(broken, parse_player("random", CHESS), Conditions(CHESS, Limits(depth=1)), 4).run()


def test_a_player_that_cannot_be_made_ends_the_match_before_it_begins() -> None:
    with pytest.raises(PlayerError):
        a_match("uci:no-such-engine").run()


@pytest.mark.parametrize("settings", [{"games": 0}, {"games": 3}, {"concurrency": 0}])
def test_impossible_matches(settings: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=r"\.$"):
        a_match(**settings)


def test_pgn_is_what_was_played() -> None:
    result = a_match(games=2).run()
    text = "".join(
        game_text(CHESS, game, number, "test") for number, game in enumerate(result.games, start=1)
    )
    stream = io.StringIO(text)
    for game in result.games:
        read = chess.pgn.read_game(stream)
        assert read is not None
        assert not read.errors
        assert tuple(move.uci() for move in read.mainline_moves()) == game.key[1]
        assert read.headers["White"] == game.first
        assert read.headers["Result"] == {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[game.outcome.points]
        assert read.headers["Opening"] == game.opening
    assert chess.pgn.read_game(stream) is None


def test_play_match_for_code() -> None:
    material = parse_player("material", CHESS)
    score = play_match(CHESS, material.build, RandomPlayer, games=10, limits=Limits(depth=2), concurrency=2)
    assert score is not None
    assert score.score > 0.8
    stop = StopFlag()
    stop.set()
    assert play_match(CHESS, RandomPlayer, RandomPlayer, games=10, limits=Limits(depth=2), stop=stop) is None
