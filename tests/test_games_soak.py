"""Many short games: nobody of ours crashes, makes an illegal move or loses on time, and memory stays flat."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from leafstrap import games
from leafstrap.arena import Conditions, Match
from leafstrap.players import parse_player
from leafstrap.search import Limits, TimeControl

CHESS, DRAUGHTS = games.get("chess"), games.get("draughts")
OWN_ENGINE = f"uci:{sys.executable} -m leafstrap uci"
OURS = ["default;search=knightcap", "default;threads=2", OWN_ENGINE]
OWN_HUB_ENGINE = f"hub:{sys.executable} -m leafstrap hub material"
PLACES = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games"
ENGINES = {"stockfish": "", "gnuchess": " --uci", "glaurung": ""}  # of others, and their options
OUTSIDE = [
    f"uci:{found}{options}"
    for name, options in ENGINES.items()
    if (found := shutil.which(name, path=PLACES)) is not None
]
MOVETIME = Limits(movetime=0.01)
CLOCK = Limits(clock=TimeControl(1.0, 0.05))


def resident_megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 2**20


def play(
    opponent: str, limits: Limits, count: int, *, game: games.Game = CHESS, own: str = "default"
) -> None:
    """Games of our weights against an opponent; only an outside engine may be to blame for anything."""
    conditions = Conditions(game, limits, concurrency=2)
    result = Match(parse_player(own, game), parse_player(opponent, game), conditions, games=count).run()
    assert result.score.games == count
    ours = [game.reason for game in result.games if game.irregular and opponent not in OUTSIDE]
    ours += [game.reason for game in result.games if game.irregular and game.reason.startswith(f"{own} ")]
    assert ours == []


@pytest.mark.parametrize("opponent", OURS, ids=["knightcap", "threads", "uci"])
def test_our_own_players_end_their_games(opponent: str) -> None:
    play(opponent, MOVETIME, 2)


@pytest.mark.soak
@pytest.mark.parametrize("opponent", OURS, ids=["knightcap", "threads", "uci"])
def test_nobody_loses_on_time(opponent: str) -> None:
    """Needs an idle machine: a busy one takes the processor away for longer than a clock has left."""
    play(opponent, CLOCK, 40)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("limits", "count"), [(MOVETIME, 500), (Limits(nodes=1000), 480), (CLOCK, 20)], ids=str
)
def test_games_through_hub(limits: Limits, count: int) -> None:
    """No illegal move, no hang, no loss on time; the last needs an idle machine, as above."""
    play(OWN_HUB_ENGINE, limits, count, game=DRAUGHTS, own="material")


@pytest.mark.soak
def test_two_thousand_games() -> None:
    if len(OUTSIDE) < 2:
        pytest.skip(f"fewer than two of {', '.join(ENGINES)} are installed")
    opponents = [*OURS, *OUTSIDE[:2]]
    each = 2000 // len(opponents)
    play(opponents[0], MOVETIME, 20)  # what is loaded once is loaded now
    if Path("/proc/self/statm").exists():
        before = resident_megabytes()
    for opponent in opponents:
        play(opponent, MOVETIME, each)
    if Path("/proc/self/statm").exists():
        assert resident_megabytes() < before + 100
