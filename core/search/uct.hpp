// UCT: a tree that grows where it pays, one position a simulation, by the upper confidence bound of every move. A new
// position may start from what the learned evaluation says of it, as if it had been visited before with that result
// (Gelly & Silver 2007; the conclusion of Meep proposes it for evaluations learned by TreeStrap). What a simulation
// comes to is told by random play from the new position, or by the evaluation.
//
// Results are between -1 and 1; an evaluation becomes tanh(β value), as for KnightCap (section 4.1).
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "search/quiescence.hpp"
#include "search/random.hpp"
#include "search/searcher.hpp"

namespace leafstrap {

struct UctSettings {
    double exploration = 0.3;  // what the uncertainty of a move counts
    double prior = 10;         // visits that the evaluation of a new position counts for; 0: it starts from nothing
    int playout = 0;           // plies of random play, and a draw if the game goes on then; 0: the evaluation instead
    double beta = 0.0025;      // of the evaluation, in the evaluator's own unit

    void check() const {
        if (!(exploration >= 0) || !(prior >= 0) || playout < 0 || !(beta > 0) ||
            std::isinf(exploration + prior + beta))
            throw std::invalid_argument(
                "UCT needs an exploration, a prior and a playout of at least 0, and a beta above 0");
    }
};

template <class E>
class Uct : public Searcher<E> {
public:
    using P = typename E::Position;
    using Move = typename P::Move;

    explicit Uct(const UctSettings& settings) : settings_(settings) { settings.check(); }

    // The depth of the result is the length of its variation. Its value is a mean, not the evaluation of its leaf.
    SearchResult<P> run(std::shared_ptr<const E> evaluator, const Line<P>& line, const Limits& limits,
                        std::uint64_t seed = 0) {
        if (limits.nodes == 0 && limits.seconds == 0 && !limits.stop)
            throw std::invalid_argument("UCT needs a limit in nodes or seconds, or a way to stop it");
        this->begin(std::move(evaluator), line, limits);
        random_ = Random(seed);
        tree_.clear();
        tree_.push_back({});
        grow(0, this->root(), 0);
        this->budget().enforce_all();
        do {
            simulate(limits.deepest(max_ply));
        } while (!this->budget().stopped() && tree_.front().visits < most_visits);
        return read_off();
    }

    std::size_t size() const { return tree_.size(); }

private:
    struct Node {
        Move move{};
        std::uint32_t first = 0;  // of its children; 0: it has none yet
        std::uint16_t children = 0;
        bool ended = false;
        float own = 0;       // the result it starts from, or ends with: the view of who moved here
        float visits = 0;    // those of the prior included
        double results = 0;  // their sum, the view of who moved here

        double mean() const { return visits > 0 ? results / visits : 0; }
    };

    // Down to a position without children, which gets some; then its result is told all the way up.
    void simulate(int deepest) {
        if (!this->budget().spend()) return;
        path_.assign(1, 0);
        P position = this->root();
        while (tree_[path_.back()].first) {
            path_.push_back(choose(tree_[path_.back()]));
            position = position.after(tree_[path_.back()].move);
        }
        const std::uint32_t index = path_.back();
        const int ply = static_cast<int>(path_.size()) - 1;
        if (!tree_[index].ended && settings_.prior == 0) look_at(index, position, ply);
        double result = tree_[index].own;
        if (!tree_[index].ended) {
            if (settings_.playout > 0) result = play_out(position);
            if (ply < deepest && tree_.size() < most_nodes) grow(index, position, ply);
        }
        if (this->budget().stopped()) return;
        for (auto at = path_.rbegin(); at != path_.rend(); ++at, result = -result) {
            tree_[*at].visits += 1;
            tree_[*at].results += result;
        }
    }

    // The child with the highest bound; those never visited come first, in the order of the shuffle.
    std::uint32_t choose(const Node& parent) const {
        const std::uint32_t end = parent.first + parent.children;
        double all = 0;
        for (std::uint32_t i = parent.first; i < end; ++i) {
            if (tree_[i].visits == 0) return i;
            all += tree_[i].visits;
        }
        const double logarithm = std::log(all);
        std::uint32_t best = parent.first;
        double highest = -std::numeric_limits<double>::infinity();
        for (std::uint32_t i = parent.first; i < end; ++i) {
            const double bound = tree_[i].mean() + settings_.exploration * std::sqrt(logarithm / tree_[i].visits);
            if (bound > highest) highest = bound, best = i;
        }
        return best;
    }

