"""What README and docs point to exists: pages, commands and their options, make targets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer.main

from leafstrap.cli.app import app
from leafstrap.games import GAMES

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def ids(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text())
    assert not [target for target in targets if not (page.parent / target).exists()]


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_commands_and_options_exist(page: Path) -> None:
    for name, rest in re.findall(r"^ *leafstrap ([a-z]+)\b([^#\n]*)", page.read_text(), re.MULTILINE):
        assert name in COMMANDS, f"leafstrap {name}"
        known = {option for parameter in COMMANDS[name].load().params for option in parameter.opts} | {
            "--help"
        }
        assert set(re.findall(r"(?<!\S)--[a-z][a-z0-9-]*", rest)) <= known, f"leafstrap {name}{rest}"


def test_the_page_of_a_game_names_all_its_feature_sets() -> None:
    for game in ("chess", "draughts", "backgammon"):
        page = (ROOT / "docs" / "games" / f"{game}.md").read_text()
        assert not [name for name in GAMES.get(game).feature_sets if f"`{name}`" not in page]


def test_every_page_is_in_the_table_of_contents() -> None:
    contents = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text()))
    assert contents == {path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md")}


def test_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md"):
        mentioned = re.findall(
            r"(?:^|`)make (?:PYTHON=\S+ )?([a-z]+)", (ROOT / name).read_text(), re.MULTILINE
        )
        assert mentioned
        assert set(mentioned) <= targets
