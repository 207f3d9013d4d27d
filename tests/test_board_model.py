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
from leafstrap.evaluators import (
    Architecture,
    LinearArchitecture,
    ModularArchitecture,
    NetworkArchitecture,
    default_weights,
    save_weights,
)
from leafstrap.experience import Database, ExpertPlay
from leafstrap.games.backgammon import BACKGAMMON, Line
from leafstrap.games.chess import CHESS
from leafstrap.games.draughts import DRAUGHTS
from leafstrap.learn.ebnn.board_model import BoardModel
from leafstrap.learn.ebnn.game_model import GameModel, load_model, save_model
from leafstrap.learn.ebnn.model_training import ModelTask, train_model
from support.backgammon_games import played_game
from support.databases import random_line, write_games

LINEAR = LinearArchitecture.of(CHESS, {"features": "neurochess"})


def networks(classifier: str, **settings: Any) -> NetworkArchitecture:
    return ModularArchitecture.of(BACKGAMMON, {"classifier": classifier, **settings})


def random_model(inputs: int = 175, hidden: int = 9) -> BoardModel:
    random = np.random.default_rng(1)
    shapes = ((inputs,), (inputs, hidden), (hidden,), (hidden, inputs), (inputs,))
    mean, A, a, B, b = (random.normal(0, 0.3, shape) for shape in shapes)  # noqa: N806
    return BoardModel(mean, random.uniform(0.1, 2, inputs), A, a, B, b, worst=50.0)


def alone(model: BoardModel, architecture: Architecture = LINEAR) -> GameModel:
    """A model of the only kind of boards that there is."""
    return GameModel((model,), architecture.kinds_of_parts)


def made(game: games.Game, path: Path, features: str, number: int = 60) -> BoardModel:
    model = train_model(
        ModelTask(LinearArchitecture.of(game, {"features": features}), 10_000, 20, 1),
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
    model = made(game, tmp_path / "games", features)
    error = float(model.about["error"])
    assert 0 < error < float(model.about["error_of_no_change"])
    assert error < float(model.about["error_of_the_mean"])
    assert model.worst > error


def test_the_same_seed_makes_the_same_model(tmp_path: Path) -> None:
    one, two = (made(CHESS, tmp_path / name, "material", 21) for name in ("one", "two"))
    for name in ("A", "a", "B", "b"):
        assert np.array_equal(getattr(one, name), getattr(two, name))


def test_it_can_be_stopped(tmp_path: Path) -> None:
    stop = StopFlag()
    stop.set()
    database = Database(write_games(tmp_path / "games", CHESS, 5), CHESS)
    assert train_model(ModelTask(LINEAR, 5, 3, 1), database, lambda _: None, stop) is None


def test_slopes_through_it_are_finite_differences() -> None:
    model, random = random_model(), np.random.default_rng(2)
    before = LINEAR.feature_rows(random_line(CHESS, 1).before[5:8]).inputs.astype(np.float64)
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
    before = LINEAR.feature_rows(random_line(CHESS, 2).before[:4]).inputs.astype(np.float64)
    after = model.foreseen(before)
    assert model.trust(before, after) == pytest.approx(np.ones(4))
    assert np.all(model.trust(before, after + 0.1 * model.deviation) < 1)
    assert model.trust(before, after + 1000 * model.deviation) == pytest.approx(np.zeros(4))


def test_a_file_holds_it(tmp_path: Path) -> None:
    model = random_model()
    save_model(tmp_path / "model.safetensors", LINEAR, alone(model))
    architecture = NetworkArchitecture.of(CHESS, {"features": "neurochess", "hidden": [3]})
    (found,) = load_model(tmp_path / "model.safetensors", architecture).models
    assert found.worst == model.worst
    assert pytest.approx(model.A, rel=1e-6) == found.A
    before = architecture.feature_rows(random_line(CHESS, 3).before).inputs
    assert found.foreseen(before) == pytest.approx(model.foreseen(before), abs=1e-3)


def test_one_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    save_model(path, LINEAR, alone(random_model()))
    with pytest.raises(WeightsError, match="where one of chess by meep is needed"):
        load_model(path, LinearArchitecture.of(CHESS, {"features": "meep"}))
    with pytest.raises(WeightsError, match="where one of draughts"):
        load_model(path, LinearArchitecture.of(DRAUGHTS, {"features": "global"}))
    content = path.read_bytes()
    path.write_bytes(content[:-100])
    with pytest.raises(WeightsError, match="truncated or damaged"):
        load_model(path, LINEAR)
    path.write_bytes(content.replace(b'"feature_hash":"', b'"feature_hash":"x')[: len(content)])
    with pytest.raises(WeightsError):
        load_model(path, LINEAR)
    edited = random_model()
    save_model(path, LINEAR, alone(replace(edited, b=edited.b[:-1])))
    with pytest.raises(WeightsError, match="damaged or was edited"):
        load_model(path, LINEAR)
    save_model(path, LINEAR, alone(replace(edited, worst=np.nan)))
    with pytest.raises(WeightsError, match="damaged or was edited"):
        load_model(path, LINEAR)
    save_weights(path, LINEAR, np.zeros(175))
    with pytest.raises(WeightsError, match="holds no board model"):
        load_model(path, LINEAR)
    with pytest.raises(WeightsError, match="There is no weights file"):
        load_model(tmp_path / "none.safetensors", LINEAR)


def backgammon_models(architecture: Architecture) -> GameModel:
    widths = [kind.width for kind in architecture.row_kinds]
    return GameModel(
        tuple(random_model(width, 3 + k) for k, width in enumerate(widths)), architecture.kinds_of_parts
    )


def test_a_file_holds_the_models_of_all_kinds_of_boards(tmp_path: Path) -> None:
    small, path = networks("small"), tmp_path / "model.safetensors"
    models = backgammon_models(small)
    save_model(path, small, models)
    found = load_model(path, networks("large", hidden=[5] * 9, outputs="five"))
    for one, other in zip(models.models, found.models, strict=True):
        assert one.A.astype(np.float32).tobytes() == other.A.tobytes()
        assert (one.worst, one.hidden) == (other.worst, other.hidden)
    assert found.kinds.tolist() == [0, 1, *[2] * 7]
    with pytest.raises(WeightsError, match="endgame, race, contact, where one of backgammon by tesauro"):
        load_model(path, NetworkArchitecture.of(BACKGAMMON, {"features": "tesauro"}))


def test_it_is_not_trusted_from_one_kind_of_boards_to_another() -> None:
    """The class of a board alone makes no difference: nine networks are told three kinds of features."""
    random = Random(5)
    boards = [played_game(random, skill=0.9).before for _ in range(6)]
    for architecture in (networks("small"), networks("large")):
        models, changed = backgammon_models(architecture), 0
        for line in boards:
            before, after = architecture.feature_rows(line[:-2]), architecture.feature_rows(line[2:])
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
    return ExpertPlay(BACKGAMMON, default_weights(BACKGAMMON).snapshot(), number, 1)


def test_games_of_an_expert_are_made_a_model_of() -> None:
    source = expert_games(60)
    assert str(source.game(3).line.position) == str(source.game(3).line.position)
    assert str(source.game(3).line.position) != str(source.game(4).line.position)
    task = ModelTask(networks("small"), 1000, 10, 1)
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
    task = ModelTask(networks("small"), 1, 3, 1)
    with pytest.raises(UsageError, match="too few endgame boards to make a model of: raise backup"):
        train_model(task, OneGame(line), lambda _: None, StopFlag())
