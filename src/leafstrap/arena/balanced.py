"""Random starts that give neither side material: for when a match outlasts the named openings."""

from __future__ import annotations

from random import Random

from leafstrap.arena.opening import Opening
from leafstrap.evaluators.initial import initial_weights
from leafstrap.games import Game

PLIES = 8
# Far enough that what hangs is taken back or not; quiescence does the rest.
DEPTH = 3
# In pawns. Whole pieces and pawns are all that a material count knows, so this means: none.
TOLERANCE = 0.5


def balanced_start(game: Game, seed: int, plies: int = PLIES) -> Opening:
    """An opening of random moves after which neither side is ahead or wins material by force.

    The same seed gives the same start.

    >>> from leafstrap import games
    >>> start = balanced_start(games.get("chess"), seed=1)
    >>> len(start.moves), start.line().outcome()
    (8, None)
    """
    random = Random(f"balanced start {seed}")
    features = game.feature_sets["material"]
    evaluator = features.linear(initial_weights(game, features, "material"))
    search = features.alphabeta(14)
    while True:
        line = game.Line()
        for _ in range(plies):
            moves = line.position.legal_moves()
            if not moves:
                break
            line.push(random.choice(moves))
        if line.outcome() is None and abs(search.run(evaluator, line, depth=DEPTH).value) < TOLERANCE:
            return Opening.of(f"random start {seed}", game, line)
