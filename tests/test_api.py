"""Leafstrap from Python: the verbs of `import leafstrap as ls`, on all games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import leafstrap as ls
from leafstrap import games
from leafstrap.api_reference import page
from leafstrap.errors import LeafstrapError, UsageError
from leafstrap.games.dice import is_chance
from support.own import own

TINY = {
    "chess": {"search.depth": 1, "experience.max_plies": 12, "evaluator.features": "material"},
    "draughts": {"search.depth": 1, "experience.max_plies": 12, "evaluator.features": "material"},
    "backgammon": {"evaluator.hidden": [2, 2, 2], "run.games_per_batch": 2},
}


@pytest.fixture(params=list(TINY))
def run(request: pytest.FixtureRequest, tmp_path: Path) -> ls.LearnedRun:
    settings = {**TINY[request.param], "run.final_games": 0, "run.keep_best_every": 0}
    return ls.learn(request.param, out=tmp_path / "run", games=4, workers=1, settings=settings, quiet=True)


def test_a_run(run: ls.LearnedRun) -> None:
    assert run.metrics.games[-1] == 4
    assert np.isfinite(run.metrics["mean_error"].astype(float)).all()
    assert len(run.improvements) == 0
    picture = run.plot()
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert run.go_on(games=6, quiet=True).metrics.games[-1] == 6


def test_weights_evaluate_and_tell_their_features(run: ls.LearnedRun) -> None:
    weights = run.weights
    game = weights.game
    positions = [
        game.Position(),
        *([own(game.Position()).rolled((3, 1))] if is_chance(game.Position()) else []),
    ]
    values = weights.evaluate(positions)
    assert values == pytest.approx([weights.value(position) for position in positions])
    indptr, indices, rows = weights.features(positions)
    assert (len(indptr), indptr[-1]) == (len(positions) + 1, len(indices))
    if weights.architecture.kind == "linear":
        assert float(rows[: indptr[1]] @ weights.weights[indices[: indptr[1]]]) == pytest.approx(
            values[0], abs=1e-4
        )
    assert ls.explain(weights, positions[0]).value == pytest.approx(
        values[0] * (positions[0].turn.sign if is_chance(positions[0]) else 1), abs=1e-4
    )
    assert ls.search(weights, positions[-1], depth=1).nodes > 0


@pytest.mark.parametrize("game", list(TINY))
def test_matches(game: str) -> None:
    ours = ls.load("default", game)
    score = ls.match(game, ours, "random", games=4, depth=1, seed=3)
    assert (score.games, score.elo_low <= score.elo <= score.elo_high) == (4, True)
    assert score.score > 0.5
    assert ls.match(game, ours, "random", games=4, depth=1, seed=3) == score


def test_files(run: ls.LearnedRun) -> None:
    file = max((run.folder / "weights").glob("0*.safetensors"))
    assert ls.load(file).architecture == ls.load(run.folder).architecture
    other = next(game for game in games.GAMES if game is not run.weights.game)
    with pytest.raises(LeafstrapError, match="not for"):
        ls.load(file, other)
    with pytest.raises(UsageError, match="say of which"):
        ls.load("default")


def test_metrics_as_a_frame(run: ls.LearnedRun) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = run.metrics.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["game"]) == run.metrics.games.tolist()


def test_the_reference_is_up_to_date(root: Path) -> None:
    assert (root / "docs/api.md").read_text() == page(), "python -m leafstrap.api_reference docs/api.md"
