// Inputs and classes of backgammon, and pubeval, without Python.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "backgammon/bearoff.hpp"
#include "backgammon/modules.hpp"
#include "backgammon/notation.hpp"
#include "backgammon/pubeval.hpp"
#include "check.hpp"

using leafstrap::FeatureInfo;
using leafstrap::MoveList;
using leafstrap::NetworkInputs;
using leafstrap::Random;
using leafstrap::Side;
using namespace leafstrap::backgammon;
using Position = leafstrap::backgammon::Position;

namespace {

Roll any_roll(Random& random) {
    return roll(1 + static_cast<int>(random.below(6)), 1 + static_cast<int>(random.below(6)));
}

// Boards before a roll, of games at random.
std::vector<Position> random_boards(int games) {
    Random random(5);
    std::vector<Position> boards;
    for (int game = 0; game < games; ++game) {
        Position position = Position::start();
        while (!position.outcome(true).over) {
            boards.push_back(position);
            position = position.after(any_roll(random));
            MoveList<Position> moves;
            position.legal_moves(moves);
            position = position.after(moves[random.below(moves.size())]);
        }
    }
    return boards;
}

}  // namespace

TEST("shots are those that some legal move takes") {
    for (const Position& board : random_boards(20)) {
        const Shots shots = Shooter(board.checkers(board.turn()), board.checkers(!board.turn())).shots();
        std::array<double, points> hit{};
        double any = 0;
        for (const Roll rolled : all_rolls) {
            std::set<Place> found;
            MoveList<Position> moves;
            board.after(rolled).legal_moves(moves);
            for (const Move& move : moves) {
                const Position after = board.after(rolled).after(move);
                for (Place p = 0; p < points; ++p)
                    if (board.checkers(!board.turn())[p] == 1 && after.checkers(after.turn())[p] == 0) found.insert(p);
            }
            for (const Place p : found) hit[static_cast<std::size_t>(p)] += Position::probability(rolled);
            if (!found.empty()) any += Position::probability(rolled);
        }
        CHECK(std::abs(shots.any - any) < 1e-5);
        for (std::size_t p = 0; p < points; ++p) CHECK(std::abs(shots.hit[p] - hit[p]) < 1e-5);
    }
}

TEST("every input has one name, comes once and is finite") {
    const auto check = []<class Set>(std::type_identity<Set>) {
        const std::vector<FeatureInfo>& described = Set::describe();
        CHECK_EQUAL(static_cast<int>(described.size()), int{Set::concepts});
        std::set<std::string> names;
        for (const FeatureInfo& info : described) names.insert(info.name);
        CHECK_EQUAL(names.size(), described.size());
        for (const Position& board : random_boards(5)) {
            NetworkInputs inputs;
            Set::features(board, Side::first, inputs);
            std::set<int> seen;
            for (std::size_t i = 0; i < inputs.size(); ++i) {
                CHECK(inputs.index(i) >= 0 && inputs.index(i) < Set::concepts);
                CHECK(std::isfinite(inputs.value(i)) && inputs.value(i) != 0);
                CHECK(seen.insert(inputs.index(i)).second);
            }
        }
    };
    check(std::type_identity<Tesauro>{});
    check(std::type_identity<Endgame>{});
    check(std::type_identity<Race>{});
    check(std::type_identity<Contact>{});
}

TEST("classes of well-known boards") {
    const auto kind = [](const char* text) {
        const Position board = Position::parse(text);
        return class_of(View(board, board.turn()));
    };
    CHECK(kind("4HPwATDgc/ABMA") == Class::other);  // the start
    CHECK(class_of(View(starting_checkers, starting_checkers)) == Class::other);
    Checkers home_side, other_side;
    home_side[5] = 15;
    other_side[3] = 10;
    CHECK(class_of(View(home_side, other_side)) == Class::endgame);
    other_side[8] = 5;
    CHECK(class_of(View(home_side, other_side)) == Class::race);
    for (const Position& board : random_boards(10)) {
        const View view(board, board.turn());
        const Class large = class_of(view), small = small_class_of(view);
        CHECK((large == Class::endgame) == (small == Class::endgame));
        CHECK((large == Class::race) == (small == Class::race));
        CHECK_EQUAL(large == Class::endgame || large == Class::race, board.is_race());
    }
}

TEST("pubeval plays legal moves, and opens as it is known to") {
    const Position start = Position::start();
    CHECK_EQUAL(start.move_text(pubeval_choice(start.after(roll(3, 1)))), "8/5 6/5");
    CHECK_EQUAL(start.move_text(pubeval_choice(start.after(roll(4, 2)))), "8/4 6/4");
}
