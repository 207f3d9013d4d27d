"""What KnightCap's paper says besides its main experiment: larger searches, many games, λ = 1 early on."""

from __future__ import annotations

from dataclasses import replace

from leafstrap.papers.contest import Entry, Rules
from leafstrap.papers.knightcap.experiments import ENTRIES, START_RATING
from leafstrap.papers.study import Study
from leafstrap.types import Table

RULES = Rules(
    steps=4,
    nodes=2_000,
    games=30,
    others={name: f"{name};search=knightcap" for name in ("hand", "published")},
    settings=";search=knightcap",
)
MATERIAL = f"material values alone = {START_RATING:.0f}"
BY_NAME = {entry.name: entry for entry in ENTRIES}
LARGE = 50_000
LONG = 10_000


def changed(entry: Entry, name: str, title: str, games: int, settings: Table, published: str = "") -> Entry:
    """One of KnightCap's experiments with something changed."""
    return replace(
        entry,
        name=name,
        title=title,
        games=games,
        published=published,
        settings={**entry.settings, **settings},
    )


TUNED, DIRECTED, EQUAL = (
    BY_NAME[name] for name in ("knightcap-tuned", "knightcap-directed", "knightcap-equal-start")
)

knightcap_directed = Study(
    "knightcap-directed",
    "TD-directed against TDLeaf with larger searches",
    f"TDLeaf(0.7) and TD-directed(0.7) from material values against the rated pool `own`, {LARGE:,} nodes a move "
    "while learning (the paper: minutes a game), with our step size of 0.02 and no filter (the paper: 1.0, with "
    "one): does the leaf of the search teach more than the board when the two are farther apart?",
    (
        changed(TUNED, "leaf", "TDLeaf(0.7)", 333, {"search.nodes": LARGE}, "+500 in 308 games"),
        changed(DIRECTED, "directed", "TD-directed(0.7)", 333, {"search.nodes": LARGE}, "+200 in 300 games"),
    ),
    RULES,
    anchor=MATERIAL,
).registered()
knightcap_long = Study(
    "knightcap-long",
    "Learned against hand-coded after many games",
    "TDLeaf(0.7) from material values against the rated pool `own`, 2,000 nodes a move, with steps that fall from "
    f"0.02 to 0.002 ({LONG:,} games at full size), no filter (the paper: a fixed step of 1.0 with one, and so many "
    "games as its server gave): does it come to the weights set by hand, of which the paper says that learned ones "
    "were 50 to 100 points better? `hand` has our own numbers, `published` those of the [released "
    "program](../knightcap.md).",
    (
        changed(
            TUNED,
            "annealed",
            "TDLeaf(0.7), falling steps",
            LONG,
            {"backup.step_size": "0 for 25, 0.02 to 0.002 over {games}", "run.checkpoint_every": 500},
            "50 to 100 points above hand-coded",
        ),
    ),
    RULES,
    anchor=MATERIAL,
    small=0.02,
).registered()
knightcap_lambda = Study(
    "knightcap-lambda",
    "λ = 1 early on, from equal weights",
    "All weights at the value of a pawn, against the rated pool `own`, 2,000 nodes a move, with our step size of "
    "0.02 and no filter (the paper: 1.0, with one). The paper's section 4.2 supposes that λ near 1 would help such a "
    "start in its first games; it has no measurement of it.",
    (
        changed(EQUAL, "0.7", "λ = 0.7", 1_025, {}, "+300 in 1,000 games"),
        changed(EQUAL, "early", "λ = 1 for 200 games, then 0.7", 1_025, {"backup.lambda": "1 for 200, 0.7"}),
        changed(EQUAL, "falling", "λ from 1 to 0.7", 1_025, {"backup.lambda": "1 to 0.7 over {games}"}),
    ),
    replace(RULES, others={"material": "material;search=knightcap"}, known={"material": START_RATING}),
    anchor=MATERIAL,
).registered()
