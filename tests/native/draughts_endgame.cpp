// Endgame tables: proved right from the rules alone, and files that are whole or refused.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "draughts/endgame/tables.hpp"
#include "draughts/notation.hpp"
#include "search/random.hpp"

using leafstrap::MoveList;
using leafstrap::Random;
using leafstrap::Side;
using namespace leafstrap::draughts;
using Position = leafstrap::draughts::Position;

namespace {

const EndgameTables& three_pieces() {
    static const EndgameTables tables = EndgameTables::solve(3, 2);
    return tables;
}

Position position_of(const SideView& side, Side turn) {
    const SideView white = turn == Side::first ? side : side.other();
    return {white.pieces(), white.enemies(), white.kings | white.enemy_kings, turn};
}

std::vector<Position> successors(const Position& position) {
    MoveList<Position> moves;
    position.legal_moves(moves);
    std::vector<Position> after;
    for (const auto move : moves) after.push_back(position.after(move));
    return after;
}

// Of the side to move, after its last piece went or by the tables.
Verdict verdict_of(const EndgameTables& tables, const Position& position) {
    return position.pieces(position.turn()) ? tables.probe(position).value() : Verdict::lost;
}

template <class Visit>
void each_position(const EndgameTables& tables, Visit visit) {
    for (std::size_t table = 0; table < tables.tables().size(); ++table) {
        const EndgameCamps views(tables.tables()[table].material());
        for (std::uint32_t number = 0; number < tables.tables()[table].size(); ++number) {
            const std::optional<SideView> side = views.side(number);
            CHECK_EQUAL(side.has_value(), tables.tables()[table].at(number).has_value());
            if (side) visit(table, number, *side);
        }
    }
}

// Whether every win comes to an end: positions are ticked off that are decided by others already ticked off. Moves
// that go round in circles would be left over.
class Progress {
public:
    explicit Progress(const EndgameTables& tables) : tables_(tables) {
        for (const EndgameTable& table : tables.tables()) {
            indices_.emplace_back(table.material());
            done_.emplace_back(table.size());
        }
        each_position(tables, [&](std::size_t table, std::uint32_t number, const SideView& side) {
            if (tables.tables()[table].at(number) != Verdict::drawn) left_.push_back({table, number, side});
        });
    }

    std::size_t left_over() {
        for (std::size_t before = left_.size() + 1; left_.size() < before;) {
            before = left_.size();
            std::erase_if(left_, [&](const Entry& entry) { return tick_off(entry); });
        }
        return left_.size();
    }

private:
    struct Entry {
        std::size_t table;
        std::uint32_t number;
        SideView side;
    };

    bool tick_off(const Entry& entry) {
        const bool won = tables_.tables()[entry.table].at(entry.number) == Verdict::won;
        bool any = false, all = true;
        for (const Position& after : successors(position_of(entry.side, Side::first))) {
            const bool sure = is_done(after);
            any |= sure && verdict_of(tables_, after) == Verdict::lost;
            all &= sure;
        }
        const bool decided = won ? any : all;
        if (decided) done_[entry.table][entry.number] = true;
        return decided;
    }

    bool is_done(const Position& position) const {
        const SideView side = side_view(position, position.turn());
        if (!side.pieces()) return true;
        const EndgameMaterial material = EndgameMaterial::of(side);
        for (std::size_t table = 0; table < indices_.size(); ++table)
            if (indices_[table].material() == material) return done_[table][indices_[table].of(side)];
        throw std::logic_error("no such table");
    }

    const EndgameTables& tables_;
    std::vector<EndgameIndex> indices_;
    std::vector<std::vector<bool>> done_;
    std::vector<Entry> left_;
};

// What a search of so many plies proves without any table.
std::optional<Verdict> proved(const Position& position, int plies) {
    bool open = false;
    const std::vector<Position> after = successors(position);
    if (after.empty()) return Verdict::lost;
    if (plies == 0) return std::nullopt;
    for (const Position& next : after) {
        const std::optional<Verdict> reply = proved(next, plies - 1);
        if (reply == Verdict::lost) return Verdict::won;
        open |= !reply;
    }
    return open ? std::nullopt : std::optional(Verdict::lost);
}

Position random_position(Random& random, int pieces) {
    const int white = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(pieces - 1)));
    Bitboard sides[2]{};
    for (int i = 0; i < pieces;) {
        const Bitboard square = bit(square_of(1 + static_cast<int>(random.below(50))));
        if ((sides[0] | sides[1]) & square) continue;
        sides[i++ >= white] |= square;
    }
    const Bitboard late = (sides[0] & promotion_row(Side::first)) | (sides[1] & promotion_row(Side::second));
    return {sides[0], sides[1], late | ((sides[0] | sides[1]) & random.next() & random.next()),
            static_cast<Side>(random.below(2))};
}

std::string file_of_bytes(const std::string& bytes) {
    static const std::string name = "leafstrap-endgame-" + std::to_string(std::random_device{}()) + ".bin";
    const std::string path = (std::filesystem::temp_directory_path() / name).string();
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
}

std::string bytes_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool same(const EndgameTables& a, const EndgameTables& b) {
    return std::equal(a.tables().begin(), a.tables().end(), b.tables().begin(), b.tables().end(),
                      [](const EndgameTable& one, const EndgameTable& other) {
                          return std::ranges::equal(one.bytes(), other.bytes());
                      });
}

}  // namespace

