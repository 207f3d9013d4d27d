"""Networks over feature sets: what they say, how every rule teaches them, the files they live in."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from leafstrap import games
from leafstrap._core import WIN, Outcome, Side
from leafstrap.errors import RecipeError, WeightsError
from leafstrap.evaluators import (
    Evaluator,
    LinearArchitecture,
    ModularArchitecture,
    NetworkArchitecture,
    centipawns_per_unit,
    integer,
    load_evaluator,
    load_weights,
    save_weights,
)
from leafstrap.games.chess import CHESS, Line, Position
from leafstrap.learn import Step, make_rule
from leafstrap.recipes.recipe import Recipe
from leafstrap.training.builder import Builder

MIDDLE = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 5 5"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
ENDING = "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1"


def networks(
    features: str = "meep", hidden: int = 12, activation: str = "sigmoid", *, staged: bool = False
) -> Any:
    kind = ModularArchitecture if staged else NetworkArchitecture
    architecture = kind.of(CHESS, {"features": features, "hidden": [hidden], "activation": activation})
    return Evaluator(architecture, architecture.initial_weights("random", seed=3, scale=0.1))


def positions(count: int) -> list[Position]:
    random = Random(1)
    found: list[Position] = []
    while len(found) < count:
        line = Line()
        while line.outcome() is None and len(line.moves) < 120 and len(found) < count:
            found.append(line.position)
            line.push(random.choice(line.position.legal_moves()))
    return found


def dense_inputs(architecture: NetworkArchitecture, position: Position) -> np.ndarray:
    """What the side to move sees: each concept, whatever the stage of the feature set."""
    feature_set = architecture.feature_sets[0]
    inputs = np.zeros(feature_set.concepts)
    for concept, first, second in feature_set.shares(position, position.turn):
        inputs[concept] = position.turn.sign * (first + second)
    return inputs


@pytest.mark.parametrize("activation", ["sigmoid", "symmetric", "radial"])
@pytest.mark.parametrize("features", ["meep", "knightcap"])
def test_the_forward_pass_is_that_of_torch(features: str, activation: str) -> None:
    torch = pytest.importorskip("torch", reason="torch is no part of Leafstrap")
    evaluator = networks(features, 40, activation)
    architecture, found = evaluator.architecture, positions(200)
    count, units = architecture.row_width, 40
    weights = torch.tensor(evaluator.weights)
    first = weights[: count * units].reshape(count, units)
    bias, beta, second = weights[count * units : -1].reshape(3, units)
    inputs = torch.tensor(np.array([dense_inputs(architecture, position) for position in found]))
    y = beta * (inputs @ first + bias)
    hidden = {
        "sigmoid": torch.sigmoid(y),
        "symmetric": torch.nn.functional.softsign(y),
        "radial": torch.exp(-(y**2)),
    }[activation]
    outputs = (hidden @ second + weights[-1]).numpy()
    snapshot = evaluator.snapshot()
    said = [p.turn.sign * snapshot.value(p, p.turn) / WIN for p in found]
    np.testing.assert_allclose(said, outputs, atol=1e-4)


def test_three_networks_say_what_torch_says_of_ten_thousand_positions() -> None:
    """Wiering's best for chess, by the stage of the game, with weights as large as they come out of learning."""
    torch = pytest.importorskip("torch", reason="torch is no part of Leafstrap")
    architecture = ModularArchitecture.of(CHESS, {"features": "kings-and-pawns", "hidden": [80]})
    weights, found = architecture.initial_weights("random", seed=5, scale=0.3), positions(10_000)
    feature_set = architecture.feature_sets[0]
    starts, indices, values = feature_set.rows(found)
    rows = np.repeat(np.arange(len(found)), np.diff(starts))
    turns = np.array([position.turn.sign for position in found])
    inputs = np.zeros((len(found), feature_set.concepts))
    inputs[rows, indices] = turns[rows] * values
    material = (inputs[:, 1:11] * ([4, 3, 3, 5, 9] * 2)).sum(axis=1)
    stages = np.where(material > 65, 0, np.where(material >= 35, 1, 2))
    outputs = np.zeros(len(found))
    for stage, network in enumerate(torch.tensor(weights).chunk(3)):
        first = network[: feature_set.concepts * 80].reshape(-1, 80)
        bias, beta, second = network[feature_set.concepts * 80 : -1].reshape(3, 80)
        told = torch.tensor(inputs[stages == stage])
        assert len(told) > 100
        hidden = torch.sigmoid(beta * (told @ first + bias))
        outputs[stages == stage] = (hidden @ second + network[-1]).numpy()
    said = architecture.snapshot(weights).values(found, Side.first) / WIN
    assert np.abs(turns * said - outputs).max() < 1e-4


