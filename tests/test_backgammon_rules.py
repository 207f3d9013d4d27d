"""The rules of backgammon: counts, another program's moves on thousands of positions, and bad input."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from random import Random
from types import ModuleType

import pytest

from leafstrap._core import Side
from leafstrap._core.backgammon import Line, Position
from support.backgammon_games import played_game, roll

# Boards after the first move by what was rolled; a pass counts as one.
FIRST_MOVES = {
    11: 42, 21: 15, 22: 75, 31: 16, 32: 17, 33: 73, 41: 14, 42: 18, 43: 17, 44: 52, 51: 8,
    52: 8, 53: 9, 54: 9, 55: 4, 61: 10, 62: 14, 63: 14, 64: 14, 65: 7, 66: 11,
}  # fmt: skip

Board = tuple[tuple[int, ...], tuple[int, ...]]


@pytest.fixture(scope="session")
def judge() -> ModuleType:
    """GNU Backgammon's own move generator."""
    module: ModuleType = pytest.importorskip(
        "gnubg_nn", reason="gnubg-nn, which judges moves, is not installed"
    )
    return module


def with_checkers(first: dict[int, int], second: dict[int, int], turn: int = 1) -> str:
    """An XGID. Points are the first player's, 25 and 0 the bars."""
    board = ["-"] * 26
    for start, counts in (("A", first), ("a", second)):
        for point, count in counts.items():
            board[point] = chr(ord(start) + count - 1)
    return f"XGID={''.join(board)}:0:0:{turn}:00:0:0:0:0:10"


def boards_after(position: Position) -> list[Board]:
    """Those of the other side and of the mover after each legal move."""
    after = [position.after(move) for move in position.legal_moves()]
    mover, other = position.turn, position.turn.other
    return [(tuple(next_.checkers(other)), tuple(next_.checkers(mover))) for next_ in after]


def judged_boards(judge: ModuleType, position: Position) -> list[Board]:
    board = [position.checkers(position.turn.other), position.checkers(position.turn)]
    assert position.dice is not None
    keys = judge.moves(board, *position.dice)
    if not keys:
        return [(tuple(board[0]), tuple(board[1]))]
    decoded = (judge.board_from_position_key(key) for key in keys)
    return [(tuple(theirs), tuple(own)) for theirs, own in decoded]


def scattered(random: Random) -> Position:
    """Checkers anywhere: positions that no game leads to, with many on the bar and many off."""
    points = list(range(1, 25))
    random.shuffle(points)
    sides: list[dict[int, int]] = [{}, {}]
    for checkers, own, bar in zip(sides, (points[:12], points[12:]), (25, 0), strict=True):
        for _ in range(random.randrange(1, 16)):
            point = random.choice(
                [*own[: random.randrange(1, 13)], *([bar] if random.random() < 0.2 else [])]
            )
            checkers[point] = checkers.get(point, 0) + 1
    return Position.parse(with_checkers(sides[0], sides[1], random.choice((1, -1)))).rolled(roll(random))


def positions_of(kind: str, count: int) -> Iterator[Position]:
    random = Random(f"{kind} {count}")
    while count > 0:
        some = [scattered(random)] if kind == "scattered" else played_game(random, skill=float(kind)).before
        yield from some[:count]
        count -= len(some)


@pytest.mark.parametrize(("kind", "count"), [("0", 3_000), ("0.95", 4_000), ("scattered", 3_000)])
def test_moves_agree_with_another_program(judge: ModuleType, kind: str, count: int) -> None:
    """Random games, games by an evaluator with few random moves, and boards from nowhere."""
    for position in positions_of(kind, count):
        ours, theirs = boards_after(position), judged_boards(judge, position)
        assert len(ours) == len(set(ours)), f"the same board twice: {position}"
        assert set(ours) == set(theirs), str(position)


def test_position_ids_agree_with_another_program(judge: ModuleType) -> None:
    for position in positions_of("0", 500):
        board = [position.checkers(position.turn.other), position.checkers(position.turn)]
        assert judge.position_id(board) == position.position_id
        again = Position.parse(position.position_id)
        assert (again.checkers(Side.second), again.checkers(Side.first)) == tuple(board)


