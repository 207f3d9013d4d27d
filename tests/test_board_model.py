"""The model of boards to come: made from a database, kept in a file, refused where it does not fit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from leafstrap import games
from leafstrap._core import StopFlag
from leafstrap.errors import UsageError, WeightsError
from leafstrap.evaluators import ModularArchitecture, NetworkArchitecture, default_networks, save_weights
from leafstrap.learn.ebnn.board_model import BoardModel
from leafstrap.evaluators.feature_rows import kinds_of_parts, read_feature_rows, read_inputs, row_kinds
from leafstrap.learn.ebnn.game_model import GameModel, load_model, save_model
from leafstrap.experience import Database
from leafstrap.learn.ebnn.model_training import ModelTask, train_model
from leafstrap.experience.played_games import ExpertPlay
from leafstrap.games.backgammon import BACKGAMMON, Line
from leafstrap.games.chess import CHESS
from leafstrap.games.draughts import DRAUGHTS
from support.backgammon_games import played_game
from support.databases import random_line, write_games

FEATURES = CHESS.feature_sets["neurochess"]


def random_model(inputs: int = 175, hidden: int = 9) -> BoardModel:
    random = np.random.default_rng(1)
    shapes = ((inputs,), (inputs, hidden), (hidden,), (hidden, inputs), (inputs,))
    mean, A, a, B, b = (random.normal(0, 0.3, shape) for shape in shapes)  # noqa: N806
    return BoardModel(mean, random.uniform(0.1, 2, inputs), A, a, B, b, worst=50.0)


def alone(model: BoardModel, architecture: Any = FEATURES) -> GameModel:
    """A model of the only kind of boards that there is."""
    return GameModel((model,), kinds_of_parts(architecture))


def made(game: games.Game, path: Path, features: Any, number: int = 60) -> BoardModel:
    model = train_model(
        ModelTask(features, 10_000, 20, 1),
        Database(write_games(path, game, number), game),
        lambda _: None,
        StopFlag(),
    )
    assert model is not None
    (only,) = model.models
    return only


@pytest.mark.parametrize(("game", "features"), [(CHESS, "neurochess"), (DRAUGHTS, "global")])
def test_it_foresees_better_than_no_change_and_than_the_mean(
    tmp_path: Path, game: games.Game, features: str
) -> None:
    model = made(game, tmp_path / "games", game.feature_sets[features])
    error = float(model.about["error"])
    assert 0 < error < float(model.about["error_of_no_change"])
    assert error < float(model.about["error_of_the_mean"])
    assert model.worst > error


def test_the_same_seed_makes_the_same_model(tmp_path: Path) -> None:
    features = CHESS.feature_sets["material"]
    one, two = (made(CHESS, tmp_path / name, features, 21) for name in ("one", "two"))
    for name in ("A", "a", "B", "b"):
        assert np.array_equal(getattr(one, name), getattr(two, name))


def test_it_can_be_stopped(tmp_path: Path) -> None:
    stop = StopFlag()
    stop.set()
    database = Database(write_games(tmp_path / "games", CHESS, 5), CHESS)
    assert train_model(ModelTask(FEATURES, 5, 3, 1), database, lambda _: None, stop) is None


def test_slopes_through_it_are_finite_differences() -> None:
    model, random = random_model(), np.random.default_rng(2)
    before = read_inputs(FEATURES, random_line(CHESS, 1).before[5:8]).astype(np.float64)
    input_gradients = random.normal(size=(len(before), 2, 175))  # of two outputs
    found = model.pulled_back(before, input_gradients)
    for feature in range(0, 175, 9):
        step = np.zeros_like(before)
        step[:, feature] = 1e-5
        change = (model.foreseen(before + step) - model.foreseen(before - step)) / 2e-5
        # Slopes are per deviation at both ends.
        slow = (
            np.sum(input_gradients * (change / model.deviation)[:, None], axis=2) * model.deviation[feature]
        )
        assert found[:, :, feature] == pytest.approx(slow, abs=1e-6)


def test_it_is_trusted_as_far_as_it_was_right() -> None:
    model = random_model()
    before = read_inputs(FEATURES, random_line(CHESS, 2).before[:4]).astype(np.float64)
    after = model.foreseen(before)
    assert model.trust(before, after) == pytest.approx(np.ones(4))
    assert np.all(model.trust(before, after + 0.1 * model.deviation) < 1)
    assert model.trust(before, after + 1000 * model.deviation) == pytest.approx(np.zeros(4))


def test_a_file_holds_it(tmp_path: Path) -> None:
    model = random_model()
    save_model(tmp_path / "model.safetensors", CHESS, FEATURES, alone(model))
    architecture = NetworkArchitecture.of(CHESS, "neurochess", [3])
    (found,) = load_model(tmp_path / "model.safetensors", CHESS, architecture).models
    assert found.worst == model.worst
    assert pytest.approx(model.A, rel=1e-6) == found.A
    before = read_inputs(architecture, random_line(CHESS, 3).before)
    assert found.foreseen(before) == pytest.approx(model.foreseen(before), abs=1e-3)


def test_one_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    save_model(path, CHESS, FEATURES, alone(random_model()))
    with pytest.raises(WeightsError, match="where one of chess by meep is needed"):
        load_model(path, CHESS, CHESS.feature_sets["meep"])
    with pytest.raises(WeightsError, match="where one of draughts"):
        load_model(path, DRAUGHTS, DRAUGHTS.feature_sets["global"])
    content = path.read_bytes()
    path.write_bytes(content[:-100])
    with pytest.raises(WeightsError, match="truncated or damaged"):
        load_model(path, CHESS, FEATURES)
    path.write_bytes(content.replace(b'"feature_hash":"', b'"feature_hash":"x')[: len(content)])
    with pytest.raises(WeightsError):
        load_model(path, CHESS, FEATURES)
    edited = random_model()
    save_model(path, CHESS, FEATURES, alone(replace(edited, b=edited.b[:-1])))
    with pytest.raises(WeightsError, match="damaged or was edited"):
        load_model(path, CHESS, FEATURES)
    save_model(path, CHESS, FEATURES, alone(replace(edited, worst=np.nan)))
    with pytest.raises(WeightsError, match="damaged or was edited"):
        load_model(path, CHESS, FEATURES)
    save_weights(path, CHESS, FEATURES, np.zeros(175))
    with pytest.raises(WeightsError, match="holds no board model"):
        load_model(path, CHESS, FEATURES)
    with pytest.raises(WeightsError, match="There is no weights file"):
        load_model(tmp_path / "none.safetensors", CHESS, FEATURES)


def backgammon_models(architecture: ModularArchitecture) -> GameModel:
    widths = [kind.width for kind in row_kinds(architecture)]
    return GameModel(
        tuple(random_model(width, 3 + k) for k, width in enumerate(widths)), kinds_of_parts(architecture)
    )


def test_a_file_holds_the_models_of_all_kinds_of_boards(tmp_path: Path) -> None:
    small, path = ModularArchitecture.of("small"), tmp_path / "model.safetensors"
    models = backgammon_models(small)
    save_model(path, BACKGAMMON, small, models)
    found = load_model(path, BACKGAMMON, ModularArchitecture.of("large", [5] * 9, outputs="five"))
    for one, other in zip(models.models, found.models, strict=True):
        assert one.A.astype(np.float32).tobytes() == other.A.tobytes()
        assert (one.worst, one.hidden) == (other.worst, other.hidden)
    assert found.kinds.tolist() == [0, 1, *[2] * 7]
    with pytest.raises(WeightsError, match="endgame, race, contact, where one of backgammon by tesauro"):
        load_model(path, BACKGAMMON, ModularArchitecture.of("tesauro"))


def test_it_is_not_trusted_from_one_kind_of_boards_to_another() -> None:
    """The class of a board alone makes no difference: nine networks are told three kinds of features."""
    random = Random(5)
    boards = [played_game(random, skill=0.9).before for _ in range(6)]
    for architecture in (ModularArchitecture.of("small"), ModularArchitecture.of("large")):
        models, changed = backgammon_models(architecture), 0
        for line in boards:
            before, after = (
                read_feature_rows(architecture, line[:-2]),
                read_feature_rows(architecture, line[2:]),
            )
            trust = models.trust(before, after)
            stays = models.of_boards(before) == models.of_boards(after)
            assert not trust[~stays].any()
            assert np.all(trust[stays] > 0)
            for model, rows in models.asked(before, stays):
                width = len(model.mean)
                known = model.trust(before.inputs[rows, :width], after.inputs[rows, :width])
                assert trust[rows] == pytest.approx(known)
            changed += int((~stays).sum())
        assert changed > 6


def expert_games(number: int) -> ExpertPlay:
    return ExpertPlay(default_networks(BACKGAMMON).snapshot(), number, 1)


def test_games_of_an_expert_are_made_a_model_of() -> None:
    source = expert_games(60)
    assert str(source.game(3).line.position) == str(source.game(3).line.position)
    assert str(source.game(3).line.position) != str(source.game(4).line.position)
    task = ModelTask(ModularArchitecture.of("small"), 1000, 10, 1)
    made = train_model(task, source, lambda _: None, StopFlag())
    assert made is not None
    assert [len(model.mean) for model in made.models] == [68, 277, 393]
    for model in made.models[1:]:
        error = float(model.about["error"])
        assert 0 < error < float(model.about["error_of_no_change"])


@dataclass
class OneGame:
    line: Any
    distinct: int = 1

    def game(self, number: int) -> OneGame:
        return self


def test_too_few_games_for_a_model_are_refused() -> None:
    line, random = Line(), Random(1)
    while len(line) < 6:  # nobody has come home yet
        line.roll((2, 1))
        line.push(random.choice(line.position.legal_moves()))
    task = ModelTask(ModularArchitecture.of("small"), 1, 3, 1)
    with pytest.raises(UsageError, match="too few endgame boards to make a model of: raise backup"):
        train_model(task, OneGame(line), lambda _: None, StopFlag())
