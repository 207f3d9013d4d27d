"""The feature set `knightcap`: the table of the paper, known places, a second implementation, and its asymmetry."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest

from leafstrap import games
from leafstrap._core import Side
from leafstrap._core.chess import Line, Position, feature_sets
from leafstrap.evaluators import LinearArchitecture
from leafstrap.evaluators.feature_set import concept
from leafstrap.learn import Step, make_rule
from leafstrap.players import parse_evaluator, parse_player
from leafstrap.training.store import checkpoint
from leafstrap.training.store.folder import RunFolder
from run_helpers import learn, recipe_file
from support.boards import random_games, real_games, sparse_starts
from support.naive_knightcap import row as naive_row
from support.own import own

CHESS = games.get("chess")
KNIGHTCAP = feature_sets["knightcap"]
ARCHITECTURE = LinearArchitecture.of(CHESS, {"features": "knightcap"})
NAMES, FAMILIES = KNIGHTCAP.names, KNIGHTCAP.families
CONCEPTS = [concept(ARCHITECTURE.feature_set, name) for name in NAMES[:: KNIGHTCAP.stages]]
SIDES = {chess.WHITE: Side.first, chess.BLACK: Side.second}

PRINTED = (Path(__file__).parent / "data" / "chess" / "knightcap-table-a1.txt").read_text().splitlines()
TABLE = {name: int(number) for name, number in map(str.split, PRINTED)}
KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")


def our_name(printed: str) -> str:
    """Groups of several parameters begin with an I in the paper."""
    return (printed[1:] if TABLE[printed] > 1 else printed).lower().replace("_", "-")


def group_of(name: str) -> str:
    group = name.split(".")[0]
    return "piece-values" if group in KINDS else group


def core_row(board: chess.Board, program: chess.Color = chess.WHITE) -> dict[str, float]:
    indices, values = KNIGHTCAP.row(Position.parse(board.fen()), SIDES[program])
    return {NAMES[index]: value for index, value in zip(indices, values.tolist(), strict=True)}


def test_every_group_has_the_number_of_parameters_of_the_table() -> None:
    assert Counter(map(group_of, CONCEPTS)) == {
        our_name(printed): number for printed, number in TABLE.items()
    }
    assert KNIGHTCAP.concepts == sum(TABLE.values()) == 1459
    assert KNIGHTCAP.stage_names == ["opening", "middle", "ending", "mating"]
    assert KNIGHTCAP.size == 4 * 1459
    assert not KNIGHTCAP.symmetric


def test_the_page_has_every_row_of_the_table(root: Path) -> None:
    page = (root / "docs" / "features" / "chess-knightcap.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| (`[^|]+`) \| (\d+) \| ", page, re.MULTILINE)
    listed = {printed: (name.strip("`"), int(number)) for printed, name, number in rows}
    expected = {printed: (our_name(printed), number) for printed, number in TABLE.items()}
    expected["IPIECE_VALUES"] = ("pawn` … `king", 6)
    assert listed == expected


STAGES = {
    "start": (chess.STARTING_FEN, "opening"),
    "two-pieces-gone": ("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1", "opening"),
    "three-pieces-gone": ("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq - 0 1", "middle"),
    "nobody-can-castle": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "middle"),
    "one-queen-is-no-extra": ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "middle"),
    "seven": ("r3k3/p7/8/8/8/8/P7/RR2KNN1 w - - 0 1", "middle"),
    "six": ("r3k3/p7/8/8/8/8/P7/RR2KN2 w - - 0 1", "ending"),
    "queens-count-twice": ("q3k3/p7/8/8/8/8/P7/QR2K3 w - - 0 1", "middle"),
    "no-pawns": ("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1", "mating"),
}


@pytest.mark.parametrize(("fen", "stage"), STAGES.values(), ids=STAGES)
def test_stages(fen: str, stage: str) -> None:
    assert KNIGHTCAP.mix(Position.parse(fen)) == [name == stage for name in KNIGHTCAP.stage_names]


# A position and what White has more than Black of one concept, at least one for every group of the table.
PLACES: list[tuple[str, str, float]] = [
    ("4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1", "rook", 1),
    ("4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1", "king", 0),
    ("4k3/4p3/8/8/8/8/4P3/B3KB2 w - - 0 1", "bishop-pair", 1),
    ("4k1b1/4p3/8/8/8/8/3PP3/4K1B1 w - - 0 1", "opposite-bishops", -1),  # g1 is dark, g8 light; Black is behind
    ("4k3/4p3/8/8/8/8/8/4KB2 w - - 0 1", "no-material", 1),
    ("4k3/8/8/8/8/8/8/4KBN1 w - - 0 1", "no-material", -1),
    ("4k2n/8/8/8/8/8/8/4KB2 w - - 0 1", "draw-value", 1),
    ("4k2r/8/8/8/8/8/8/4KRB1 w - - 0 1", "near-draw-value", 1),
    ("4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1", "piece-trade-bonus.1", 1),
    ("4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1", "pawn-trade-bonus.2", 1),
    ("4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1", "king-proximity.7", 1),
    ("4k3/4p3/8/8/8/8/3P4/4K3 w - - 0 1", "pawn-pos.d2", 1),
    ("4k3/7p/8/3P4/8/8/8/4K3 w - - 0 1", "pawn-advance.5", 1),
    ("4k3/2p5/8/3P4/8/8/8/4K3 w - - 0 1", "pawn-advance1.5", 1),
    ("4k3/2p5/8/3P4/8/8/8/4K3 w - - 0 1", "pawn-advance2.5", 0),
    ("4k3/7p/8/3P4/8/8/8/4K3 w - - 0 1", "pawn-advance2.5", 1),
    ("4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 1", "unsupported-pawn", 1),
    ("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", "adjacent-pawn", 2),
    ("4k3/8/8/8/3P4/3P4/3P4/4K3 w - - 0 1", "doubled-pawn", 2),
    ("4k3/8/8/8/8/8/P1PP4/4K3 w - - 0 1", "isolated-pawn", 1),
    ("4k3/8/8/8/4P3/8/3P4/4K3 w - - 0 1", "weak-pawn", 1),
    ("4k3/3p4/8/8/4P3/8/3P4/4K3 w - - 0 1", "mega-weak-pawn", 0),
    ("4k3/8/8/8/4P3/8/3P4/4K3 w - - 0 1", "mega-weak-pawn", 1),
    ("k7/8/8/8/8/8/4P3/4K2R w - - 0 1", "passed-pawn-control.2.3", 0),
    ("k7/8/3K4/4P3/8/8/8/8 w - - 0 1", "passed-pawn-control.5.7", 1),
    ("k2r4/8/8/3P4/8/8/8/K7 w - - 0 1", "passed-pawn-control.5.8", 0),
    ("k2r4/8/8/3P4/8/8/8/K7 w - - 0 1", "passed-pawn-control.5.7", -1),
    ("8/8/8/8/P6k/8/8/K7 w - - 0 1", "unstoppable-pawn", 1),
    ("8/8/8/8/P3k3/8/8/K7 b - - 0 1", "unstoppable-pawn", 0),
    ("k7/8/3n4/3P4/8/8/8/K7 w - - 0 1", "blocked-passed-pawn", 1),
    ("7k/8/3K4/3P4/8/8/8/8 w - - 0 1", "king-passed-pawn-support", 1),
    ("7k/8/8/3p4/8/4K3/8/8 w - - 0 1", "king-passed-pawn-defence", 1),
    ("k7/8/8/3P4/8/8/3R4/K7 w - - 0 1", "passed-pawn-rook-support", 1),
    ("3R4/k7/8/3p4/8/8/8/K7 w - - 0 1", "passed-pawn-rook-attack", 1),
    ("k7/8/8/8/8/3B4/3PP3/K7 w - - 0 1", "blocked-dpawn", 1),
    ("k7/8/8/8/8/4B3/3PP3/K7 w - - 0 1", "blocked-epawn", 1),
    ("4k1b1/p7/8/8/8/8/1P1P4/4K1B1 w - - 0 1", "odd-bishops-pawn-pos", 2),  # b2, d2 dark; a7 too
    ("4k3/8/8/8/8/3N4/4P3/4K3 w - - 0 1", "pawn-defence.knight.quiet", 1),
    ("3rk3/8/8/8/8/3N4/4P3/4K3 w - - 0 1", "pawn-defence.knight.attacked", 1),
    ("4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "weak-pawn-attack-value.1", 1),
    ("4k3/3p4/8/1B6/8/8/8/3RK3 w - - 0 1", "weak-pawn-attack-value.2", 1),
    ("4k3/p7/8/8/8/8/P7/N3K3 w - - 0 1", "knight-mobility.1.2", 1),
    ("4k3/p7/8/8/3p4/8/P7/N3K3 w - - 0 1", "knight-smobility.1.2", 1),
    ("4k3/p7/8/8/3B4/8/P7/4K3 w - - 0 1", "bishop-mobility.4.9", 1),  # twelve squares
    ("4k3/p7/8/8/3B4/8/P7/4K3 w - - 0 1", "bishop-smobility.4.9", 1),
    ("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", "rook-mobility.1.3", 1),
    ("3r2k1/p7/8/8/8/8/P7/R4K2 w - - 0 1", "rook-smobility.1.3", 1),  # d1 is contested
    ("4k3/p7/8/8/8/8/PPP5/Q1K5 w - - 0 1", "queen-mobility.1.1", 1),
    ("4k3/p7/8/8/8/8/PPP5/Q1K5 w - - 0 1", "queen-smobility.1.1", 1),
    ("4k3/p7/8/8/8/8/P7/K7 w - - 0 1", "king-mobility.1.2", 1),
    ("1r2k3/p7/8/8/8/8/P7/K7 w - - 0 1", "king-smobility.1.0", 1),
    ("4k3/p7/8/8/8/2P5/8/4K3 w - - 0 1", "pos-base.b4", 1),
    ("4k3/p7/8/8/8/2P5/8/6K1 w - - 0 1", "pos-kingside.b4", 1),
    ("4k3/p7/8/8/8/2P5/8/1K6 w - - 0 1", "pos-queenside.b4", 1),
    ("4k3/p7/8/3r4/8/2N5/8/4K3 w - - 0 1", "threat", 6),
    ("3rk3/p7/8/3r4/8/2N5/8/4K3 w - - 0 1", "threat", 2),
    ("4k3/p7/8/3r4/8/2N5/8/4K3 b - - 0 1", "opponents-threat", 6),
    ("1r1r2k1/p7/8/8/8/2N5/1P1P4/4KB2 w - - 0 1", "overloaded-penalty.1", 1),  # the king guards d2
    ("4k3/p7/1r3r2/8/8/8/1B3B2/4K2Q w - - 0 1", "attack-value.bishop.rook", 2),
    ("4k3/p7/8/8/4N3/8/P7/4K3 w - - 0 1", "knight-pos.e4", 1),
    ("k7/p7/8/8/4R3/8/P7/3K4 w - - 0 1", "rook-pos.e4", 1),
    ("4k3/p7/8/4N3/8/8/P7/4K3 w - - 0 1", "knight-outpost", 1),
    ("4k3/p7/8/4N3/3P4/8/8/4K3 w - - 0 1", "supported-knight-outpost", 1),
    ("4k3/p4p2/8/4N3/3P4/8/8/4K3 w - - 0 1", "supported-knight-outpost", 0),
    ("4k3/p7/8/4B3/8/8/P7/4K3 w - - 0 1", "bishop-outpost", 1),
    ("4k3/p7/8/4B3/3P4/8/8/4K3 w - - 0 1", "supported-bishop-outpost", 1),
    ("4k3/p7/8/8/8/8/P7/R2RK3 w - - 0 1", "connected-rooks", 1),
    ("6k1/pR5R/8/8/8/8/P7/4K3 w - - 0 1", "seventh-rank-rooks", 2),
    ("rnbqkbnr/pppppppp/8/8/8/3Q4/PPPPPPPP/RNB1KBNR w KQkq - 0 1", "early-queen-movement", 1),
    ("4k3/p7/8/8/1p6/8/P2P4/1N2K3 w - - 0 1", "blocked-knight", 1),
    ("4k3/p7/8/8/8/8/PP6/B3K3 w - - 0 1", "useless-piece", 1),
    ("4k3/8/8/8/8/1p6/1P6/N1K5 w - - 0 1", "trapped-step.1", 0),
    ("4k3/p7/8/8/1pp5/8/8/4K2N w - - 0 1", "trapped-step.1", 0),
    ("4k3/p7/8/8/5p2/4p3/8/K6N w - - 0 1", "trapped-step.1", 1),  # f2 and g3 are Black's
    ("4k3/p2r4/8/8/8/3P4/1P6/B2K4 w - - 0 1", "bishop-xray.knight", 0),
    ("4k3/p7/5n2/8/3p4/8/1B6/3K4 w - - 0 1", "bishop-xray.knight", 1),
    ("4k3/p7/8/8/8/8/P7/6K1 w - - 0 1", "castle-bonus", 1),
    ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 0 2", "opening-king-advance.2", 1),
    ("r1bqkb1r/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/R1BQ1B1R b - - 0 2", "mid-king-advance.2", 1),
    ("4k3/p7/8/3K4/8/8/P7/8 w - - 0 1", "ending-kpos.enemy.3", 1),
    ("3k4/8/8/8/8/8/8/R3K3 w - - 0 1", "mating-position", 3),
    ("q3k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "queen-file-safety", 3),
    ("4k3/p7/8/8/8/8/P7/1K6 w - - 0 1", "noqueen-file-safety", -1),
    ("4k3/pQ5R/8/8/8/8/P7/1K6 w - - 0 1", "q-king-attack-opponent.2", 1),
    ("4k3/p7/8/8/8/8/Pq5r/4K3 w - - 0 1", "q-king-attack-computer.2", -1),
    ("4k3/p6R/8/8/8/8/P7/1K6 w - - 0 1", "noq-king-attack-opponent.1", 1),
    ("4k3/p7/8/8/8/8/P6r/4K3 w - - 0 1", "noq-king-attack-computer.1", -1),
]  # fmt: skip


@pytest.mark.parametrize(("fen", "name", "count"), PLACES, ids=lambda value: str(value).replace(" ", "_"))
def test_known_places(fen: str, name: str, count: float) -> None:
    assert name in CONCEPTS
    stage = KNIGHTCAP.stage_names[KNIGHTCAP.mix(Position.parse(fen)).index(1)]
    assert core_row(chess.Board(fen)).get(f"{name}.{stage}", 0) == count


def test_known_places_hit_every_group_of_the_table() -> None:
    assert {group_of(name) for _, name, count in PLACES if count} == set(map(our_name, TABLE))


def check_against_naive(boards: Iterable[chess.Board]) -> None:
    for number, board in enumerate(boards):
        program = number % 2 == 0
        assert core_row(board, program) == naive_row(board, program), board.fen()


def test_random_games_have_the_features_of_the_slow_version() -> None:
    check_against_naive(islice(random_games(20, seed=21), 0, None, 13))


def test_endings_have_the_features_of_the_slow_version() -> None:
    check_against_naive(chess.Board(fen) for fen in sparse_starts(300, seed=22))


def test_real_games_have_the_features_of_the_slow_version(chess_data: Path) -> None:
    files = sorted(chess_data.rglob("*.pgn.gz"))
    if not files:
        pytest.skip("no games in the collection")
    check_against_naive(islice(real_games(files[0], 50), 0, None, 13))


ASYMMETRIC = ("q-king-attack-", "noq-king-attack-", "draw-value", "near-draw-value")


def test_a_mirrored_position_and_program_have_the_mirrored_features() -> None:
    boards = [board.copy(stack=False) for board in islice(random_games(15, seed=23), 0, None, 5)]
    boards += [chess.Board(fen) for fen in sparse_starts(300, seed=24)]
    for board in boards:
        for program in chess.COLORS:
            mirrored = core_row(board.mirror(), not program)
            assert core_row(board, program) == {name: -value for name, value in mirrored.items()}


def test_whose_program_it_is_matters_to_the_asymmetric_terms_only() -> None:
    different = set()
    boards = [board.copy(stack=False) for board in islice(random_games(15, seed=25), 0, None, 5)]
    for board in [*boards, *(chess.Board(fen) for fen in sparse_starts(300, seed=26))]:
        one, other = core_row(board, chess.WHITE), core_row(board, chess.BLACK)
        different |= {name for name in one | other if one.get(name) != other.get(name)}
    assert all(name.startswith(ASYMMETRIC) for name in different)
    assert {prefix for prefix in ASYMMETRIC if any(name.startswith(prefix) for name in different)} == set(
        ASYMMETRIC
    )


def test_without_pawns_only_material_and_kings_count() -> None:
    families = dict(zip(NAMES, FAMILIES, strict=True))
    row = core_row(chess.Board("r2qk3/8/8/8/8/8/8/RN1QK3 w - - 0 1"))
    assert row
    assert {families[name] for name in row} <= {"material", "king", "mobility"}
    assert {name for name in row if families[name] == "mobility"} <= {n for n in row if n.startswith("king-")}


def test_initial_weights() -> None:
    material = ARCHITECTURE.initial_weights("material")
    named = {name: weight for name, weight in zip(NAMES, material, strict=True) if weight}
    values = {"pawn": 1, "knight": 4, "bishop": 4, "rook": 6, "queen": 12}
    assert named == {f"{kind}.{stage}": v for kind, v in values.items() for stage in KNIGHTCAP.stage_names}
    assert (ARCHITECTURE.initial_weights("pawn") == 1).all()


def test_hand_weights_say_something_about_every_group_but_those_that_cannot_matter() -> None:
    weights = ARCHITECTURE.initial_weights("hand")
    assert np.isfinite(weights).all()
    assert np.abs(weights).max() < 11
    said = {group_of(name) for name, weight in zip(NAMES, weights, strict=True) if weight}
    assert set(map(our_name, TABLE)) - said == {"draw-value", "near-draw-value"}
    linear = parse_evaluator("hand", CHESS)
    assert linear.architecture.name == "knightcap"
    queen_up = Position.parse("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert 8 < linear.value(queen_up) < 13


def test_all_searches_play_with_it() -> None:
    mate = Line(Position.parse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"))
    for text in ("hand", "hand;search=knightcap", "hand;search=training"):
        player = parse_player(f"{text}@depth=3", CHESS)
        assert player.limits is not None
        assert str(player.build().choose(mate, player.limits).move) == "a1a8"


@pytest.mark.parametrize("kind", ["tournament", "knightcap"])
def test_what_a_search_remembers_is_one_programs(kind: str) -> None:
    """Either program thinks itself a pawn down here, also where the other has just searched the same positions."""
    weights = np.zeros(KNIGHTCAP.size)
    weights[NAMES.index("draw-value.mating")] = -1
    evaluator, search = KNIGHTCAP.integer(weights, 100), getattr(KNIGHTCAP, kind)(megabytes=1)
    line = Line(Position.parse("1n2k1n1/8/8/8/8/8/8/1N2K1N1 w - - 0 1"))
    for depth in (5, 1, 5, 1):
        found = search.run(evaluator, line, depth=depth)
        assert found.lines[0].score < 0
        line.push(found.move)


def test_td_leaf_moves_the_weights_of_the_program_that_searched() -> None:
    """The gradient at Black's searches is that of Black's program: summed here leaf by leaf."""
    weights = ARCHITECTURE.initial_weights("hand")
    evaluator: Any = ARCHITECTURE.snapshot(weights)
    search, line = KNIGHTCAP.alphabeta(), Line()
    steps = []
    for ply in range(8):
        result = search.run(evaluator, line, depth=2, seed=ply)
        program = line.position.turn
        assert result.value == pytest.approx(program.sign * evaluator.value(result.leaf, program), abs=1e-3)
        steps.append(Step(line.position, result, search, evaluator))
        line.push(result.move)
    chain = make_rule({"name": "td-leaf", "lambda": 0.0}, ARCHITECTURE).begin(None)
    for step in steps:
        chain.observe(step)
    update = chain.finish(None)
    assert update is not None
    values = [step.position.turn.sign * own(step.result).value for step in steps]
    expected = np.zeros(KNIGHTCAP.size)
    for step, before, after in zip(steps, values, values[1:], strict=False):
        indices, row = KNIGHTCAP.row(own(step.result).leaf, step.position.turn)
        expected[indices] += (after - before) * row
    np.testing.assert_allclose(update.gradient, expected, atol=1e-4)


RECIPE = """
[evaluator]
features = "knightcap"
initial = "material"
fixed = ["pawn", "king", "draw-value"]

[backup]
name = "td-leaf"
lambda = 0.7
squash = "tanh"
step_size = 0.5

[search]
depth = 1

[experience]
random_plies = 4
max_plies = 120

[run]
games = 6
seed = 1
"""


@pytest.mark.parametrize("variant", ["training", "knightcap"])
def test_a_short_run_learns(variant: str, tmp_path: Path) -> None:
    chosen = ["--set", "search.variant=knightcap"] if variant == "knightcap" else []
    assert learn(tmp_path / "run", *chosen, recipe=recipe_file(tmp_path, RECIPE)) == 0
    state, _ = checkpoint.read_newest(RunFolder(tmp_path / "run").checkpoints)
    before = ARCHITECTURE.initial_weights("material")
    assert np.isfinite(state.weights).all()
    moved = {group_of(n) for n, a, b in zip(NAMES, before, state.weights, strict=True) if a != b}
    assert {"pos-base", "knight-mobility", "pawn-advance", "q-king-attack-computer"} <= moved
    assert "draw-value" not in moved
    fixed = [i for i, name in enumerate(NAMES) if name.startswith(("pawn.", "king."))]
    np.testing.assert_array_equal(state.weights[fixed], before[fixed])
