// The feature sets and the linear evaluator over them, on positions of random games.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"
#include "chess/features/classical.hpp"
#include "chess/features/gnuchess.hpp"
#include "chess/features/knightcap.hpp"
#include "chess/features/material.hpp"
#include "chess/features/meep.hpp"
#include "chess/features/neurochess.hpp"
#include "chess/features/wiering.hpp"
#include "chess/position.hpp"
#include "eval/gradient.hpp"
#include "eval/linear.hpp"

using namespace leafstrap;
using chess::Classical;
using chess::General;
using chess::GnuChess;
using chess::KingsAndPawns;
using chess::KnightCap;
using chess::Material;
using chess::Meep;
using chess::NeuroChess;
using chess::Wiering;
using Chess = chess::Position;

namespace {

// Calls visit(position) for every position of random games until it has seen `count`.
template <class Visit>
void random_games(int count, std::uint64_t seed, Visit visit) {
    std::mt19937_64 random(seed);
    while (count > 0) {
        Chess position = Chess::start();
        for (int ply = 0; ply < 400 && count > 0; ++ply, --count) {
            visit(position);
            MoveList<Chess> moves;
            position.legal_moves(moves);
            if (position.outcome(!moves.empty()).over || position.move_count_draw()) break;
            position = position.after(moves[random() % moves.size()]);
        }
    }
}

template <class Set>
std::vector<double> random_weights(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<double> weights(feature_count<Set>);
    for (double& weight : weights) weight = static_cast<double>(random() % 20001) / 100 - 100;
    return weights;
}

template <class Set>
Row row_of(const Chess& position, Side perspective = Side::first) {
    RowBuilder<Set> builder;
    Row row;
    append_row(position, perspective, builder, row);
    return row;
}

// White's men become Black's and the other way round.
Chess mirrored(const Chess& position) {
    const std::string fen = position.text();
    auto part = [&, start = std::size_t{0}]() mutable {
        const std::size_t end = std::min(fen.find(' ', start), fen.size());
        std::string text = fen.substr(start, end - start);
        start = end + 1;
        return text;
    };
    const auto swapped_case = [](std::string text) {
        for (char& c : text)
            if (c >= 'a' && c <= 'z')
                c -= 32;
            else if (c >= 'A' && c <= 'Z')
                c += 32;
        return text;
    };
    const std::string board = part(), turn = part(), castling = part(), en_passant = part(), clock = part();
    std::string ranks, rank;
    for (const char c : swapped_case(board) + "/") {
        if (c != '/') {
            rank += c;
            continue;
        }
        ranks = ranks.empty() ? rank : rank + "/" + ranks;
        rank.clear();
    }
    std::string target = en_passant;
    if (target != "-") target[1] = target[1] == '3' ? '6' : '3';
    return Chess::parse(ranks + (turn == "w" ? " b " : " w ") + swapped_case(castling) + " " + target + " " + clock +
                        " 1");
}

template <class Set>
void check_dot_equals_row() {
    const std::vector<double> weights = random_weights<Set>(1);
    const Linear<Set> linear(weights);
    const std::vector<float> used = linear.weights();
    random_games(100'000, 2, [&](const Chess& position) {
        const Row row = row_of<Set>(position);
        double dot = 0, size = 1;
        for (std::size_t i = 0; i < row.indices.size(); ++i) {
            const double term = static_cast<double>(row.values[i]) * used[row.indices[i]];
            dot += term;
            size += std::abs(term);
        }
        // The visitor adds what both sides have before it cancels, so its rounding is that of the larger sums.
        CHECK(std::abs(dot - linear.value(position, Side::first)) < 1e-5 * (size + 3000));
    });
}

template <class Set>
void check_rows_are_sorted() {
    RowBuilder<Set> builder;
    random_games(20'000, 3, [&](const Chess& position) {
        Row row;
        append_row(position, Side::first, builder, row);
        CHECK_EQUAL(row.indices.size(), row.values.size());
        for (std::size_t i = 0; i < row.indices.size(); ++i) {
            CHECK(row.indices[i] >= 0 && row.indices[i] < feature_count<Set>);
            CHECK(i == 0 || row.indices[i - 1] < row.indices[i]);
            CHECK(row.values[i] != 0 && std::isfinite(row.values[i]));
        }
    });
}

