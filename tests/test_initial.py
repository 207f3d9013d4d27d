"""The weights before the first game, and which of them stay."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from leafstrap import games
from leafstrap.errors import RecipeError, WeightsError
from leafstrap.evaluators import Evaluator, LinearArchitecture, save_weights

CHESS = games.get("chess")
MATERIAL = LinearArchitecture.of(CHESS, {"features": "material"})
MEEP = LinearArchitecture.of(CHESS, {"features": "meep"})
START = CHESS.Position()
QUEEN_UP = CHESS.Position.parse("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")


@pytest.mark.parametrize("architecture", [MATERIAL, MEEP])
def test_zero_material_and_pawn(architecture: LinearArchitecture) -> None:
    def value(kind: str) -> float:
        return Evaluator(architecture, architecture.initial_weights(kind)).value(QUEEN_UP)

    assert value("zero") == 0
    assert value("material") == pytest.approx(12)
    assert not np.any(MEEP.initial_weights("pawn") != 1)


def test_material_counts_both_stages_and_nothing_else() -> None:
    weights = MEEP.initial_weights("material")
    named = {name: weight for name, weight in zip(MEEP.names, weights, strict=True) if weight}
    pieces = {"pawn": 1, "knight": 4, "bishop": 4, "rook": 6, "queen": 12}
    assert named == {
        f"{piece}.{stage}": value
        for piece, value in pieces.items()
        for stage in CHESS.feature_sets["meep"].stage_names
    }


def test_random_is_seeded_small_and_knows_nothing() -> None:
    weights = MEEP.initial_weights("random", seed=5)
    np.testing.assert_array_equal(weights, MEEP.initial_weights("random", seed=5))
    assert np.any(weights != MEEP.initial_weights("random", seed=6))
    assert np.all(np.abs(weights) < 1)
    assert abs(weights.mean()) < 0.1
    np.testing.assert_allclose(MEEP.initial_weights("random", seed=5, scale=0.1), weights / 10)
    # Over many seeds a queen is as often bad as good.
    ups = [Evaluator(MEEP, MEEP.initial_weights("random", seed=seed)).value(QUEEN_UP) for seed in range(200)]
    assert 70 < sum(value > 0 for value in ups) < 130


def test_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "w.safetensors"
    save_weights(path, MATERIAL, np.arange(5.0))
    np.testing.assert_array_equal(MATERIAL.initial_weights(str(path)), np.arange(5.0))
    with pytest.raises(WeightsError):
        MEEP.initial_weights(str(path))


def test_unknown_kind() -> None:
    with pytest.raises(RecipeError, match="'rnadom' is none of them"):
        MEEP.initial_weights("rnadom")


def test_material_needs_pieces_to_count() -> None:
    class Shapeless:
        name, size, stages = "shapeless", 2, 1
        names = ("a", "b")
        families = ("pawn structure", "material")

    with pytest.raises(RecipeError, match="does not count pieces"):
        LinearArchitecture(CHESS, Shapeless()).initial_weights("material")  # type: ignore[arg-type]


def test_fixed_by_name_concept_and_pattern() -> None:
    assert MATERIAL.fixed([]).sum() == 0
    assert MATERIAL.fixed(["pawn", "queen"]).tolist() == [True, False, False, False, True]

    def names(*wanted: str) -> set[str]:
        mask = MEEP.fixed(wanted)
        return {name for name, fixed in zip(MEEP.names, mask, strict=True) if fixed}

    assert names("pawn") == {"pawn.opening", "pawn.ending"}
    assert names("pawn.opening") == {"pawn.opening"}
    assert "pair.bishop.opening" in names("pair.*")
    assert len(names("*")) == MEEP.size


def test_fixed_names_that_do_not_exist() -> None:
    with pytest.raises(RecipeError, match=r"did you mean pawn\?"):
        MATERIAL.fixed(["pwan"])
