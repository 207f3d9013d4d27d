"""Games that an expert begins and the learner ends: every rule, both games, the share of boards, going on exactly."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from leafstrap.experience import Balance, Database, Exploration, Mixed
from leafstrap.experience.mixed import MixedRecord
from leafstrap.experience.watching import WatchedGame
from leafstrap.games.chess import CHESS, Line
from leafstrap.search import Limits
from run_helpers import learn, metrics, recipe_file, same_runs
from support.databases import write_games
from support.watching import Watcher, Weights, player

RECIPE = """
[evaluator]
features = "material"

[backup]
name = "RULE"
step_size = 1e-4

[search]
depth = 1

[experience]
kind = "mixed"
database = "DATABASE"
max_plies = 30

[run]
games = 6
checkpoint_every = 2
"""


def mixed(folder: Path, watcher: Watcher, share: float | None, balance: Balance) -> tuple[Mixed, Database]:
    database = Database(write_games(folder / "games.pgn", CHESS, 10, 60), CHESS)
    learner = player(watcher, Weights(), Limits(depth=1))
    exploration = Exploration([Line()])
    experience = Mixed(
        learner, database, Limits(depth=1), exploration, 20, quiet=False, share=share, balance=balance
    )
    return experience, database


def test_a_game_begins_as_the_experts_and_is_played_on(tmp_path: Path) -> None:
    watcher = Watcher()
    experience, database = mixed(tmp_path, watcher, None, Balance())
    prefixes = set()
    for number in range(10):
        watcher.steps.clear()
        record = experience.play(number, Random(number))
        assert isinstance(record, MixedRecord)
        expert = database.game(number).line
        begun = record.expert_plies
        prefixes.add(begun)
        assert [str(move) for move in record.line.moves[:begun]] == [
            str(move) for move in expert.moves[:begun]
        ]
        assert begun < len(expert)
        assert begun < len(record.line) <= begun + 20
        # This rule looks ahead: every board of the game, the expert's as well.
        assert [step.position for step in watcher.steps] == record.line.before
        assert record.summary()["expert_plies"] == begun
    assert len(prefixes) > 5


def test_a_share_of_expert_boards_is_kept(tmp_path: Path) -> None:
    balance = Balance()
    experience, _ = mixed(tmp_path, Watcher(), 0.9, balance)
    records = [experience.play(number, Random(number)) for number in range(60)]
    expert, own = balance.arrays()["boards"]
    assert 0.85 < expert / (expert + own) < 0.95
    assert any(isinstance(record, MixedRecord) for record in records)
    watched = [record for record in records if isinstance(record, WatchedGame)]
    assert watched
    assert all(record.text(CHESS, "x") is None for record in watched)


@pytest.mark.parametrize(
    "rule",
    ["td", "td-directed", "td-root", "td-leaf", "rootstrap-ab", "rootstrap-minimax", "treestrap-ab",
     "treestrap-minimax"],
)  # fmt: skip
def test_every_rule_learns_from_it_and_goes_on_exactly(tmp_path: Path, rule: str) -> None:
    database = write_games(tmp_path / "games.pgn", CHESS, 20, 40)
    text = RECIPE.replace("RULE", rule).replace("DATABASE", str(database))
    recipe = recipe_file(tmp_path, text)
    share = ("--set", "experience.expert_share=0.6")
    assert learn(tmp_path / "whole", *share, recipe=recipe) == 0
    assert learn(tmp_path / "parts", *share, "--games", "3", recipe=recipe) == 0
    assert learn(tmp_path / "parts", "--resume", "--games", "6") == 0
    assert same_runs(tmp_path / "whole", tmp_path / "parts")


def test_draughts(tmp_path: Path) -> None:
    from leafstrap.games.draughts import DRAUGHTS

    database = write_games(tmp_path / "games.pdn", DRAUGHTS, 10, 60)
    text = RECIPE.replace("RULE", "td").replace("DATABASE", str(database))
    assert learn(tmp_path / "run", "--games", "30", recipe=recipe_file(tmp_path, text), game="draughts") == 0
    found = [line for line in metrics(tmp_path / "run") if line["kind"] == "game"]
    assert len(found) == 30, "a database does not end a run that plays on by itself"
    assert all("expert_plies" in line for line in found)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (["experience.database=none.pgn"], "cannot be read"),
        (["experience.random_plies=3"], "experience.random_plies has no meaning for mixed"),
        (["experience.passes=2"], "experience.passes has no meaning for mixed"),
        (["experience.openings=none"], "the database's games open"),
        (["experience.opponent=random"], "so experience.database must name a file of games"),
        (["experience.kind=observe", "experience.expert_share=0.5"], "for experience.kind mixed only"),
        (["experience.kind=self-play", "experience.database=x.pgn"], "no meaning in self-play"),
    ],
)
def test_what_has_no_meaning_is_refused(
    tmp_path: Path, changes: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    database = write_games(tmp_path / "games.pgn", CHESS, 2, 40)
    text = RECIPE.replace("RULE", "td").replace("DATABASE", str(database))
    words = [word for change in changes for word in ("--set", change)]
    assert learn(tmp_path / "run", *words, recipe=recipe_file(tmp_path, text)) == 2
    assert sentence in capsys.readouterr().err
