"""Players of backgammon, their dice, and points per game."""

from __future__ import annotations

import json

import pytest

from leafstrap import games
from leafstrap._core import Side
from leafstrap._core.backgammon import OneSided, Position, TwoSided
from leafstrap.arena import Conditions, Match, PointsScore
from leafstrap.cli.app import run
from leafstrap.errors import PlayerError, UsageError
from leafstrap.evaluators import Architecture, Evaluator, ModularArchitecture, NetworkArchitecture
from leafstrap.games.dice import Dice
from leafstrap.players import ExpectimaxPlayer, parse_player
from leafstrap.players.cube import chances_in
from leafstrap.players.expectimax_player import BearOff
from leafstrap.search import Limits
from support.own import own

BACKGAMMON = games.get("backgammon")
CONDITIONS = Conditions(BACKGAMMON, Limits(depth=1))


def test_both_games_of_a_pair_have_the_same_rolls() -> None:
    players = parse_player("pubeval", BACKGAMMON), parse_player("random", BACKGAMMON)
    result = Match(*players, CONDITIONS, 6).run()
    for pair in result.pairs:
        first, second = ([own(position).dice for position in game.line.before] for game in pair.games)
        shorter = min(len(first), len(second))
        assert first[:shorter] == second[:shorter]
        assert first[0][0] != first[0][1]  # nobody begins with a double
    assert result.score.games == 6
    assert result.score.points_score is not None
    assert result.score.points_score.total == sum(sum(pair.stakes) for pair in result.pairs)


def test_matches_say_points_per_game(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "backgammon", "pubeval", "random", "--games", "20", "--json"]
    assert run(words) == 0
    said = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert said["ppg_low"] < said["points_per_game"] < said["ppg_high"]
    assert said["points_per_game"] > 1
    assert run(words) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1]) == said


def test_stakes() -> None:
    points_score = PointsScore()
    for first, second in [(2, -1), (1, 1), (-3, 1)]:
        points_score = points_score.with_pair(first, second)
    assert points_score.per_game == pytest.approx(1 / 6)
    assert points_score.low < points_score.per_game < points_score.high


def random_evaluator(architecture: Architecture, seed: int, scale: float) -> Evaluator:
    return Evaluator(architecture, architecture.initial_weights("random", seed=seed, scale=scale))


def tesauro(outputs: str = "seven") -> Architecture:
    return NetworkArchitecture.of(BACKGAMMON, {"features": "tesauro", "hidden": [8], "outputs": outputs})


def small(outputs: str = "seven") -> Architecture:
    return ModularArchitecture.of(BACKGAMMON, {"classifier": "small", "outputs": outputs})


def test_looking_ahead_finds_what_the_definition_says() -> None:
    evaluator = random_evaluator(tesauro(), 3, 0.3)
    search, networks = evaluator.architecture.core.expectimax(), evaluator.snapshot()
    line, dice = BACKGAMMON.Line(), Dice("ahead")
    player = ExpectimaxPlayer("ahead", evaluator, candidates=0, bear_off="best")
    for _ in range(4):
        dice.roll_if_due(line)
        choice = player.choose(line, Limits(depth=2))
        ranked = search.rank(networks, line.position, depth=2)
        assert choice.score == round(100 * max(equity for _, equity, _ in ranked))
        # A roll and the best answer to it, by hand.
        after = line.position.after(choice.move)
        worth = 0.0
        for high in range(1, 7):
            for low in range(1, high + 1):
                answers = search.rank(networks, own(after).rolled((high, low)))
                worth -= answers[0][1] * (1 if high == low else 2) / 36
        assert choice.score == pytest.approx(100 * worth, abs=0.51)
        line.push(choice.move)


def test_bearing_off() -> None:
    evaluator = random_evaluator(small(), 5, 0.5)
    position = BACKGAMMON.Position.parse("XGID=-CCBBBC------------dddc---:0:0:1:21:0:0:0:0:10")
    line = BACKGAMMON.Line(position)

    def choice(bear_off: BearOff) -> tuple[int, int | None]:
        chosen = ExpectimaxPlayer("player", evaluator, bear_off=bear_off).choose(line, Limits())
        return own(position.after(chosen.move)).borne_off(Side.first), chosen.score

    assert choice("most")[0] == 2
    # Tables know what networks with random weights do not.
    search = evaluator.architecture.core.expectimax(OneSided())
    ranked = search.rank(evaluator.snapshot(), position)
    assert choice("exact")[1] == round(100 * ranked[0][1])
    assert choice("exact")[1] != choice("best")[1]


