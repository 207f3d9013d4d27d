"""The pages that list every feature, made from the core.

`python -m leafstrap.evaluators.feature_table docs/features` writes them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from leafstrap.evaluators.feature_set import concept
from leafstrap.games import GAMES, Game
from leafstrap.types import FeatureSet

INTRODUCTION = """\

Every value is the first player's view: what that side has counts plus, what the other has minus, and what
both have cancels. Ranks and squares are seen from the side that owns the man, so both sides share each
weight. A feature's full name is the name below{stage_rule}.
"""

MOVERS_VIEW = """\

What the side to move sees: *own* is the side whose turn it is, *theirs* the other. Each side's points are numbered
from its own end, its ace point first.
"""

# A family larger than this is shown by its first few features.
MOST_LISTED, SHOWN = 2000, 12

# What a page says besides, between the introduction and the tables.
NOTES = Path(__file__).with_name("feature_notes")


def feature_page(game: Game, feature_set: FeatureSet, stage_names: Sequence[str]) -> str:
    """One feature set as Markdown: a table for each family, a row for each concept with its indices."""
    return "\n".join(_lines(game, feature_set, stage_names)) + "\n"


def _lines(game: Game, feature_set: FeatureSet, stage_names: Sequence[str]) -> Iterator[str]:
    stages = len(stage_names)
    staged = stages > 1
    yield f"# The feature set `{feature_set.name}` of {game.name}"
    yield ""
    yield f"{feature_set.size:,} features" + (
        f": {feature_set.size // stages} concepts, each with a weight for {' and for '.join(stage_names)}."
        if staged
        else "."
    )
    rule = f" with `.{'` or `.'.join(stage_names)}` after it" if staged else ""
    yield MOVERS_VIEW if feature_set.movers_view else INTRODUCTION.format(stage_rule=rule)
    yield "This page is written by `python -m leafstrap.evaluators.feature_table`."
    notes = NOTES / f"{game.name}-{feature_set.name}.md"
    if notes.exists():
        yield ""
        yield notes.read_text(encoding="utf-8").rstrip()
    columns = stage_names if staged else ["index"]
    rows = [
        (family, index, concept(feature_set, name), meaning)
        for index, (name, family, meaning) in enumerate(
            zip(feature_set.names, feature_set.families, feature_set.meanings, strict=True)
        )
        if index % stages == 0
    ]
    for family, members in groupby(rows, key=lambda row: row[0]):
        entries = list(members)
        yield ""
        yield f"## {family.capitalize()}"
        yield ""
        yield f"{len(entries) * stages} features." + (
            "" if len(entries) <= MOST_LISTED else " The first ones:"
        )
        yield ""
        yield f"| {' | '.join(columns)} | name | meaning |"
        yield "|" + "---:|" * len(columns) + "---|---|"
        for _, index, name, meaning in entries if len(entries) <= MOST_LISTED else entries[:SHOWN]:
            numbers = " | ".join(str(index + stage) for stage in range(stages))
            yield f"| {numbers} | `{name}` | {meaning} |"


def pages() -> dict[str, str]:
    """Every page by its path below `docs/features`."""
    return {
        f"{game.name}-{name}.md": feature_page(game, feature_set, feature_set.stage_names)
        for game in GAMES
        for name, feature_set in game.feature_sets.items()
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for page, text in pages().items():
        (folder / page).write_text(text, encoding="utf-8")
