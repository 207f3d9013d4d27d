"""Boards as data: who draws by them sees what the rules see; turns of backgammon step by step reach the legal moves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from leafstrap import games
from leafstrap._core import Side
from leafstrap.games.boards.backgammon import Checkers, Turn, point_name, point_number, steps_of
from support.own import own

CHESS, DRAUGHTS, BACKGAMMON = (games.get(name) for name in ("chess", "draughts", "backgammon"))


def random_lines(game: games.Game, count: int, start: str | None = None) -> list[Any]:
    random = Random(f"boards {game.name}")
    found = []
    for _ in range(count):
        line = game.Line(game.Position.parse(start)) if start else game.Line()
        while line.outcome() is None and len(line) < 200:
            if line.position.is_chance:
                own(line).roll((random.randint(1, 6), random.randint(1, 6)))
            line.push(random.choice(line.position.legal_moves()))
        found.append(line)
    return found


def drawn(game: games.Game, position: Any, move: Any) -> str:
    """The cells as a page would make them: pieces moved and taken away by what the move says of itself."""
    names = list(game.board_data.names)
    cells = list(game.board_data.board(position)["cells"])
    data = game.board_data.move(position, move)
    piece = cells[names.index(data["from"])]
    for square in [data["from"], *data["captures"]]:
        cells[names.index(square)] = "."
    if data["promotion"]:
        piece = data["promotion"] if piece.isupper() else data["promotion"].lower()
    cells[names.index(data["to"])] = piece
    if "rook" in data:
        start, end = (names.index(square) for square in data["rook"])
        cells[start], cells[end] = ".", cells[start]
    return "".join(cells)


def test_chess_moves_drawn_as_they_say_give_the_next_board() -> None:
    starts = (None, "r3k2r/1P4P1/8/2pP4/4pP2/8/1p4p1/R3K2R w KQkq c6 0 1")
    seen: set[str] = set()
    for line in [line for start in starts for line in random_lines(CHESS, 20, start)]:
        for position in line.before[:60]:
            for move in position.legal_moves():
                after = CHESS.board_data.board(position.after(move))["cells"]
                assert drawn(CHESS, position, move) == after
                data = CHESS.board_data.move(position, move)
                seen |= {key for key in ("rook", "promotion") if data.get(key)}
                seen |= {"passing"} if data["captures"] and data["captures"] != [data["to"]] else set()
    assert seen == {"rook", "promotion", "passing"}


def test_a_king_in_check_is_shown() -> None:
    position = CHESS.Position.parse("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1")
    assert CHESS.board_data.check(position) == "e8"
    assert CHESS.board_data.check(CHESS.Position()) is None


@pytest.mark.parametrize(
    "start", [None, "W:WK46,K47,K48:B12,18,23,34,8,9,29,13", "B:W27,28,32,38,39,42,43:BK2,K4,K16"]
)
def test_draughts_moves_drawn_as_they_say_give_the_next_board(start: str | None) -> None:
    longest = 0
    for line in random_lines(DRAUGHTS, 15, start):
        for position in line.before[:80]:
            for move in position.legal_moves():
                data = DRAUGHTS.board_data.move(position, move)
                # A man that comes to the last row is crowned: letters differ then, and nothing else.
                after = DRAUGHTS.board_data.board(position.after(move))["cells"]
                assert drawn(DRAUGHTS, position, move).lower() == after.lower()
                longest = max(longest, len(data["path"]))
                if data["captures"]:
                    assert len(data["path"]) == len(data["captures"]) + 1
                    assert data["path"][0], data["path"][-1] == (data["from"], data["to"])
    assert longest > 2


def test_a_way_over_all_captured_pieces_is_found() -> None:
    position = DRAUGHTS.Position.parse("W:WK46:B41,32,23,13,8")
    for move in position.legal_moves():
        data = DRAUGHTS.board_data.move(position, move)
        assert len(data["path"]) == len(data["captures"]) + 1


def test_steps_of_a_turn_lead_to_all_legal_moves_and_to_no_others() -> None:
    random = Random(5)
    turns = 0
    for line in random_lines(BACKGAMMON, 12):
        for position in random.sample(list(line.before), min(12, len(line))):
            mover = position.turn
            wanted = {Checkers.of(position.after(move), mover): move for move in position.legal_moves()}
            reached: set[Any] = set()
            seen: set[Any] = set()
            waiting = [Turn(position)]
            while waiting:
                turn = waiting.pop()
                key = turn.checkers, turn.dice
                if key in seen:
                    continue
                seen.add(key)
                if turn.complete is not None:
                    reached.add(turn.checkers)
                    assert wanted[turn.checkers] == turn.complete
                # Whoever has begun can always finish.
                assert turn.next or turn.complete is not None
                waiting += [turn.then(step.start, step.end) for step in turn.next]
            assert reached == set(wanted)
            turns += 1
    assert turns > 100


def test_the_steps_of_a_legal_move_lead_to_its_board() -> None:
    for line in random_lines(BACKGAMMON, 6):
        for position in line.before:
            for move in position.legal_moves():
                board = Checkers.of(position, position.turn)
                for step in steps_of(position, move):
                    assert board.own[step.start - 1] > 0
                    board = board.after(step)
                assert board == Checkers.of(position.after(move), position.turn)


def test_points_are_called_by_the_first_players_numbers() -> None:
    for side in (Side.first, Side.second):
        assert [point_number(point_name(point, side), side) for point in range(26)] == list(range(26))
    assert point_name(6, Side.second) == "19"
    for wrong in ("0", "25", "x", "-1", "", "٣", "1000"):
        with pytest.raises(ValueError, match="no such point"):
            point_number(wrong, Side.first)


def test_the_board_of_backgammon_counts_all_checkers() -> None:
    for line in random_lines(BACKGAMMON, 3):
        for position in [*line.before, line.position]:
            board = BACKGAMMON.board_data.board(position)
            first = sum(count for count in board["points"] if count > 0) + board["bar"][0] + board["off"][0]
            second = -sum(count for count in board["points"] if count < 0) + board["bar"][1] + board["off"][1]
            assert (first, second) == (15, 15)
            assert board["pips"] == [position.pips(Side.first), position.pips(Side.second)]


@pytest.mark.parametrize(
    ("game", "meaning", "mirrored", "squares"),
    [
        ("chess", "bishop on c8 or f8", False, ["c8", "f8"]),
        ("chess", "knight on f7", True, ["f2"]),
        ("chess", "number of pawns", False, []),
        ("draughts", "men on row 6 from the own side", False, []),
        (
            "draughts",
            "two squares by four rows, from square 2 down, hold o-------",
            False,
            "2 7 12 17 3 8 13 18",
        ),
        ("backgammon", "any checker on own point 9", False, ["9"]),
        ("backgammon", "any checker on own point 9", True, ["16"]),
        ("backgammon", "their side: checkers up to six pips behind point 18, in sixths", False, ["7"]),
        ("backgammon", "pips ahead of the other side, in fifties", False, []),
    ],
)
def test_features_name_their_squares(game: str, meaning: str, mirrored: bool, squares: Any) -> None:
    wanted = squares.split() if isinstance(squares, str) else squares
    assert list(games.get(game).board_data.squares(meaning, mirrored)) == wanted
