#include "bindings/bind_game.hpp"
#include "bindings/bind_records.hpp"
#include "bindings/families.hpp"
#include "draughts/notation.hpp"
#include "draughts/pdn.hpp"

namespace leafstrap::bindings {
namespace {

using draughts::PdnGame;
using draughts::Position;

std::string pdn_of(const Record<Position>& record, std::vector<std::pair<std::string, std::string>> tags,
                   std::vector<std::string> comments, std::optional<Outcome> outcome) {
    PdnGame game;
    game.tags = std::move(tags);
    game.start = record.start();
    game.moves = record.moves();
    game.comments = std::move(comments);
    game.outcome = outcome;
    return draughts::write_pdn(game);
}

}  // namespace

void bind_draughts(nb::module_& parent) {
    nb::module_ m = parent.def_submodule("draughts", "International draughts on ten by ten squares.");

    bind_game<Position>(m, {.position = R"(A draughts position: an immutable value.

    >>> position = Position()
    >>> print(position)
    W:W31-50:B1-20
    >>> len(position.legal_moves())
    9
    >>> print(position.after(position.move("32-28")))
    B:W28,31,33-50:B1-20
    >>> Position.parse("W:W31-50:B1-60")
    Traceback (most recent call last):
        ...
    ValueError: invalid position: square 60 is more than 50
    )",
                            .line = R"(A game so far: its start, its moves, and what repetition needs to know.

    >>> line = Line()
    >>> line.push(line.position.move("32-28"))
    >>> line.outcome() is None
    True
    )",
                            .move = "A draughts move; its text names every captured square, as in 28x19x23."})
        .position.def_prop_ro("fen", &Position::text, "Forsyth-Edwards notation; the same as `str(position)`.")
        .def_prop_ro("hub", &draughts::hub_position, "The fifty-one letters of the Hub protocol.")
        .def_prop_ro("must_capture", &Position::urgent, "Whether the side to move can, and so must, capture.")
        .def(
            "pieces",
            [](const Position& p) {
                std::vector<std::pair<int, char>> pieces;
                for (draughts::Bitboard b = p.occupied(); b;) {
                    const draughts::Square s = draughts::pop_lowest(b);
                    const bool white = p.pieces(Side::first) >> s & 1, king = p.kings() >> s & 1;
                    pieces.emplace_back(draughts::number_of(s), white ? (king ? 'W' : 'w') : (king ? 'B' : 'b'));
                }
                return pieces;
            },
            "Every piece as (square from 1 to 50, w, W, b or B: a capital is a king).");
    bind_records<draughts::Pdn>(m);
    m.def("pdn", &pdn_of, "line"_a, "tags"_a, "comments"_a, "outcome"_a.none(),
          "A game as PDN text, with comments on its last so many moves.");
}

}  // namespace leafstrap::bindings
