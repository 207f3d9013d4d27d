// Expectimax, and *-minimax which prunes it, against their definition, on a race with dice.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "check.hpp"
#include "doubles/dice_race.hpp"
#include "search/expectimax.hpp"
#include "search/random.hpp"
#include "search/star_minimax.hpp"

using leafstrap::Expectimax;
using leafstrap::MoveList;
using leafstrap::Random;
using leafstrap::sign;
using leafstrap::StarMinimax;
using leafstrap::doubles::DiceRace;

namespace {

// Any number between -1 and 1 will do, as long as a position always has the same.
struct AnyValues {
    using Value = double;
    static constexpr double most() { return 1; }

    double evaluate(const DiceRace& p) const { return static_cast<double>(p.hash() >> 40) / (1 << 23) - 1; }
    double over(const DiceRace& p) const { return sign(p.turn()) * p.outcome(true).points; }
    double swapped(double value) const { return -value; }
    double utility(double value) const { return value; }
    double worst() const { return -most(); }
    void add(double& sum, double probability, double value) const { sum += probability * value; }
};

// The definition, word for word.
double literal(const AnyValues& values, const DiceRace& position, int plies) {
    if (position.outcome(true).over) return values.over(position);
    if (plies == 0) return values.evaluate(position);
    double sum = 0;
    for (const auto chance : DiceRace::chances()) {
        const DiceRace rolled = position.after(chance);
        MoveList<DiceRace> moves;
        rolled.legal_moves(moves);
        double best = -2;
        for (const auto move : moves) best = std::max(best, -literal(values, rolled.after(move), plies - 1));
        sum += DiceRace::probability(chance) * best;
    }
    return sum;
}

std::vector<DiceRace> all_boards() {
    std::vector<DiceRace> boards;
    for (int code = 0; code < 625; ++code) {
        int rest = code;
        std::string cells;
        for (int i = 0; i < 4; ++i, rest /= 5) cells += static_cast<char>('0' + rest % 5);
        const DiceRace board = DiceRace::parse(cells.substr(0, 2) + " " + cells.substr(2) + " x -");
        if (!board.outcome(true).over) boards.push_back(board);
    }
    return boards;
}

bool near(double a, double b) { return std::abs(a - b) < 1e-12; }

using Plain = Expectimax<DiceRace, AnyValues>;
using Star = StarMinimax<DiceRace, AnyValues>;

}  // namespace

TEST("values are those of the definition") {
    const AnyValues values;
    for (const DiceRace& board : all_boards())
        for (int plies = 0; plies <= 3; ++plies)
            CHECK(near(Expectimax<DiceRace, AnyValues>(values).value(board, plies), literal(values, board, plies)));
}

TEST("the best move is the one with the best value, although others are left early") {
    const AnyValues values;
    std::size_t looked_at = 0, all = 0;
    for (const DiceRace& board : all_boards())
        for (const auto chance : DiceRace::chances())
            for (int plies = 0; plies <= 3; ++plies) {
                const DiceRace rolled = board.after(chance);
                Expectimax<DiceRace, AnyValues> search(values), plain(values);
                const auto best = search.best(rolled, plies);
                MoveList<DiceRace> moves;
                rolled.legal_moves(moves);
                double most = -2;
                for (const auto move : moves) {
                    most = std::max(most, -literal(values, rolled.after(move), plies));
                    plain.value(rolled.after(move), plies);
                }
                CHECK(near(best.utility, most));
                CHECK(near(-literal(values, best.after, plies), most));
                looked_at += search.evaluations();
                all += plain.evaluations() + (plies > 0 ? moves.size() : 0);
            }
    CHECK(looked_at < all);
}

TEST("a value is the mean of its leaves") {
    const AnyValues values;
    for (const DiceRace& board : all_boards())
        for (int plies = 0; plies <= 2; ++plies) {
            Expectimax<DiceRace, AnyValues> search(values);
            double sum = 0, weight = 0;
            for (const auto& leaf : search.leaves(board, plies)) {
                const double value =
                    leaf.position.outcome(true).over ? values.over(leaf.position) : values.evaluate(leaf.position);
                sum += leaf.weight * (leaf.swapped ? -value : value);
                weight += leaf.weight;
            }
            CHECK(near(weight, 1));
            CHECK(near(sum, search.value(board, plies)));
        }
}

