"""The engine of py-draughts as a player: it plays, keeps its limits, can be stopped, and says when it is missing."""

from __future__ import annotations

import sys
import threading

import pytest

from leafstrap import games
from leafstrap.arena import Conditions, Match
from leafstrap.cli.app import run
from leafstrap.errors import PlayerError
from leafstrap.players import TurboPlayer, parse_player
from leafstrap.players.external.turbo import find_turbo
from leafstrap.search import Limits, TimeControl
from support.refusal import assert_refused

DRAUGHTS = games.get("draughts")
MATCH = ["match", "draughts", "random", "turbo@depth=2", "--games", "2", "--depth", "1"]


@pytest.fixture
def player() -> TurboPlayer:
    try:
        find_turbo()
    except PlayerError as error:
        pytest.skip(str(error))
    return TurboPlayer("turbo")


@pytest.mark.parametrize(
    "limits",
    [
        Limits(depth=2),
        Limits(movetime=0.01),
        Limits(clock=TimeControl(2, 0.01)),
        Limits(depth=9, movetime=0.01),
    ],
    ids=str,
)
def test_whole_games(player: TurboPlayer, limits: Limits) -> None:
    specs = parse_player("turbo", DRAUGHTS), parse_player("random", DRAUGHTS)
    result = Match(*specs, Conditions(DRAUGHTS, limits), 2).run()
    assert result.score.wins == 2
    assert not [game.reason for game in result.games if game.irregular]


def test_says_what_it_thought(player: TurboPlayer) -> None:
    line = DRAUGHTS.Line(DRAUGHTS.Position.parse("W:W28,33,K50:B22,12,K5"))
    choice = player.choose(line, Limits(depth=3))
    assert choice.move in line.position.legal_moves()
    won = player.choose(DRAUGHTS.Line(DRAUGHTS.Position.parse("W:W28,27,46:B22")), Limits(depth=3))
    assert won.score == 30_000
    only = player.choose(DRAUGHTS.Line(DRAUGHTS.Position.parse("W:W28:B22")), Limits(depth=3))
    assert (str(only.move), only.score) == ("28x17x22", None)


def test_has_no_limit_in_nodes(player: TurboPlayer) -> None:
    with pytest.raises(PlayerError, match="no limit in nodes: give it @depth or @movetime"):
        player.choose(DRAUGHTS.Line(), Limits(nodes=100))


def test_close_ends_a_search(player: TurboPlayer) -> None:
    thread = threading.Thread(target=player.choose, args=(DRAUGHTS.Line(), Limits(depth=60)))
    thread.start()
    while player._engine.nodes < 1000:
        pass
    player.close()
    thread.join(timeout=30)
    assert not thread.is_alive()


def test_where_it_is_not_installed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("draughts", "draughts.boards.standard", "draughts.engines.turbo"):
        monkeypatch.setitem(sys.modules, module, None)
    assert_refused(capsys, MATCH, "py-draughts is not installed")


def test_on_the_command_line(player: TurboPlayer, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(MATCH) == 0
    assert "+0 =0 -2" in capsys.readouterr().out