TEST("endgames come after those they lead to, and beside the other side's") {
    const std::vector<EndgameMaterial> all = all_materials(4);
    CHECK_EQUAL(all.size(), std::size_t{4 + 12 + 25});
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto place = [&](const EndgameMaterial& material) {
            return static_cast<std::size_t>(std::find(all.begin(), all.end(), material) - all.begin());
        };
        CHECK_EQUAL(place(all[i]), i);
        const std::size_t other = place(all[i].other());
        CHECK(other <= i + 1 && i <= other + 1);
        if (all[i].men)
            CHECK(place({all[i].men - 1, all[i].kings + 1, all[i].enemy_men, all[i].enemy_kings}) < std::min(i, other));
    }
    CHECK_EQUAL(all.front().text(), std::string("K v K"));
}

TEST("every placement has its number") {
    for (const Placements* placements : {&men_placements, &enemy_men_placements, &king_placements})
        for (int pieces = 0; pieces <= Placements::most; ++pieces) {
            const std::vector<Bitboard> sets = placements->list(pieces);
            for (std::uint32_t i = 0; i < sets.size(); ++i) {
                CHECK_EQUAL(placements->of(sets[i]), i);
                CHECK_EQUAL(popcount(sets[i]), pieces);
            }
        }
    CHECK_EQUAL(king_placements.size(3), 19'600U);
    CHECK_EQUAL(men_placements.size(2), 990U);
}

TEST("every verdict is the best of what the moves lead to, for both colours") {
    const EndgameTables& tables = three_pieces();
    each_position(tables, [&](std::size_t table, std::uint32_t number, const SideView& side) {
        const Verdict verdict = tables.tables()[table].at(number).value();
        bool wins = false, draws = false;
        const Side turn = number % 2 ? Side::second : Side::first;
        const Position position = position_of(side, turn);
        for (const Position& after : successors(position)) {
            const Verdict theirs = verdict_of(tables, after);
            wins |= theirs == Verdict::lost;
            draws |= theirs == Verdict::drawn;
        }
        CHECK(verdict == (wins ? Verdict::won : draws ? Verdict::drawn : Verdict::lost));
        CHECK(tables.probe(position) == verdict);
        CHECK(tables.probe(position_of(side, !turn)) == verdict);
    });
}

TEST("every win comes to an end") { CHECK_EQUAL(Progress(three_pieces()).left_over(), std::size_t{0}); }

TEST("a search without tables proves nothing else") {
    Random random(11);
    int wins = 0, losses = 0;
    for (int i = 0; i < 600; ++i) {
        const Position position = random_position(random, 2 + i % 2);
        const std::optional<Verdict> found = proved(position, position.kings() ? 3 : 6);
        if (!found) continue;
        CHECK(three_pieces().probe(position) == found);
        ++(found == Verdict::won ? wins : losses);
    }
    CHECK(wins > 100 && losses > 10);
}

TEST("endings that players know") {
    const auto probe = [](const char* fen) { return three_pieces().probe(Position::parse(fen)); };
    CHECK(probe("W:WK46:BK32") == Verdict::won);       // a capture
    CHECK(probe("W:WK46:BK5") == Verdict::lost);       // no other way than into the other's line
    CHECK(probe("W:WK46:BK6") == Verdict::drawn);      // king against king
    CHECK(probe("W:WK46,K48:BK6") == Verdict::drawn);  // two kings do not win against one
    CHECK(probe("B:WK1,K2:BK28") == Verdict::drawn);
    CHECK(probe("W:W46:B41") == Verdict::won);
    CHECK(probe("W:W46:B37") == Verdict::lost);  // opposition
    CHECK(probe("W:WK46:B6") == Verdict::won);   // the man cannot cross the long diagonal
}

TEST("where nothing is known nothing is said") {
    const EndgameTables& tables = three_pieces();
    CHECK_EQUAL(tables.most_pieces(), 3);
    CHECK(!tables.probe(Position::start()));
    CHECK(!tables.probe(Position::parse("W:WK46,K47:BK1,K2")));
    CHECK(!tables.probe(Position::parse("W:W:B1")));
    CHECK(!tables.probe(Position::parse("W:W50:B")));
    CHECK_THROWS(EndgameTables::solve(1));
    CHECK_THROWS(EndgameTables::solve(5));
}

TEST("threads make no difference, and files bring everything back") {
    const EndgameTables alone = EndgameTables::solve(3);
    CHECK(same(alone, three_pieces()));
    const std::string path = file_of_bytes("");
    alone.write(path);
    const EndgameTables again = EndgameTables::read(path);
    CHECK_EQUAL(again.most_pieces(), 3);
    CHECK(same(alone, again));
    CHECK(!std::filesystem::exists(path + ".part"));
    std::filesystem::remove(path);
    CHECK_THROWS(EndgameTables::read(path));
}

TEST("damaged and foreign files are refused") {
    const std::string path = file_of_bytes("");
    EndgameTables::solve(2).write(path);
    const std::string good = bytes_of_file(path);
    CHECK_EQUAL(EndgameTables::read(file_of_bytes(good)).most_pieces(), 2);
    for (std::size_t at = 0; at < good.size(); at += at < 64 ? 1 : 97) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 4);
        CHECK_THROWS(EndgameTables::read(file_of_bytes(bad)));
    }
    for (const std::size_t size : {std::size_t{0}, std::size_t{15}, std::size_t{39}, std::size_t{40}, good.size() - 1})
        CHECK_THROWS(EndgameTables::read(file_of_bytes(good.substr(0, size))));
    CHECK_THROWS(EndgameTables::read(file_of_bytes(good + '\0')));
    CHECK_THROWS(EndgameTables::read(file_of_bytes(std::string(1000, 'x'))));
    std::filesystem::remove(path);
}
