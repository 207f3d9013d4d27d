"""PLAYER texts: what each means, and the sentence for each that means nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from leafstrap import games
from leafstrap.errors import LeafstrapError
from leafstrap.evaluators import LinearArchitecture, load_weights, save_weights
from leafstrap.players import EvaluatorPlayer, RandomPlayer, TournamentPlayer, parse_evaluator, parse_player
from leafstrap.players.books import Finding, LearnedBook, save_learned
from leafstrap.players.weights import weights_of_run
from leafstrap.search import Limits

CHESS = games.get("chess")
MATERIAL = LinearArchitecture.of(CHESS, {"features": "material"})


def test_words() -> None:
    assert isinstance(parse_player("random", CHESS).build(), RandomPlayer)
    assert isinstance(parse_player("material", CHESS).build(), TournamentPlayer)
    assert isinstance(parse_player("untrained", CHESS).build(), TournamentPlayer)
    assert parse_evaluator("material", CHESS).weights.tolist() == [1, 4, 4, 6, 12]
    assert parse_evaluator("default", CHESS).architecture.name == "meep"


def test_a_player_with_weights_is_told_how_to_search() -> None:
    assert isinstance(parse_player("material;search=training@depth=2", CHESS).build(), EvaluatorPlayer)
    assert isinstance(parse_player("untrained;seed=2;threads=2;hash=1", CHESS).build(), TournamentPlayer)


def test_a_search_that_is_cut_does_not_see_the_answer() -> None:
    """A pawn that is guarded: looking one ply ahead, the queen takes it."""
    line = CHESS.Line(CHESS.Position.parse("6k1/4p3/3p4/8/8/8/3Q4/6K1 w - - 0 1"))
    cut, training = (
        parse_player(f"material;search={search}@depth=1", CHESS).build() for search in ("cut", "training")
    )
    assert str(cut.choose(line, Limits(depth=1)).move) == "d2d6"
    assert str(training.choose(line, Limits(depth=1)).move) != "d2d6"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("material;search=deep", "There is no search 'deep': there are .*training"),
        ("material;hash=much", "of a player are whole numbers"),
        ("material;tablebase=7", "A tablebase has 2 to 4 pieces"),
        ("material;threads=0", "1 to 256 threads"),
    ],
)
def test_wrong_ways_to_search_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(LeafstrapError, match=sentence):
        parse_player(text, CHESS)


def test_a_tournament_player_says_what_it_thought() -> None:
    player = parse_player("material", CHESS).build()
    player.new_game(0)
    mate = CHESS.Line(CHESS.Position.parse("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"))
    choice = player.choose(mate, Limits(depth=4))
    assert (str(choice.move), choice.mate) == ("a1a8", 1)
    quiet = player.choose(CHESS.Line(), Limits(nodes=500))
    assert None not in (quiet.score, quiet.depth, quiet.nodes)


def test_limits_after_at() -> None:
    assert parse_player("random", CHESS).limits is None
    assert parse_player("material@depth=4", CHESS).limits == Limits(depth=4)
    assert parse_player("uci:stockfish;Hash=32@nodes=100", CHESS).limits == Limits(nodes=100)
    assert parse_player("material@depth=4,movetime=0.5", CHESS).limits == Limits(depth=4, movetime=0.5)


def test_untrained_has_settings_and_a_fixed_default() -> None:
    default = parse_evaluator("untrained", CHESS)
    assert default.architecture.name == "meep"
    np.testing.assert_array_equal(default.weights, parse_evaluator("untrained;seed=0;scale=1", CHESS).weights)
    assert np.any(default.weights != parse_evaluator("untrained;seed=1", CHESS).weights)
    assert parse_evaluator("untrained;features=material", CHESS).architecture.name == "material"


def test_weights_file_also_with_an_at_in_its_name(tmp_path: Path) -> None:
    for name in ("w.safetensors", "w@depth=3.safetensors", "w"):
        path = tmp_path / name
        save_weights(path, MATERIAL, np.arange(5.0))
        spec = parse_player(str(path), CHESS)
        assert isinstance(spec.build(), TournamentPlayer)
        assert spec.limits is None
        assert parse_player(f"{path}@depth=2", CHESS).limits == Limits(depth=2)


def test_a_book_is_asked_first(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    book = LearnedBook()
    book.store(CHESS.Position(), Finding("a2a3", 0, 0, depth=9, seconds=1.0))
    save_learned(book, path)
    spec = parse_player(f"material;book={path}@depth=1", CHESS)
    assert spec.limits == Limits(depth=1)
    player = spec.build()
    player.new_game(1)
    line = CHESS.Line()
    choice = player.choose(line, Limits(depth=1))
    assert (str(choice.move), choice.score) == ("a2a3", None)
    line.push(choice.move)
    assert player.choose(line, Limits(depth=1)).score is not None
    player.close()
    with pytest.raises(LeafstrapError, match="There is no book"):
        parse_player("material;book=nowhere.bin", CHESS)


def test_run_folder(tmp_path: Path) -> None:
    weights = tmp_path / "weights"
    weights.mkdir()

    def put(name: str, value: float, done: int) -> None:
        save_weights(weights / name, MATERIAL, np.full(5, value), {"games": done})

    put("best.safetensors", 0, 0)
    assert weights_of_run(tmp_path).name == "best.safetensors"
    put("000050.safetensors", 1, 50)
    put("000100.safetensors", 2, 100)
    assert parse_evaluator(str(tmp_path), CHESS).weights[0] == 2, "no match was won yet: the newest"
    put("best.safetensors", 1, 50)
    assert parse_evaluator(str(tmp_path), CHESS).weights[0] == 1
    np.testing.assert_array_equal(load_weights(weights_of_run(tmp_path), MATERIAL), np.ones(5))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "There is no player"),
        ("radnom", "did you mean random?"),
        ("deep blue", "there are WEIGHTS.safetensors, a run folder, default"),
        ("gnubg:2", "There is no player 'gnubg:2'"),
        ("xboard:", "needs a command"),
        ("xboard:phalanx;clock=maybe", "is a number of moves"),
        ("hub:scan", "Engines that speak hub play draughts, not chess"),
        ("pubeval", "There is no player"),
        ("default;x=1", "which this player does not have"),
        ("random@depth=x", "must be a number"),
        ("random@speed=9", "A limit is"),
        ("random@depth=0", "above 0"),
        ("random;x=1", "which this player does not have"),
        ("material;x=1", "which this player does not have"),
        ("untrained;sed=1", "there are architecture, features, hidden, seed, scale"),
        ("untrained;seed", "NAME=VALUE"),
        ("untrained;seed=x", "are numbers"),
        ("untrained;seed=-1", "not negative"),
        ("untrained;features=nnue", "There is no feature set"),
        ("uci:", "needs a command"),
        ("uci:stockfish;Hash", "NAME=VALUE"),
        ("missing.safetensors", "no weights file"),
    ],
)
def test_texts_that_mean_nothing(text: str, words: str) -> None:
    with pytest.raises(LeafstrapError) as caught:
        parse_player(text, CHESS)
    assert words in str(caught.value)
    assert str(caught.value)[-1] in ".?"


def test_folder_without_weights(tmp_path: Path) -> None:
    with pytest.raises(LeafstrapError, match="is no run folder"):
        parse_player(str(tmp_path), CHESS)
