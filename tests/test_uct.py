"""UCT as a player: what it can be told, and that the learned evaluation is worth something as its prior."""

from __future__ import annotations

import pytest

from leafstrap import games
from leafstrap.arena import Conditions, Match
from leafstrap.cli.app import run
from leafstrap.errors import UsageError
from leafstrap.evaluators import default_weights
from leafstrap.games.chess import CHESS, Line, Position
from leafstrap.players import parse_player
from leafstrap.search import Limits
from support.own import own


def test_a_mate_is_found_and_told() -> None:
    player = parse_player("default;search=uct", CHESS).build()
    choice = player.choose(Line(Position.parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")), Limits(nodes=2000))
    assert (str(choice.move), choice.mate, choice.score) == ("a1a8", 1, None)


@pytest.mark.parametrize("game", ["chess", "draughts"])
def test_equal_seeds_play_equal_moves(game: str) -> None:
    kind = games.get(game)
    lines = []
    for _ in range(2):
        player = parse_player("default;search=uct;playout=60", kind).build()
        player.new_game(7)
        line = kind.Line()
        for _ in range(6):
            line.push(player.choose(line, Limits(nodes=500)).move)
        lines.append([str(move) for move in line.moves])
    assert lines[0] == lines[1]


def test_without_nodes_or_time_there_is_no_end() -> None:
    player = parse_player("default;search=uct", CHESS).build()
    with pytest.raises(UsageError, match="looks ahead by UCT, which has no depth"):
        player.choose(CHESS.Line(), Limits(depth=3))


def test_settings_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["match", "chess", "default;search=uct;prior=-1", "random", "--games", "2", "--nodes", "50"]
    assert run(command) == 2
    assert "prior, playout and exploration of a player are at least 0" in capsys.readouterr().err
    command[2] = "default;search=uct;exploration=much"
    assert run(command) == 2
    assert "The settings prior and exploration of a player are numbers." in capsys.readouterr().err


@pytest.mark.parametrize("game", ["chess", "draughts"])
def test_a_learned_prior_beats_none(game: str) -> None:
    kind = games.get(game)
    learned, plain = (
        parse_player(f"default;search=uct;{how}", kind) for how in ("prior=10", "prior=0;playout=100")
    )
    score = Match(learned, plain, Conditions(kind, Limits(nodes=400), seed=1), 4).run().score
    assert score.wins == 4


def test_a_search_is_for_its_evaluators() -> None:
    material = own(CHESS.feature_sets["material"])
    with pytest.raises(ValueError, match="not over material"):
        material.uct().run(default_weights(CHESS).snapshot(), CHESS.Line(), nodes=100)
    with pytest.raises(ValueError, match="at least 0"):
        material.uct(prior=-1)
