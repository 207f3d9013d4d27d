"""The game under way of a run, for those who watch: written while somebody does, and the same game when it is read."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from random import Random

import pytest

from leafstrap import games
from leafstrap.experience.record import GameUnderWay
from leafstrap.games.dice import Dice
from leafstrap.training import spectators
from leafstrap.training.spectators import Spectators, read_game
from leafstrap.training.store.folder import RunFolder
from leafstrap.types import Line
from run_helpers import learn, recipe_file


def some_line(name: str, plies: int = 30) -> Line:
    game, chance, dice = games.get(name), Random(5), Dice("spectators")
    line = game.Line()
    for _ in range(plies):
        line.push(chance.choice(dice.roll_if_due(line).legal_moves()))
    return line


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[RunFolder, Spectators]:
    monkeypatch.setattr(spectators, "EVERY", 0.0)
    folder = RunFolder(tmp_path)
    return folder, Spectators(folder)


@pytest.mark.parametrize("name", [game.name for game in games.GAMES])
def test_who_watches_reads_the_game_under_way(name: str, shown: tuple[RunFolder, Spectators]) -> None:
    folder, run = shown
    line = some_line(name)
    spectators.watch(folder)
    run.show(lambda: (6, GameUnderWay(line, ("learner", "somebody"))))
    found = read_game(folder.game_under_way.read_text(), games.get(name))
    assert (found.number, found.names) == (7, ("learner", "somebody"))
    assert found.line.position == line.position
    assert list(map(str, found.line.moves)) == list(map(str, line.moves))


def test_nothing_is_written_for_nobody(shown: tuple[RunFolder, Spectators]) -> None:
    folder, run = shown

    def asked() -> None:
        raise AssertionError("nobody watches")

    run.show(asked)
    spectators.watch(folder)
    long_ago = time.time() - 2 * spectators.PATIENCE
    os.utime(folder.watched, (long_ago, long_ago))
    run.show(asked)
    assert not folder.game_under_way.exists()


def test_a_game_is_gone_when_the_run_is(shown: tuple[RunFolder, Spectators]) -> None:
    folder, run = shown
    spectators.watch(folder)
    run.show(lambda: (0, GameUnderWay(some_line("chess"), ("a", "b"))))
    run.leave()
    assert list(folder.path.iterdir()) == []


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"number": 1, "names": ["a", "b"], "start": "startpos", "moves": [[null, "e2e5"]]}'],
)
def test_what_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no game under way"):
        read_game(text, games.get("chess"))


def test_a_run_shows_its_games_and_learns_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectators, "EVERY", 0.0)
    seen = []
    write = Spectators._write

    def noted(self: Spectators, number: int, game: GameUnderWay) -> None:
        write(self, number, game)
        seen.append(json.loads(self._folder.game_under_way.read_text())["number"])

    monkeypatch.setattr(Spectators, "_write", noted)
    monkeypatch.setattr(Spectators, "present", property(lambda self: self._folder.path.name == "watched"))
    recipe = recipe_file(tmp_path)
    for name in ("alone", "watched"):
        assert learn(tmp_path / name, recipe=recipe) == 0
    assert seen
    assert not (tmp_path / "watched" / "now.json").exists()
    newest = "weights/000006.safetensors"
    assert (tmp_path / "alone" / newest).read_bytes() == (tmp_path / "watched" / newest).read_bytes()