@pytest.mark.parametrize("activation", ["sigmoid", "symmetric", "radial"])
@pytest.mark.parametrize("hidden", [0, 12])
def test_it_begins_without_a_favourite(hidden: int, activation: str) -> None:
    evaluator = networks("material", hidden, activation)
    assert evaluator.value(Position()) == pytest.approx(0.0, abs=0.01)


def test_a_mirrored_position_has_the_mirrored_value() -> None:
    snapshot = networks().snapshot()
    white = snapshot.value(Position.parse("4k3/2p5/8/8/8/8/3PP3/3QK3 w - - 0 1"))
    black = snapshot.value(Position.parse("3qk3/3pp3/8/8/8/8/2P5/4K3 b - - 0 1"))
    assert white == -black != 0


def test_without_hidden_units_it_is_linear() -> None:
    architecture = NetworkArchitecture.of(CHESS, {"features": "material", "hidden": [0]})
    network = Evaluator(architecture, np.array([0.1, 0.3, 0.3, 0.5, 0.9, 0.0]))
    material = LinearArchitecture.of(CHESS, {"features": "material"})
    linear = Evaluator(material, WIN * network.weights[:-1])
    for position in positions(50):
        assert network.value(position) == pytest.approx(linear.value(position), abs=0.3)
    assert centipawns_per_unit(architecture, network.weights) == pytest.approx(100 / (0.1 * WIN), rel=1e-3)


def test_for_play_it_is_the_same_in_centipawns() -> None:
    evaluator = networks()
    scale = centipawns_per_unit(evaluator.architecture, evaluator.weights)
    play = integer(evaluator)
    for position in positions(20):
        assert play.value(position) == pytest.approx(scale * evaluator.value(position), rel=1e-5)


def test_in_turn_every_position_is_learned_with_the_weights_that_those_before_it_left() -> None:
    """A game by the formula, one position after the other, beside what the rule gives for all at once."""
    architecture = ModularArchitecture.of(CHESS, {"features": "general", "hidden": [6]})
    start, found = architecture.initial_weights("random", seed=4, scale=0.1), positions(60)
    step_size, lambda_ = 0.01, 0.9
    rule = {"name": "td", "lambda": lambda_, "step_size": step_size}
    evaluator = architecture.snapshot(start)
    values = evaluator.values(found, Side.first).astype(np.float64) / WIN
    targets = np.zeros(60)
    later, ahead = 1.0, 1.0  # V(s_T) and V'(s_T): White has won
    for t in range(59, -1, -1):
        targets[t] = later + lambda_ * (ahead - later)
        later, ahead = values[t], targets[t]
    weights = start.copy()
    for position, target in zip(found, targets, strict=True):
        now = architecture.snapshot(weights)
        error = np.array([target - now.value(position) / WIN])
        input_gradients, _ = now.gradient([position], error, [position.turn])
        weights += step_size * np.where(
            architecture.sensitivities, 0.0, input_gradients
        )  # they have a step size of their own
    sums = {}
    for in_turn in (True, False):
        game = make_rule(rule | {"in_turn": in_turn}, architecture).begin(None)
        for position in found:
            game.observe(Step(position, None, None, evaluator))
        update = game.finish(Outcome(1))
        assert update is not None
        sums[in_turn] = start + step_size * np.where(architecture.sensitivities, 0.0, update.gradient)
    np.testing.assert_allclose(sums[True], weights, atol=2e-5)
    assert np.abs(sums[False] - weights).max() > 1e-3
    linear: Any = CHESS.feature_sets["material"].linear(np.zeros(5))
    with pytest.raises(ValueError, match="only networks"):
        linear.gradient_in_turn(found[:1], np.zeros(1), [Side.first], 0.1)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"backup": {"name": "td-leaf", "in_turn": True}}, "no meaning for td-leaf in chess"),
        ({"backup": {"name": "treestrap-ab", "in_turn": True}}, "no meaning for treestrap-ab in chess"),
        ({"backup": {"name": "td", "in_turn": True, "optimiser": "adagrad"}}, "the plain optimiser only"),
        (
            {"evaluator": {"kind": "linear"}, "backup": {"name": "td", "in_turn": True}},
            "networks only, not for evaluator.kind linear",
        ),
    ],
)
def test_in_turn_is_for_boards_and_networks(change: dict[str, Any], sentence: str) -> None:
    tables = {"evaluator": {"kind": "network"}, "search": {"depth": 1}} | change
    with pytest.raises(RecipeError, match=sentence):
        Builder.of(CHESS, Recipe.from_tables("test", tables))


