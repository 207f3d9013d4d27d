// An evaluator that looks ahead through rolls: which move it prefers, what it says of a board, and what that is made
// of.
//
// The depth counts as the training searches count it. With depth 1 a move is chosen by the boards that moves lead to,
// and a board is worth what the evaluator says of it; every ply more looks through one more roll and the best answers
// to it.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/outputs.hpp"
#include "game.hpp"
#include "search/delta.hpp"
#include "search/expectimax.hpp"
#include "search/star_minimax.hpp"

namespace leafstrap {

// The Values of expectimax (expectimax.hpp) by an evaluator with one output or several.
template <Position P>
class OutputValues {
public:
    using Value = Outputs;

    explicit OutputValues(const OutputEvaluator<P>& evaluator) : evaluator_(evaluator), scheme_(evaluator.scheme()) {}

    Value evaluate(const P& position) const { return evaluator_.outputs(position); }
    Value over(const P& position) const {
        return scheme_.certain(sign(position.turn()) * position.outcome(true).points);
    }
    Value swapped(const Value& value) const { return scheme_.swapped(value); }
    double utility(const Value& value) const { return scheme_.equity(value); }
    Value worst() const { return scheme_.certain(-most()); }
    void add(Value& sum, double probability, const Value& value) const {
        for (std::size_t o = 0; o < sum.size(); ++o) sum[o] += static_cast<float>(probability) * value[o];
    }
    // By the rules. Outputs are linear and may lie beyond it where networks have not learned yet; then a move that is
    // left early might have been the better one.
    static constexpr int most() {
        if constexpr (requires { P::most_points; })
            return P::most_points;
        else
            return 1;
    }

private:
    const OutputEvaluator<P>& evaluator_;
    const OutputScheme& scheme_;
};

// Every value is computed, or *-minimax leaves out what the best move does not depend on.
enum class Pruning : std::uint8_t { none, star1, star2 };

// How far is looked ahead, and at which moves: of the best candidates only (0: of all), and of those that a rule of
// thumb of the game leaves, if there is one.
template <Position P>
struct LookAhead {
    int depth = 1;
    std::size_t candidates = 0;
    void (*filter)(const P& position, MoveList<P>& moves) = nullptr;
    Pruning pruning = Pruning::none;
    bool soft = false;  // bounds say more than their windows asked for
};

// The positions that a value is made of, each with its probability, and whether it is the other side's turn there.
template <Position P>
struct Leaves {
    std::vector<P> positions;
    std::vector<double> weights;
    std::vector<std::uint8_t> swapped;
};

// Positions that were looked ahead from: the outputs that they should have, and those that the evaluator says at once,
// side by side; and the points that were proven, at least and at most, which are one number where all is known.
template <Position P>
struct Nodes {
    std::vector<P> positions;
    std::vector<float> targets, values;
    std::vector<double> lower, upper;
};

inline void append(const Outputs& outputs, const OutputScheme& scheme, std::vector<float>& all) {
    all.insert(all.end(), outputs.begin(), outputs.begin() + scheme.count);
}

template <ChancePosition P>
class ExpectimaxPlayer {
public:
    using Search = Expectimax<P, OutputValues<P>>;
    using Option = typename Search::Option;

    // It refers to the evaluator.
    ExpectimaxPlayer(const OutputEvaluator<P>& evaluator, const LookAhead<P>& ahead, const StopFlag* stop = nullptr)
        : evaluator_(evaluator),
          values_(evaluator),
          ahead_(ahead),
          search_(values_, stop),
          star_(values_, search_, ahead.pruning == Pruning::star2, ahead.soft) {}
    ExpectimaxPlayer(const ExpectimaxPlayer&) = delete;
    ExpectimaxPlayer& operator=(const ExpectimaxPlayer&) = delete;

    const OutputEvaluator<P>& evaluator() const { return evaluator_; }
    const LookAhead<P>& ahead() const { return ahead_; }
    std::size_t evaluations() const { return search_.evaluations(); }
    bool stopped() const { return search_.stopped(); }

    // The dice are rolled. The value is the mover's view.
    Option choose(const P& position) {
        if (prunes()) return star_.best(position, moves(position), plies(), ahead_.candidates);
        return search_.best(position, moves(position), plies(), ahead_.candidates);
    }

