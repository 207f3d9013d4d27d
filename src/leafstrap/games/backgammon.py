"""Backgammon: positions and lines of the core, with dice; its networks, and what their outputs mean.

>>> from leafstrap.games.backgammon import Position
>>> position = Position.parse("4HPwATDgc/ABMA")  # GNU Backgammon's ID of the start
>>> position == Position()
True
>>> position.rolled((6, 1)).move("13/7 8/7")
Move('13/7 8/7')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from leafstrap._core.backgammon import (
    Line,
    ModularArchitecture,
    Move,
    Position,
    class_names,
    feature_sets,
    play_games,
    play_games_online,
)
from leafstrap.games.game import Classifier, Game, TrainingSearch
from leafstrap.games.mat import write_mat
from leafstrap.games.mat_file import MatFile
from leafstrap.games.outputs import Outputs, SingleOutput

POINTS = (1, 2, 3, -1, -2, -3)


def _outputs(
    names: Sequence[str],
    results: Mapping[int, Sequence[float]],
    even: Sequence[float],
    worth: Sequence[float],
    source: Sequence[int],
    sign: Sequence[float],
    shift: Sequence[float],
) -> Outputs:
    arrays = {points: np.array(outputs, dtype=np.float64) for points, outputs in results.items()}
    others = (np.array(each, dtype=np.float64) for each in (sign, shift))
    return Outputs(tuple(names), arrays, np.array(even), np.array(worth), 3.0, np.array(source), *others)


OUTPUTS = {
    # Wiering et al., section 4.1: the mean, and how often each result comes; the mean counts half, what the others
    # come to the other half. Seen by the other side the mean is negated, and winning and losing change places.
    "seven": _outputs(
        ("mean result", *(f"{end} {points}" for end in ("wins", "loses") for points in (1, 2, 3))),
        {points: (points, *(float(points == each) for each in POINTS)) for points in POINTS},
        (0.0,) * 7,
        (0.5, *(each / 2 for each in POINTS)),
        (0, 4, 5, 6, 1, 2, 3),
        (-1, 1, 1, 1, 1, 1, 1),
        (0,) * 7,
    ),
    # What programs of today have: the chances to win, to win two points or more, three, and to lose so.
    "five": _outputs(
        ("wins", "wins a gammon", "wins a backgammon", "loses a gammon", "loses a backgammon"),
        {
            each: (float(each > 0), float(each > 1), float(each > 2), float(each < -1), float(each < -2))
            for each in POINTS
        },
        (0.5, 0.0, 0.0, 0.0, 0.0),
        (2.0, 1.0, 1.0, -1.0, -1.0),
        (0, 3, 4, 1, 2),
        (-1, 1, 1, 1, 1),
        (1, 0, 0, 0, 0),
    ),
    "one": SingleOutput.of(1.0, most_points=3),
}

# Wiering et al., sections 4.1 and 4.2: nine classes of positions, or three, each with inputs and a network of its own.
OWN_FEATURES = {"endgame": "endgame", "race": "race"}
CLASSIFIERS = {
    "single": Classifier((("all", None),), (40,)),
    "small": Classifier((("endgame", "endgame"), ("race", "race"), ("other", "contact")), (20, 20, 40)),
    "large": Classifier(
        tuple((name, OWN_FEATURES.get(name, "contact")) for name in class_names()), (20, 20, *[40] * 7)
    ),
}


def _networks(
    classifier: str, outputs: str, activation: str, inputs: Sequence[str], hidden: Sequence[int]
) -> Any:
    return ModularArchitecture(classifier, outputs, activation, list(inputs), list(hidden))


BACKGAMMON = Game(
    name="backgammon",
    Position=Position,
    Line=Line,
    feature_sets=feature_sets,
    record_suffix="mat",
    write_record=write_mat,
    default_recipe="backgammon-quick",
    default_weights="backgammon-large.safetensors",
    example="4HPwATDgc/ABMA",
    default_features="tesauro",
    classifiers=CLASSIFIERS,
    outputs=OUTPUTS,
    networks=_networks,
    # With dice, minimax is expectimax. Each roll that is looked through multiplies the work by some four hundred.
    searches={
        "expectimax": TrainingSearch(
            lambda core, bits: core.expectimax(),
            ("depth", "candidates"),
            most_depth=4,
            stands_for=("minimax",),
        )
    },
    play_games=play_games,
    play_games_online=play_games_online,
    win=1.0,
    most_points=3,
    GameFile=MatFile,
    dice=True,
    longest=10_000,
)

__all__ = ["BACKGAMMON", "Line", "Move", "Position"]
