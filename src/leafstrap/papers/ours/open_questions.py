"""What the papers left open: how much TreeStrap depends on where it begins, and whether λ should change on the way."""

from __future__ import annotations

from leafstrap.papers.contest import Entry, Rules
from leafstrap.papers.study import Study
from leafstrap.training.rating import UNTRAINED_RATING
from leafstrap.types import Table

GAMES = 2_000
RULES = Rules(steps=5, nodes=2_000, games=20, others={"material": "material"})
COMMON = {"run.checkpoint_every": 20, "run.keep_best_every": 0, "run.final_games": 0}


def _start(name: str, title: str, colour: str, settings: Table) -> Entry:
    """TreeStrap from some initial weights; untrained players are small random weights."""
    start = UNTRAINED_RATING if name == "random" else None
    return Entry(
        f"start-{name}", title, "treestrap", colour, games=GAMES, settings={**settings, **COMMON}, start=start
    )


def _annealed(name: str, title: str, colour: str, setting: str) -> Entry:
    return Entry(
        f"lambda-{name}",
        title,
        "strong",
        colour,
        games=GAMES,
        settings={"backup.lambda": setting, **COMMON},
        start=UNTRAINED_RATING,
    )


treestrap_start = Study(
    "treestrap-start",
    "Where TreeStrap begins",
    "TreeStrap(αβ) by the recipe `treestrap` (Meep's rule with tanh, AdaGrad and quiet nodes) from several initial "
    "weights. Meep began from small random ones and says nothing of others.",
    (
        _start("random", "random, a hundredth of a pawn", "tab:red", {}),
        _start("zero", "all zero", "black", {"evaluator.initial": "zero"}),
        _start("large", "random, a pawn", "tab:blue", {"evaluator.scale": 100}),
        _start("equal", "all the value of a pawn", "tab:purple", {"evaluator.initial": "pawn"}),
        _start("material", "material values", "tab:green", {"evaluator.initial": "material"}),
    ),
    RULES,
    seeds=2,
).registered()
lambda_annealed = Study(
    "lambda-annealed",
    "λ that changes on the way",
    "TDLeaf(λ) by self-play from random weights (recipe `strong`: AdaGrad, 1,000 nodes a move) with λ fixed, falling "
    "and rising. KnightCap's section 4.2 supposes a λ near 1 early on for a bad start; nobody has a measurement.",
    (
        _annealed("0.7", "λ = 0.7", "tab:red", "0.7"),
        _annealed("0", "λ = 0", "black", "0"),
        _annealed("falling", "λ from 1 to 0.3", "tab:blue", "1 to 0.3 over {games}"),
        _annealed("rising", "λ from 0 to 0.9", "tab:green", "0 to 0.9 over {games}"),
    ),
    RULES,
    seeds=2,
).registered()
