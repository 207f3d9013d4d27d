"""Learning from files of games: both notations, broken games, passes, compressed files, every kind of rule."""

from __future__ import annotations

import bz2
import gzip
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from leafstrap import games
from leafstrap._core import Outcome, Side
from leafstrap.errors import UsageError
from leafstrap.experience import Database
from leafstrap.games.chess import pgn
from leafstrap.games.draughts import pdn
from leafstrap.games.result import result_text
from leafstrap.training.store import checkpoint
from leafstrap.training.store.folder import RunFolder
from run_helpers import learn, recipe_file
from support.own import own

CHESS, DRAUGHTS = games.get("chess"), games.get("draughts")

PGN = """[Event "good"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event "illegal"]
[Result "0-1"]

1. e4 e5 2. Ke3 0-1

[Event "unknown"]

1. d4 d5 *

[Event "fool's mate"]

1. f3 {a comment} e5 (1... e6) 2. g4 $4 Qh4# 0-1
"""

RECIPE = """
[evaluator]
features = "{features}"
initial = "zero"

[backup]
name = "{rule}"
step_size = 0.001

[search]
depth = 1

[experience]
kind = "observe"
database = "{database}"
passes = {passes}
quiet = {quiet}

[run]
checkpoint_every = 1000
"""


def learned(folder: Path, game: str, name: str = "run", **settings: object) -> RunFolder:
    known = {"features": "material", "rule": "td", "passes": 1, "quiet": "true"}
    recipe = recipe_file(folder, RECIPE.format(**known | settings))
    assert learn(folder / name, recipe=recipe, game=game) == 0
    return RunFolder(folder / name)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(PGN)
    return path


def test_whole_games_with_a_result_count(file: Path) -> None:
    database = Database(file, CHESS, passes=3)
    assert len(database) == 6
    assert [database.game(number).outcome for number in range(3)] == [Outcome(1), Outcome(-1), Outcome(1)]
    assert [len(database.game(number).line) for number in range(2)] == [7, 4]
    said = database.faults()
    assert said[0].endswith(
        "games.pgn, line 9: 'Ke3' is no legal move in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    )
    assert "1 games are broken" in said[1]
    assert "1 games have no result" in said[2]


@pytest.mark.parametrize(("suffix", "packed"), [(".gz", gzip.compress), (".bz2", bz2.compress)])
def test_compressed_files(tmp_path: Path, suffix: str, packed: Any) -> None:
    path = tmp_path / f"games.pgn{suffix}"
    path.write_bytes(packed(PGN.encode()))
    assert len(Database(path, CHESS)) == 2


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("none.pgn", None, "cannot be read: No such file"),
        ("empty.pgn", b"", "no whole game"),
        ("bad.pgn.gz", b"not packed", "cannot be read"),
        ("cut.pgn.gz", gzip.compress(PGN.encode())[:-20], "cannot be read"),
    ],
)
def test_refusals(tmp_path: Path, name: str, content: bytes | None, sentence: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError, match=sentence):
        Database(tmp_path / name, CHESS)
    with pytest.raises(UsageError, match="no files of games"):
        Database(tmp_path / name, replace(CHESS, GameFile=None))


def test_a_run_ends_with_the_file_and_names_what_it_left_out(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = learned(tmp_path, "chess", database=file, passes=2)
    assert "--resume" not in capsys.readouterr().out, "there are no more games to go on with"
    state, _ = checkpoint.read_newest(folder.checkpoints)
    assert state.counters.games == 4
    lines = [json.loads(line) for line in folder.metrics.read_text().splitlines()]
    assert [line["result"] for line in lines if line["kind"] == "game"] == [1, -1, 1, -1]
    events = [line["text"] for line in lines if line["kind"] == "event"]
    assert len(events) == 3
    assert "line 9" in events[0]
    assert not folder.games("pgn").exists() or not folder.games("pgn").read_text()


@pytest.mark.parametrize("rule", ["td", "td-directed", "td-leaf", "td-root", "rootstrap-ab", "treestrap-ab"])
def test_every_rule_learns_from_it(file: Path, tmp_path: Path, rule: str) -> None:
    folder = learned(tmp_path, "chess", database=file, rule=rule, features="meep", quiet="false")
    state, _ = checkpoint.read_newest(folder.checkpoints)
    assert state.weights.any()


def random_game(line: Any, seed: int) -> Any:
    random = Random(seed)
    while line.outcome() is None and len(line) < 200:
        line.push(random.choice(line.position.legal_moves()))
    return line


@pytest.mark.parametrize(("game", "write"), [(CHESS, pgn), (DRAUGHTS, pdn)])
def test_what_we_write_is_read_again(tmp_path: Path, game: games.Game, write: Any) -> None:
    path = tmp_path / f"games.{game.record_suffix}"
    lines = [random_game(game.Line(), seed) for seed in range(20)]
    texts = [
        write(line, {"Event": "x", "Result": result_text(line.outcome() or Outcome(0))}, ["0.1/3"])
        for line in lines
    ]
    path.write_text("".join(texts))
    database = Database(path, game)
    assert len(database) == 20
    for number, line in enumerate(lines):
        found = database.game(number)
        assert [str(move) for move in found.line.moves] == [str(move) for move in line.moves]
        assert found.outcome == (line.outcome() or Outcome(0))
        assert len(own(game).quiet_positions(found.line)) == len(found.line)


def test_draughts_learns_what_men_are_worth(tmp_path: Path) -> None:
    """Who has more men at the end of random games mostly wins: the weights of men and kings become positive."""
    path = tmp_path / "games.pdn"
    texts = []
    for seed in range(60):
        line = random_game(DRAUGHTS.Line(), seed)
        texts.append(pdn(line, {"Result": result_text(line.outcome() or Outcome(0))}))
    path.write_text("".join(texts))
    folder = learned(tmp_path, "draughts", database=path, passes=5)
    state, _ = checkpoint.read_newest(folder.checkpoints)
    assert state.weights[0] > 0


def test_quiet_positions_of_draughts() -> None:
    (game,) = own(DRAUGHTS).GameText("1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *")
    line = game.line
    assert own(DRAUGHTS).quiet_positions(line) == [True, True, False, False, True, True]
    assert [position.turn for position in line.before[:2]] == [Side.first, Side.second]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("experience.epsilon=0.1", "no meaning for a database"),
        ("search.tablebase=3", "no tablebases in chess"),
    ],
)
def test_settings_without_a_meaning(
    file: Path, tmp_path: Path, change: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    known = {"features": "material", "rule": "td", "passes": 1, "quiet": "true", "database": file}
    recipe = recipe_file(tmp_path, RECIPE.format(**known))
    assert learn(tmp_path / "run", "--set", change, recipe=recipe) == 2
    assert sentence in capsys.readouterr().err
