// Expectimax: what a position is worth where chance and players take turns, all players doing what is best for them.
//
// A judge says what it thinks of the positions where the search ends. It has a type Value, and
//     evaluate(position)   of a position in which chance is next,
//     over(position)       of one in which the game has ended,
//     turned(value)        the same seen by the other side,
//     merit(value)         what a player wants much of, never beyond ±Judge::most,
//     expected(sum, p, v)  adds p times v to a sum that began as Value{}.
// Values are the view of the side whose turn it is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "game.hpp"

namespace leafstrap {

template <ChancePosition P, class Judge>
class Expectimax {
public:
    using Move = typename P::Move;
    using Value = typename Judge::Value;

    explicit Expectimax(const Judge& judge) : judge_(judge) {}

    // A move, what it leads to, and what that is worth to the mover.
    struct Option {
        Move move;
        P after;
        Value value;
        double merit;
    };

    // Chance is next, or the game is over. So many rolls are looked through; none asks the judge at once.
    Value value(const P& position, int plies) { return value(position, plies, -infinite); }

    // All moves by what the judge says of them at once, best first.
    std::vector<Option> options(const P& position, const MoveList<P>& moves) {
        std::vector<Option> options;
        options.reserve(moves.size());
        for (const Move& move : moves) options.push_back(option(position, move));
        std::stable_sort(options.begin(), options.end(), by_merit);
        return options;
    }

    // The best of some moves when so many rolls after them are looked through. Only the first few candidates may be,
    // by what the judge says at once; 0 is all of them, and then nothing is left out that could be best.
    Option best(const P& position, const MoveList<P>& moves, int plies, std::size_t candidates = 0) {
        if (plies == 0) return best_at_once(position, moves);
        std::vector<Option> found = options(position, moves);
        if (candidates != 0 && candidates < found.size()) found.resize(candidates);
        Option best = found.front();
        best.merit = -infinite;
        for (Option& option : found) {
            option.value = judge_.turned(value(option.after, plies, best.merit));
            option.merit = judge_.merit(option.value);
            if (option.merit > best.merit) best = option;
        }
        return best;
    }
    Option best(const P& position, int plies, std::size_t candidates = 0) {
        MoveList<P> moves;
        position.legal_moves(moves);
        return best(position, moves, plies, candidates);
    }

    // The positions that a value is made of: the one each player would reach after each roll, with its probability,
    // and whether it is the other side's turn there.
    struct Leaf {
        P position;
        double weight;
        bool turned;
    };
    std::vector<Leaf> leaves(const P& position, int plies) {
        std::vector<Leaf> leaves;
        gather(position, plies, 1, false, leaves);
        return leaves;
    }

    std::size_t evaluations() const { return evaluations_; }

private:
    static constexpr double infinite = std::numeric_limits<double>::infinity();
    static bool by_merit(const Option& a, const Option& b) { return a.merit > b.merit; }

    Value leaf(const P& position) {
        if (position.outcome(true).over) return judge_.over(position);
        ++evaluations_;
        return judge_.evaluate(position);
    }
    Option option(const P& position, const Move& move) {
        const P after = position.after(move);
        const Value value = judge_.turned(leaf(after));
        return {move, after, value, judge_.merit(value)};
    }

    // What a value cannot reach any more for the side that moved here (`enough` or more is what it wants) need not be
    // known: the rolls that are left can make up for no more than the most each.
    Value value(const P& position, int plies, double enough) {
        if (plies == 0 || position.outcome(true).over) return leaf(position);
        Value sum{};
        double left = 1;
        for (const auto chance : P::chances()) {
            const double probability = P::probability(chance);
            judge_.expected(sum, probability, best(position.after(chance), plies - 1).value);
            left -= probability;
            if (-judge_.merit(sum) + left * Judge::most < enough) {
                judge_.expected(sum, left, judge_.hopeless());
                return sum;
            }
        }
        return sum;
    }
    Option best_at_once(const P& position, const MoveList<P>& moves) {
        Option best = option(position, moves[0]);
        for (std::size_t i = 1; i < moves.size(); ++i)
            if (Option next = option(position, moves[i]); next.merit > best.merit) best = std::move(next);
        return best;
    }

    void gather(const P& position, int plies, double weight, bool turned, std::vector<Leaf>& leaves) {
        if (plies == 0 || position.outcome(true).over) {
            leaves.push_back({position, weight, turned});
            return;
        }
        for (const auto chance : P::chances()) {
            const Option best = this->best(position.after(chance), plies - 1);
            gather(best.after, plies - 1, weight * P::probability(chance), !turned, leaves);
        }
    }

    const Judge& judge_;
    std::size_t evaluations_ = 0;
};

}  // namespace leafstrap
