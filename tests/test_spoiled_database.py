"""A file of games in which much is wrong that can be: the good games are learned from, the others named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leafstrap import games
from leafstrap._core import Outcome
from leafstrap.experience import Database
from leafstrap.training.store import checkpoint
from leafstrap.training.store.folder import RunFolder
from run_helpers import learn
from support.own import own

CHESS = games.get("chess")
MEGABYTES = 10_000_000

# Each with the number of its plies where it is good, else with what is wrong.
GAMES: list[tuple[bytes, int | str | None]] = [
    ('[White "Müller"]\n[Black "Peña"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0'.encode("latin-1"), 3),
    (b'[Event "illegal"]\n[Result "0-1"]\n\n1. e4 e5\n2. Ke3 Nf6 0-1', "'Ke3' is no legal move"),
    (b'[Event "no result"]\n[Result "?"]\n\n1. d4 d5 *', None),
    (
        b'[Event "notes"]\n\n1. f3 {weak; [%eval -1.2]} e5 (1... e6 {or} (1... d5 2. d4) 2. g4) 2. g4 $4 Qh4# 0-1',
        4,
    ),
    (
        b'[Event "never closed"]\n[Result "1-0"]\n\n1. e4 {and so on e5 1-0',
        "the comment that { opens is never closed",
    ),
    (
        b'[Event "open variation"]\n\n1. e4 (1. d4 (1. c4) e5 1-0',
        "the variation that ( opens is never closed",
    ),
    (b'[Event "long comment"]\n\n1. e4 {' + b"x" * MEGABYTES + b"} e5 1/2-1/2", 2),
    (b'[Event "long word"]\n\n1. e4 ' + b"N" * MEGABYTES + b" 1-0", "'NNNNNNNNNNNNNNNNNNNNNNNN…' is"),
    (
        b'[Event "many brackets"]\n\n1. e4 ' + b"(" * 100_000 + b" 1-0",
        "the variation that ( opens is never closed",
    ),
    (b'[Event "no place"]\n[FEN "8/8/8/9/8/8/8/8 w - - 0 1"]\n\n1. e4 1-0', ""),
    (b'[Event "not chess"]\n[Variant "Atomic"]\n\n1. e4 1-0', "is not the usual chess"),
    (b'[Event "no moves"]\n[Result "1-0"]\n\n1-0', None),
    (b'[Event "ambiguous"]\n\n1. Nf3 d5 2. Nc3 d4 3. Nd4 Nd7 4. Nb5 e5 5. Nd4 Nf6 6. Nb 1-0', ""),
    (b'[Event "bytes"]\n\n1. e4 \x00\xff\xfe\x80 e5 1-0', ""),
    (b'[Event "other line ends"]\r\n\r\n1.e4 c5 2.Nf3 d6 3.d4 1-0\r\n', 5),
    (b'[Event "cut off"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc', "'Bc' is"),
]

RECIPE = """
[evaluator]
kind = "network"
features = "general"
hidden = [4]

[backup]
name = "td"
lambda = 0.9
step_size = 0.001
in_turn = {in_turn}

[search]
depth = 1

[experience]
kind = "observe"
database = "{database}"
quiet = {quiet}

[run]
workers = {workers}
"""


@pytest.fixture
def spoiled(tmp_path: Path) -> Path:
    path = tmp_path / "spoiled.pgn"
    path.write_bytes(b"\n\n".join(text for text, _ in GAMES) + b"\n")
    return path


def test_good_games_are_found_and_bad_ones_named(spoiled: Path) -> None:
    database = Database(spoiled, CHESS)
    good = [said for _, said in GAMES if isinstance(said, int)]
    assert [len(database.game(number).line) for number in range(len(database))] == good
    assert own(database.game(0)).tags[:2] == [("White", "Müller"), ("Black", "Peña")]
    bad = [(number, said) for number, (_, said) in enumerate(GAMES) if isinstance(said, str)]
    *named, broken, without = database.faults()
    assert f"{len(bad)} games are broken" in broken
    assert f"{sum(said is None for _, said in GAMES)} games have no result" in without
    assert len(named) == len(bad)
    begins = [1]
    for text, _ in GAMES:
        begins.append(begins[-1] + text.count(b"\n") + 2)
    for sentence, (number, said) in zip(named, bad, strict=True):
        line = int(sentence.split("line ")[1].split(":")[0])
        assert begins[number] <= line < begins[number + 1]
        assert said in sentence
        assert len(sentence) < 400


@pytest.mark.parametrize(("quiet", "workers"), [("false", 1), ("true", 2)])
def test_a_run_learns_from_the_good_ones(spoiled: Path, tmp_path: Path, quiet: str, workers: int) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(RECIPE.format(database=spoiled, quiet=quiet, workers=workers, in_turn=quiet))
    assert learn(tmp_path / "run", recipe=str(recipe)) == 0
    folder = RunFolder(tmp_path / "run")
    state, _ = checkpoint.read_newest(folder.checkpoints)
    lines = [json.loads(line) for line in folder.metrics.read_text().splitlines()]
    results = sorted(line["result"] for line in lines if line["kind"] == "game")
    assert results == [-1, 0, 1, 1]
    assert state.counters.games == 4
    events = [line["text"] for line in lines if line["kind"] == "event"]
    assert any("spoiled.pgn, line 11: 'Ke3' is no legal move" in text for text in events)
    assert any("games are broken, and left out" in text for text in events)


def test_a_file_of_nothing_but_noise_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noise = tmp_path / "noise.pgn"
    noise.write_bytes(bytes(range(256)) * 4000)
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(RECIPE.format(database=noise, quiet="true", workers=1, in_turn="true"))
    assert learn(tmp_path / "run", recipe=str(recipe)) == 2
    assert "There is no whole game with a result" in capsys.readouterr().err


def test_a_draw_counts_as_one(spoiled: Path) -> None:
    database = Database(spoiled, CHESS)
    assert database.game(2).outcome == Outcome(0)
