"""Games played for others: what the engine makes of them, and what it learns."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from leafstrap import games
from leafstrap._core import WIN, Outcome, Side
from leafstrap.evaluators import LinearArchitecture, default_weights, load_evaluator, save_weights
from leafstrap.evaluators.weights_file import read_origin
from leafstrap.experience.afterwards import FromPlayedLeaves
from leafstrap.experience.served_game import ServedGame
from leafstrap.learn import RULES, Update, make_rule
from leafstrap.learn.rule import Served
from leafstrap.players.books import load_learned
from leafstrap.protocols.uci.learning import learning_file, served_rules
from support.wire import Wire

CHESS = games.get("chess")
MATERIAL = LinearArchitecture.of(CHESS, {"features": "material"})
FOOLS_MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]


@dataclass
class Variation:
    score: int = 0
    mate: int | None = None
    bound: str = "exact"
    pv: list[Any] = field(default_factory=list)
    depth: int = 5
    seldepth: int = 5


@dataclass
class Found:
    """A search result made up for a test."""

    lines: list[Variation]
    move: Any = None
    ponder: Any = None
    depth: int = 5
    seldepth: int = 5
    nodes: int = 100
    seconds: float = 0.1
    hashfull: int = 0
    leaf: Any = None
    leaf_exact: bool = True


def found(score: int = 0, mate: int | None = None, ponder: Any = None) -> Found:
    return Found([Variation(score, mate)], ponder=ponder)


def line_of(*moves: str) -> Any:
    line = CHESS.Line()
    for text in moves:
        line.push(line.position.move(text))
    return line


def served(score: int = 0, mate: int | None = None) -> ServedGame:
    """White's first two moves of 1. e4 e5 2. Nf3."""
    game = ServedGame(line_of())
    reply = line_of("e2e4").position.move("e7e5")
    game.add(line_of(), line_of().position.move("e2e4"), found(20, ponder=reply))
    later = line_of("e2e4", "e7e5")
    game.add(later, later.position.move("g1f3"), found(score, mate))
    return game


