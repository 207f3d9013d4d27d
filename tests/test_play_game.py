"""The loop that plays a game: from any line, with dice, with clocks that count or do not, and broken off."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from leafstrap import games
from leafstrap._core import Side
from leafstrap.arena import Participant, PlayedGame, play_game
from leafstrap.arena.games.openings import balanced_start, read_openings
from leafstrap.games import Game
from leafstrap.games.dice import Dice
from leafstrap.players import Choice, Fault, RandomPlayer
from leafstrap.search import Limits, TimeControl
from support.own import own

CHESS, BACKGAMMON = games.get("chess"), games.get("backgammon")


class Scripted(RandomPlayer):
    """Moves at random until its own move of a number, and then does what the test wants."""

    def __init__(self, moves: int, then: Exception | None = None) -> None:
        super().__init__("scripted")
        self._left, self._then = moves, then

    def choose(self, line: Any, limits: Limits) -> Choice:
        if self._left == 0 and self._then is not None:
            raise self._then
        self._left -= 1
        return super().choose(line, limits)


def at_random(game: Game, line: Any = None, **settings: Any) -> PlayedGame:
    either = Participant(RandomPlayer(), Limits())
    played = play_game(game, either, Participant(RandomPlayer("other"), Limits()), line, **settings)
    assert played is not None
    return played


def rolls(played: PlayedGame) -> list[tuple[int, int]]:
    return [own(position).dice for position in played.line.before]


@pytest.mark.parametrize("name", ["chess", "draughts", "backgammon"])
def test_every_game_is_played_to_its_end_and_follows_the_seed(name: str) -> None:
    game = games.get(name)
    played = at_random(game, seed=4, max_plies=100_000)
    assert (played.termination, played.line.outcome()) == ("normal", played.outcome)
    assert (played.first, played.second, played.opening) == ("random", "other", "start")
    assert at_random(game, seed=4, max_plies=100_000).key == played.key != at_random(game, seed=5).key
    assert played.counts_points == game.counts_points


def test_dice_follow_from_the_seed_unless_others_are_given() -> None:
    assert rolls(at_random(BACKGAMMON, seed=1)) == rolls(at_random(BACKGAMMON, seed=1))
    one, other = (at_random(BACKGAMMON, seed=seed, dice=Dice("the same")) for seed in (1, 2))
    shorter = min(len(one.line), len(other.line))
    assert rolls(one)[:shorter] == rolls(other)[:shorter]
    assert one.key != other.key


def test_a_line_is_played_on_itself() -> None:
    opening = read_openings(CHESS)[0]
    line = opening.line()
    played = at_random(CHESS, line, opening=opening.name, max_plies=len(opening.moves) + 6)
    assert played.line is line
    assert tuple(line.moves[: len(opening.moves)]) == opening.moves
    assert (len(line), len(played.comments)) == (len(opening.moves) + 6, 6)
    assert (played.termination, played.outcome.points, played.opening) == ("adjudication", 0, opening.name)


def test_a_line_with_dice_on_the_board_is_played_on() -> None:
    line: Any = at_random(BACKGAMMON, max_plies=9).line
    line.roll((6, 5))
    played = at_random(BACKGAMMON, line)
    assert rolls(played)[9] == (6, 5)
    assert played.termination == "normal"


@pytest.mark.parametrize("kind", ["normal", "rules infraction", "abandoned"])
def test_who_broke_it_off_has_lost_and_says_why(kind: Any) -> None:
    failing = Scripted(2, Fault("had enough", kind))
    played = play_game(CHESS, Participant(RandomPlayer(), Limits()), Participant(failing, Limits()))
    assert played is not None
    assert (played.outcome.winner, played.termination, played.reason) == (Side.first, kind, "had enough")
    assert (len(played.line), played.irregular) == (5, kind != "normal")


@pytest.mark.parametrize("fault", [None, Fault("closed", "abandoned")])
def test_a_cancelled_game_is_none_even_if_its_players_were_closed(fault: Fault | None) -> None:
    stop = threading.Event()

    class Stopping(Scripted):
        def choose(self, line: Any, limits: Limits) -> Choice:
            if len(line) == 6:
                stop.set()
            return super().choose(line, limits)

    line = CHESS.Line()
    first = Participant(Stopping(3, fault), Limits())
    second = Participant(RandomPlayer(), Limits())
    assert play_game(CHESS, first, second, line, cancelled=stop.is_set) is None
    assert len(line) == 6


def test_clocks_that_only_tell_the_time() -> None:
    left: list[float] = []

    class Slow(RandomPlayer):
        def choose(self, line: Any, limits: Limits) -> Choice:
            assert limits.left is not None
            left.append(limits.left.own)
            threading.Event().wait(0.02)
            return super().choose(line, limits)

    slow = Participant(Slow(), Limits(clock=TimeControl(0.03)))
    played = play_game(CHESS, slow, Participant(RandomPlayer(), Limits()), max_plies=6, flags_fall=False)
    assert played is not None
    assert (played.termination, len(played.line)) == ("adjudication", 6)
    assert left[0] > left[1] > 0 > left[2]


def test_starts_of_a_game_that_brings_no_openings() -> None:
    """Chess without what it brings along: the standard start, and any random start that is not over."""
    bare = Game("bare", CHESS.Position, CHESS.Line, {}, "pgn", CHESS.write_record)
    (start,) = read_openings(bare)
    assert start.line().position == CHESS.Position()
    assert len(balanced_start(bare, seed=1).moves) == 8
    assert at_random(bare, balanced_start(bare, seed=2).line(), max_plies=20).counts_points is False
