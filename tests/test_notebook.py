"""What a notebook shows."""

from __future__ import annotations

import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import leafstrap as ls
from leafstrap import games


@pytest.mark.parametrize(("game", "pieces"), [("chess", 32), ("draughts", 40)])
def test_positions_are_boards(game: str, pieces: int) -> None:
    rules = games.get(game)
    tree = ET.fromstring(rules.Position()._repr_html_())  # type: ignore[attr-defined]
    shapes = [element.tag.rpartition("}")[2] for element in tree]
    assert shapes.count("rect") == rules.board_data.rows * rules.board_data.columns
    assert shapes.count("text") + shapes.count("circle") == pieces


def test_backgammon_is_drawn_as_text_and_lines_tell_their_moves() -> None:
    backgammon = games.get("backgammon")
    assert backgammon.Position()._repr_html_().startswith("<pre>")  # type: ignore[attr-defined]
    line = games.get("chess").Line()
    line.push(line.position.move("e2e4"))
    assert "<p>e4</p>" in line._repr_html_()  # type: ignore[attr-defined]


def test_a_prompt_shows_what_one_likes_to_see() -> None:
    chess = games.get("chess")
    assert repr(chess) == "Game('chess')"
    line = chess.Line()
    assert repr(line) == "<Line of chess: no moves yet>"
    for text in ("e2e4", "e7e5", "g1f3"):
        line.push(line.position.move(text))
    assert repr(line) == "<Line of chess: e4 e5 Nf3>"
    score = ls.match("chess", "random", "random", games=2, depth=1)
    assert repr(score).startswith("<Score: +")
    assert "of 2 games (" in repr(score)
    assert repr(ls.load("default", "chess")) == "Evaluator(chess, linear meep, 1812 weights)"


def test_evaluators_and_explanations_are_tables() -> None:
    evaluator = ls.load("default", "chess")
    assert repr(evaluator).startswith("Evaluator(chess, linear meep, ")
    assert "<table>" in evaluator._repr_html_()
    shown = ls.explain(evaluator, "4k3/4p3/8/8/8/8/8/R3K3 w - - 0 1")._repr_html_()
    assert "rook" in shown
    assert repr(ls.explain(evaluator, "4k3/4p3/8/8/8/8/8/R3K3 w - - 0 1")).startswith("<Explanation: +")


def test_a_run_is_told_by_its_game_rule_and_games(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run = ls.learn(
        "chess", "quick", out=folder, games=2, workers=1, settings={"run.final_games": 0}, quiet=True
    )
    assert repr(run) == f"<LearnedRun in {folder}: chess, 2 games of td-leaf>"
    shutil.rmtree(folder)
    assert repr(run) == f"<LearnedRun in {folder}>"
