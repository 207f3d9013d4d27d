# %% [markdown]
# # 5. Tune an evaluation from games
#
# What engine authors call Texel tuning: the weights that tell results best, by logistic regression on positions of finished
# games. The games here are those of a short run of self-play; yours may be any PGN, labelled EPD, or rows of your own program.

# %%
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

import leafstrap as ls

folder = Path(mkdtemp())
run = ls.learn("chess", "quick", games=400, seed=1, out=folder / "run", quiet=True)
games = folder / "run" / "games.pgn"

# %% [markdown]
# A tenth of the games is held out; where its error is about the same, nothing was learned by heart.

# %%
fitted = ls.fit("chess", games, features="material", quiet=True)
print(", ".join(f"{name} {weight:.0f}" for name, weight in fitted.as_dict().items()))
print(fitted.fit.as_json())

# %% [markdown]
# An evaluation of your own needs nothing of ours but rows and results: a matrix with a row for each position. Here it is made
# up: two features, of which the first is worth twice the second.

# %%
random = np.random.default_rng(1)
rows = random.integers(-3, 4, (2000, 2)).astype(float)
won = random.random(2000) < 1 / (1 + np.exp(-rows @ np.array([0.8, 0.4])))
np.savez(folder / "rows.npz", data=rows.ravel(), indices=np.tile([0, 1], 2000), indptr=np.arange(0, 4001, 2),
         shape=(2000, 2), format=b"csr", results=won.astype(float))  # fmt: skip
own = ls.fit("chess", folder / "rows.npz", scale=1.0, quiet=True)
print("worth", own.weights.round(2))
assert abs(own.weights[0] / own.weights[1] - 2) < 0.6

# %% [markdown]
# What was fitted is a weights file like any other, and goes to other programs as JSON, CSV or a header in C.

# %%
fitted.save(folder / "fitted.safetensors")
fitted.save(folder / "fitted.csv")
print((folder / "fitted.csv").read_text().splitlines()[-1])
print(ls.match("chess", str(folder / "fitted.safetensors"), "random", games=10, depth=2))
