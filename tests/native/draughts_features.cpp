// The feature sets of draughts: against a slow, literal computation, by mirrors, and structure by structure.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"
#include "draughts/features/wiering.hpp"
#include "draughts/notation.hpp"
#include "eval/linear.hpp"
#include "search/random.hpp"

using leafstrap::feature_count;
using leafstrap::FeatureInfo;
using leafstrap::Linear;
using leafstrap::MoveList;
using leafstrap::Random;
using leafstrap::Row;
using leafstrap::RowBuilder;
using leafstrap::Side;
using namespace leafstrap::draughts;
using Position = leafstrap::draughts::Position;

namespace {

using Named = std::map<std::string, float>;  // features that are not zero

template <class Visit>
void random_games(int games, std::uint64_t seed, Visit visit) {
    Random random(seed);
    for (int game = 0; game < games; ++game) {
        Position position = Position::start();
        for (int ply = 0; ply < 300; ++ply) {
            visit(position);
            MoveList<Position> moves;
            position.legal_moves(moves);
            if (moves.empty() || position.move_count_draw()) break;
            position = position.after(moves[random.below(moves.size())]);
        }
    }
}

// Half a turn of the board, colours and turn swapped.
Position mirrored(const Position& position) {
    return {half_turn(position.pieces(Side::second)), half_turn(position.pieces(Side::first)),
            half_turn(position.kings()), !position.turn()};
}

template <class Set>
Row row_of(const Position& position) {
    RowBuilder<Set> builder;
    Row row;
    append_row(position, Side::first, builder, row);
    return row;
}

// In the mover's view.
template <class Set>
Named inputs_of(const Position& position) {
    const Row row = row_of<Set>(position);
    const float turn = static_cast<float>(sign(position.turn()));
    Named named;
    for (std::size_t i = 0; i < row.indices.size(); ++i)
        named[Set::describe()[static_cast<std::size_t>(row.indices[i])].name] = turn * row.values[i];
    return named;
}

// The board of one side as a text, the own pieces as m and k, the other's as M and K, by the players' numbers from its
// own end; and what the features mean, square by square.
class Literal {
public:
    Literal(const Position& position, Side side) {
        const std::string hub = hub_position(position);
        for (int number = 1; number <= 50; ++number) {
            const char c = hub[static_cast<std::size_t>(side == Side::first ? number : 51 - number)];
            const bool white = c == 'w' || c == 'W', king = c == 'W' || c == 'B';
            if (c != 'e') at_[number] = white == (side == Side::first) ? (king ? 'k' : 'm') : (king ? 'K' : 'M');
        }
    }

    int count(const std::string& kinds, auto holds) const {
        int found = 0;
        for (int n = 1; n <= 50; ++n) found += is(n, kinds) && holds(n);
        return found;
    }
    int count(const std::string& kinds) const {
        return count(kinds, [](int) { return true; });
    }
    bool is(int number, const std::string& kinds) const {
        return number && kinds.find(at_[number]) != std::string::npos;
    }
    int rows_gone() const {
        int sum = 0;
        for (int n = 1; n <= 50; ++n) sum += is(n, "m") ? 9 - row(n) : 0;
        return sum;
    }

    static int row(int n) { return (n - 1) / 5; }
    static int column(int n) { return (n - 1) % 5 * 2 + (row(n) % 2 == 0); }
    static int step(int n, int down, int right) {
        const int r = row(n) + down, c = column(n) + right;
        return !n || r < 0 || r > 9 || c < 0 || c > 9 ? 0 : r * 5 + c / 2 + 1;
    }

    void side_features(const std::string& end, Named& out) const {
        out["men" + end] = count("m") / 4.0F;
        out["kings" + end] = count("k");
        out["long-diagonal" + end] = count("k", [](int n) { return row(n) + column(n) == 9; });
        out["centre" + end] =
            count("m", [](int n) { return row(n) / 2 == 2 && column(n) > 1 && column(n) < 8; }) / 4.0F;
        out["edge" + end] = count("m", [](int n) { return column(n) == 0 || column(n) == 9; }) / 4.0F;
        out["back-row" + end] = count("m", [](int n) { return n > 45; }) / 4.0F;
        const int left = count("m", [](int n) { return column(n) < 5; });
        out["wings" + end] = std::abs(2 * left - count("m")) / 4.0F;
        int steps = 0;
        for (const int right : {-1, 1})
            steps += count("m", [&](int n) { return is(step(n, -1, right), "e") && !taken_after(n, right); });
        out["mobility" + end] = steps / 4.0F;
        out["runaways" + end] = count("m", [&](int n) { return !meets(n); });
        out["loose" + end] = count("m",
                                   [&](int n) {
                                       for (const int down : {-1, 1})
                                           for (const int right : {-1, 1})
                                               if (is(step(n, down, right), "mk")) return false;
                                       return true;
                                   }) /
                             4.0F;
        for (const Structure& structure : side_structures) out[std::string(structure.name) + end] = has(structure);
    }