def bear_off_position(own: list[int], theirs: list[int]) -> Position:
    def letters(counts: list[int], first: str) -> str:
        return "".join(chr(ord(first) + count - 1) if count else "-" for count in counts)

    board = "-" + letters(own, "A") + 12 * "-" + letters(theirs[::-1], "a") + "-"
    return Position.parse(f"XGID={board}:0:0:1:00:0:0:0:0:10")


def by_tables(outputs: str, position: Position) -> list[float]:
    """What is expected of a position in which tables know more than networks with random weights."""
    evaluator = random_evaluator(small(outputs), 1, 0.1)
    search = evaluator.architecture.core.expectimax(OneSided())
    said: list[float] = search.expect(evaluator.snapshot(), position).tolist()
    return said


@pytest.mark.parametrize("outputs", ["seven", "five"])
def test_tables_of_bear_offs_agree_with_the_exact_answer(outputs: str) -> None:
    two = TwoSided(6)
    for ours, theirs in [("6", "6"), ("1144", "55"), ("123456", "123456"), ("66", "1")]:
        counts = [[text.count(str(point)) for point in range(1, 7)] for text in (ours, theirs)]
        said = by_tables(outputs, bear_off_position(*counts))
        win = said[0] if outputs == "five" else said[1]
        # Those who hurry seldom lose anything by not looking at the other side.
        assert win == pytest.approx(two.win(*counts), abs=2e-3)


def test_gammons_of_bear_offs() -> None:
    # All fifteen on the six point against one checker on the ace point: one roll to save the gammon, by a six (11 of
    # 36), by 5-1 or 4-2 (4), by 2-2 or 3-3 (2).
    position = bear_off_position([0, 0, 0, 0, 0, 15], [1, 0, 0, 0, 0, 0])
    win, win_gammon, _, lose_gammon, _ = by_tables("five", position)
    assert (win, win_gammon) == pytest.approx((0, 0), abs=1e-6)
    assert 1 - lose_gammon == pytest.approx(17 / 36, abs=1e-6)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pubevall", "did you mean pubeval"),
        ("no.safetensors", "There is no weights file"),
        ("default;bear-off=all", "is exact or best or most"),
        ("untrained;architecture=huge", "has no classifier"),
        ("untrained;seed=x", "are numbers"),
        ("random;book=x", "has none"),
    ],
)
def test_texts_that_mean_no_player(text: str, words: str) -> None:
    with pytest.raises((PlayerError, UsageError, Exception), match=words):
        parse_player(text, BACKGAMMON)


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "backgammon", "startpos", "untrained", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["network"] == "other"
    assert len(said["outputs"]) == 7
    assert said["value"] == pytest.approx(
        (
            said["outputs"]["mean result"]
            + sum(
                points * (said["outputs"][f"wins {points}"] - said["outputs"][f"loses {points}"])
                for points in (1, 2, 3)
            )
        )
        / 2,
        abs=1e-6,
    )
    assert run(["explain", "backgammon", "no such board", "untrained"]) == 2
    assert run(["explain", "backgammon", "4HPwATDgc/ABMA", "untrained", "--top", "1"]) == 0
    assert "The network " in capsys.readouterr().out


def test_the_cube_multiplies_what_is_won() -> None:
    players = parse_player("untrained", BACKGAMMON), parse_player("untrained;seed=2;cube=simple", BACKGAMMON)
    result = Match(*players, Conditions(BACKGAMMON, Limits(depth=1), cube=True, seed=3), 60).run()
    played = list(result.games)
    assert any(game.cube > 1 for game in played)
    passes = [game for game in played if game.reason.endswith("passed a double")]
    for game in played:
        assert abs(game.stake(Side.first)) == game.cube * abs(game.outcome.points)
    assert all(abs(game.outcome.points) == 1 for game in passes)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["match", "backgammon", "untrained", "pubeval", "--cube", "--games", "2"], "does not know the cube"),
        (["match", "chess", "material", "random", "--cube", "--games", "2"], "no cube in chess"),
    ],
)
def test_cubes_that_make_no_sense(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert run(words) == 2
    assert sentence in capsys.readouterr().err


def test_chances_come_from_any_outputs() -> None:
    for outputs in BACKGAMMON.outputs:
        networks = random_evaluator(tesauro(outputs), 7, 2.0).snapshot()  # far from any chances
        chances = chances_in(networks.outputs([BACKGAMMON.Position()])[0].tolist())
        assert 0 <= chances.win <= 1
        assert -3 <= chances.equity <= 3