    // All moves, best first.
    std::vector<Option> rank(const P& position) {
        std::vector<Option> ranked = search_.options(position, moves(position));
        if (plies() == 0) return ranked;
        for (Option& option : ranked) {
            option.value = values_.swapped(search_.value(option.after, plies()));
            option.utility = values_.utility(option.value);
        }
        std::stable_sort(ranked.begin(), ranked.end(),
                         [](const Option& a, const Option& b) { return a.utility > b.utility; });
        return ranked;
    }

    // The dice are to be rolled, or the game is over. At once, and by looking ahead.
    Outputs evaluate(const P& board) { return search_.value(board, 0); }
    Outputs expect(const P& board) { return prunes() ? star_.value(board, plies()) : search_.value(board, plies()); }

    // What that is made of; `swapped` where the board is seen by the side whose turn it is not.
    void add_leaves(const P& board, Leaves<P>& leaves, bool swapped = false) {
        for (const auto& leaf : search_.leaves(board, plies(), swapped)) {
            leaves.positions.push_back(leaf.position);
            leaves.weights.push_back(leaf.weight);
            leaves.swapped.push_back(leaf.swapped);
        }
    }

    // Every board of the tree with at least so many rolls looked through below it: below a board, and below the moves
    // of a roll, whose best move is returned.
    void add_nodes(const P& board, int least, Nodes<P>& nodes) {
        if (prunes()) {
            star_.value(board, plies());
            add_proven(least, nodes);
            return;
        }
        std::vector<typename Search::Node> found;
        search_.walk(board, plies(), least, found);
        add(found, nodes);
    }
    Option add_nodes_of_moves(const P& position, int least, Nodes<P>& nodes) {
        if (prunes()) {
            const Option best = choose(position);
            add_proven(least, nodes);
            return best;
        }
        std::vector<typename Search::Node> found;
        std::vector<Option> options = search_.options(position, moves(position), ahead_.candidates);
        for (Option& option : options) {
            if (plies() == 0 || stopped()) break;
            option.value = values_.swapped(search_.walk(option.after, plies(), least, found));
            option.utility = values_.utility(option.value);
        }
        add(found, nodes);
        return *std::max_element(options.begin(), options.end(),
                                 [](const Option& a, const Option& b) { return a.utility < b.utility; });
    }

private:
    int plies() const { return ahead_.depth - 1; }
    bool prunes() const { return ahead_.pruning != Pruning::none; }

    MoveList<P> moves(const P& position) const {
        MoveList<P> moves;
        position.legal_moves(moves);
        if (ahead_.filter) ahead_.filter(position, moves);
        return moves;
    }
    void add(const std::vector<typename Search::Node>& found, Nodes<P>& nodes) {
        for (const auto& node : found) {
            const double points = values_.utility(node.value);
            add(node.position, node.value, evaluate(node.position), points, points, nodes);
        }
    }
    void add(const P& position, const Outputs& target, const Outputs& value, double lower, double upper,
             Nodes<P>& nodes) const {
        nodes.positions.push_back(position);
        append(target, evaluator_.scheme(), nodes.targets);
        append(value, evaluator_.scheme(), nodes.values);
        nodes.lower.push_back(lower);
        nodes.upper.push_back(upper);
    }
    // Those of *-minimax. Bounds are of the points, which are a sum of the outputs: where they are all that is known,
    // the outputs should be the nearest ones whose points lie within them.
    void add_proven(int least, Nodes<P>& nodes) {
        const OutputScheme& scheme = evaluator_.scheme();
        double square = 0;
        for (std::size_t o = 0; o < scheme.size(); ++o) square += scheme.points[o] * scheme.points[o];
        assert(square > 0);
        for (const auto& [position, below, bounds, _] : star_.nodes()) {
            if (below < least) continue;
            const Outputs value = evaluate(position);
            Outputs target = bounds.exact() ? bounds.value : value;
            if (!bounds.exact()) {
                const double error = pull(bounds.lower, bounds.upper, values_.utility(value)).error;
                for (std::size_t o = 0; o < scheme.size(); ++o)
                    target[o] += static_cast<float>(error * scheme.points[o] / square);
            }
            add(position, target, value, bounds.lower, bounds.upper, nodes);
        }
    }

    const OutputEvaluator<P>& evaluator_;
    OutputValues<P> values_;
    LookAhead<P> ahead_;
    Search search_;
    StarMinimax<P, OutputValues<P>> star_;
};

}  // namespace leafstrap
