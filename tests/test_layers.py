"""Imports point only to the left: games <- evaluators <- search <- ... <- cli."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

LAYERS = [
    "games",
    "evaluators",
    "search",
    "players",
    "arena",
    "learn",
    "experience",
    "recipes",
    "training",
    "papers",
]
FRONTS = ["api", "api_reference", "cli", "web", "protocols", "cluster"]  # they stand on everything else
BASE = [
    "_core",
    "durable",
    "errors",
    "lazy",
    "lines",
    "registry",
    "settings",
    "types",
    "version",
    "weights",
]  # stand on nothing but each other

RANK = {
    name: rank for rank, names in enumerate([BASE, *([layer] for layer in LAYERS), FRONTS]) for name in names
}


def imported(tree: ast.Module, package: str) -> Iterator[str]:
    """The parts of leafstrap that a module imports, at whatever depth of the code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = package.split(".")[: len(package.split(".")) - node.level + 1]
            names = [".".join([*base, node.module or alias.name]) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name.startswith("leafstrap."):
                yield name.split(".")[1]


def violations(source: str, module: str) -> list[str]:
    own = module.split(".")[1]
    package = module.rpartition(".")[0]
    found = sorted(set(imported(ast.parse(source), package)))
    return [f"{module} imports {part}" for part in found if part in RANK and RANK[part] > RANK[own]]


def test_inside_the_arena_a_game_knows_no_statistics_and_statistics_no_schedule(root: Path) -> None:
    order = ["games", "stats", "schedule"]
    folders = [root / "src/leafstrap/arena" / name for name in order]
    for rank, folder in enumerate(folders):
        sources = "".join(path.read_text() for path in sorted(folder.glob("*.py")))
        assert "leafstrap.arena.games" in sources
        assert not [name for name in order[rank + 1 :] if f"leafstrap.arena.{name}" in sources]


def test_imports_point_to_the_left(root: Path) -> None:
    wrong, seen = [], set()
    for path in sorted((root / "src/leafstrap").rglob("*.py")):
        parts = path.relative_to(root / "src").with_suffix("").parts
        if len(parts) == 2 and parts[1] in ("__init__", "__main__"):
            continue  # the package itself and its entry point
        assert parts[1] in RANK, f"{path.name}: give {parts[1]} a place in the order"
        seen.add(parts[1])
        wrong += violations(path.read_text(), ".".join(parts))
    assert not wrong
    assert {"games", "cli", "errors"} <= seen


def test_nothing_but_its_command_needs_the_web_page(root: Path) -> None:
    """It has packages of its own, which are not installed everywhere."""
    needing = set()
    for path in sorted((root / "src/leafstrap").rglob("*.py")):
        parts = path.relative_to(root / "src").with_suffix("").parts
        package = ".".join(parts[:-1])
        if "web" in imported(ast.parse(path.read_text()), package) and parts[1] != "web":
            needing.add(".".join(parts))
    assert needing == {"leafstrap.cli.web"}


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("from leafstrap.cli.app import main", 1),
        ("def f():\n    import leafstrap.recipes.recipe", 1),
        ("from leafstrap import arena, games", 1),
        ("from ..players import spec", 1),
        ("from leafstrap.errors import UsageError\nfrom . import chess", 0),
        ("import numpy", 0),
    ],
)
def test_the_rule_can_fail(source: str, count: int) -> None:
    assert len(violations(source, "leafstrap.games.chess")) == count
