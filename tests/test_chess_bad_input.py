"""What is no chess position or move is refused with one sentence that names the fault."""

from __future__ import annotations

import random

import pytest

from leafstrap.games.chess import Line, Position, from_epd, parse_move

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

BAD_FENS = [
    ("", "found 0"),
    ("   ", "found 0"),
    ("junk", "found 1"),
    ("startpos", "found 1"),
    (START + " extra", "found 7"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", "found 5"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "fewer than 8 ranks"),
    ("8/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "more than 8 ranks"),
    ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7 does not have 8 squares"),
    ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7 has more than 8 squares"),
    ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'9'"),
    ("rnbqkbnr/pppppppp/8/8/4X3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'X'"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "side to move"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1", "side to move"),
    ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
    ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
    ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has more than one king"),
    ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "pawn"),
    ("k7/8/8/8/8/8/8/K6p w - - 0 1", "pawn"),
    ("k7/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1", "White has more than 8 pawns"),
    ("k7/8/8/8/8/QQ6/PPPPPPPP/K7 w - - 0 1", "more promoted pieces"),
    ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check but not to move"),
    ("4k3/4K3/8/8/8/8/8/8 w - - 0 1", "in check but not to move"),
    ("4k3/8/8/8/1b5b/8/8/4K2r w - - 0 1", "more than two pieces give check"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkx - 0 1", "castling rights 'KQkx'"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KK - 0 1", "given twice"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w K - 0 1", "castling right K"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BKR w Q - 0 1", "castling right Q"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1", "'e9'"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1", "passed over e3"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1", "passed over e6"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1", "halfmove clock '-1'"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1", "halfmove clock 'x'"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999999999999 1", "halfmove clock"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1.5", "move number '1.5'"),
    ("8" * 5_000_000, "longer than"),
    ("/" * 100, "found 1"),
    ("\0" * 50, "found 1"),
    ("rnbqkbnr/pppp♟ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "no piece is written"),
]


@pytest.mark.parametrize(("fen", "fault"), BAD_FENS, ids=[fault for _, fault in BAD_FENS])
def test_bad_fen_names_the_fault(fen: str, fault: str) -> None:
    with pytest.raises(ValueError, match="invalid FEN: ") as caught:
        Position.parse(fen)
    sentence = str(caught.value)
    assert fault in sentence
    assert "\n" not in sentence
    assert len(sentence) < 120


@pytest.mark.parametrize("text", ["e2e5", "e2", "", "e7e5", "e2e4q", "0000", "Nf3", "e2e4" * 9999, "♞", "\0"])
def test_bad_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="illegal move ") as caught:
        Position().move(text)
    assert len(str(caught.value)) < 160


@pytest.mark.parametrize("text", ["Ng4", "O-O", "e9", "Qxf7#", "--", "Z0", "♘f3", ""])
def test_bad_san_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="illegal move"):
        parse_move(Position(), text)


@pytest.mark.parametrize("value", [None, 7, b"bytes", ["list"], 1.5])
def test_other_types_are_refused(value: object) -> None:
    with pytest.raises(TypeError):
        Position.parse(value)  # type: ignore[arg-type]


def test_text_that_no_encoding_holds_is_refused() -> None:
    with pytest.raises((ValueError, TypeError)):
        Position.parse("\ud800" + START)


def test_moves_of_another_position_are_refused() -> None:
    castle = Position.parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1").move("e1g1")
    with pytest.raises(ValueError, match="illegal move e1g1"):
        Position().after(castle)
    with pytest.raises(ValueError, match="illegal move e1g1"):
        Line().push(castle)
    with pytest.raises(IndexError):
        Line().pop()


@pytest.mark.parametrize("text", ["", "junk", "8/8/8/8/8/8/8/8 w - - bm e4;", f"{START[:-4]} bm Zz9;"])
def test_bad_epd_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="invalid"):
        from_epd(text)


def test_spoiled_fens_are_refused_or_work() -> None:
    rng = random.Random(7)
    accepted = 0
    for _ in range(20_000):
        letters = list(START)
        for _ in range(rng.randrange(1, 4)):
            letters[rng.randrange(len(letters))] = rng.choice("pnbrqkPNBRQK12345678/ wb-é\x00")
        try:
            position = Position.parse("".join(letters))
        except ValueError:
            continue
        accepted += 1
        assert Position.parse(position.fen) == position
        assert len(position.legal_moves()) == position.perft(1)
    assert accepted
