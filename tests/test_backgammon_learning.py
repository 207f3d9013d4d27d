"""The rules on backgammon, held to what a separate native implementation learned from the same games."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from leafstrap._core import Outcome, StopFlag
from leafstrap._core.backgammon import TwoSided, play_games_online
from leafstrap.evaluators import Architecture, ModularArchitecture, NetworkArchitecture
from leafstrap.experience.learning_player import LearningPlayer, follow
from leafstrap.games.backgammon import BACKGAMMON, Line, Position
from leafstrap.games.outputs import turns_of
from leafstrap.learn import RULES, Step, Trajectories, Update, make_rule
from leafstrap.learn.trajectories import Nodes
from support.own import own

DATA = Path(__file__).parent / "data/backgammon"
ABOUT = json.loads((DATA / "backgammon_learning.json").read_text())
RULE_NAMES = {"td": "td", "leaf": "td-leaf", "root": "rootstrap-minimax", "tree": "treestrap-minimax"}
NETWORKS = ABOUT["networks"]


@cache
def arrays() -> Any:
    return np.load(DATA / "backgammon_learning.npz")


def architecture(name: str) -> Architecture:
    about = NETWORKS[name]
    settings = {key: about[key] for key in ("hidden", "activation", "outputs")}
    if about["architecture"] == "tesauro":
        return NetworkArchitecture.of(BACKGAMMON, settings | {"features": "tesauro"})
    return ModularArchitecture.of(BACKGAMMON, settings | {"classifier": about["architecture"]})


def played(number: int) -> Line:
    game = ABOUT["games"][number]
    line = Line(Position.parse(game["moves"][0][0]))
    for _, dice, move in game["moves"]:
        line.roll(tuple(dice))
        line.push(line.position.move(move))
    return line


STEP, SENSITIVITY_STEP = 0.01, 0.002


def boards() -> list[Position]:
    return [Position.parse(text) for game in ABOUT["games"] for text, _, _ in game["moves"]]


@pytest.mark.parametrize("name", NETWORKS)
def test_outputs_and_inputs(name: str) -> None:
    made, stored = architecture(name), arrays()
    evaluator: Any = made.snapshot(stored[f"{name}/weights"].astype(np.float64))
    positions = boards()
    np.testing.assert_allclose(
        evaluator.outputs(positions), stored[f"{name}/outputs"][: len(positions)], atol=1e-6
    )
    equities = [position.turn.sign * evaluator.value(position) for position in positions]
    np.testing.assert_allclose(equities, stored[f"{name}/equity"][: len(positions)], atol=2e-6)
    assert [made.core.network_of(each) for each in positions] == stored[f"{name}/module"][
        : len(positions)
    ].tolist()


def studies() -> list[Any]:
    """All but those of a game that was broken off: where nothing more is known of it, we let it end there."""
    return [
        pytest.param(name, row, id=f"{name}-{study['rule']}-{row}")
        for name, about in NETWORKS.items()
        for row, study in enumerate(about["studies"])
        if (not study.get("expert") or study["rule"] == "td") and ABOUT["games"][study["game"]]["points"]
    ]


class Collector:
    """A rule that is shown a game, and keeps what it was shown."""

    updates_each_move = False
    sees_every_board = False

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.nodes: list[tuple[Any, Any, Any]] = []

    def begin(self, learner: Any, games: int = 0) -> Collector:
        return self

    def observe(self, step: Step) -> None:
        self.steps.append(step)
        if own(step.position).dice is not None:
            self.nodes.append(own(step.search).nodes())

    def finish(self, outcome: Any) -> None:
        pass


class Frozen:
    """Weights that stay."""

    def __init__(self, evaluator: Any) -> None:
        self._evaluator = evaluator

    def snapshot(self) -> Any:
        return self._evaluator

    def apply(self, update: Update) -> None:
        raise AssertionError("nothing is learned yet")


@pytest.mark.parametrize(("name", "row"), studies())
def test_weights_after_a_game(name: str, row: int) -> None:
    study, stored, made = NETWORKS[name]["studies"][row], arrays(), architecture(name)
    rule_name = RULE_NAMES[study["rule"]]
    table = {"name": rule_name, "step_size": STEP, "sensitivity_step": SENSITIVITY_STEP, "in_turn": True}
    if rule_name.startswith("td"):
        table["lambda"] = study["lambda"]
    rule, start = make_rule(table, made), stored[f"{name}/weights"].astype(np.float64)
    limits = {"depth": study["plies"] + 1} | (
        {"candidates": study["candidates"]} if study["candidates"] else {}
    )
    shown: Any = Collector()
    seen: Collector = shown
    evaluator = made.snapshot(start)
    learns_from = RULES.get(rule_name).learns_from
    search = own(made.core).expectimax()
    player = LearningPlayer(shown, learns_from, search, Frozen(evaluator), limits, StopFlag())
    line, points = played(study["game"]), ABOUT["games"][study["game"]]["points"]
    player.begin(None, Random(1))
    expert = list(stored[f"{name}/expert"].astype(np.float64)) if study.get("expert") else None
    follow(player, line, [True] * len(line), expert)
    games = Trajectories.of_steps(seen.steps, made.outputs, Outcome(points), None)
    if seen.nodes:
        games = replace(games, nodes=lambda: nodes_of(seen, made.outputs))
    update = rule.learn(games)
    assert update is not None
    assert made.sensitivities is not None
    weights = start + np.where(made.sensitivities, SENSITIVITY_STEP, STEP) * update.gradient
    assert np.abs(stored[f"{name}/studied"][:, row] - start).max() > 1e-3
    np.testing.assert_allclose(weights, stored[f"{name}/studied"][:, row], atol=2e-5)
    assert update.positions == study["tally"]["positions"]


def nodes_of(seen: Collector, outputs: Any) -> Nodes:
    positions = [position for some, _, _ in seen.nodes for position in some]
    turns = turns_of(positions)
    targets, values = (
        outputs.seen_by(np.concatenate([node[i] for node in seen.nodes]).astype(np.float64), turns)
        for i in (1, 2)
    )
    return Nodes(positions, turns, values, targets)


@pytest.mark.parametrize("outputs", ["seven", "five", "one"])
@pytest.mark.parametrize("lambda_", [0.0, 0.6, 1.0])
def test_online_and_offline_are_the_same_for_small_steps(outputs: str, lambda_: float) -> None:
    made = ModularArchitecture.of(BACKGAMMON, {"classifier": "small", "outputs": outputs})
    start = made.initial_weights("random", seed=8, scale=0.3)
    evaluator: Any = made.snapshot(start)
    step = 2e-5
    played, weights = play_games_online(
        evaluator, 1, seed=6, lambda_=lambda_, step_size=step, sensitivity_step=step
    )
    table = {"name": "td", "lambda": lambda_, "step_size": step, "sensitivity_step": step, "in_turn": True}
    line = played.line(0)
    steps = [Step(position.before_roll, None, None, evaluator) for position in line.before]
    update = make_rule(table, made).learn(Trajectories.of_steps(steps, made.outputs, line.outcome(), None))
    assert update is not None
    online, offline = (weights - evaluator.weights()) / step, update.gradient
    assert np.linalg.norm(online - offline) < 0.06 * np.linalg.norm(offline)


def test_a_bear_off_is_learned_to_what_is_known_of_it() -> None:
    """Up to three checkers a side; each board moves towards what follows the best move for a roll."""
    made = ModularArchitecture.of(BACKGAMMON, {"classifier": "small"})
    weights = made.initial_weights("random", seed=1)
    random, exact = Random(2), TwoSided(3)

    def board() -> tuple[list[list[int]], Position]:
        sides = [[0] * 6, [0] * 6]
        for side in sides:
            for _ in range(random.randint(1, 3)):
                side[random.randrange(6)] += 1
        letters = [
            "".join("-" if n == 0 else chr(ord(a) + n - 1) for n in side)
            for side, a in zip(sides, "Aa", strict=True)
        ]
        text = f"XGID=-{letters[0]}{12 * '-'}{letters[1][::-1]}-:0:0:1:00:0:0:0:0:10"
        return sides, Position.parse(text)

    def error() -> float:
        tried = [board() for _ in range(300)]
        said = made.snapshot(weights).values([position for _, position in tried])
        return float(
            np.mean([abs(v - (2 * exact.win(*sides) - 1)) for (sides, _), v in zip(tried, said, strict=True)])
        )

    before, search = error(), own(made.core).expectimax()
    for batch in range(300):
        evaluator, step = made.snapshot(weights), 0.05 if batch < 200 else 0.005
        positions = [board()[1] for _ in range(200)]
        rolled = [position.rolled((random.randint(1, 6), random.randint(1, 6))) for position in positions]
        targets = [search.run(evaluator, Line(position), depth=1).outputs for position in rolled]
        moved = evaluator.output_gradient_in_turn(positions, np.array(targets, dtype=np.float64), step)
        weights = weights + step * moved
    assert before > 0.5
    assert error() < 0.15
