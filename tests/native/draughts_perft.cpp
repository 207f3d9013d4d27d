// The rules of international draughts against counts that everybody agrees on. Counts beyond ten million take seconds
// and are made when the environment has LEAFSTRAP_DEEP_PERFT.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "check.hpp"
#include "draughts/notation.hpp"
#include "draughts/position.hpp"
#include "perft.hpp"

using leafstrap::MoveList;
using leafstrap::perft;
using leafstrap::draughts::Position;

namespace {

constexpr std::uint64_t usual_limit = 12'000'000;

struct Table {
    const char* fen;
    std::vector<std::uint64_t> counts;  // by depth, from 1
};

const char* const random178 = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24";
const char* const woldouby = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26";
const char* const all_kings = "W:WK31-50:BK1-20";

const std::vector<Table> tables = {
    {"W:W31-50:B1-20", {9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423, 258895763, 1665861398}},
    {random178, {14, 55, 1168, 5432, 87195, 629010, 9041010, 86724219, 1216917193}},
    {woldouby, {6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050, 377436, 1910989}},
    {all_kings, {17, 79, 352, 1399, 7062, 37589, 217575, 1333217, 8558321, 58381162, 417920283}},
    {"W:W6,7,8,9,10:B41,42,43,44,45", {9, 81, 795, 7578, 86351, 936311, 11448262, 138362698}},
    {"W:W31,32,33,34,35:B16,17,18,19,20",
     {9, 81, 534, 2538, 9052, 29999, 98971, 310315, 1008313, 3174155, 10369511, 34907891}},
};

// Every node below a position: what is listed, counted, hashed and written must tell one story.
void walk(const Position& position, int depth) {
    MoveList<Position> moves, noisy;
    position.legal_moves(moves);
    position.noisy_moves(noisy);
    CHECK_EQUAL(position.count_legal_moves(), moves.size());
    CHECK_EQUAL(noisy.size(), position.urgent() ? moves.size() : 0);

    for (const Position& again : {Position::parse(position.text()), Position::parse(hub_position(position))}) {
        CHECK(again == position);
        CHECK_EQUAL(again.hash(), position.hash());
    }
    for (const auto move : moves) {
        CHECK_EQUAL(position.is_noisy(move), position.urgent());
        CHECK(position.parse_move(position.move_text(move)) == move);
        CHECK(position.parse_move(move.text()) == move);
        if (depth > 1) walk(position.after(move), depth - 1);
    }
}

}  // namespace

TEST("perft of six positions") {
    const std::uint64_t limit = std::getenv("LEAFSTRAP_DEEP_PERFT") ? ~std::uint64_t{0} : usual_limit;
    int counts = 0;
    for (const Table& table : tables) {
        const Position position = Position::parse(table.fen);
        for (std::size_t i = 0; i < table.counts.size() && table.counts[i] <= limit; ++i, ++counts)
            CHECK_EQUAL(perft(position, static_cast<int>(i) + 1), table.counts[i]);
    }
    std::printf("     %d counts\n", counts);
    CHECK(Position::parse(tables[0].fen) == Position::start());
}

TEST("divide sums to perft") {
    std::uint64_t sum = 0;
    for (const auto& [move, count] : leafstrap::perft_divide(Position::parse(random178), 5)) sum += count;
    CHECK_EQUAL(sum, 87195u);
}

TEST("listing, counting, hashing, writing agree at every node") {
    walk(Position::start(), 5);
    walk(Position::parse(random178), 4);
    walk(Position::parse(woldouby), 8);
    walk(Position::parse(all_kings), 4);
}
