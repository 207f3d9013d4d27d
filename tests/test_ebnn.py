"""EBNN: its update against the loss written out, the examples a game gives, and runs that go on exactly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from leafstrap._core import EVALUATION_LIMIT, WIN, Outcome
from leafstrap.errors import RecipeError
from leafstrap.evaluators import Architecture, LinearArchitecture, NetworkArchitecture
from leafstrap.evaluators.feature_rows import FeatureRows
from leafstrap.games.chess import CHESS, Line, Position
from leafstrap.games.draughts import DRAUGHTS
from leafstrap.learn import Step, make_rule
from leafstrap.learn.ebnn.ring_buffer import Examples, RingBuffer
from leafstrap.learn.ebnn.rule import EBNN
from leafstrap.training.store import checkpoint
from leafstrap.training.store.folder import RunFolder
from run_helpers import learn, metrics, recipe_file, same_runs
from support.databases import random_line, write_games
from test_board_model import alone, random_model

NETWORK = NetworkArchitecture.of(CHESS, {"features": "neurochess", "hidden": [4]})
STRAIGHT_NETWORK = NetworkArchitecture.of(CHESS, {"features": "neurochess", "hidden": [0]})
LINEAR_ARCHITECTURE = LinearArchitecture.of(CHESS, {"features": "neurochess"})


def rule(architecture: Architecture, **settings: Any) -> EBNN:
    backup = make_rule({"name": "ebnn", **settings}, architecture)
    assert isinstance(backup, EBNN)
    return backup


def in_double(boards: FeatureRows) -> FeatureRows:
    return FeatureRows(boards.inputs.astype(np.float64), boards.shares.astype(np.float64))


def some_examples(architecture: Architecture) -> Examples:
    random, line = np.random.default_rng(1), random_line(CHESS, 4, 60)
    before, after = (
        in_double(architecture.feature_rows(line.before[:-2])),
        in_double(architecture.feature_rows(line.before[2:])),
    )
    number = len(before)
    discount, reward = np.full(number, 0.98), np.zeros(number)
    discount[-3:], reward[-3:] = 0.0, 1.0
    weight, trust = random.uniform(1, 20, number), random.uniform(0, 1, number)
    return Examples(before, after, discount, reward[:, None], weight, trust)


@pytest.mark.parametrize(
    "architecture",
    [NETWORK, STRAIGHT_NETWORK, LINEAR_ARCHITECTURE],
    ids=["hidden", "no hidden", "linear"],
)
def test_the_update_is_the_gradient_of_the_loss_written_out(architecture: Architecture) -> None:
    """Half the squared errors of values and of slopes, with the Jacobian of the model by finite differences."""
    model, examples = random_model(), some_examples(architecture)
    ebnn = replace(rule(architecture, input_gradient_weight=0.7), model=alone(model, architecture))
    theta = np.random.default_rng(2).normal(0, 0.1, architecture.size)
    most = 0.5  # so that some of the values that targets are made of are cut

    V = architecture.tangents(theta)  # noqa: N806
    values, input_gradients = V.values(examples.after)[:, 0], V.input_gradients(examples.after)[:, 0]
    targets, target_slopes = [], []
    for i in range(len(examples)):
        row = examples.before.inputs[i : i + 1]
        steps = np.eye(175) * 1e-5
        jacobian = (model.foreseen(row + steps) - model.foreseen(row - steps)).T / 2e-5  # ∂M_o/∂s_i
        targets.append(examples.reward[i, 0] + examples.discount[i] * np.clip(values[i], -most, most))
        target_slopes.append(examples.discount[i] * input_gradients[i] @ jacobian)

    def loss(weights: Any) -> float:
        V = architecture.tangents(weights)  # noqa: N806
        values, input_gradients = V.values(examples.before)[:, 0], V.input_gradients(examples.before)[:, 0]
        total = 0.0
        for i in range(len(examples)):
            total += examples.weight[i] * (targets[i] - values[i]) ** 2 / 2
            missed = model.deviation * (target_slopes[i] - input_gradients[i])
            total += 0.7 * examples.trust[i] * (missed @ missed) / 2
        return total / len(examples)

    gradient, errors = ebnn.gradient(V, examples, most)
    assert errors[:, 0] == pytest.approx(np.array(targets) - V.values(examples.before)[:, 0])
    for weight in range(0, architecture.size, max(architecture.size // 40, 1)):
        step = np.zeros(architecture.size)
        step[weight] = 1e-5
        slow = (loss(theta - step) - loss(theta + step)) / 2e-5
        assert gradient[weight] == pytest.approx(slow, rel=1e-4, abs=1e-6)


def test_without_slopes_it_is_back_propagation_as_the_core_does_it() -> None:
    positions = list(random_line(CHESS, 4, 60).before)
    examples = some_examples(NETWORK)
    theta = NETWORK.initial_weights("random", seed=1)
    ebnn = rule(NETWORK, input_gradient_weight=0.0)
    gradient, errors = ebnn.gradient(NETWORK.tangents(theta), examples, 0.99)
    moved = positions[:-2]
    signs = np.array([position.turn.sign for position in moved])
    weights = signs * examples.weight * errors[:, 0] / len(examples)
    known, _ = NETWORK.snapshot(theta).gradient(moved, weights, [position.turn for position in moved])
    assert gradient == pytest.approx(known, abs=2e-4)


MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]


def taught(backup: EBNN, moves: list[str], outcome: Outcome | None, explored: int | None = None) -> Examples:
    """The examples that a game gives."""
    line, evaluator = Line(), NETWORK.snapshot(NETWORK.initial_weights("random", seed=1))
    game = backup.begin(None)
    for ply, move in enumerate(moves):
        assert game.observe(Step(line.position, None, None, evaluator, explored=ply == explored)) is None
        line.push(line.position.move(move))
    game.finish(outcome)
    arrays = backup.ring.arrays()
    before, after = (FeatureRows(arrays[name], arrays[f"{name}_shares"]) for name in ("before", "after"))
    discount, reward, weight, trust = arrays["numbers"].T
    return Examples(before, after, discount, reward[:, None], weight, trust)


def test_a_board_is_moved_towards_the_one_two_half_moves_later_and_the_last_ones_towards_the_outcome() -> (
    None
):
    backup = replace(rule(NETWORK), model=alone(random_model()))
    examples = taught(backup, MATE, Outcome(-1))
    line = [Position()]
    for move in MATE[:-1]:
        line.append(line[-1].after(line[-1].move(move)))
    boards = NETWORK.feature_rows(line).inputs
    # From the first board to the third, from the second to the fourth; then both sides' last boards.
    assert np.array_equal(examples.before.inputs, boards[[0, 1, 2, 3]])
    assert np.array_equal(examples.after.inputs[:2], boards[[2, 3]])
    assert examples.discount == pytest.approx([0.98, 0.98, 0, 0])
    assert examples.reward[:, 0] == pytest.approx([0, 0, -1, 1])  # White is to move, then Black, who wins
    assert examples.weight == pytest.approx([1, 1, 20, 20])
    assert np.all(examples.trust[:2] > 0)
    assert not examples.trust[2:].any()


def test_a_game_without_an_end_has_no_final_boards() -> None:
    assert len(taught(rule(NETWORK), MATE, None)) == 2


def test_no_difference_is_taken_across_a_random_move() -> None:
    """There are two differences, over moves 1 and 2 and over moves 2 and 3."""
    found = [len(taught(rule(NETWORK), MATE, None, explored=ply)) for ply in (1, 2, 3)]
    assert found == [1, 0, 1]


# After 2... Nc6 3. Nxe5 Black is about to take back.
EXCHANGE = ["e2e4", "e7e5", "g1f3", "b8c6", "f3e5", "c6e5", "d2d4", "e5g6"]


def test_only_boards_at_rest_are_learned_from() -> None:
    line = [Position()]
    for move in EXCHANGE:
        line.append(line[-1].after(line[-1].move(move)))
    assert [position.quiet for position in line[:-1]] == [True] * 5 + [False] + [True] * 2
    model = random_model()
    found = taught(replace(rule(NETWORK), model=alone(model)), EXCHANGE, None)
    # White: boards 0, 2, 4, 6. Black: boards 1 and 3, and from 3 to 7, which is too far for the model.
    far = found.discount == np.float32(0.98**2)
    assert (len(found), far.sum()) == (5, 1)
    assert np.array_equal(found.trust > 0, ~far)
    assert len(taught(replace(rule(NETWORK), quiet=False), EXCHANGE, None)) == 6
    # A game that ends in the exchange: Black's board before it is moved towards the last one, which is final.
    assert len(taught(rule(NETWORK), EXCHANGE[:6], Outcome(-1))) == 2 + 1 + 1 + 2


def test_a_win_is_in_the_unit_of_the_evaluator() -> None:
    material = LinearArchitecture.of(CHESS, {"features": "material"})
    backup = rule(material)
    game = backup.begin(None)
    game.observe(Step(Position(), None, None, material.snapshot(np.zeros(5))))
    game.finish(Outcome(1))
    assert backup.ring.arrays()["numbers"][0, 1] == WIN > EVALUATION_LIMIT


def test_the_ring_keeps_the_newest_and_comes_back_from_its_arrays() -> None:
    backup = rule(NETWORK, ring=4, batch=2)
    for number in range(7):
        boards = FeatureRows(np.full((1, 175), number, np.float32), np.ones((1, 1), np.float32))
        same = np.full(1, float(number))
        backup.ring.add(Examples(boards, boards, same, same[:, None], same, same))
    assert len(backup.ring) == 4
    assert sorted(backup.ring.arrays()["before"][:, 0]) == [3, 4, 5, 6]
    again = RingBuffer(NETWORK, 4, backup.ring.arrays())
    one, two = (ring.draw(np.random.default_rng(3), 3) for ring in (backup.ring, again))
    assert np.array_equal(one.before.inputs, two.before.inputs)


def test_too_many_features_are_refused() -> None:
    with pytest.raises(RecipeError, match="choose a feature set of at most 2,048 concepts"):
        rule(LinearArchitecture.of(DRAUGHTS, {"features": "patterns"}))


RUN = """
[evaluator]
EVALUATOR

