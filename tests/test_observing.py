"""Games of two others: the learner looks on, and learns from quiet positions only."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from leafstrap._core import Outcome, StopFlag
from leafstrap.experience import Exploration, GlickoRating, Observing, Opponent, Opponents, Standing
from leafstrap.games.chess import CHESS, Line
from leafstrap.players import Choice, Fault, PlayerSpec, RandomPlayer
from leafstrap.search import Limits
from leafstrap.training.store.folder import RunFolder
from run_helpers import learn, recipe_file
from support.own import own
from support.watching import Watcher, Weights, player


def named(name: str, make: Any = RandomPlayer, rating: float = 1500.0) -> Opponent:
    return Opponent(PlayerSpec(name, None, make), rating, None)


def observing(
    watcher: Watcher,
    *pool: Opponent,
    quiet: bool = False,
    stop: StopFlag | None = None,
) -> Observing:
    limits = Limits(depth=1)
    return Observing(
        player(watcher, Weights(), limits, stop),
        CHESS,
        Opponents(pool, spread=150.0),
        limits,
        Exploration([Line()]),
        40,
        standing=Standing(GlickoRating(1500.0)),
        quiet=quiet,
    )


class Resigning(RandomPlayer):
    """Gives up at once."""

    def choose(self, line: Any, limits: Limits) -> Choice:
        raise Fault("it resigned", "normal")


class Dying(RandomPlayer):
    """Is not there any more."""

    def choose(self, line: Any, limits: Limits) -> Choice:
        raise Fault("it died", "abandoned")


class FoolsMate(RandomPlayer):
    """Knows one game by heart."""

    def choose(self, line: Any, limits: Limits) -> Choice:
        return Choice(line.position.move(["f2f3", "e7e5", "g2g4", "d8h4"][len(line)]))


def test_every_position_of_the_game_is_looked_at() -> None:
    watcher = Watcher()
    record = observing(watcher, named("one")).play(0, Random(1))
    assert record is not None
    assert len(record.line) == 40
    assert [step.position for step in watcher.steps] == record.line.before
    assert watcher.sides == [None]
    assert watcher.outcomes == [None], "it became too long"
    assert record.players == ("one", "one")
    assert record.headers("x")["White"] == "one"


def test_only_quiet_positions() -> None:
    watcher = Watcher()
    record = observing(watcher, named("one"), quiet=True).play(0, Random(3))
    assert record is not None
    shown = zip(record.line.before, own(CHESS).quiet_positions(record.line), strict=True)
    quiet = [at for at, usable in shown if usable]
    assert [step.position for step in watcher.steps] == quiet
    assert 0 < len(quiet) < 40


def test_the_second_is_near_the_first() -> None:
    pool = [named("weak", rating=1500.0), named("weak too", rating=1510.0), named("strong", rating=4000.0)]
    experience = observing(Watcher(), *pool)
    records = [experience.play(number, Random(number)) for number in range(6)]
    assert {name for record in records if record for name in record.players} == {"weak", "weak too"}


def test_who_resigns_has_lost() -> None:
    watcher = Watcher()
    record = observing(watcher, named("quitter", Resigning)).play(0, Random(0))
    assert record is not None
    assert record.outcome == Outcome(-1)
    assert watcher.outcomes == [Outcome(-1)]


def test_a_player_that_dies_teaches_nothing() -> None:
    watcher = Watcher()
    record = observing(watcher, named("dead", Dying)).play(0, Random(0))
    assert record is not None
    assert (watcher.steps, watcher.outcomes) == ([], [])
    assert "it died" in record.events[0]


def test_a_run_that_is_being_stopped() -> None:
    stop = StopFlag()
    stop.set()
    watcher = Watcher()
    assert observing(watcher, named("one"), stop=stop).play(0, Random(0)) is None
    assert watcher.steps == []


def test_the_end_of_a_game_counts() -> None:
    watcher = Watcher()
    record = observing(watcher, named("fool", FoolsMate)).play(0, Random(0))
    assert record is not None
    assert record.outcome == Outcome(-1)
    assert watcher.outcomes == [Outcome(-1)]


RECIPE = """
[evaluator]
features = "material"
initial = "zero"

[backup]
name = "td"
step_size = 0.001

[search]
depth = 1

[experience]
kind = "observe"
opponent = "material@depth=1"
random_plies = 6
max_plies = 60

[run]
games = 4
checkpoint_every = 2
"""


@pytest.mark.parametrize("game", ["chess", "draughts"])
def test_runs_learn_from_others_and_are_deterministic(tmp_path: Path, game: str) -> None:
    recipe = recipe_file(tmp_path, RECIPE)
    weights = []
    for name in ("one", "two"):
        assert learn(tmp_path / name, recipe=recipe, game=game) == 0
        weights.append((tmp_path / name / "weights" / "000004.safetensors").read_bytes())
    assert weights[0] == weights[1]
    lines = (RunFolder(tmp_path / "one").path / "metrics.jsonl").read_text().splitlines()
    games = [record for record in map(json.loads, lines) if "plies" in record]
    assert len(games) == 4
    assert all(record["positions"] > 0 for record in games)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("epsilon = 0.1", "experience.epsilon has no meaning where the learner only looks on"),
        ('pool = ["1500 random"]', "experience.opponent and experience.pool exclude each other"),
        ('database = "games.pgn"', "so experience.database must name a file of games"),
    ],
)
def test_settings_without_a_meaning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str, sentence: str
) -> None:
    recipe = recipe_file(tmp_path, RECIPE.replace("random_plies = 6", change))
    assert learn(tmp_path / "run", recipe=recipe) == 2
    assert sentence in capsys.readouterr().err
