"""Chess: positions and lines of the core, and the way from and to the `chess` library.

>>> from leafstrap.games.chess import Position
>>> position = Position.parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
>>> position.outcome()  # stalemate
Outcome(points=0)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from leafstrap._core import Side
from leafstrap._core.chess import (
    FeatureSet,
    GameFile,
    GameText,
    Line,
    Move,
    Position,
    feature_sets,
    game_stages,
    quiet_positions,
)
from leafstrap.games import (
    hand_classical,
    hand_gnuchess,
    hand_knightcap,
    published_knightcap,
    published_tscp,
)
from leafstrap.games.boards.board_data import EMPTY
from leafstrap.games.boards.chess import CHESS_BOARD, NAMES, cells
from leafstrap.games.boards.view import GridDrawing
from leafstrap.games.game import (
    MOVER_OUTPUTS,
    MOVER_SEARCHES,
    BenchPositions,
    Game,
    Wording,
    mover_networks,
    stage_classifiers,
)
from leafstrap.games.pieces import Pieces, Removal
from leafstrap.games.result_model import ResultModel
from leafstrap.types import JsonObject

if TYPE_CHECKING:
    import chess  # where it is needed it is imported: an engine that plays does without


def to_board(position: Position) -> chess.Board:
    """The position as a `chess.Board`.

    >>> to_board(Position()).is_valid()
    True
    """
    import chess

    return chess.Board(position.fen)


def from_board(board: chess.Board) -> Position:
    """The position on a `chess.Board`; its history is left behind (see `line_from_board`).

    >>> import chess
    >>> from_board(chess.Board()) == Position()
    True
    """
    return Position.parse(board.fen())


def line_to_board(line: Line) -> chess.Board:
    """The line as a `chess.Board` with its move stack."""
    import chess

    board = to_board(line.start)
    for move in line.moves:
        board.push(chess.Move.from_uci(str(move)))  # legal already: the line has played it
    return board


def line_from_board(board: chess.Board) -> Line:
    """The line that a `chess.Board` with its move stack remembers.

    >>> import chess
    >>> board = chess.Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> [str(move) for move in line_from_board(board).moves]
    ['e2e4']
    """
    line = Line(from_board(board.root()))
    for move in board.move_stack:
        line.push(line.position.move(move.uci()))
    return line


def from_epd(text: str) -> tuple[Position, JsonObject]:
    """A position and its operations from a line of EPD; `ValueError` for what is none.

    >>> position, operations = from_epd('6k1/8/6K1/8/8/8/8/7R w - - bm Rh8; id "ladder";')
    >>> operations["id"], [move.uci() for move in operations["bm"]]
    ('ladder', ['h1h8'])
    """
    import chess

    position = Position.parse(" ".join(text.split()[:4]))  # our own checks first: they name the fault
    try:
        return position, dict(chess.Board().set_epd(text))
    except IndexError as error:
        raise ValueError(f"invalid EPD: {error}") from error


def read_position(text: str) -> tuple[Position, str]:
    """A position as FEN, or as EPD, which may name it: FEN goes on with two numbers after its fourth field.

    >>> read_position('6k1/8/6K1/8/8/8/8/7R w - - id "ladder";')[1]
    'ladder'
    """
    fields = text.split()
    if len(fields) >= 6 and fields[4].isdigit() and fields[5].isdigit():
        return Position.parse(" ".join(fields[:6])), ""
    position, operations = from_epd(text)
    return position, str(operations.get("id", ""))


def san(position: Position, move: Move) -> str:
    """A move in standard algebraic notation.

    >>> san(Position(), Position().move("g1f3"))
    'Nf3'
    """
    return position.san(move)


def parse_move(position: Position, text: str) -> Move:
    """A legal move written in SAN or UCI notation; `ValueError` for anything else.

    >>> parse_move(Position(), "Nf3"), parse_move(Position(), "g1f3")
    (Move('g1f3'), Move('g1f3'))
    """
    try:
        return position.move(text)
    except ValueError as not_uci:
        try:
            return position.move(to_board(position).parse_san(text).uci())
        except ValueError:
            raise not_uci from None


def pgn(line: Line, headers: Mapping[str, str], comments: Sequence[str] = ()) -> str:
    """The game as PGN text, with the given tags, and comments on its last so many moves.

    >>> print(pgn(Line(), {"Event": "none", "Result": "*"}).splitlines()[0])
    [Event "none"]
    """
    import chess.pgn

    game = chess.pgn.Game()
    if line.start != Position():
        game.setup(to_board(line.start))
    game.headers.update(headers)
    tags = "\n".join(f'[{name} "{value}"]' for name, value in game.headers.items())
    return f"{tags}\n\n{' '.join([*_numbered_moves(line, comments), game.headers['Result']])}\n\n"


def _numbered_moves(line: Line, comments: Sequence[str]) -> Iterator[str]:
    """Moves with their numbers. The core writes them: a run that learns writes down every game it plays."""
    position = line.start
    first_comment = len(line.moves) - len(comments)
    for ply, move in enumerate(line.moves):
        if position.turn == Side.first:
            yield f"{position.fullmove_number}."
        elif ply == 0 or ply > first_comment:  # the standard wants the number again after a comment
            yield f"{position.fullmove_number}..."
        yield position.san(move)
        if ply >= first_comment:
            yield f"{{{comments[ply - first_comment]}}}"
        position = position.after(move)


KINDS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen"}


ROOK_HOMES = {"a1": "Q", "h1": "K", "a8": "q", "h8": "k"}  # and the right to castle that goes with the rook


def _removals(position: Position) -> list[Removal]:
    """Each piece but the kings with the position without it, where that position is a legal one."""
    _, turn, castling, _, *counters = position.fen.split()
    board = cells(position)
    found: list[Removal] = []
    for rank in range(8):
        for file in range(7, -1, -1):
            place = 8 * rank + file
            kind = KINDS.get(board[place].lower())
            if kind is None:
                continue
            emptied = f"{board[:place]}{EMPTY}{board[place + 1 :]}"
            rights = castling.replace(ROOK_HOMES.get(NAMES[place], "?"), "") or "-"
            try:
                without = Position.parse(" ".join([_placement(emptied), turn, rights, "-", *counters]))
            except ValueError:  # the other side would be in check
                continue
            found.append((kind, Side.first if board[place].isupper() else Side.second, without))
    return found


def _placement(board: str) -> str:
    """The first field of FEN, from a letter for every square.

    >>> _placement(cells(Position()))
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
    """
    text = "/".join(board[8 * rank : 8 * rank + 8] for rank in range(8))
    for count in range(8, 0, -1):
        text = text.replace(EMPTY * count, str(count))
    return text


def refusal(position: Position, text: str) -> str:
    """Why a move is not legal, as far as the king is the reason.

    >>> refusal(Position.parse("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1"), "Ra2")
    'the king is in check'
    """
    return "the king is in check" if position.in_check() else ""


SOLID = {"p": "♟", "n": "♞", "b": "♝", "r": "♜", "q": "♛", "k": "♚"}
HOLLOW = {"P": "♙", "N": "♘", "B": "♗", "R": "♖", "Q": "♕", "K": "♔"}
draw = GridDrawing(
    CHESS_BOARD, HOLLOW | SOLID, solid={letter: SOLID[letter.lower()] for letter in HOLLOW | SOLID}
)


BENCH = BenchPositions(
    perft=(
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ),
    # Openings, middlegames, endgames with rooks, minor pieces and pawns, promotions, and mates.
    search=(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkb1r/ppp1pppp/5n2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR b KQkq - 2 3",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10",
        "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/P1NBB3/1PP1Q1PP/R4RK1 b - - 3 12",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/5pk1/4p1p1/1p1nP2p/1P1B3P/5PP1/6K1/8 w - - 0 40",
        "8/P1k5/8/8/8/8/5K1p/8 w - - 0 1",
        "4r1k1/5ppp/8/1Q6/8/8/5PPP/6K1 b - - 0 1",
        "7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
    ),
    depth=5,
    integer_features="material",
)

CHESS = Game(
    name="chess",
    Position=Position,
    Line=Line,
    feature_sets=feature_sets,
    FeatureSet=FeatureSet,
    record_suffix="pgn",
    write_record=pgn,
    ladder="own",
    default_recipe="quick",
    default_weights=files("leafstrap.weights") / "chess-meep.safetensors",
    example="r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    hand_weights={
        "knightcap": hand_knightcap.weight,
        "classical": hand_classical.weight,
        "gnuchess": hand_gnuchess.weight,
    },
    published_weights={"knightcap": published_knightcap.weight, "classical": published_tscp.weight},
    classifiers=stage_classifiers(game_stages),
    outputs=MOVER_OUTPUTS,
    networks=mover_networks,
    searches=MOVER_SEARCHES,
    pieces=Pieces(
        unit="pawn",
        worths={"pawn": 1.0, "knight": 3.0, "bishop": 3.0, "rook": 5.0, "queen": 9.0},
        # KnightCap, section 4: what it knew before it learned.
        first={"pawn": 1.0, "knight": 4.0, "bishop": 4.0, "rook": 6.0, "queen": 12.0},
        count=lambda position: sum(letter.isalpha() for letter in position.epd.split()[0]),
        removals=_removals,
    ),
    default_features="meep",
    GameText=GameText,
    GameFile=GameFile,
    quiet_positions=quiet_positions,
    read_move=parse_move,
    draw=draw,
    refusal=refusal,
    board_data=CHESS_BOARD,
    result_model=ResultModel(6.3799, -2.9206, 4.9018, -0.4305),
    level_ratings=(850, 1108, 1297, 1482, 1648, 1920, 2260, 2531, 2850, 3240),
    write_move=san,
    move_number=lambda line: int(line.position.fullmove_number),
    wording=Wording(moves="Nf3 or g1f3", position="fen", unit="pawns", win="mate", loss="mated"),
    bench_positions=BENCH,
    read_position=read_position,
    named_openings=files("leafstrap.games") / "chess-openings.txt",
)

__all__ = [
    "CHESS",
    "Line",
    "Move",
    "Position",
    "draw",
    "from_board",
    "from_epd",
    "line_from_board",
    "line_to_board",
    "parse_move",
    "pgn",
    "read_position",
    "san",
    "to_board",
]
