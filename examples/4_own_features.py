# %% [markdown]
# # 4. Features of your own
#
# A feature set says what there is to see in a position. This one is a function in Python: it gets positions and gives a row for
# each, by name, White's view. Linear evaluators and networks, all rules, searches and explanations then know it.

# %%
from pathlib import Path
from tempfile import mkdtemp

import leafstrap as ls

PIECES = {"pawn": "P", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q"}
NAMES = [*PIECES, "bishop-pair", "centre"]


@ls.feature_set("chess", "mine", NAMES, families=["material"] * 5 + ["bishops", "centre"])
def mine(positions):
    for position in positions:
        board = position.fen.split()[0]
        middle = "".join(board.split("/")[3:5])  # the two ranks in the middle
        row = {name: board.count(piece) - board.count(piece.lower()) for name, piece in PIECES.items()}
        row["bishop-pair"] = (board.count("B") >= 2) - (board.count("b") >= 2)
        row["centre"] = middle.count("P") - middle.count("p")
        yield row


# %% [markdown]
# Learned from nothing by self-play, looking one ply ahead: a call of Python takes microseconds, so searches stay small.

# %%
folder = Path(mkdtemp())
small = {
    "evaluator.features": "mine",
    "evaluator.initial": "zero",
    "search.nodes": 40,
    "run.workers": 1,
    "run.final_games": 0,
}
run = ls.learn("chess", "quick", games=25, seed=1, out=folder / "mine", settings=small, quiet=True)
for name, weight in zip(run.weights.architecture.names, run.weights.weights, strict=True):
    print(f"{name:12} {weight:8.1f}")

# %% [markdown]
# It plays, and it can be asked why.

# %%
print(ls.match("chess", run.weights, "random", games=4, depth=1))
for family in ls.explain(run.weights, "4k3/pp6/8/4P3/8/8/PP6/2B1KB2 w - - 0 1").families:
    print(f"{family.share:8.1f}  {family.name}")
