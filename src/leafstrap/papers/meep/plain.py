"""Meep's rules to the letter, the steps they want, and our changes to them one at a time.

With our changes TreeStrap(αβ) is first in Table 2, without them it is not. Which of them does it?
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from leafstrap.papers.contest import Entry, Rules
from leafstrap.papers.meep import table2
from leafstrap.papers.meep.order import NODES as LARGE
from leafstrap.papers.meep.order import OURS, PLAIN_STEPS
from leafstrap.papers.study import Study
from leafstrap.types import Table

GAMES = 1_000  # as in the paper
NODES = 10_000
RULES = Rules(steps=3, nodes=3_000, games=100)
# Around the steps that short runs of 1,000 nodes a move preferred.
SWEPT = {
    "treestrap-ab": (3e-5, 1e-4, 3e-4),
    "treestrap-minimax": (1e-4, 3e-4, 1e-3),
    "rootstrap-ab": (3e-3, 1e-2, 3e-2),
    "td-leaf": (3e-3, 1e-2, 3e-2),
}
# What came of it after 200 games.
STEPS = {"treestrap-ab": 1e-4, "treestrap-minimax": 1e-4, "rootstrap-ab": 3e-3, "td-leaf": 3e-3}
# tanh with a pawn of 100 has the slope atanh(0.25) / 100 at 0: divided by its square, a step moves small values as far
# as one without tanh.
SLOPE = 0.25541281188299536 / 100


def plain(entry: Entry, step: float, nodes: int, changes: Table | None = None, suffix: str = "") -> Entry:
    """A row of Table 2 by the paper's rule, for the paper's number of games, with some of our changes."""
    kept = {key: value for key, value in entry.settings.items() if key not in (*OURS, "run.clock")}
    settings = kept | {"backup.step_size": f"{step:.3g}", "search.nodes": nodes} | dict(changes or {})
    name = f"{entry.name}{suffix or '-plain'}"
    return replace(entry, name=name, minutes=None, games=GAMES, settings=settings)


def _swept() -> Iterator[Entry]:
    for entry in table2.ENTRIES:
        for step in SWEPT[entry.name]:
            titled = replace(entry, title=f"{entry.title}, {step:g}")
            yield plain(titled, step, NODES, suffix=f"-{step:g}")


def _changed() -> Iterator[Entry]:
    """All rules by the paper, then all with one change each."""
    for entry in table2.ENTRIES:
        yield plain(entry, STEPS[entry.name], NODES)
    for change, about in CHANGES.items():
        for entry in table2.ENTRIES:
            if change == "quiet" and "backup.quiet_nodes" not in entry.settings:
                continue  # the others have no trees to choose nodes from
            step = STEPS[entry.name]
            if change == "tanh":
                step /= SLOPE**2
            if change == "adagrad":
                step = float(str(entry.settings["backup.step_size"]))
            titled = replace(entry, title=f"{entry.title}, {change}", published="")
            yield plain(titled, step, NODES, about, f"-{change}")


CHANGES: dict[str, Table] = {
    "tanh": {"backup.squash": "tanh", "backup.pawn": 100},
    "adagrad": {"backup.optimiser": "adagrad"},
    "quiet": {"backup.quiet_nodes": "true"},
    "mean": {"run.averaging": 3},
}

meep_steps = Study(
    "meep-steps",
    "Step sizes for Meep's own rules",
    f"The four rules of Meep as the paper has them (values as they are, one step size for all weights, every node, "
    f"the newest weights), {NODES:,} nodes a move where the paper had a second and more: which step size is best for "
    "runs of this length? The paper's are 5e-7, 1e-6, 1e-5 and 1e-5.",
    tuple(_swept()),
    RULES,
    seeds=1,
    small=0.01,
).registered()
meep_changes = Study(
    "meep-changes",
    "Which of our changes makes TreeStrap first?",
    f"The four rules of Meep by the paper, but with {NODES:,} nodes a move and the step sizes that "
    "[short runs](meep-steps.md) preferred (100 to 300 times the paper's), and the same with one of our changes "
    "each: values squashed (tanh; the step moves small values as far as without), a step size for every weight "
    "(AdaGrad), quiet nodes only (for the rules that learn from trees), the mean of the weights.",
    tuple(_changed()),
    RULES,
    seeds=1,
    small=0.01,
).registered()
meep_plain = Study(
    "meep-plain",
    "Meep's Table 2 by its own rules",
    f"The four rules of Meep as the paper has them, {LARGE:,} nodes a move (the paper: a second and more, some "
    "350,000), the paper's number of games at full size; the step sizes are 60 to 600 times the paper's, which hardly "
    "move a weight in so many games here.",
    tuple(plain(entry, PLAIN_STEPS[entry.name], LARGE) for entry in table2.ENTRIES),
    RULES,
    seeds=1,
    small=0.01,
).registered()
