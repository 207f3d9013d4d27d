// *-minimax: the value of expectimax, with alpha-beta's windows also where chance is next (Ballard's Star1 and Star2;
// Hauk, Buro and Schaeffer, "Rediscovering *-minimax search").
//
// No game is worth more than ±most, so what is known of a position before a roll is Σ p·lower and Σ p·upper over its
// rolls, those not looked at yet between -most and most. A roll has to be known only as far as it can still bring
// these sums into the window, and the position is left when they have left it. Star2 looks at one move of every roll
// first: that is a lower bound, and often enough.
//
// Every node keeps both bounds. A table knows them again: after a probe, and where different rolls lead to the same.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "game.hpp"
#include "search/expectimax.hpp"

namespace leafstrap {

// Values: those of expectimax (expectimax.hpp). Evaluations beyond ±most count as the most.
template <ChancePosition P, class Values>
class StarMinimax {
public:
    using Plain = Expectimax<P, Values>;
    using Option = typename Plain::Option;
    using Value = typename Values::Value;
    static constexpr double infinite = std::numeric_limits<double>::infinity();

    // What a position is worth to the side whose turn it is, at least and at most; where that is the same, the value.
    struct Bounds {
        double lower = -infinite, upper = infinite;
        Value value{};

        bool exact() const { return lower == upper; }
    };

    // It evaluates, and is stopped, by plain expectimax. Bounds of nodes go no further than the window that they were
    // asked for with, unless they are soft.
    StarMinimax(const Values& values, Plain& plain, bool probing, bool soft = false)
        : values_(values), plain_(plain), probing_(probing), soft_(soft) {}

    // Chance is next, or the game is over; so many rolls are looked through.
    Value value(const P& position, int plies) {
        forget();
        const Bounds found = look(position, plies, -infinite, infinite);
        assert(plain_.stopped() || found.exact());
        return found.value;
    }

    // The best of some moves, as expectimax finds it.
    Option best(const P& position, const MoveList<P>& moves, int plies, std::size_t candidates = 0) {
        forget();
        if (plies == 0) return plain_.best(position, moves, 0);
        std::vector<Option> options = plain_.options(position, moves, candidates);
        Option best = options.front();
        double alpha = -infinite;
        for (Option& option : options) {
            const Bounds found = swapped(look(option.after, plies, -infinite, -alpha));
            if (plain_.stopped()) break;
            if (found.lower <= alpha) continue;
            assert(found.exact());  // nothing limits it from above
            alpha = option.utility = found.lower;
            option.value = found.value;
            best = option;
        }
        return best;
    }

    // A position of the last tree in which chance is next, with so many rolls looked through below it.
    struct Node {
        P position;
        int plies;
        Bounds bounds;  // what may be learned
        Bounds proven;  // all that is known
    };
    // Each once, those above before those below.
    const std::vector<Node>& nodes() const { return nodes_; }

private:
    // Bounds are sums of products: what is less apart than this is the same.
    static constexpr double rounding = 1e-12;

    // A roll at a node: the moves that it leaves, and what is known of it.
    struct Roll {
        double probability;
        std::vector<Option> moves;  // best first at first sight; their utility is no number until it is known
        Bounds known;
    };

    void forget() {
        nodes_.clear();
        places_.clear();
    }
    Bounds swapped(const Bounds& bounds) const { return {-bounds.upper, -bounds.lower, values_.swapped(bounds.value)}; }

    // Two that are both true.
    static void narrow(Bounds& known, const Bounds& more) {
        if (more.lower > known.lower || more.exact()) known.value = more.value;
        known.lower = std::max(known.lower, more.lower);
        known.upper = std::max(known.lower, std::min(known.upper, more.upper));
    }
    Bounds exactly(const Value& value) const {
        const double most = values_.most(), utility = std::clamp<double>(values_.utility(value), -most, most);
        return {utility, utility, value};
    }

    // Chance is next, or the game is over. Bounds that leave no question about the window, for the side whose turn it
    // is.
    Bounds look(const P& position, int plies, double alpha, double beta) {
        assert(plies >= 0 && alpha < beta);
        if (plies == 0 || position.outcome(true).over) return exactly(plain_.value(position, 0));
        const std::size_t place = place_of(position, plies);
        if (const Bounds& known = nodes_[place].proven; !known.exact() && known.lower < beta && known.upper > alpha) {
            const Bounds found = look_through(position, plies, alpha, beta);
            if (plain_.stopped()) return found;
            narrow(nodes_[place].proven, found);
        }
        Node& node = nodes_[place];
        Bounds asked = node.proven;
        if (!soft_) {
            asked.lower = asked.lower > alpha ? std::min(asked.lower, beta) : -infinite;
            asked.upper = asked.upper < beta ? std::max(asked.upper, alpha) : infinite;
        }
        narrow(node.bounds, asked);
        return node.proven;
    }

