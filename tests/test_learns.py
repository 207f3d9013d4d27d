"""Learning works: a tiny problem with a known answer is learned in seconds."""

from __future__ import annotations

from pathlib import Path

from leafstrap.games.chess import CHESS
from leafstrap.training.store import checkpoint
from leafstrap.training.store.folder import RunFolder
from run_helpers import learn, recipe_file

# Beal and Smith's problem in small: all pieces worth the same at first, games with some random moves.
MATERIAL = """
[evaluator]
features = "material"
initial = "pawn"

[backup]
name = "td-leaf"
lambda = 0.7
squash = "tanh"
step_size = 0.4

[search]
depth = 1

[experience]
openings = "none"
random_plies = 4
epsilon = 0.05
max_plies = 200

[run]
games = 150
seed = 3
checkpoint_every = 1000
"""


def test_piece_values_are_learned_in_order(tmp_path: Path) -> None:
    assert learn(tmp_path / "run", recipe=recipe_file(tmp_path, MATERIAL)) == 0
    state, _ = checkpoint.read_newest(RunFolder(tmp_path / "run").checkpoints)
    names = CHESS.feature_sets["material"].names
    learned = dict(zip(names, state.weights, strict=True))
    minor = (learned["knight"] + learned["bishop"]) / 2
    assert learned["pawn"] < minor < learned["queen"]
    assert learned["pawn"] < learned["rook"] < learned["queen"]