[backup]
name = "ebnn"
input_gradient_weight = SLOPES
step_size = 1e-3
ring = 60
batch = 8

[search]
depth = 1
extend = false

[experience]
kind = "KIND"
database = "DATABASE"
max_plies = 30

[run]
games = 6
checkpoint_every = 2
"""
LINEAR = 'features = "material"'
HIDDEN = 'kind = "modular"\nfeatures = "material"\nhidden = [3]'
STRAIGHT = 'kind = "network"\nfeatures = "neurochess"\nhidden = [0]'


def run_file(folder: Path, evaluator: str, input_gradients: float = 1.0, kind: str = "mixed") -> str:
    database = write_games(folder / "games.pgn", CHESS, 25, 40)
    text = RUN.replace("EVALUATOR", evaluator).replace("SLOPES", str(input_gradients)).replace("KIND", kind)
    return recipe_file(folder, text.replace("DATABASE", str(database)))


@pytest.mark.parametrize("evaluator", [LINEAR, HIDDEN, STRAIGHT], ids=["linear", "stages", "no hidden"])
@pytest.mark.parametrize("kind", ["mixed", "observe"])
def test_a_run_in_parts_is_the_run_in_one(tmp_path: Path, evaluator: str, kind: str) -> None:
    recipe = run_file(tmp_path, evaluator, kind=kind)
    small = ("--set", "backup.model_hidden=4")
    assert learn(tmp_path / "whole", *small, recipe=recipe) == 0
    assert learn(tmp_path / "parts", *small, "--games", "3", recipe=recipe) == 0
    model = (tmp_path / "parts" / "model.safetensors").read_bytes()
    assert learn(tmp_path / "parts", "--resume", "--games", "6") == 0
    assert (tmp_path / "parts" / "model.safetensors").read_bytes() == model, "it is not made again"
    if kind == "mixed":
        assert same_runs(tmp_path / "whole", tmp_path / "parts")
    assert metrics(tmp_path / "whole") == metrics(tmp_path / "parts")
    assert any(line.get("positions") for line in metrics(tmp_path / "whole"))


def test_runs_share_a_model_by_its_file(tmp_path: Path) -> None:
    recipe = run_file(tmp_path, STRAIGHT)
    assert learn(tmp_path / "first", "--games", "0", "--set", "backup.model_hidden=4", recipe=recipe) == 0
    model = tmp_path / "first" / "model.safetensors"
    other = run_file(tmp_path, STRAIGHT.replace("[0]", "[5]"))
    assert learn(tmp_path / "second", "--set", f"backup.model={model}", recipe=other) == 0
    assert not (tmp_path / "second" / "model.safetensors").exists()


@pytest.mark.parametrize("kind", ["self-play", "versus"])
def test_other_experience_has_a_model_from_elsewhere(tmp_path: Path, kind: str) -> None:
    recipe = run_file(tmp_path, STRAIGHT)
    assert learn(tmp_path / "first", "--games", "0", "--set", "backup.model_hidden=4", recipe=recipe) == 0
    text = Path(recipe).read_text().replace('kind = "mixed"', f'kind = "{kind}"')
    without = "\n".join(line for line in text.splitlines() if not line.startswith("database"))
    named = f"backup.model={tmp_path / 'first' / 'model.safetensors'}"
    opponent = ("--set", "experience.opponent=random") if kind == "versus" else ()
    other = recipe_file(tmp_path, without)
    assert learn(tmp_path / "second", "--set", named, *opponent, "--workers", "2", recipe=other) == 0
    assert any(line.get("positions") for line in metrics(tmp_path / "second"))


def test_draughts(tmp_path: Path) -> None:
    database = write_games(tmp_path / "games.pdn", DRAUGHTS, 25, 60)
    text = RUN.replace("EVALUATOR", 'features = "global"').replace("SLOPES", "1.0").replace("KIND", "mixed")
    recipe = recipe_file(tmp_path, text.replace("DATABASE", str(database)))
    assert learn(tmp_path / "run", "--set", "backup.model_hidden=4", recipe=recipe, game="draughts") == 0
    assert any(line.get("positions") for line in metrics(tmp_path / "run"))


def test_back_propagation_makes_no_model(tmp_path: Path) -> None:
    assert learn(tmp_path / "run", recipe=run_file(tmp_path, STRAIGHT, input_gradients=0.0)) == 0
    assert not (tmp_path / "run" / "model.safetensors").exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (["experience.kind=self-play"], "looks at the game through a model, made of a database"),
        (["backup.model=none.safetensors"], "There is no weights file none.safetensors"),
        (
            ["backup.input_gradient_weight=0", "backup.model=x"],
            "backup.model has no meaning with backup.input_gradient_weight 0",
        ),
        (["backup.ring=4"], "backup.batch must not be more than backup.ring"),
        (["backup.lambda=0.5"], "backup.lambda has no meaning for ebnn"),
        (["search.variant=tournament"], "search.extend can be false with search.variant training only"),
        (["backup.name=td"], "only"),
    ],
)
def test_what_has_no_meaning_is_refused(
    tmp_path: Path, changes: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = run_file(tmp_path, STRAIGHT)
    words = [word for change in changes for word in ("--set", change)]
    if changes == ["backup.name=td"]:  # the rule is another: what was for ebnn is left out, and it runs
        assert learn(tmp_path / "run", *words, recipe=recipe) == 0
        return
    assert learn(tmp_path / "run", *words, recipe=recipe) == 2
    assert sentence in capsys.readouterr().err


def test_it_needs_games_to_make_a_model_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'backup.name = "ebnn"\nsearch.depth = 1\n[evaluator]\nfeatures = "material"\n'
    assert learn(tmp_path / "run", recipe=recipe_file(tmp_path, text)) == 2
    assert "made of a database: name experience.database" in capsys.readouterr().err


@pytest.mark.parametrize("input_gradients", [0.0, 1.0], ids=["values", "slopes too"])
def test_it_learns_that_men_are_worth_something(tmp_path: Path, input_gradients: float) -> None:
    """Of these games whoever has more men at the end has won."""
    recipe = run_file(tmp_path, 'features = "material"\ninitial = "zero"', input_gradients, "observe")
    write_games(tmp_path / "games.pgn", CHESS, 60, 120)
    small = () if input_gradients == 0 else ("--set", "backup.model_hidden=5")
    settings = ("--set", "backup.step_size=0.005", "--set", "backup.ring=2000", "--games", "60")
    assert learn(tmp_path / "run", *small, *settings, recipe=recipe) == 0
    state, _ = checkpoint.read_newest(RunFolder(tmp_path / "run").checkpoints)
    assert np.all(state.weights > 0)