template <class Set>
void check_mirror() {
    const Linear<Set> linear(random_weights<Set>(4));
    random_games(20'000, 5, [&](const Chess& position) {
        const Chess mirror = mirrored(position);
        const Row row = row_of<Set>(position);
        // The mirrored program sees the mirrored board.
        Row other = row_of<Set>(mirror, Side::second);
        for (float& value : other.values) value = -value;
        CHECK(row.indices == other.indices && row.values == other.values);
        const float value = linear.value(position, Side::first), mirror_value = linear.value(mirror, Side::second);
        CHECK(std::abs(value + mirror_value) < 1e-3 * (3 + std::abs(value)));
        if (Set::symmetric) CHECK_EQUAL(value, linear.value(position, Side::second));
    });
}

template <class Set>
void check_scratch() {
    const Linear<Set> one(random_weights<Set>(7)), other(random_weights<Set>(8));
    typename Linear<Set>::Scratch scratch;
    int visited = 0;
    random_games(100'000, 9, [&](const Chess& position) {
        const Linear<Set>& linear = visited++ / 1000 % 2 ? one : other;
        const Side perspective = visited % 2 ? Side::first : Side::second;
        CHECK_EQUAL(linear.value(position, perspective, scratch), linear.value(position, perspective));
        CHECK_EQUAL(linear.value(position, perspective, scratch), linear.value(position, perspective));
    });
}

template <class Set>
void check_shares() {
    random_games(2'000, 12, [](const Chess& position) {
        Shares<Set> shares;
        Set::features(position, Side::first, shares);
        const Row row = row_of<Set>(position);
        const auto mix = Set::mix(position);
        std::size_t i = 0;
        for (const Share& share : shares.list()) {
            CHECK(share.first >= 0 && share.second <= 0);
            for (int stage = 0; stage < Set::stages; ++stage) {
                const float value = mix[stage] * (share.first + share.second);
                if (value == 0) continue;
                CHECK(i < row.indices.size() && row.indices[i] == share.concept_index * Set::stages + stage);
                CHECK_EQUAL(row.values[i++], value);
            }
        }
        CHECK_EQUAL(i, row.indices.size());
    });
}

template <class Set>
void check_gradient() {
    random_games(2'000, 11, [&](const Chess& position) {
        gradient_sum<Set>().add(position, Side::first, -2.5);
        std::vector<double> sum = gradient_sum<Set>().take().values;
        CHECK_EQUAL(sum.size(), static_cast<std::size_t>(feature_count<Set>));
        const Row row = row_of<Set>(position);
        for (std::size_t i = 0; i < row.indices.size(); ++i) sum[row.indices[i]] += 2.5 * row.values[i];
        for (const double left : sum) CHECK(std::abs(left) < 1e-5);
    });
}

}  // namespace

TEST("value is the dot product of weights and row") {
    check_dot_equals_row<Material>();
    check_dot_equals_row<Meep>();
    check_dot_equals_row<KnightCap>();
    check_dot_equals_row<Classical>();
    check_dot_equals_row<Wiering>();
    check_dot_equals_row<NeuroChess>();
    check_dot_equals_row<GnuChess>();
}

TEST("rows are sorted, unique and without zeros") {
    check_rows_are_sorted<Material>();
    check_rows_are_sorted<Meep>();
    check_rows_are_sorted<KnightCap>();
    check_rows_are_sorted<Classical>();
    check_rows_are_sorted<Wiering>();
    check_rows_are_sorted<NeuroChess>();
    check_rows_are_sorted<GnuChess>();
}

TEST("a mirrored position has the mirrored row and value") {
    check_mirror<Material>();
    check_mirror<Meep>();
    check_mirror<KnightCap>();
    check_mirror<Classical>();
    check_mirror<Wiering>();
    check_mirror<NeuroChess>();
    check_mirror<GnuChess>();
}