TEST("stopped, the best of the moves looked into so far is chosen, or by what is said of them at once") {
    const AnyValues values;
    const leafstrap::StopFlag stop = true;
    int at_once = 0, looked_into = 0;
    for (const DiceRace& board : all_boards())
        for (const int plies : {3, 4}) {
            const DiceRace rolled = board.after(DiceRace::chances()[1]);
            Expectimax<DiceRace, AnyValues> search(values, &stop), free(values);
            const auto best = search.best(rolled, plies);
            if (!search.stopped()) continue;
            const bool first = near(best.utility, free.best(rolled, 0).utility);
            const bool deep = near(best.utility, -free.value(best.after, plies));
            CHECK(first || deep);
            at_once += first;
            looked_into += deep;
        }
    CHECK(at_once > 0 && looked_into > 0);
}

TEST("with few candidates the best of those is found") {
    const AnyValues values;
    for (const DiceRace& board : all_boards()) {
        const DiceRace rolled = board.after(DiceRace::chances()[0]);
        Expectimax<DiceRace, AnyValues> search(values);
        CHECK(search.best(rolled, 2, 1).move == search.best(rolled, 0).move);
    }
}

TEST("*-minimax has the values of the definition") {
    const AnyValues values;
    for (const DiceRace& board : all_boards())
        for (int plies = 0; plies <= 3; ++plies)
            for (const bool probing : {false, true}) {
                Plain plain(values);
                CHECK(near(Star(values, plain, probing).value(board, plies), literal(values, board, plies)));
            }
}

TEST("*-minimax finds the best move, and looks at less: Star1 than expectimax, Star2 than Star1") {
    const AnyValues values;
    std::size_t all = 0, star1 = 0, star2 = 0;
    for (const DiceRace& board : all_boards())
        for (const auto chance : DiceRace::chances())
            for (int plies = 0; plies <= 3; ++plies) {
                const DiceRace rolled = board.after(chance);
                MoveList<DiceRace> moves;
                rolled.legal_moves(moves);
                Plain expectimax(values);
                const auto best = expectimax.best(rolled, plies);
                for (const bool probing : {false, true}) {
                    Plain plain(values);
                    const auto found = Star(values, plain, probing).best(rolled, moves, plies);
                    CHECK(near(found.utility, best.utility));
                    CHECK(near(-literal(values, found.after, plies), best.utility));
                    CHECK(probing || plain.evaluations() <= expectimax.evaluations());
                    if (plies == 2) (probing ? star2 : star1) += plain.evaluations();
                }
                if (plies == 2) all += expectimax.evaluations();
            }
    CHECK(star1 < all);
    CHECK(star2 < star1);
}

TEST("every bound of *-minimax holds, soft ones are the narrower, and each position is there once") {
    const AnyValues values;
    std::size_t exact = 0, from_below = 0, from_above = 0, narrower = 0;
    for (const DiceRace& board : all_boards())
        for (const bool probing : {false, true}) {
            const DiceRace rolled = board.after(DiceRace::chances()[2]);
            MoveList<DiceRace> moves;
            rolled.legal_moves(moves);
            Plain plain(values), other(values);
            Star search(values, plain, probing), soft(values, other, probing, true);
            search.best(rolled, moves, 3);
            soft.best(rolled, moves, 3);
            CHECK(search.nodes().size() == soft.nodes().size());
            for (std::size_t i = 0; i < search.nodes().size(); ++i) {
                const auto& node = search.nodes()[i];
                const auto& wide = node.bounds;
                const auto& narrow = soft.nodes()[i].bounds;
                const double value = literal(values, node.position, node.plies);
                CHECK(node.position == soft.nodes()[i].position && node.plies == soft.nodes()[i].plies);
                CHECK(wide.lower <= value + 1e-9 && value <= wide.upper + 1e-9);
                CHECK(narrow.lower <= value + 1e-9 && value <= narrow.upper + 1e-9);
                CHECK(wide.lower <= narrow.lower && narrow.upper <= wide.upper);
                if (wide.exact()) CHECK(near(wide.value, value));
                exact += wide.exact();
                from_below += wide.upper == Star::infinite && wide.lower > -1;
                from_above += wide.lower == -Star::infinite && wide.upper < 1;
                narrower += wide.lower < narrow.lower && narrow.lower > -1;
                for (std::size_t j = 0; j < i; ++j)
                    CHECK(!(search.nodes()[j].position == node.position && search.nodes()[j].plies == node.plies));
            }
        }
    CHECK(exact > 0 && from_below > 0 && from_above > 0 && narrower > 0);
}