    bool has(const Structure& structure) const {
        for (int n = 1; n <= 50; ++n) {
            const auto in = [&](Bitboard set) { return set >> square_of(n) & 1; };
            if ((in(structure.own) && !is(n, "m")) || (in(structure.enemy) && !is(n, "M")) ||
                (in(structure.empty) && !is(n, "e")))
                return false;
        }
        return true;
    }

private:
    // Whether a piece next to the man takes it once it has stepped.
    bool taken_after(int from, int right) const {
        Literal after = *this;
        const int to = step(from, -1, right);
        std::swap(after.at_[from], after.at_[to]);
        for (const int down : {-1, 1})
            for (const int side : {-1, 1})
                if (after.is(step(to, down, side), "MK") && after.is(step(to, -down, -side), "e")) return true;
        return false;
    }
    bool meets(int n) const {
        for (int other = 1; other <= 50; ++other)
            if (is(other, "MK") && row(other) < row(n) && std::abs(column(other) - column(n)) <= row(n) - row(other))
                return true;
        return false;
    }

    std::string at_ = std::string(51, 'e');
};

Named literal_inputs(const Position& position) {
    const Literal own(position, position.turn()), theirs(position, !position.turn());
    Named out;
    out["balance"] = own.count("m") - own.count("M") + 3 * (own.count("k") - own.count("K"));
    out["tempi"] = (own.rows_gone() - theirs.rows_gone()) / 4.0F;
    out["opposition"] = (own.rows_gone() + theirs.rows_gone()) % 2 ? -1 : 1;
    own.side_features(".own", out);
    theirs.side_features(".theirs", out);
    out["classical"] = own.has(classical);
    for (int n = 1; n <= 50; ++n) {
        for (const int right : {-1, 1}) {
            const int second = Literal::step(n, 1, right), third = Literal::step(second, 1, right);
            const std::string name =
                "three." + std::to_string(n) + "-" + std::to_string(second) + "-" + std::to_string(third);
            const auto all = [&](const char* kind) {
                return own.is(n, kind) && own.is(second, kind) && own.is(third, kind);
            };
            if (third) out[name] = all("m") - all("M");
        }
        out["man." + std::to_string(n) + ".own"] = own.is(n, "m");
        out["man." + std::to_string(n) + ".theirs"] = own.is(n, "M");
    }
    return out;
}

template <class Set>
void check_mirror_and_sign() {
    std::vector<double> weights(feature_count<Set>);
    Random random(3);
    for (double& weight : weights) weight = static_cast<double>(random.below(2001)) - 1000;
    const Linear<Set> linear(weights);
    const Linear<Set, std::int32_t> whole(weights);
    random_games(40, 4, [&](const Position& position) {
        const Row row = row_of<Set>(position);
        Row mirror = row_of<Set>(mirrored(position));
        for (float& value : mirror.values) value = -value;
        CHECK(row.indices == mirror.indices && row.values == mirror.values);

        Named inputs = inputs_of<Set>(position);
        CHECK_EQUAL(inputs.size(), row.indices.size());
        double dot = 0;
        for (std::size_t i = 0; i < row.indices.size(); ++i) {
            const auto index = static_cast<std::size_t>(row.indices[i]);
            CHECK_EQUAL(row.values[i], sign(position.turn()) * inputs[Set::describe()[index].name]);
            dot += weights[index] * row.values[i];
        }
        // All values are quarters, so that sums are exact in either kind of numbers.
        CHECK_EQUAL(static_cast<double>(linear.value(position, Side::first)), dot);
        CHECK_EQUAL(static_cast<double>(whole.value(position, Side::second)), dot);
    });
}

template <class Set>
void check_size(std::size_t size) {
    const std::vector<FeatureInfo>& features = Set::describe();
    CHECK_EQUAL(features.size(), size);
    CHECK_EQUAL(static_cast<std::size_t>(feature_count<Set>), size);
    std::set<std::string> names;
    for (std::size_t i = 0; i < size; ++i) {
        CHECK(!features[i].name.empty() && !features[i].family.empty() && !features[i].meaning.empty());
        CHECK(names.insert(features[i].name).second);
        CHECK_EQUAL(features[i].name, Wiering::describe()[i].name);
    }
}

struct Example {
    const char *name, *with, *without;
};

}  // namespace

TEST("the sets have 23, 87, 120 and 220 features, each the beginning of the next") {
    check_size<Global>(23);
    check_size<Diagonals>(87);
    check_size<Structures>(120);
    check_size<Wiering>(220);
}

TEST("inputs are what they mean, square by square") {
    std::set<std::string> seen;
    const auto compare = [&](const Position& position) {
        const Named inputs = inputs_of<Wiering>(position);
        Named literal = literal_inputs(position);
        CHECK_EQUAL(literal.size(), std::size_t{220});
        std::erase_if(literal, [](const auto& entry) { return entry.second == 0; });
        CHECK(inputs == literal);
        for (const auto& [name, value] : inputs) seen.insert(name);
    };
    random_games(100, 5, compare);
    CHECK(seen.size() > 190);  // rare structures apart, all of them come up

    Random random(6);
    for (int i = 0; i < 5'000; ++i) {  // with kings
        const Bitboard first = random.next() & random.next() & all_squares;
        const Bitboard second = random.next() & random.next() & all_squares & ~first;
        const Bitboard late = (first & promotion_row(Side::first)) | (second & promotion_row(Side::second));
        const Bitboard kings = (random.next() & (first | second)) | late;
        compare({first, second, kings, static_cast<Side>(random.below(2))});
    }
}

