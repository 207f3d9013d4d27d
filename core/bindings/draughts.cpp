#include <nanobind/make_iterator.h>

#include "bindings/bind_game.hpp"
#include "bindings/families.hpp"
#include "draughts/notation.hpp"
#include "draughts/pdn.hpp"

namespace leafstrap::bindings {
namespace {

using draughts::PdnGame;
using draughts::Position;

// A reader and the text that it reads.
class PdnFile {
public:
    explicit PdnFile(std::string text) : text_(std::move(text)), reader_(text_) {}
    PdnFile(const PdnFile&) = delete;
    PdnFile& operator=(const PdnFile&) = delete;

    PdnGame next() {
        PdnGame game;
        if (!reader_.next(game)) throw nb::stop_iteration();
        return game;
    }

private:
    std::string text_;
    draughts::PdnReader reader_;
};

Record<Position> record_of(const PdnGame& game) {
    Record<Position> record(game.start);
    for (const auto move : game.moves) record.push(move);
    return record;
}

std::string pdn_of(const Record<Position>& record, std::vector<std::pair<std::string, std::string>> tags,
                   std::vector<std::string> comments, std::optional<Outcome> outcome) {
    PdnGame game;
    game.tags = std::move(tags);
    game.start = record.start();
    game.moves = record.moves();
    game.comments = std::move(comments);
    if (outcome) game.points = 1 + outcome->points;
    return draughts::write_pdn(game);
}

void bind_pdn(nb::module_& m) {
    nb::class_<PdnGame>(m, "PdnGame", "A game of a PDN file.")
        .def_ro("tags", &PdnGame::tags, "Names and values, in their order.")
        .def_prop_ro("line", &record_of, "The game as it was played, up to a fault.")
        .def_prop_ro(
            "outcome",
            [](const PdnGame& game) -> std::optional<Outcome> {
                if (!game.points) return std::nullopt;
                return Outcome{true, static_cast<std::int8_t>(*game.points - 1)};
            },
            "The result, or None where it is not known.")
        .def_ro("line_number", &PdnGame::line, "Where the game begins in the file, counted from 1.")
        .def_prop_ro(
            "fault",
            [](const PdnGame& game) -> std::optional<std::pair<int, std::string>> {
                if (!game.fault) return std::nullopt;
                return std::pair(game.fault->line, game.fault->sentence);
            },
            "What is wrong with it, as (line of the file, sentence), or None.");
    nb::class_<PdnFile>(m, "PdnFile", R"(The games of a PDN text, one after the other.

    >>> [len(game.line) for game in PdnFile("1. 32-28 19-23 2. 28x19 14x23 *")]
    [4]
    )")
        .def(nb::init<std::string>(), "text"_a)
        .def(
            "__iter__", [](nb::handle self) { return nb::borrow(self); }, nb::sig("def __iter__(self) -> PdnFile"))
        .def("__next__", &PdnFile::next);
    m.def("pdn", &pdn_of, "line"_a, "tags"_a, "comments"_a, "outcome"_a.none(),
          "A game as PDN text, with comments on its last so many moves.");
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
    ValueError: invalid FEN: there is no square 60
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
    bind_pdn(m);
}

}  // namespace leafstrap::bindings