def searched(evaluator: Any, name: str, line: Line) -> Step:
    search = CHESS.searches["minimax" if name.endswith("minimax") else "alphabeta"].make(
        evaluator.architecture.core, 14
    )
    snapshot = evaluator.snapshot()
    return Step(line.position, search.run(snapshot, line, depth=1, seed=3), search, snapshot)


def taught(evaluator: Any, name: str, step_size: float) -> tuple[Any, float]:
    """The networks after one update by a rule, and the error it told of."""
    straps = "strap" in name
    line = Line(Position.parse(MATE_IN_ONE if straps else MIDDLE))
    game = make_rule(
        {"name": name} if straps else {"name": name, "lambda": 1.0}, evaluator.architecture
    ).begin(None)
    updates = [game.observe(searched(evaluator, name, line)), game.finish(Outcome(line.position.turn.sign))]
    (update,) = [update for update in updates if update is not None]
    weights = evaluator.weights + step_size * update.gradient
    return Evaluator(evaluator.architecture, weights), update.abs_error


RULES = [
    *("td", "td-directed", "td-root", "td-leaf"),
    *("rootstrap-minimax", "rootstrap-ab", "treestrap-minimax", "treestrap-ab"),
]


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("activation", ["sigmoid", "symmetric", "radial"])
def test_every_rule_reduces_its_error(name: str, activation: str) -> None:
    """The target is fixed: how the game ends, or the mate that every search sees."""
    evaluator = networks(activation=activation)
    errors = []
    for _ in range(20):
        evaluator, error = taught(evaluator, name, 0.03)
        errors.append(error)
    assert 0.8 < errors[0] < 1.2  # of a won game
    assert errors[-1] < 0.9 * errors[0]


@pytest.mark.parametrize("staged", [False, True])
def test_errors_are_in_won_games(staged: bool) -> None:
    """TD(1) from one position: the error is the result less the output, as in Wiering et al., section 3.3."""
    evaluator = networks(staged=staged)
    line = Line(Position.parse(ENDING))
    game = make_rule({"name": "td", "lambda": 1.0}, evaluator.architecture).begin(None)
    game.observe(searched(evaluator, "td", line))
    update = game.finish(Outcome(-1))
    assert update is not None
    output = evaluator.value(line.position) / WIN
    assert update.abs_error == pytest.approx(abs(-1 - output), rel=1e-5)
    gradient, _ = evaluator.snapshot().gradient([line.position], np.array([-1 - output]), [Side.first])
    np.testing.assert_allclose(update.gradient, gradient, atol=1e-6)
    if staged:  # only the network of the ending learns
        third = evaluator.architecture.size // 3
        assert not update.gradient[: 2 * third].any()
        assert update.gradient[2 * third :].any()


def test_gradients_come_one_error_a_position() -> None:
    with pytest.raises(ValueError, match="every position has one error"):
        networks().snapshot().gradient([Position()], np.zeros(2), [Side.first])