TEST("a mirrored position has the negated features, and a value is the mover's sum with the mover's sign") {
    check_mirror_and_sign<Global>();
    check_mirror_and_sign<Diagonals>();
    check_mirror_and_sign<Structures>();
    check_mirror_and_sign<Wiering>();
}

TEST("each structure holds where it should, and not beside it") {
    const std::vector<Example> examples{
        {"fence", "W:W27,31,32:B16,18,22", "W:W27,31,32:B18,21,22"},
        {"chain", "W:W27,28,31,33,36:B16,17,18,22", "W:W27,28,31,33,36:B11,17,18,22"},
        {"centre-lock", "W:W28,29,32,34:B18,19,23", "W:W28,29,32,34:B13,19,23"},
        {"short-wing-lock", "W:W26,27,31:B16,17", "W:W26,27,31:B16,17,22"},
        {"roozenburg", "W:W24,29:B25", "W:W24,29:B20,25"},
        {"ghestem", "W:W22,28,32:B19,23,24", "W:W27,28,32:B19,23,24"},
        {"wedge.22", "W:W22,27,28:B1", "W:W22,27,33:B1"},
        {"wedge.23", "W:W23,28,29:B1", "W:WK23,28,29:B1"},
        {"wedge.24", "W:W24,29,30:B1", "W:W24,29,34:B1"},
        {"crown", "W:W48:B1", "W:WK48:B1"},
        {"bridge", "W:W47,49:B1", "W:W47,50:B1"},
        {"left-behind", "W:W36,41,46:B1", "W:W36,41,47:B1"},
        {"right-behind", "W:W35,40,45:B1", "W:W35,40,50:B1"},
        {"bind.26", "W:W26:B17,21", "W:W26:BK17,21"},
        {"bind.25", "W:W25:B14,20", "W:W25:B15,20"},
        {"hanging.28", "W:W28:B1", "W:W28:B1,33"},
    };
    CHECK_EQUAL(examples.size(), side_structures.size());
    for (const auto& [name, with, without] : examples) {
        const Position yes = Position::parse(with), no = Position::parse(without);
        const Position yes_for_them(yes.pieces(Side::first), yes.pieces(Side::second), yes.kings(), Side::second);
        const std::string own = std::string(name) + ".own", theirs = std::string(name) + ".theirs";
        CHECK(inputs_of<Structures>(yes).contains(own));
        CHECK(inputs_of<Structures>(mirrored(yes)).contains(own));
        CHECK(inputs_of<Structures>(yes_for_them).contains(theirs));
        CHECK(!inputs_of<Structures>(yes).contains(theirs));
        CHECK(!inputs_of<Structures>(no).contains(own));
    }
    CHECK(inputs_of<Structures>(Position::parse("W:W27,28,32:B19,23,24")).contains("classical"));
    CHECK(inputs_of<Structures>(Position::parse("B:W27,28,32:B19,23,24")).contains("classical"));
    CHECK(!inputs_of<Structures>(Position::parse("W:W27,28,32:B18,23,24")).contains("classical"));
}

TEST("three on a diagonal, own and theirs") {
    const Named inputs = inputs_of<Diagonals>(Position::parse("W:W28,33,39:B5,10,14"));
    CHECK_EQUAL(inputs.at("three.28-33-39"), 1.0F);
    CHECK_EQUAL(inputs.at("three.5-10-14"), -1.0F);
    CHECK_EQUAL(inputs_of<Diagonals>(Position::parse("B:W28,33,39:B5,10,14")).at("three.37-41-46"), 1.0F);
    CHECK(!inputs_of<Diagonals>(Position::parse("W:W28,33,K39:B5")).contains("three.28-33-39"));
}

TEST("who has the opposition keeps it while men move") {
    Position position = Position::start();
    for (const char* move : {"32-28", "20-25", "37-32", "15-20"}) {
        const Row row = row_of<Global>(position);
        const auto at = std::find(row.indices.begin(), row.indices.end(), GlobalBlocks::opposition(0));
        CHECK(at != row.indices.end() && row.values[static_cast<std::size_t>(at - row.indices.begin())] == 1);
        position = position.after(position.parse_move(move));
    }
}

TEST("stages by the number of pieces") {
    const auto stage = [](int white, int black) {
        return Position::parse("W:W" + std::to_string(51 - white) + "-50:B1-" + std::to_string(black)).stage();
    };
    CHECK_EQUAL(Position::start().stage(), 0);
    CHECK(stage(13, 13) == 0 && stage(13, 12) == 1);
    CHECK(stage(8, 8) == 1 && stage(8, 7) == 2);
}
