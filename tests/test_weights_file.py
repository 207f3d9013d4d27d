"""Weights files: what is written comes back, and whatever does not fit is refused with one sentence."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save

from leafstrap import games
from leafstrap.cli.app import run
from leafstrap.errors import WeightsError
from leafstrap.evaluators import LinearArchitecture, load_evaluator, load_weights, save_weights, weights_bytes
from leafstrap.evaluators.feature_set import feature_digest
from leafstrap.evaluators.weights_file import read_origin

CHESS = games.get("chess")
MATERIAL = LinearArchitecture.of(CHESS, {"features": "material"})
MEEP = LinearArchitecture.of(CHESS, {"features": "meep"})
VALUES = np.array([1.0, 3.1, 3.3, 5.0, 9.7])
GOOD = {
    "format": "leafstrap linear weights",
    "version": "1",
    "game": "chess",
    "feature_set": "material",
    "feature_hash": MATERIAL.digest,
}


def content(weights: Any = VALUES, name: str = "weights", **changes: str | None) -> bytes:
    """A file like ours, with something changed."""
    about = {key: value for key, value in {**GOOD, **changes}.items() if value is not None}
    return bytes(save({name: np.asarray(weights)}, metadata=about))


def test_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "w.safetensors"
    weights = np.random.default_rng(1).normal(size=MEEP.size)
    save_weights(path, MEEP, weights, {"recipe": "quick", "games": 250})
    np.testing.assert_array_equal(load_weights(path, MEEP), weights)
    read = load_evaluator(path, CHESS)
    assert read.architecture.name == "meep"
    np.testing.assert_array_equal(read.weights, weights)
    origin = read_origin(path)
    assert (origin["recipe"], origin["games"], origin["game"]) == ("quick", "250", "chess")
    assert "9999" in origin["unit"]
    assert [file.name for file in tmp_path.iterdir()] == ["w.safetensors"]


def test_equal_weights_are_equal_bytes() -> None:
    first = weights_bytes(MATERIAL, VALUES, {"recipe": "a", "games": 1})
    assert all(weights_bytes(MATERIAL, VALUES, {"games": 1, "recipe": "a"}) == first for _ in range(5))


def test_the_file_is_plain_safetensors(tmp_path: Path) -> None:
    from safetensors.numpy import load_file

    path = tmp_path / "w.safetensors"
    save_weights(path, MATERIAL, VALUES)
    np.testing.assert_array_equal(load_file(path)["weights"], VALUES)


def test_single_precision_is_read(tmp_path: Path) -> None:
    path = tmp_path / "w.safetensors"
    path.write_bytes(content(VALUES.astype(np.float32)))
    assert load_weights(path, MATERIAL).dtype == np.float64


def not_safetensors(path: Path) -> None:
    path.write_text("weights: 1 2 3 4 5\n" * 10)


def damaged_tensor(path: Path) -> None:
    whole = content()
    path.write_bytes(whole.replace(b'"data_offsets":[0,40]', b'"data_offsets":[0,32]'))


Maker = Callable[[Path], object]
BAD: dict[str, tuple[Maker, str]] = {
    "missing": (lambda path: None, "no weights file"),
    "folder": (lambda path: path.mkdir(), "is a folder|no run folder"),
    "empty": (lambda path: path.write_bytes(b""), "not a safetensors file"),
    "text": (not_safetensors, "not a safetensors file"),
    "pickle": (lambda path: path.write_bytes(b"\x80\x04\x95" + bytes(40)), "not a safetensors file"),
    "broken header": (
        lambda path: path.write_bytes((9).to_bytes(8, "little") + b'{"a": nope'),
        "not a safetensors",
    ),
    "list header": (
        lambda path: path.write_bytes((2).to_bytes(8, "little") + b"{}"),
        "not written by Leafstrap",
    ),
    "truncated header": (lambda path: path.write_bytes(content()[:60]), "truncated or damaged"),
    "truncated data": (lambda path: path.write_bytes(content()[:-8]), "truncated or damaged"),
    "too long": (lambda path: path.write_bytes(content() + bytes(8)), "truncated or damaged"),
    "overlapping": (damaged_tensor, "truncated or damaged"),
    "foreign": (lambda path: path.write_bytes(bytes(save({"weights": VALUES}))), "not written by Leafstrap"),
    "format": (lambda path: path.write_bytes(content(format="other")), "not written by Leafstrap"),
    "version": (lambda path: path.write_bytes(content(version="2")), "format version '2'"),
    "no version": (lambda path: path.write_bytes(content(version=None)), "format version None"),
    "game": (
        lambda path: path.write_bytes(content(game="draughts")),
        "weights for 'draughts', not for chess",
    ),
    "feature set": (lambda path: path.write_bytes(content(feature_set="nnue")), "feature set 'nnue'"),
    "hash": (
        lambda path: path.write_bytes(content(feature_hash="0" * 16)),
        "another version of the feature set",
    ),
    "length": (lambda path: path.write_bytes(content(VALUES[:4])), "does not hold the 5 weights"),
    "shape": (lambda path: path.write_bytes(content(VALUES.reshape(1, 5))), "does not hold the 5 weights"),
    "integers": (lambda path: path.write_bytes(content(np.arange(5))), "does not hold the 5 weights"),
    "tensor name": (lambda path: path.write_bytes(content(name="other")), "does not hold the 5 weights"),
    "nan": (lambda path: path.write_bytes(content([1, np.nan, 3, 5, 9])), "1 weights that are not finite"),
    "inf": (
        lambda path: path.write_bytes(content([1, np.inf, 3, -np.inf, 9])),
        "2 weights that are not finite",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_files_are_refused_with_a_sentence(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "w.safetensors"
    make, words = BAD[kind]
    make(path)
    for read in (lambda: load_evaluator(path, CHESS), lambda: load_weights(path, MATERIAL)):
        with pytest.raises(WeightsError, match=words) as caught:
            read()
        message = str(caught.value)
        assert str(path) in message
        assert message.endswith(".")
        assert "\n" not in message


@pytest.mark.parametrize("kind", BAD)
def test_bad_files_end_commands_with_status_2(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "w.safetensors"
    make, words = BAD[kind]
    make(path)
    for command in (["explain", "chess", "startpos", str(path)], ["match", "chess", str(path), "random"]):
        assert run(command) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.count("\n") == 1
        assert any(word in captured.err for word in words.split("|"))


def test_every_cut_of_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.safetensors"
    whole = weights_bytes(MATERIAL, VALUES)
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(WeightsError):
            load_evaluator(path, CHESS)


def test_spoiled_bytes_never_raise_anything_else(tmp_path: Path) -> None:
    path = tmp_path / "w.safetensors"
    whole = weights_bytes(MATERIAL, VALUES)
    random = np.random.default_rng(5)
    for _ in range(500):
        spoiled = bytearray(whole)
        for place in random.integers(0, len(whole), size=random.integers(1, 6)):
            spoiled[place] = random.integers(0, 256)
        path.write_bytes(spoiled)
        try:
            weights = load_evaluator(path, CHESS).weights
        except WeightsError:
            continue
        assert weights.shape == (5,)
        assert np.isfinite(weights).all()


def test_another_feature_set_than_the_one_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "w.safetensors"
    path.write_bytes(content())
    with pytest.raises(WeightsError, match="feature set 'material': choose a file made for 'meep'"):
        load_weights(path, MEEP)


def test_another_game_that_exists(tmp_path: Path) -> None:
    path = tmp_path / "w.safetensors"
    other = dataclasses.replace(CHESS, name="draughts")
    save_weights(path, dataclasses.replace(MATERIAL, game=other), VALUES)
    with pytest.raises(WeightsError, match="'draughts'"):
        load_evaluator(path, CHESS)


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "w.safetensors"
    path.mkdir()
    with pytest.raises(WeightsError, match="cannot be written"):
        save_weights(path, MATERIAL, VALUES)
    assert [file.name for file in tmp_path.iterdir()] == ["w.safetensors"]
    with pytest.raises(WeightsError, match="cannot be written"):
        save_weights(tmp_path / "nowhere" / "w.safetensors", MATERIAL, VALUES)


def test_the_hash_follows_names_their_order_and_meanings() -> None:
    material, meep = MATERIAL.feature_set, MEEP.feature_set

    class Reordered:
        names = ("knight", "pawn", "bishop", "rook", "queen")
        meanings = material.meanings

    class Redefined:
        names = material.names
        meanings = ("half the number of pawns", *material.meanings[1:])

    assert feature_digest(material) != feature_digest(Reordered())
    assert feature_digest(material) != feature_digest(Redefined())
    assert feature_digest(material) != feature_digest(meep)


def test_header_is_readable_json() -> None:
    whole = weights_bytes(MATERIAL, VALUES, {"games": 3})
    size = int.from_bytes(whole[:8], "little")
    assert size % 8 == 0
    about = json.loads(whole[8 : 8 + size])["__metadata__"]
    assert about["games"] == "3"
