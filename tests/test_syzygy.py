"""Syzygy tables at the root: what is won is won in the moves that the tables say, and drawn games are held."""

from __future__ import annotations

from pathlib import Path
from random import Random

import chess
import chess.syzygy
import pytest

from leafstrap import games, match
from leafstrap.errors import UsageError
from leafstrap.evaluators import default_weights
from leafstrap.games.chess import Line, Position, line_to_board
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.syzygy import WON, SyzygyTables
from support.own import own
from support.wire import Wire

CHESS = games.get("chess")
TABLES = str(Path(__file__).parent / "data" / "syzygy")
ROOK = "8/8/8/3k4/8/8/4R3/K7 w - - 0 1"


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(default_weights(CHESS), megabytes=1, syzygy=SyzygyTables(TABLES))


def line_of(fen: str) -> Line:
    return Line(Position.parse(fen))


def positions(pieces: str, count: int) -> list[str]:
    """Legal positions with these pieces and two kings, White to move or Black."""
    random, found = Random(pieces), list[str]()
    while len(found) < count:
        squares = random.sample(range(64), len(pieces) + 2)
        board = chess.Board(None)
        board.set_piece_at(squares[0], chess.Piece.from_symbol("K"))
        board.set_piece_at(squares[1], chess.Piece.from_symbol("k"))
        for square, symbol in zip(squares[2:], pieces, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        board.turn = random.choice((chess.WHITE, chess.BLACK))
        if board.is_valid() and not board.is_game_over():
            found.append(board.fen())
    return found


@pytest.mark.parametrize("pieces", ["Q", "R", "P", "p", "q"])
def test_every_position_ends_as_the_tables_say_with_next_to_no_search(pieces: str, engine: Engine) -> None:
    with chess.syzygy.open_tablebase(TABLES) as tables:
        for fen in positions(pieces, 12):
            board = chess.Board(fen)
            expected = tables.probe_wdl(board)
            line = line_of(fen)
            while line.outcome() is None:
                line.push(own(engine.think(line, SearchRequest(nodes=50)).move))
            outcome = line.outcome()
            assert outcome is not None
            sign = 1 if board.turn else -1
            assert sign * outcome.points == (expected > 0) - (expected < 0), fen


def test_a_win_takes_no_longer_than_the_tables_say(engine: Engine) -> None:
    with chess.syzygy.open_tablebase(TABLES) as tables:
        line = line_of(ROOK)
        plies = tables.probe_dtz(chess.Board(ROOK))
        while line.outcome() is None:
            line.push(own(engine.think(line, SearchRequest(nodes=50)).move))
    assert len(line) <= plies + 1


def test_without_tables_so_few_nodes_do_not_win() -> None:
    """What the tables are for: the test above fails without them."""
    engine = Engine(default_weights(CHESS), megabytes=1)
    line = line_of(ROOK)
    while line.outcome() is None and len(line) < 40:
        line.push(own(engine.think(line, SearchRequest(nodes=50)).move))
    assert line.outcome() is None


def test_scores_and_hits_are_told(engine: Engine) -> None:
    found = engine.think(line_of(ROOK), SearchRequest(nodes=50))
    assert found.lines[0].score == WON
    assert engine.tablebase_hits == len(list(chess.Board(ROOK).legal_moves))
    lost = engine.think(line_of(ROOK.replace(" w ", " b ")), SearchRequest(nodes=50))
    assert lost.lines[0].score == -WON
    drawn = engine.think(line_of("8/8/8/3k4/8/2r5/4R3/K7 w - - 0 1"), SearchRequest(nodes=50))
    assert drawn.lines[0].score == 0
    beyond = engine.think(line_of("8/8/3p4/3k4/8/2r5/4R3/K7 w - - 0 1"), SearchRequest(nodes=50))
    assert engine.tablebase_hits == 0
    assert beyond.lines[0].score != 0


def test_a_win_that_the_fifty_moves_forbid_is_a_draw() -> None:
    late = ROOK.replace("- 0 1", "- 90 60")
    assert SyzygyTables(TABLES).root(line_of(late)).result == 0  # type: ignore[union-attr]
    assert SyzygyTables(TABLES, fifty_moves=False).root(line_of(late)).result == 1  # type: ignore[union-attr]


def test_moves_that_are_kept_are_the_best_by_an_independent_count() -> None:
    tables = SyzygyTables(TABLES)
    with chess.syzygy.open_tablebase(TABLES) as judge:
        for fen in positions("Q", 20) + positions("P", 20):
            line = line_of(fen)
            known = tables.root(line)
            assert known is not None
            board = line_to_board(line)
            wdl = judge.probe_wdl(board)
            assert known.result == (wdl > 0) - (wdl < 0)
            for move in known.moves:
                board.push_uci(str(move))
                reply = 0 if board.is_insufficient_material() else -judge.probe_wdl(board)
                assert board.is_checkmate() or (reply > 0) - (reply < 0) == known.result
                board.pop()


def test_missing_tables_and_castling_are_left_alone(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder"):
        SyzygyTables(str(tmp_path / "nowhere"))
    with pytest.raises(UsageError, match="no Syzygy tables"):
        SyzygyTables(str(tmp_path))
    tables = SyzygyTables(TABLES)
    assert tables.pieces == 4
    assert tables.root(line_of("8/8/8/3k4/8/2q5/4R3/K7 w - - 0 1")) is None, "KQvKR is not there"
    assert tables.root(line_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1")) is None
    assert SyzygyTables(TABLES, most_pieces=3).root(line_of("8/8/8/3k4/8/2r5/4R3/K7 w - - 0 1")) is None


def test_uci_uses_them() -> None:
    wire = Wire()
    assert wire(f"setoption name SyzygyPath value {TABLES}") == [
        "info string Syzygy tables with up to 4 pieces"
    ]
    wire("setoption name UCI_ShowWDL value true")
    lines = wire.until("bestmove", f"position fen {ROOK}", "go nodes 50")
    assert any(" score cp 20000 wdl 1000 0 0 " in line and " tbhits " in line for line in lines)
    assert wire("setoption name SyzygyPath value /nowhere") == [
        "info string setoption: There is no folder /nowhere with Syzygy tables."
    ]
    lines = wire.until("bestmove", "go nodes 50")
    assert any(" tbhits " in line for line in lines), "those that were there stay"
    wire("setoption name SyzygyProbeLimit value 0")
    assert not any(" tbhits " in line for line in wire.until("bestmove", "go nodes 50"))
    wire.server.serve([])


def test_players_use_them() -> None:
    with pytest.raises(UsageError, match="no folder"):
        match("chess", "default;syzygy=/nowhere", "random", games=2)
    with pytest.raises(UsageError, match="tables are of chess"):
        match("draughts", f"default;syzygy={TABLES}", "random", games=2)
    assert match("chess", f"default;syzygy={TABLES}", "random", games=2, nodes=100).wins == 2