TEST("the shares of the stages sum to one") {
    random_games(20'000, 6, [](const Chess& position) {
        const auto [opening, ending] = Meep::mix(position);
        CHECK(opening >= 0 && ending >= 0);
        CHECK_EQUAL(opening + ending, 1.0F);
    });
    const auto [opening, ending] = Meep::mix(Chess::start());
    CHECK_EQUAL(opening, 1.0F);
    CHECK_EQUAL(ending, 0.0F);
}

TEST("one stage of knightcap is active at a time") {
    std::set<int> seen;
    random_games(20'000, 6, [&](const Chess& position) {
        const auto mix = KnightCap::mix(position);
        CHECK_EQUAL(std::count(mix.begin(), mix.end(), 1.0F), 1);
        CHECK_EQUAL(std::count(mix.begin(), mix.end(), 0.0F), 3);
        seen.insert(static_cast<int>(std::find(mix.begin(), mix.end(), 1.0F) - mix.begin()));
    });
    CHECK_EQUAL(seen.size(), std::size_t{4});
    CHECK_EQUAL(KnightCap::mix(Chess::start())[0], 1.0F);
}

TEST("the remembered pawn structure changes no bit, whichever evaluator used the scratch before") {
    check_scratch<Meep>();
    check_scratch<KnightCap>();
    check_scratch<Classical>();
}

TEST("a gradient that is added up equals the row") {
    check_gradient<Meep>();
    check_gradient<KnightCap>();
    check_gradient<Classical>();
    check_gradient<Wiering>();
    check_gradient<NeuroChess>();
    check_gradient<GnuChess>();
}

TEST("the shares of both sides sum to the row") {
    check_shares<Meep>();
    check_shares<KnightCap>();
    check_shares<Classical>();
    check_shares<Wiering>();
    check_shares<NeuroChess>();
    check_shares<GnuChess>();
}

TEST("every feature has a name of its own, a family and a meaning") {
    for (const auto* features :
         {&Material::describe(), &Meep::describe(), &KnightCap::describe(), &Classical::describe(),
          &Wiering::describe(), &NeuroChess::describe(), &GnuChess::describe()}) {
        std::set<std::string> names;
        for (const FeatureInfo& info : *features) {
            CHECK(!info.name.empty() && !info.family.empty() && !info.meaning.empty());
            CHECK(names.insert(info.name).second);
        }
    }
    CHECK_EQUAL(Material::describe().size(), std::size_t{feature_count<Material>});
    CHECK_EQUAL(Meep::describe().size(), std::size_t{feature_count<Meep>});
    CHECK_EQUAL(KnightCap::describe().size(), std::size_t{feature_count<KnightCap>});
    CHECK_EQUAL(Classical::describe().size(), std::size_t{feature_count<Classical>});
    CHECK_EQUAL(NeuroChess::describe().size(), std::size_t{175});
}

TEST("the sets of Wiering et al. have 71, 311 and 831 features, each the beginning of the next") {
    CHECK_EQUAL(General::describe().size(), std::size_t{71});
    CHECK_EQUAL(KingsAndPawns::describe().size(), std::size_t{311});
    CHECK_EQUAL(Wiering::describe().size(), std::size_t{831});
    random_games(5'000, 13, [](const Chess& position) {
        const Row all = row_of<Wiering>(position);
        const auto begins = [&](const Row& row, int size) {
            const auto end = std::lower_bound(all.indices.begin(), all.indices.end(), size);
            const auto count = end - all.indices.begin();
            CHECK(std::equal(row.indices.begin(), row.indices.end(), all.indices.begin(), end));
            CHECK(std::equal(row.values.begin(), row.values.end(), all.values.begin(), all.values.begin() + count));
        };
        begins(row_of<General>(position), 71);
        begins(row_of<KingsAndPawns>(position), 311);
    });
}

TEST("weights of the wrong number or kind are refused") {
    std::vector<double> weights(feature_count<Meep>, 0.0);
    weights.back() = std::nan("");
    CHECK_THROWS(Linear<Meep>(weights));
    weights.back() = 1e300;  // infinite as a float
    CHECK_THROWS(Linear<Meep>(weights));
    weights.pop_back();
    CHECK_THROWS(Linear<Meep>(weights));
}
