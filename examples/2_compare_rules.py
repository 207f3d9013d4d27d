# %% [markdown]
# # 2. Compare learning rules on equal terms
#
# The same game, features, size of search and number of games; what differs is the rule, or one of its numbers. Two recipes
# that ship are changed by settings, as with `--set` on the command line.

# %%
from itertools import combinations
from pathlib import Path
from tempfile import mkdtemp

import leafstrap as ls

folder = Path(mkdtemp())
equal = {"search.nodes": 300, "run.workers": 1, "run.final_games": 0}
rules = {
    "TDLeaf(0.7)": ("quick", {}),
    "TDLeaf(0)": ("quick", {"backup.lambda": 0.0}),
    "TreeStrap": ("treestrap", {}),
}
runs = {
    name: ls.learn(
        "chess", recipe, games=150, seed=1, out=folder / name, settings=equal | changed, quiet=True
    )
    for name, (recipe, changed) in rules.items()
}

# %% [markdown]
# How the error went. A rule's error is in its own unit, so compare each with itself. An error may grow while play gets
# better: games become decided.

# %%
for name, run in runs.items():
    error = run.metrics["mean_error"].astype(float)
    print(f"{name:12} {error[:30].mean():.4f} → {error[-30:].mean():.4f}")

# %% [markdown]
# What counts is who wins. Matches are in pairs with sides swapped, and every score has its interval.

# %%
for a, b in combinations(runs, 2):
    print(f"{a} against {b}:", ls.match("chess", runs[a].weights, runs[b].weights, games=10, nodes=300))

# %% [markdown]
# One seed and ten games say little, and the intervals say so. `leafstrap reproduce` runs the experiments of the papers at
# length; `leafstrap tournament chess RUN…` rates many runs at once.
