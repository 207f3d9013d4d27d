# %% [markdown]
# # 1. Learn chess, and see what was learned
#
# From random weights, by self-play: a few seconds are enough to be far stronger than before.

# %%
from pathlib import Path
from tempfile import mkdtemp

import leafstrap as ls
from leafstrap.evaluators.piece_values import in_units, piece_values

folder = Path(mkdtemp())  # a run is a folder; give it a name of your own to keep it
run = ls.learn("chess", recipe="quick", games=300, out=folder / "first", quiet=True)

# %% [markdown]
# How much stronger than at the start, and how sure that is: games come in pairs with sides swapped.

# %%
score = ls.match("chess", run.weights, "untrained", games=20, depth=2)
print(f"{score.wins} won, {score.draws} drawn, {score.losses} lost of {score.games}")
assert score.wins > score.losses

# %% [markdown]
# What it thinks of the pieces, in pawns.

# %%
values = piece_values(run.weights.architecture).of(run.weights.weights)
for name, value in in_units(values, "pawn").items():
    print(f"{name:8} {value:5.2f}")

# %% [markdown]
# And why it likes a position: an evaluation is a sum of features. Here White is a rook ahead.

# %%
explanation = ls.explain(run.weights, "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1")
for family in explanation.families[:3]:
    print(f"{family.share:8.1f}  {family.name}")
    for term in family.terms[:3]:
        print(f"{term.share:12.1f}  {term.name}")

# %% [markdown]
# The run remembers everything. It can be drawn (`run.plot()`), gone on with (`run.go_on(games=1000)`), and played against:
# `leafstrap play chess FOLDER`, or in the browser with `leafstrap web FOLDER`.

# %%
metrics = run.metrics
print(f"{len(metrics)} games, mean error {metrics['mean_error'][:20].mean():.0f} at first, ", end="")
print(f"{metrics['mean_error'][-20:].mean():.0f} at the end")