def test_a_game_goes_on_with_the_moves_we_made() -> None:
    game = served()
    assert game.side == Side.first
    assert game.continues(line_of("e2e4", "e7e5", "g1f3", "b8c6"))
    assert game.continues(line_of("e2e4", "e7e5", "g1f3", "g8f6")), "another answer: a take-back of theirs"
    assert len(game.turns) == 2
    assert game.continues(line_of("e2e4", "e7e5")), "a take-back of ours"
    assert len(game.turns) == 1
    assert not game.continues(CHESS.Line(CHESS.Position.parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")))


def test_another_line_is_another_game() -> None:
    game = served()
    later = line_of("e2e4", "e7e5", "g1f3", "b8c6")
    game.add(later, later.position.move("f1b5"), found())
    assert not game.continues(line_of("d2d4"))


def test_a_reply_is_foreseen_if_it_was_the_one_we_expected() -> None:
    assert [turn.predicted for turn in served().turns] == [False, True]
    game = served()
    other = line_of("e2e4", "e7e5", "g1f3", "d7d6")
    game.add(other, other.position.move("d2d4"), found())
    assert not game.turns[-1].predicted, "nothing was expected there"


def test_the_board_says_how_a_game_ended() -> None:
    line = line_of(*FOOLS_MATE[:3])
    game = ServedGame(line)
    game.add(line, line.position.move("d8h4"), found())
    assert game.outcome() == Outcome(-1)
    game = ServedGame(line_of())
    for ply in (0, 2):
        before = line_of(*FOOLS_MATE[:ply])
        game.add(before, before.position.move(FOOLS_MATE[ply]), found())
    assert game.outcome() is None
    assert game.continues(line_of(*FOOLS_MATE))
    assert game.outcome() == Outcome(-1), "seen in the position that was shown last"


@pytest.mark.parametrize(
    ("score", "mate", "points"), [(700, None, 1), (-700, None, -1), (100, None, None), (0, 3, 1), (0, -3, -1)]
)
def test_else_the_last_score_says_it_if_it_is_clear(score: int, mate: int | None, points: int | None) -> None:
    assert served(score, mate).outcome() == (None if points is None else Outcome(points))


class Store:
    """Weights that do not move, and the updates that came in."""

    def __init__(self) -> None:
        self.updates: list[Update] = []

    def snapshot(self) -> Any:
        return MATERIAL.snapshot(MATERIAL.initial_weights("material"))

    def apply(self, update: Update) -> None:
        self.updates.append(update)


def test_td_leaf_over_the_leaves_that_were_played() -> None:
    """Eq. (11) written out: tanh, λ = 0.7, a rise that nobody foresaw is dropped."""
    a, b, c = (
        CHESS.Position.parse(f"4k3/8/8/8/8/8/{pawns}/4K3 w - - 0 1") for pawns in ("P7", "PPP5", "PP6")
    )
    game = ServedGame(line_of())
    lines = [line_of(), line_of("e2e4", "e7e5"), line_of("e2e4", "e7e5", "g1f3", "b8c6")]
    moves = ["e2e4", "g1f3", "f1b5"]
    for line, move, leaf in zip(lines, moves, (a, b, c), strict=True):
        result = found(score=999)
        result.leaf = leaf
        game.add(line, line.position.move(move), result)
    store = Store()
    table = {
        "name": "td-leaf", "lambda": 0.7, "squash": "tanh", "pawn": 1.0, "blunder_filter": "predicted",
    }  # fmt: skip
    stats = FromPlayedLeaves(make_rule(table, MATERIAL), store, centipawn=0.01).learn(game, Outcome(1))
    beta = math.atanh(0.25)
    v = [math.tanh(beta * pawns) for pawns in (1, 3, 2)]
    d = [0.0, v[2] - v[1], 0.0]  # also the last rise, for which nobody played a foreseen move
    errors = [sum(0.7 ** (j - t) * d[j] for j in range(t, 3)) for t in range(3)]
    pawns = sum(beta * (1 - v[t] ** 2) * errors[t] * count for t, count in enumerate((1, 3, 2)))
    (update,) = store.updates
    np.testing.assert_allclose(update.gradient, [pawns, 0, 0, 0, 0], rtol=1e-6)
    assert (stats.searches, stats.positions) == (3, 3)


def test_a_score_from_elsewhere_moves_nothing_but_counts() -> None:
    game = ServedGame(line_of())
    for ply, result in ((0, found(200)), (2, found(0, mate=2))):
        line = line_of(*["e2e4", "e7e5", "g1f3"][:ply])
        result.leaf, result.leaf_exact = line.position, False  # where material is even
        game.add(line, line.position.legal_moves()[0] if ply else line.position.move("e2e4"), result)
    learner = FromPlayedLeaves(make_rule({"name": "td-leaf"}, MATERIAL), Store(), centipawn=0.01)
    evaluator = Store().snapshot()
    first, second = (learner._leaf(turn, evaluator) for turn in game.turns)
    assert (first.value, first.leaf_evaluated) == (2.0, False)
    assert (second.value, second.leaf_evaluated) == (WIN - 4, False)
    close = found(15)
    close.leaf, close.leaf_exact = line_of().position, False
    game = ServedGame(line_of())
    game.add(line_of(), line_of().position.move("e2e4"), close)
    near = learner._leaf(game.turns[0], evaluator)
    assert (near.value, near.leaf_evaluated) == (0.0, True), "the leaf's own, where the two agree"


def answer(wire: Wire, *lines: str) -> str:
    """The move that the engine answers with; it may have said other things after it."""
    found = wire.until("bestmove", *lines)
    return next(line.split()[1] for line in found if line.startswith("bestmove"))


def play(wire: Wire, moves: int, seed: int = 1) -> None:
    """A game of the engine as White against random moves."""
    random = Random(seed)
    line = CHESS.Line()
    while len(line) < 2 * moves and line.outcome() is None:
        text = " ".join(map(str, line.moves))
        line.push(line.position.move(answer(wire, f"position startpos moves {text}", "go depth 3")))
        if line.outcome() is None:
            line.push(random.choice(line.position.legal_moves()))


@pytest.mark.parametrize("rule", ["td-leaf", "treestrap"])
def test_weights_move_with_the_games_and_are_saved(tmp_path: Path, rule: str) -> None:
    weights = tmp_path / "own.safetensors"
    start = default_weights(CHESS)
    save_weights(weights, start.architecture, start.weights)
    learned = tmp_path / "own-learned.safetensors"
    wire = Wire()
    assert wire(f"setoption name WeightsFile value {weights}", f"setoption name Learning value {rule}") == []
    play(wire, moves=7)
    assert not learned.exists(), "nothing is learned before the game is over"
    lines = wire.until("info string learned from", "ucinewgame")
    assert "of game 1 (" in lines[-1]
    first = load_evaluator(learned, CHESS)
    assert read_origin(learned)["games"] == "1"
    assert np.any(first.weights != load_evaluator(weights, CHESS).weights)
    play(wire, moves=7, seed=2)
    wire.server.serve([])
    assert read_origin(learned)["games"] == "2"
    assert np.any(load_evaluator(learned, CHESS).weights != first.weights)

    again = Wire()
    again(f"setoption name WeightsFile value {weights}")
    (line,) = again(f"setoption name Learning value {rule}")
    assert "after 2 games" in line


def test_the_learned_weights_are_played_with(tmp_path: Path) -> None:
    learned = tmp_path / "here.safetensors"
    save_weights(learned, MATERIAL, np.array([2.0, 8, 8, 12, 24]))
    wire = Wire()
    wire(f"setoption name LearningFile value {learned}", "setoption name Learning value td-leaf")
    wire("position fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1")
    assert "evaluation +12.00" in wire("eval")[-1]
    wire("setoption name Learning value off")
    assert "evaluation +6.00" in wire("eval")[-1]


@pytest.mark.parametrize("how", ["short", "both sides", "analysis", "several lines", "off"])
def test_what_is_no_game_teaches_nothing(tmp_path: Path, how: str) -> None:
    learned = tmp_path / "here.safetensors"
    wire = Wire("default")
    rule = "off" if how == "off" else "td-leaf"
    wire(f"setoption name LearningFile value {learned}", f"setoption name Learning value {rule}")
    if how == "analysis":
        wire("setoption name UCI_AnalyseMode value true")
    if how == "several lines":
        wire("setoption name MultiPV value 2")
    if how == "both sides":
        line = CHESS.Line()
        for _ in range(16):
            text = " ".join(map(str, line.moves))
            line.push(line.position.move(answer(wire, f"position startpos moves {text}", "go depth 2")))
    else:
        play(wire, moves=5 if how == "short" else 8)
    wire.server.serve([])
    assert not learned.exists()


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    wire = Wire("default")
    wire(f"setoption name LearningFile value {tmp_path}/no/where.safetensors")
    wire("setoption name Learning value td-leaf")
    play(wire, moves=7)
    assert "cannot be written" in wire.until("info string nothing was learned", "ucinewgame")[-1]


def test_a_learning_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.safetensors"
    path.write_bytes(b"junk")
    wire = Wire()
    wire(f"setoption name LearningFile value {path}")
    assert "not a safetensors file" in wire("setoption name Learning value td-leaf")[-1]
    assert path.read_bytes() == b"junk"
    assert wire("setoption name LearningFile value <empty>") == [], "learning stayed off"


def test_what_is_refused_leaves_learning_and_book_as_they_were(tmp_path: Path) -> None:
    learned, book = tmp_path / "here.safetensors", tmp_path / "book.json"
    bad = tmp_path / "bad.safetensors"
    bad.write_bytes(b"junk")
    wire = Wire("default")
    wire(f"setoption name LearningFile value {learned}", "setoption name Learning value td-leaf")
    wire(f"setoption name LearnedBookFile value {book}")
    for line in (f"LearningFile value {bad}", f"WeightsFile value {bad}", f"LearnedBookFile value {bad}"):
        assert wire(f"setoption name {line}")[-1].startswith("info string setoption: ")
    play(wire, moves=7)
    wire.server.serve([])
    assert learned.exists()
    assert book.exists()


def test_where_learned_weights_go() -> None:
    assert learning_file("", "") == Path("leafstrap-learned.safetensors")
    assert learning_file("", "a/b.safetensors") == Path("a/b-learned.safetensors")
    assert learning_file("c.safetensors", "a/b.safetensors") == Path("c.safetensors")


def test_the_engine_writes_and_plays_its_own_book(tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    wire = Wire()
    assert wire("setoption name OwnBook value true", f"setoption name LearnedBookFile value {path}") == []
    play(wire, moves=3)
    assert not path.exists()
    wire("ucinewgame")
    assert path.exists()
    lines = wire.until("bestmove", "position startpos", "go depth 3")
    assert "is a book move" in lines[0]
    assert len(lines) == 2
    wire.server.serve([])

    again = Wire()
    again("setoption name OwnBook value true", f"setoption name LearnedBookFile value {path}")
    assert "is a book move" in again.until("bestmove", "position startpos", "go depth 3")[0]
    assert "info depth" in again.until("bestmove", "go depth 3 searchmoves a2a3")[0]


def test_a_line_that_loses_every_time_is_left(tmp_path: Path) -> None:
    lost = "2r3k1/8/8/8/8/8/Pr6/7K w - - 0 1"  # whatever White plays, Rc1 is mate
    wire = Wire()
    wire("setoption name OwnBook value true", f"setoption name LearnedBookFile value {tmp_path}/book.json")
    played = []
    for _ in range(6):
        played.append(answer(wire, f"position fen {lost}", "go depth 4"))
        wire(f"position fen {lost} moves {played[-1]} c8c1", "ucinewgame")
    assert len(set(played[:4])) == 1, "three losses are not yet too many"
    assert played[4] != played[0]
    assert played[5] == played[4]
    (entry,) = (entry for _, entry in load_learned(tmp_path / "book.json"))
    assert entry.avoided == [played[0]]
    assert entry.losses == 2


def test_rules_say_themselves_that_they_learn_from_served_games() -> None:
    assert {word: name for word, (name, _, _) in served_rules().items()} == {
        "td-leaf": "td-leaf",
        "treestrap": "treestrap-ab",
    }
    kind = replace(RULES.get("treestrap-minimax"), served=Served("plain", step=lambda pawn: 1e-6))
    RULES.register("another", kind)
    try:
        assert served_rules()["plain"][0] == "another"
    finally:
        RULES.unregister("another")
