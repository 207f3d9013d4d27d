#include "bindings/bind_game.hpp"
#include "bindings/bind_records.hpp"
#include "bindings/families.hpp"
#include "chess/pgn.hpp"
#include "chess/position.hpp"
#include "chess/san.hpp"

namespace leafstrap::bindings {

void bind_chess(nb::module_& parent) {
    using chess::Position;
    nb::module_ m = parent.def_submodule("chess", "Chess rules.");

    bind_game<Position>(m, {.position = R"(A chess position: an immutable value.

    >>> position = Position()
    >>> len(position.legal_moves())
    20
    >>> print(position.after(position.move("e2e4")))
    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
    >>> Position.parse("8/8/8/8/8/8/8/8 w - - 0 1")
    Traceback (most recent call last):
        ...
    ValueError: invalid FEN: White has no king
    )",
                            .line = R"(A game so far: its start, its moves, and what repetition needs to know.

    >>> line = Line()
    >>> for text in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
    ...     line.push(line.position.move(text))
    >>> line.outcome()  # the start position stands on the board for the third time
    Outcome(points=0)
    )",
                            .move = "A chess move; its text is UCI notation."})
        .position.def_prop_ro("fen", &Position::text, "Forsyth-Edwards notation; the same as `str(position)`.")
        .def_prop_ro("epd", &Position::epd, "The first four fields of the FEN.")
        .def_prop_ro("halfmove_clock", &Position::halfmove_clock, "Plies since the last capture or pawn move.")
        .def_prop_ro("fullmove_number", &Position::fullmove_number, "Number of the current move, from 1.")
        .def("in_check", &Position::in_check, "Whether the side to move is in check.")
        .def("is_legal", &Position::is_legal, "move"_a, "Whether a move is legal here.")
        .def(
            "san",
            [](const Position& p, chess::Move move) {
                if (!p.is_legal(move)) throw std::invalid_argument("illegal move " + move.text() + " in " + p.text());
                return chess::san(p, move);
            },
            "move"_a, "A legal move in standard algebraic notation; `ValueError` for any other.");
    bind_records<chess::Pgn>(m);
}

}  // namespace leafstrap::bindings