    // Gives a position its children, shuffled. With a prior each is looked at and starts from what was seen.
    void grow(std::uint32_t index, const P& position, int ply) {
        MoveList<P> moves;
        position.legal_moves(moves);
        assert(!moves.empty());
        for (std::size_t i = moves.size(); i > 1; --i) std::swap(moves[i - 1], moves[random_.below(i)]);
        const auto first = static_cast<std::uint32_t>(tree_.size());
        for (const Move move : moves) tree_.push_back({.move = move});
        tree_[index].first = first;
        tree_[index].children = static_cast<std::uint16_t>(moves.size());
        if (settings_.prior == 0) return;
        for (std::uint32_t i = first; i < tree_.size(); ++i) {
            look_at(i, position.after(tree_[i].move), ply + 1);
            tree_[i].visits = static_cast<float>(settings_.prior);
            tree_[i].results = settings_.prior * tree_[i].own;
        }
    }

    // How a position ends the game, or what its evaluation says, captures and checks followed: into its node.
    void look_at(std::uint32_t index, const P& position, int ply) {
        Context<E>& context = this->context();
        Node& node = tree_[index];
        if (ply == 0) return;
        if (const auto value = context.ended(position, has_legal_move(position), ply)) {
            node.ended = true;
            node.own = -expected(*value);
        } else if (settings_.prior > 0 || settings_.playout == 0) {
            node.own = -expected(
                Quiescence<E>(context).visit(position, std::min(ply, max_ply), -infinite_value, infinite_value));
        }
    }

    // Random moves to the end of the game: the view of who moved to the position.
    double play_out(P position) {
        const Side mover = !position.turn();
        for (int ply = 0; ply < settings_.playout && this->budget().spend(); ++ply) {
            MoveList<P> moves;
            position.legal_moves(moves);
            const Outcome outcome = position.outcome(!moves.empty());
            if (outcome.over) return std::clamp<int>(sign(mover) * outcome.points, -1, 1);
            if (position.move_count_draw()) return 0;
            position = position.after(moves[random_.below(moves.size())]);
        }
        return 0;
    }

    // A win soon is better than one later, and both are better than what any evaluation says.
    float expected(Value value) const {
        if (value > evaluation_limit) return 1 - static_cast<float>(win_value - value) / 10000;
        if (value < -evaluation_limit) return -1 + static_cast<float>(win_value + value) / 10000;
        const double unit = this->evaluator().unit();
        return static_cast<float>(0.98 * std::tanh(settings_.beta * value / unit));
    }
    Value value_of(double result) const {
        const double share = std::clamp(result / 0.98, -0.999999, 0.999999);
        return truncated(static_cast<Value>(std::atanh(share) / settings_.beta * this->evaluator().unit()));
    }

    // The move visited most; of equals the one with the better results.
    std::uint32_t most_visited(const Node& parent) const {
        std::uint32_t best = parent.first;
        for (std::uint32_t i = parent.first; i < parent.first + parent.children; ++i) {
            const auto rank = [this](std::uint32_t n) { return std::pair(tree_[n].visits, tree_[n].mean()); };
            if (rank(i) > rank(best)) best = i;
        }
        return best;
    }

    SearchResult<P> read_off() {
        std::vector<Move> pv;
        P leaf = this->root();
        std::uint32_t at = 0;
        while (tree_[at].first && (pv.empty() || tree_[at].visits > settings_.prior)) {
            at = most_visited(tree_[at]);
            pv.push_back(tree_[at].move);
            leaf = leaf.after(tree_[at].move);
        }
        assert(!pv.empty() && is_legal_line(this->root(), pv));
        const Node& best = tree_[most_visited(tree_.front())];
        const Value value = best.ended && best.own > 0.99F ? win_value - 1 : value_of(best.mean());
        const int depth = static_cast<int>(pv.size());
        return {value, std::move(pv), leaf, false, depth, this->budget().nodes(), this->budget().seconds()};
    }

    static constexpr std::size_t most_nodes = std::size_t{1} << 23;
    static constexpr float most_visits = 1 << 23;  // beyond 2^24 a float no longer counts

    UctSettings settings_;
    std::vector<Node> tree_;
    std::vector<std::uint32_t> path_;
    Random random_{0};
};

}  // namespace leafstrap