    std::size_t place_of(const P& position, int plies) {
        const std::uint64_t key = position.hash() + 0x9e3779b97f4a7c15ull * static_cast<std::uint64_t>(plies);
        const auto [found, added] = places_.try_emplace(key, nodes_.size());
        if (!added && nodes_[found->second].plies == plies && nodes_[found->second].position == position)
            return found->second;
        found->second = nodes_.size();
        nodes_.push_back({position, plies, {}, {}});
        return found->second;
    }

    // The sums over all rolls. They leave the window from below, from above, or all rolls have been looked at.
    Bounds look_through(const P& position, int plies, double alpha, double beta) {
        std::vector<Roll> rolls;
        rolls.reserve(P::chances().size());
        const double most = values_.most();
        for (const auto chance : P::chances()) rolls.push_back({P::probability(chance), {}, {-most, most, {}}});

        // Star2: one move each. Where nothing is enough there is nothing to probe for.
        const auto& chances = P::chances();
        for (std::size_t i = 0; probing_ && beta < infinite && i < rolls.size(); ++i) {
            prepare(rolls[i], position.after(chances[i]), plies - 1);
            look_at(rolls, i, plies - 1, alpha, beta, 1);
            if (plain_.stopped() || sum(rolls).lower >= beta) return sum(rolls);
        }

        // Star1: all moves
        for (std::size_t i = 0; i < rolls.size(); ++i) {
            if (rolls[i].moves.empty()) prepare(rolls[i], position.after(chances[i]), plies - 1);
            if (!rolls[i].known.exact()) look_at(rolls, i, plies - 1, alpha, beta, rolls[i].moves.size());
            const Bounds all = sum(rolls);
            if (plain_.stopped() || all.lower >= beta || all.upper <= alpha) return all;
        }
        return sum(rolls);
    }
    Bounds sum(const std::vector<Roll>& rolls) const {
        Bounds all{0, 0, {}};
        for (const Roll& roll : rolls) {
            all.lower += roll.probability * roll.known.lower;
            all.upper += roll.probability * roll.known.upper;
            values_.add(all.value, roll.probability, roll.known.value);
        }
        assert(all.lower <= all.upper + rounding);
        if (all.upper < all.lower + rounding) all.upper = all.lower;
        return all;
    }

    // Best first where they are looked ahead from: in the last ply each is worth one evaluation, whatever the order.
    void prepare(Roll& roll, const P& position, int plies) {
        MoveList<P> moves;
        position.legal_moves(moves);
        assert(!moves.empty());
        if (plies > 0) {
            roll.moves = plain_.options(position, moves);
            return;
        }
        roll.moves.reserve(moves.size());
        for (const auto& move : moves)
            roll.moves.push_back({move, position.after(move), {}, std::numeric_limits<double>::quiet_NaN()});
    }

    // The best of the first few moves of a roll, as far as it matters to the sum: the others can bring in no more, and
    // no less, than is known of them.
    void look_at(std::vector<Roll>& rolls, std::size_t i, int plies, double alpha, double beta, std::size_t few) {
        Roll& roll = rolls[i];
        double lower = 0, upper = 0;
        for (std::size_t j = 0; j < rolls.size(); ++j) {
            if (j == i) continue;
            lower += rolls[j].probability * rolls[j].known.lower;
            upper += rolls[j].probability * rolls[j].known.upper;
        }
        alpha = (alpha - upper) / roll.probability;
        beta = (beta - lower) / roll.probability;
        assert(few >= 1 && alpha < beta);

        Bounds best{-infinite, -infinite, {}};
        std::size_t seen = 0;
        while (seen < few && best.lower < beta) {
            const Bounds found = look_after(roll.moves[seen++], plies, std::max(alpha, best.lower), beta);
            if (plain_.stopped()) return;
            best.upper = std::max(best.upper, found.upper);
            if (found.lower <= best.lower) continue;
            best.lower = found.lower;
            best.value = found.value;
        }
        if (seen < roll.moves.size()) best.upper = values_.most();
        if (best.upper < best.lower + rounding) best.upper = best.lower;
        narrow(roll.known, best);
    }
    // What a move is worth to the mover.
    Bounds look_after(Option& move, int plies, double alpha, double beta) {
        if (plies > 0) return swapped(look(move.after, plies, -beta, -alpha));
        if (std::isnan(move.utility)) {
            const Bounds found = swapped(exactly(plain_.value(move.after, 0)));
            move.value = found.value;
            move.utility = found.lower;
        }
        return {move.utility, move.utility, move.value};
    }

    const Values& values_;
    Plain& plain_;
    bool probing_, soft_;
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, std::size_t> places_;
};

}  // namespace leafstrap
