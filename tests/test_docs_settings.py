"""The page about recipes lists every setting as the program knows it."""

from __future__ import annotations

from pathlib import Path

from leafstrap.recipes.settings_list import settings_table

PAGE = Path(__file__).parent.parent / "docs" / "recipes.md"


def test_the_page_lists_every_setting() -> None:
    assert PAGE.read_text(encoding="utf-8").endswith(settings_table()), "the table at its end is out of date"