def test_a_weights_file_is_read_back(tmp_path: Path) -> None:
    evaluator, path = networks(staged=True), tmp_path / "some.safetensors"
    save_weights(path, evaluator.architecture, evaluator.weights, {"games": 7})
    read = load_evaluator(path, CHESS)
    assert read.architecture == evaluator.architecture
    assert read.weights.tobytes() == evaluator.weights.tobytes()
    other = NetworkArchitecture.of(CHESS, {"features": "meep", "hidden": [12]})
    with pytest.raises(WeightsError, match="choose a file made for 'meep 12 sigmoid'"):
        load_weights(path, other)
    with pytest.raises(WeightsError, match="where leafstrap linear weights are needed"):
        load_weights(path, LinearArchitecture.of(CHESS, {"features": "meep"}))
    with pytest.raises(WeightsError, match="holds weights for 'chess', not for draughts"):
        load_evaluator(path, games.get("draughts"))
    (tmp_path / "cut.safetensors").write_bytes(path.read_bytes()[:-9])
    with pytest.raises(WeightsError, match="truncated or damaged"):
        load_evaluator(tmp_path / "cut.safetensors", CHESS)


def test_an_unknown_architecture_is_refused(tmp_path: Path) -> None:
    evaluator, path = networks("material", 3), tmp_path / "some.safetensors"
    save_weights(path, evaluator.architecture, evaluator.weights)
    spoiled = path.read_bytes().replace(b"material 3 sigmoid", b"material 3 sigmund")
    path.write_bytes(spoiled)
    with pytest.raises(WeightsError, match=r"Hidden units are sigmoid, symmetric, radial .* not sigmund"):
        load_evaluator(path, CHESS)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"features": "none"}, "There is no feature set 'none' for chess"),
        ({"features": "meep", "hidden": [257]}, "0 to 256 hidden units"),
        ({"features": "meep", "hidden": [3, 4]}, "2 numbers of hidden units for one network"),
        (
            {"classifier": "stages", "features": "meep", "hidden": [3, 4]},
            "2 numbers of hidden units for 3 networks",
        ),
        ({"classifier": "phases"}, "chess has no classifier 'phases': there are stages"),
        ({"outputs": "seven"}, "not sigmoid and seven"),
        ({"features": "meep", "activation": "linear"}, "not linear"),
    ],
)
def test_architectures_that_make_no_sense_are_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RecipeError, match=sentence):
        (ModularArchitecture if "classifier" in settings else NetworkArchitecture).of(CHESS, settings)


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ({"evaluator": {"outputs": "five"}}, "outputs one, not sigmoid and five"),
        ({"run": {"games_per_batch": 10}}, r"run\.games_per_batch has no meaning in chess"),
        (
            {"backup": {"name": "td", "online": True}},
            r"td does not learn online in chess: leave backup\.online",
        ),
        ({"evaluator": {"hidden": [0], "activation": "radial"}}, r"activation has no meaning without hidden"),
        (
            {"evaluator": {"hidden": [0]}, "backup": {"sensitivity_step": 0.1}},
            r"sensitivity_step has no meaning without hidden",
        ),
        (
            {"evaluator": {"kind": "linear", "classifier": "stages"}},
            r"evaluator\.classifier has a meaning for evaluator\.kind modular only",
        ),
    ],
)
def test_settings_without_meaning_are_refused(tables: dict[str, dict[str, Any]], sentence: str) -> None:
    whole = {
        "search": {"depth": 1},
        **tables,
        "evaluator": {"kind": "network", **tables.get("evaluator", {})},
    }
    with pytest.raises(RecipeError, match=sentence):
        Builder.of(CHESS, Recipe.from_tables("test", whole))


def test_explaining_names_the_network_and_its_inputs() -> None:
    evaluator = networks(staged=True)
    position = Position.parse(ENDING)
    parts = evaluator.explain(position)
    assert parts.network == "endgame"
    assert parts.value == pytest.approx(evaluator.value(position), rel=1e-5)
    terms = {term.name: term for family in parts.families for term in family.terms}
    inputs = -dense_inputs(evaluator.architecture, position)  # Black is to move, and the view is White's
    assert len(terms) == np.count_nonzero(inputs)
    assert all(
        inputs[i] == terms[name].value
        for i, (name, _, _) in enumerate(evaluator.architecture.inputs[0])
        if inputs[i]
    )


def test_a_mover_is_told_apart_from_a_program() -> None:
    """An asymmetric set sees whose program it is, whoever is to move."""
    snapshot, position = networks("knightcap").snapshot(), Position.parse(MIDDLE)
    assert snapshot.value(position, Side.first) != snapshot.value(position, Side.second)