def test_first_moves_by_roll() -> None:
    assert sum(FIRST_MOVES.values()) == 447
    for dice, count in FIRST_MOVES.items():
        position = Position().rolled((dice // 10, dice % 10))
        assert len(position.legal_moves()) == count == position.perft(1)
        assert position == Position().rolled((dice % 10, dice // 10))


def test_perft() -> None:
    assert [Position().perft(depth) for depth in (0, 1, 2)] == [1, 447, 202_782]


@pytest.mark.soak
def test_deep_perft() -> None:
    assert Position().perft(3) == 116_154_993


def test_both_sides_have_the_same_moves() -> None:
    """The board turned round, with the other side to move, has the same number of moves."""
    for position in positions_of("0", 300):
        board, *rest = str(position).removeprefix("XGID=").split(":")
        rest[2] = "-1" if rest[2] == "1" else "1"
        turned = Position.parse(f"XGID={board[::-1].swapcase()}:{':'.join(rest)}")
        assert sorted(map(str, turned.legal_moves())) == sorted(map(str, position.legal_moves()))


def test_text_and_back() -> None:
    for position in positions_of("0.5", 500):
        assert Position.parse(str(position)) == position
        for move in position.legal_moves():
            assert position.move(position.move_text(move)) == move


START = str(Position())
BAD_POSITIONS = [
    ("", "14 characters"),
    ("junk", "14 characters"),
    ("4HPwATDgc/ABM", "14 characters"),
    ("4HPwATDgc/ABMAA", "14 characters"),
    ("4HPwATDgc/AB!A", "'!' is no character of an ID"),
    ("4HPwATDgc/ABMA:cAkA", "a match ID has 12 characters"),
    ("//////////////", "more than 15 checkers on one point"),
    ("AAAAAAAAAAAAAA", "nobody has a checker left"),
    (with_checkers({6: 5, 8: 3, 13: 5, 24: 3}, {}), "the first player has more than 15 checkers"),
    (with_checkers({6: 1}, {1: 15, 2: 1}), "the second player has more than 15 checkers"),
    (with_checkers({6: 16}, {}), "'P' is no number of checkers"),
    (START.replace("E", "-1", 1), "14 characters"),
    (START.replace("E", "0", 1), "'0' is no number of checkers"),
    (START.replace("-b", "Ab", 1), "the other player's bar"),
    (START.replace(":1:", ":0:"), "the turn of an XGID is 1 or -1"),
    (START.replace(":00:", ":70:"), "a die shows 1 to 6"),
    (START.replace(":00:", ":06:"), "a die shows 1 to 6"),
    (START.replace(":00:", ":-1:"), "a die shows 1 to 6"),
    (START.replace(":00:", ":111:"), "two digits"),
    (START.replace(":0:0:", ":x:0:", 1), "field 2 of the XGID is no number"),
    (START + ":1", "up to five more fields"),
    (START.partition(":")[0], "up to five more fields"),
    ("A" * 100_000, "14 characters"),
]


@pytest.mark.parametrize(("text", "fault"), BAD_POSITIONS, ids=[f"{i}" for i in range(len(BAD_POSITIONS))])
def test_bad_position_names_the_fault(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match="invalid position: ") as caught:
        Position.parse(text)
    sentence = str(caught.value)
    assert fault in sentence
    assert "\n" not in sentence
    assert len(sentence) < 150


def test_both_sides_on_one_point() -> None:
    """Only a position ID can say so: every side writes its own checkers."""
    code = position_id_of({13: 2}, {12: 1})
    with pytest.raises(ValueError, match="invalid position: both players have checkers on point 13"):
        Position.parse(code)
    assert Position.parse(position_id_of({13: 2}, {11: 1})).pips(Side.second) == 11


def position_id_of(own: dict[int, int], theirs: dict[int, int]) -> str:
    """A position ID by its definition; each side's points are its own."""
    bits = "".join("1" * side.get(point, 0) + "0" for side in (theirs, own) for point in range(1, 26)).ljust(
        80, "0"
    )
    octets = bytes(int(bits[i : i + 8][::-1], 2) for i in range(0, 80, 8))
    return base64.b64encode(octets).decode().rstrip("=")


@pytest.mark.parametrize(
    "text",
    ["", "8/5", "8/5 6/4", "x", "8/5(9)", "8/5 6/5 6/5", "pass", "off/3", "bar/22", "24/x", "8/5 6/5é"],
)
def test_bad_moves_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no move here: ") as caught:
        Position().rolled((3, 1)).move(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (-1, 2), (300, 1)])
def test_bad_dice_are_refused(dice: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="dice show 1 to 6"):
        Position().rolled(dice)
    with pytest.raises(ValueError, match="dice show 1 to 6"):
        Line().roll(dice)


def test_out_of_turn() -> None:
    rolled = Position().rolled((3, 1))
    move = rolled.move("8/5 6/5")
    with pytest.raises(ValueError, match="illegal move"):
        Position().after(move)
    with pytest.raises(ValueError, match="illegal move"):
        Position().rolled((6, 5)).after(move)
    with pytest.raises(ValueError, match="no dice are to be rolled"):
        rolled.rolled((3, 1))
    with pytest.raises(ValueError, match="the dice are not rolled yet"):
        Position().move("8/5 6/5")
    over = Position.parse(with_checkers({}, {1: 1}))
    assert over.outcome() is not None
    with pytest.raises(ValueError, match="no dice are to be rolled"):
        over.rolled((3, 1))
    with pytest.raises(IndexError):
        Line().pop()


def test_spoiled_ids_are_refused_or_work() -> None:
    random = Random(7)
    accepted = 0
    for _ in range(20_000):
        letters = list(random.choice((START, "4HPwATDgc/ABMA", "4HPwATDgc/ABMA:cAkAAAAAAAAA")))
        for _ in range(random.randrange(1, 4)):
            letters[random.randrange(len(letters))] = random.choice("-abcoABCO0123456789:/+ =Zz")
        try:
            position = Position.parse("".join(letters))
        except ValueError:
            continue
        accepted += 1
        assert Position.parse(str(position)) == position
        if position.dice is not None:
            assert len(position.legal_moves()) == position.perft(1)
    assert accepted > 1_000
