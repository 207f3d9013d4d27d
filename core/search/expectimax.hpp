// Expectimax: what a position is worth where chance and players take turns, all players doing what is best for them.
//
// Values say what the positions are worth where the search ends. They have a type Value, and
//     evaluate(position)   of a position in which chance is next,
//     over(position)       of one in which the game has ended,
//     swapped(value)       the same seen by the other side,
//     utility(value)       what a player wants much of, the opposite for the other side, never beyond ±most(),
//     worst()              the value with the least of it,
//     add(sum, p, value)   adds p times a value to a sum that began as Value{}.
// They are the view of the side whose turn it is.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "game.hpp"
#include "search/limits.hpp"

namespace leafstrap {

template <ChancePosition P, class Values>
class Expectimax {
public:
    using Move = typename P::Move;
    using Value = typename Values::Value;

    // Once the flag is set everything returns soon. What it returns means nothing then, but for the choice of a move:
    // that is the best of those looked into so far, or by what is said of them at once.
    explicit Expectimax(const Values& values, const StopFlag* stop = nullptr) : values_(values), stop_(stop) {}

    // A move, what it leads to, and what that is worth to the mover.
    struct Option {
        Move move;
        P after;
        Value value;
        double utility;
    };

    // Chance is next, or the game is over. So many rolls are looked through; none asks for the evaluation at once.
    Value value(const P& position, int plies) { return value(position, plies, -infinite); }

    // All moves by what is said of them at once, best first.
    std::vector<Option> options(const P& position, const MoveList<P>& moves) {
        std::vector<Option> options;
        options.reserve(moves.size());
        for (const Move& move : moves) options.push_back(option(position, move));
        std::stable_sort(options.begin(), options.end(), by_utility);
        assert(options.size() == moves.size());
        return options;
    }
    // The same, of the best few only; 0 is all.
    std::vector<Option> options(const P& position, const MoveList<P>& moves, std::size_t candidates) {
        std::vector<Option> found = options(position, moves);
        if (candidates != 0 && candidates < found.size()) found.resize(candidates);
        return found;
    }

    // The best of some moves when so many rolls after them are looked through. Only the first few candidates may be,
    // by what is said of them at once; 0 is all of them, and then nothing is left out that could be best.
    Option best(const P& position, const MoveList<P>& moves, int plies, std::size_t candidates = 0) {
        assert(plies >= 0 && !moves.empty());
        if (plies == 0) return best_at_once(position, moves);
        std::vector<Option> found = options(position, moves, candidates);
        Option best = found.front();
        double most = -infinite;
        for (Option& option : found) {
            option.value = values_.swapped(value(option.after, plies, most));
            if (stopped_) break;
            option.utility = values_.utility(option.value);
            assert(option.utility == option.utility);  // a number
            if (option.utility <= most) continue;
            best = option;
            most = option.utility;
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
        bool swapped;
    };
    std::vector<Leaf> leaves(const P& position, int plies, bool swapped = false) {
        std::vector<Leaf> leaves;
        gather(position, plies, 1, swapped, leaves);
        assert(stopped_ ||
               std::abs(std::accumulate(leaves.begin(), leaves.end(), -1.0,
                                        [](double sum, const Leaf& leaf) { return sum + leaf.weight; })) < 1e-9);
        return leaves;
    }

    // A position in which chance is next, and what looking through the rolls after it has found.
    struct Node {
        P position;
        Value value;
    };
    // All of the tree below a position that have at least so many rolls (one or more) looked through below them, itself
    // first. Nothing is left early on the way to them, so that every value is exact. Returns that of the position.
    Value walk(const P& position, int plies, int least, std::vector<Node>& nodes) {
        assert(least >= 1);
        if (plies < least || position.outcome(true).over) return value(position, plies);
        const std::size_t place = nodes.size();
        nodes.push_back({position, {}});
        Value sum{};
        for (const auto chance : P::chances()) {
            if (stopped_) break;
            values_.add(sum, P::probability(chance), walk_moves(position.after(chance), plies - 1, least, nodes));
        }
        return nodes[place].value = sum;
    }

    std::size_t evaluations() const { return evaluations_; }
    bool stopped() const { return stopped_; }

private:
    static constexpr double infinite = std::numeric_limits<double>::infinity();
    // A millisecond or two of networks.
    static constexpr std::size_t looks_at_flag = 512;
    static bool by_utility(const Option& a, const Option& b) { return a.utility > b.utility; }

    Value leaf(const P& position) {
        if (position.outcome(true).over) return values_.over(position);
        if (++evaluations_ % looks_at_flag == 0 && stop_ && stop_->load(std::memory_order_relaxed)) stopped_ = true;
        return values_.evaluate(position);
    }
    Option option(const P& position, const Move& move) {
        const P after = position.after(move);
        const Value value = values_.swapped(leaf(after));
        return {move, after, value, values_.utility(value)};
    }

    // What a value cannot reach any more for the side that moved here (`enough` or more is what it wants) need not be
    // known: the rolls that are left can make up for no more than the most each.
    Value value(const P& position, int plies, double enough) {
        assert(plies >= 0 && (position.is_chance() || position.outcome(true).over));
        if (plies == 0 || position.outcome(true).over) return leaf(position);
        Value sum{};
        double left = 1;
        for (const auto chance : P::chances()) {
            const double probability = P::probability(chance);
            values_.add(sum, probability, best(position.after(chance), plies - 1).value);
            left -= probability;
            if (stopped_) return sum;
            if (-values_.utility(sum) + left * values_.most() < enough) {
                values_.add(sum, left, values_.worst());
                return sum;
            }
        }
        assert(std::abs(left) < 1e-9);  // probabilities sum to 1
        return sum;
    }
    // The view is changed for the best only: what is worst for the side to move there is best for the mover.
    Option best_at_once(const P& position, const MoveList<P>& moves) {
        Option best{Move{}, position, {}, -infinite};
        for (const Move& move : moves) {
            const P after = position.after(move);
            const Value value = leaf(after);
            if (const double utility = -values_.utility(value); utility > best.utility || &move == moves.begin())
                best = {move, after, value, utility};
        }
        best.value = values_.swapped(best.value);
        return best;
    }

    void gather(const P& position, int plies, double weight, bool swapped, std::vector<Leaf>& leaves) {
        if (plies == 0 || position.outcome(true).over) {
            leaves.push_back({position, weight, swapped});
            return;
        }
        for (const auto chance : P::chances()) {
            const Option best = this->best(position.after(chance), plies - 1);
            if (stopped_) return;
            gather(best.after, plies - 1, weight * P::probability(chance), !swapped, leaves);
        }
    }

    // What a roll is worth to the side that has it.
    Value walk_moves(const P& position, int plies, int least, std::vector<Node>& nodes) {
        if (plies < least) return best(position, plies).value;
        MoveList<P> moves;
        position.legal_moves(moves);
        Value best{};
        double most = -infinite;
        for (const Move& move : moves) {
            const Value value = values_.swapped(walk(position.after(move), plies, least, nodes));
            if (stopped_) break;
            if (const double utility = values_.utility(value); utility > most) {
                most = utility;
                best = value;
            }
        }
        return best;
    }

    const Values& values_;
    const StopFlag* stop_;
    std::size_t evaluations_ = 0;
    bool stopped_ = false;
};

}  // namespace leafstrap
